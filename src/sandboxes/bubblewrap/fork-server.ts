import { AppError } from '../../domain/app-error.ts';
import type { Execution } from '../../domain/execution.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { JobOptions, RuntimeSpec, SandboxJob } from '../../ports/sandbox.ts';
import { classifyEnd } from '../classify.ts';
import { type Conversation, openConversation } from '../conversation.ts';
import { type BubblewrapProcess, startBubblewrap } from './bubblewrap-process.ts';
import { encodeFrame, type Frame } from './frames.ts';
import { createJobFrames, type JobFramesSetup } from './job-frames.ts';
import { LauncherLink } from './launcher-link.ts';
import { type LauncherText, launcherBoot, launcherInput } from './launcher-text.ts';
import { readReply } from './reply.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { standbyInput, standbyJob, standbyKey } from './standby.ts';
import { baseEnvironment, coveredPaths, environmentArguments, isolationArguments, viewArguments } from './view.ts';

const startMs = 10_000;
/** Beyond the job's wall limit, before the host takes the launcher for stuck. */
const watchdogMs = 2500;

export type ForkServerSetup = JobFramesSetup & {
  readonly bubblewrap: string;
  /** Interpreter and flags of the Python that hosts the launcher. */
  readonly python: readonly [string, ...string[]];
  readonly launcher: LauncherText;
};

/** `lost`: the server died under the job, through no fault that can be named. */
export type ServerAnswer = Execution | 'lost';

/** One bwrap with the launcher inside: runs jobs one at a time, each in namespaces of its own. */
export class ForkServer {
  private readonly process: BubblewrapProcess;
  private readonly link: LauncherLink;
  private readonly runtime: RuntimeSpec;
  private readonly jobFrame: ReturnType<typeof createJobFrames>;
  /** What the job in hand says while it runs is for this one. */
  private conversation: Conversation | null = null;
  private jobs = 0;
  /** What the program on standby was started for. */
  private standby: string | null = null;

  private constructor(process: BubblewrapProcess, setup: ForkServerSetup, runtime: RuntimeSpec) {
    this.process = process;
    this.runtime = runtime;
    this.link = new LauncherLink(process, (payload) => this.conversation?.push(payload));
    this.jobFrame = createJobFrames(setup, runtime);
  }

  /** Throws `sandbox-failed` when the server cannot start, or `signal.reason`. */
  static async start(setup: ForkServerSetup, runtime: RuntimeSpec, options: Abortable = {}): Promise<ForkServer> {
    options.signal?.throwIfAborted();
    const args = [
      ...isolationArguments,
      ...(await viewArguments(runtime)),
      ...'--dir /dev/shm --remount-ro /dev --proc /proc --dir /tmp --dir /src --dir /job --tmpfs /program --remount-ro /'.split(' '),
      ...environmentArguments(runtime),
      // Symbols that a child would look up are looked up once, before it is forked.
      ...['--setenv', 'LD_BIND_NOW', '1'],
      ...['--chdir', '/', '--', ...setup.python, '-c', launcherBoot],
    ];
    const filter = seccompFilter({ architecture: setup.architecture, profile: 'launcher' });
    const process = startBubblewrap(setup.bubblewrap, args, filter);
    const server = new ForkServer(process, setup, runtime);
    const hello = await server.link.exchange(startInput(setup, runtime), startMs, options.signal);
    if (hello?.kind !== 'H') {
      await server.stop();
      options.signal?.throwIfAborted();
      const detail = process.errorText().trim() || 'it did not answer';
      throw new AppError('sandbox-failed', `The sandbox's fork server did not start: ${detail}`, startHint(detail));
    }
    return server;
  }

  get alive(): boolean {
    return this.link.alive;
  }

  /** Host process id of the sandbox's first process. */
  get initPid(): number | null {
    return this.process.initPid();
  }

