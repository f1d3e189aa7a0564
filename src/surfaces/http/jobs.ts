import { randomBytes } from 'node:crypto';
import { AppError } from '../../domain/app-error.ts';

/** How far a job is: `done` of `total`, in bytes or as a share of 1; null where nobody knows. */
export type JobStep = { readonly what: string; readonly done: number | null; readonly total: number | null };

export type Job = {
  readonly id: string;
  readonly kind: 'pull' | 'measure';
  /** What it is about: a model by backend and name, or a language. */
  readonly subject: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly step: JobStep | null;
  readonly warnings: readonly string[];
  readonly error: { readonly code: string; readonly message: string; readonly hint: string } | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
};

export type JobTold = { readonly step: JobStep } | { readonly warning: string };
export type JobWork = (tell: (told: JobTold) => void, signal: AbortSignal) => Promise<void>;

/** Work that outlasts a request: begun by one, looked at by others. It lives as long as the service. */
export type Jobs = {
  /** The same work that is at it already is not begun twice. Throws `busy` where too much runs. */
  readonly start: (kind: Job['kind'], subject: string, work: JobWork) => Job;
  /** The one that began last first. */
  readonly list: () => readonly Job[];
  /** Throws `not-found`. */
  readonly find: (id: string) => Job;
  readonly cancel: (id: string) => Promise<Job>;
  readonly close: () => Promise<void>;
};

export type JobsOptions = {
  readonly now: () => number;
  /** What a person is shown of a failure. */
  readonly explain: (error: unknown) => { readonly code: string; readonly message: string; readonly hint: string };
};

const mostRunning = 4;
const mostKept = 50;

type Running = { job: Job; readonly abort: AbortController; readonly ended: Promise<void> };

export function createJobs({ now, explain }: JobsOptions): Jobs {
  let all: readonly Running[] = [];
  const running = (): readonly Running[] => all.filter(({ job }) => job.state === 'running');
  const entry = (id: string): Running => {
    const found = all.find(({ job }) => job.id === id);
    if (found === undefined) throw new AppError('not-found', 'There is no job of that id.', 'List them: GET /api/jobs');
    return found;
  };
  return {
    start(kind, subject, work) {
      const same = running().find(({ job }) => job.kind === kind && job.subject === subject);
      if (same !== undefined) return same.job;
      if (running().length >= mostRunning)
        throw new AppError('busy', `${mostRunning} jobs run already.`, 'Wait for one to end, or cancel it.');
      const abort = new AbortController();
      const begun: Job = {
        id: randomBytes(6).toString('hex'),
        kind,
        subject,
        state: 'running',
        step: null,
        warnings: [],
        error: null,
        startedAt: now(),
        endedAt: null,
      };
      const change = (changes: Partial<Job>): void => {
        self.job = { ...self.job, ...changes };
      };
      const tell = (told: JobTold): void =>
        change('step' in told ? { step: told.step } : { warnings: [...self.job.warnings, told.warning] });
      // Later, so that `self` is there when it tells something.
      const ended = Promise.resolve()
        .then(() => work(tell, abort.signal))
        .then(
          () => change({ state: 'done', endedAt: now() }),
          (error: unknown) => {
            if (abort.signal.aborted) change({ state: 'cancelled', endedAt: now() });
            else change({ state: 'failed', endedAt: now(), error: explain(error) });
          },
        );
      const self: Running = { job: begun, abort, ended };
      all = [self, ...all].filter(({ job }, index) => job.state === 'running' || index < mostKept);
      return begun;
    },
    list: () => all.map(({ job }) => job),
    find: (id) => entry(id).job,
    async cancel(id) {
      const found = entry(id);
      found.abort.abort(new DOMException('The job was cancelled.', 'AbortError'));
      await found.ended;
      return found.job;
    },
    async close() {
      for (const { abort } of running()) abort.abort(new DOMException('The service is shutting down.', 'AbortError'));
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
