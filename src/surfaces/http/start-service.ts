import { setMaxListeners } from 'node:events';
import { AppError } from '../../domain/app-error.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { asDecimal } from '../../domain/shown-share.ts';
import type { Retention } from '../../ports/run-store.ts';
import { createRunQueue } from '../../runs/run-queue.ts';
import { createSessions } from '../../sessions/sessions.ts';
import { createMcpEndpoint } from '../mcp/http/mcp-endpoint.ts';
import { type McpParts, openMcp } from '../mcp/open-mcp.ts';
import { createApp } from './create-app.ts';
import type { HttpDeps } from './http-deps.ts';
import { createJobs } from './jobs.ts';
import { listen } from './listen.ts';
import { type LocalScriptLimits, usualLimits } from './localscript-limits.ts';
import { createMetrics } from './metrics.ts';
import { createPageAccess } from './page/page-access.ts';
import { readPageFiles } from './page/page-files.ts';

export type ServiceOptions = Pick<
  HttpDeps,
  'runs' | 'language' | 'profiles' | 'defaults' | 'readRequest' | 'model' | 'countTokens' | 'version' | 'access' | 'warn' | 'machine'
> & {
  readonly host: string;
  readonly port: number;
  /** Where the built page lies. */
  readonly pageFolder?: string;
  /** What the Model Context Protocol needs besides; absent: it is not offered. */
  readonly mcp?: Pick<McpParts, 'runtime' | 'testFramework' | 'sandbox' | 'settings' | 'profile' | 'near' | 'skills' | 'bodies'>;
  /** Absent: no skills are served. */
  readonly skills?: HttpDeps['skills'];
  /** Absent: none that act on requests are run. */
  readonly bodies?: HttpDeps['bodies'];
  /** Runs that are driven at once. */
  readonly parallel: number;
  readonly mostQueued: number;
  /** Finished runs beyond this are removed at the start and every hour. */
  readonly retention?: Retention;
  /** For the person at the terminal. */
  readonly tell?: (line: string) => void;
  readonly heartbeatMs?: number;
  /** Connections at once; one more is answered with 503. */
  readonly mostConnections?: number;
  readonly localScript?: LocalScriptLimits;
};

export type Service = {
  readonly host: string;
  readonly port: number;
  /** A path that lets one browser in, where a token is set. */
  readonly pageLink: string | null;
  /** Runs of an earlier process that are in line again. */
  readonly recovered: number;
  /** Ends all answers and begins no further run. The run service is closed by whoever opened it, which interrupts what runs. */
  readonly close: () => Promise<void>;
};

const usualHeartbeatMs = 15_000;
/** Milliseconds between looks for runs whose process died; leases last ten seconds. */
const lookAgainMs = 15_000;
const pruneMs = 3_600_000;

/** Runs, sessions and protocols on one port. Throws `usage` where the address cannot be had. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { runs, language, countTokens, tell = () => {}, warn, host, port } = options;
  const closing = new AbortController();
  // As many listen as callers wait; each leaves with its answer.
  setMaxListeners(0, closing.signal);
  const queue = createRunQueue(runs, {
    parallel: options.parallel,
    mostWaiting: options.mostQueued,
    onBegin: (runId) => tell(`run ${runId} begins`),
    onEnd: (result) => {
      metrics.noteRunEnd(result.status);
      tell(ended(result));
    },
    onFailure: (runId, error) => warn(`run ${runId}: ${reason(error)}`),
  });
  const metrics = createMetrics(() => queue);
  const sessions = createSessions({ runs, queue, language, countTokens, closing: closing.signal });
  const { profiles, defaults, model, version, access, heartbeatMs = usualHeartbeatMs, pageFolder } = options;
  const page = pageFolder === undefined ? null : await readPageFiles(pageFolder);
  const pageAccess = access.token === null ? null : createPageAccess(access.token, Date.now);
  const jobs = createJobs({ now: Date.now, explain: (error) => explain(error, warn) });
  const mcp =
    options.mcp === undefined
      ? null
      : createMcpEndpoint(
          openMcp({
            ...options.mcp,
            ...{ language, profiles, defaults, version, warn },
            ...(options.readRequest === undefined ? {} : { readRequest: options.readRequest }),
            openRuns: async () => ({ runs, queue }),
            closing: closing.signal,
          }),
        );
  const deps = {
    machine: options.machine,
    skills: options.skills ?? null,
    bodies: options.bodies ?? null,
    jobs,
    runs,
    queue,
    sessions,
    language,
    profiles,
    defaults,
    ...(options.readRequest === undefined ? {} : { readRequest: options.readRequest }),
    model,
    countTokens,
    localScript: options.localScript ?? usualLimits,
    version,
    access,
    pageAccess,
    page,
    mcp,
    warn,
    heartbeatMs,
  };
  const app = createApp({ ...deps, closing: closing.signal }, metrics);
  const listening = await listen(app.fetch, {
    ...{ host, port, warn },
    ...(options.mostConnections === undefined ? {} : { mostConnections: options.mostConnections }),
  });
  const lookAgain = setInterval(
    () => void queue.recover('later').catch((error: unknown) => warn(`looking for runs: ${reason(error)}`)),
    lookAgainMs,
  );
  const prune = async (): Promise<void> => {
    if (options.retention === undefined) return;
    try {
      const removed = await runs.prune(options.retention, { signal: closing.signal });
      if (removed > 0) tell(`removed ${removed} old runs`);
    } catch (error) {
      if (!closing.signal.aborted) warn(`removing old runs: ${reason(error)}`);
    }
  };
  let pruned = Promise.resolve();
  const pruning = setInterval(() => {
    pruned = pruned.then(prune);
  }, pruneMs);
  const stop = async (): Promise<void> => {
    clearInterval(lookAgain);
    clearInterval(pruning);
    queue.close();
    closing.abort(new DOMException('The service is shutting down.', 'AbortError'));
    await mcp?.close();
    await pruned;
    await Promise.all([listening.close(), jobs.close()]);
  };
  try {
    pruned = prune();
    await pruned;
    const pageLink = pageAccess?.issueLink().path ?? null;
    return { host: listening.host, port: listening.port, pageLink, recovered: await queue.recover('start'), close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function ended({ runId, status, confidence, timing, error }: RunResult): string {
  const seconds = `${(timing.totalMs / 1000).toFixed(1)} s`;
  if (error !== null) return `run ${runId} ${status}: ${error.message}`;
  return `run ${runId} ${status === 'clarify' ? 'waits for an answer' : status}, confidence ${asDecimal(confidence)}, ${seconds}`;
}

/** Of a defect of ours nobody is told more than that there was one. */
function explain(error: unknown, warn: (line: string) => void) {
  if (error instanceof AppError && error.code !== 'internal') return { code: error.code, message: error.message, hint: error.hint };
  warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return { code: 'internal', message: 'The service failed at this job.', hint: 'The reason is on the standard error of the service.' };
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