  /** Throws `bad-input` for an impossible job, or `signal.reason` once the job is dead. */
  async run(job: SandboxJob, options: JobOptions = {}): Promise<ServerAnswer> {
    options.signal?.throwIfAborted();
    if (!this.alive) return 'lost';
    const { dialogue } = options;
    if (dialogue === undefined) return await this.runJob(++this.jobs, job, options);
    const id = ++this.jobs;
    this.conversation = openConversation(
      dialogue,
      (answer) => this.link.send(encodeFrame('I', { id }, answer)),
      () => this.link.send(encodeFrame('K', { id })),
    );
    try {
      return await this.runJob(id, job, options);
    } finally {
      const { conversation } = this;
      this.conversation = null;
      await conversation?.end();
    }
  }

  private async runJob(id: number, job: SandboxJob, options: JobOptions): Promise<ServerAnswer> {
    const started = performance.now();
    const timeoutMs = job.limits.wallSeconds * 1000 + watchdogMs;
    const reply =
      (await this.wakeStandby(id, job, timeoutMs, options)) ??
      (await this.link.exchange(
        this.jobFrame(id, job, { talks: options.dialogue !== undefined }),
        timeoutMs,
        options.signal,
        encodeFrame('K', { id }),
      ));
    if (options.signal?.aborted) {
      if (reply === null) await this.stop();
      options.signal.throwIfAborted();
    }
    if (reply === null || reply.kind !== 'R') {
      const timedOut = performance.now() - started >= timeoutMs;
      await this.stop();
      return timedOut ? stuck(performance.now() - started) : 'lost';
    }
    const answer = readReply(reply, id, job.wantsResult);
    if (answer === null) {
      await this.stop();
      return 'lost';
    }
    return { termination: classifyEnd(answer.end, job.limits), ...answer.output };
  }

  /** Starts a program that waits for a job like this one. Call it when no job is left to run at once, or right after one. */
  prepare(job: SandboxJob): void {
    const waiting = standbyJob(this.runtime, job);
    if (waiting === null || !this.alive || this.standby !== null) return;
    this.standby = standbyKey(job);
    this.link.send(this.jobFrame(++this.jobs, waiting, { standby: true }));
  }

  /** Null: there was none for such a job, and now there is none at all. */
  private async wakeStandby(id: number, job: SandboxJob, timeoutMs: number, { signal, dialogue }: JobOptions): Promise<Frame | null> {
    if (this.standby === null) return null;
    const fits = dialogue === undefined && standbyJob(this.runtime, job) !== null && this.standby === standbyKey(job);
    // An impossible job is refused here, before the program on standby has been told anything.
    const frame = fits ? encodeFrame('G', { id }, standbyInput(job)) : encodeFrame('D', {});
    this.standby = null;
    const reply = await this.link.exchange(
      frame,
      fits ? timeoutMs : startMs,
      fits ? signal : undefined,
      fits ? encodeFrame('K', { id }) : undefined,
    );
    if (reply === null) await this.stop();
    return reply?.kind === 'N' ? null : reply;
  }

  /**
   * Ends the server; resolves when nothing of it is left. A launcher that left by itself would leave bwrap's first process to
   * whoever adopts orphans, because bwrap does not wait for that one.
   */
  stop(): Promise<void> {
    return this.link.stop();
  }
}

function startInput({ launcher, hosted, program }: ForkServerSetup, runtime: RuntimeSpec): Uint8Array {
  const { command, compile, environment } = runtime;
  return launcherInput(launcher, {
    ...{ warm: hosted, hosted, command },
    environment: { ...baseEnvironment, ...environment },
    covered: coveredPaths(runtime),
    ...(program === undefined ? {} : { program }),
    ...(compile === undefined ? {} : { compile: [...command, ...compile] }),
  });
}

/** Root's own folders are closed to the user that programs run as. */
function startHint(detail: string): string {
  return process.getuid?.() === 0 && detail.includes('Permission denied')
    ? 'Run Anneal as an ordinary user, or install the interpreter where every user can read it, e.g. sudo apt-get install python3'
    : 'Run: anneal sandbox probe';
}

function stuck(wallMs: number): Execution {
  const nothing = new Uint8Array();
  return {
    termination: { type: 'limit', limit: 'wall' },
    ...{ stdout: nothing, stderr: nothing, truncated: false },
    usage: { wallMs, cpuMs: 0, maxRssBytes: 0 },
  };
}
