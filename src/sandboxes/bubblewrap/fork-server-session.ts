import { setMaxListeners } from 'node:events';
import type { Execution } from '../../domain/execution.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { JobOptions, RuntimeSpec, SandboxJob, SandboxSession } from '../../ports/sandbox.ts';
import { withOwnSignal } from '../own-signal.ts';
import { sessionClosed } from '../pooled-session.ts';
import { WorkerPool } from '../worker-pool.ts';
import { ForkServer, type ForkServerSetup } from './fork-server.ts';

/** Times that a job is given to a fresh server after its own was lost. */
const retries = 1;

/** A session of fork servers. Throws `sandbox-failed` when the first of them cannot start. */
export async function openForkServerSession(
  setup: ForkServerSetup,
  runtime: RuntimeSpec,
  options: Abortable & { readonly workers: number; readonly onClose: () => void },
): Promise<SandboxSession> {
  const closing = new AbortController();
  // Every job that waits or runs listens.
  setMaxListeners(0, closing.signal);
  const startServer = (startOptions: Abortable): Promise<ForkServer> => ForkServer.start(setup, runtime, withOwnSignal(startOptions));
  const started = await Promise.allSettled(Array.from({ length: options.workers }, () => startServer(options)));
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = started.find((one) => one.status === 'rejected');
  if (failure !== undefined) {
    await Promise.all(servers.map((server) => server.stop()));
    throw failure.reason;
  }
  const pool = new WorkerPool(servers);
  const running = new Set<Promise<unknown>>();

  const runOnce = async (job: SandboxJob, options: JobOptions & { readonly signal: AbortSignal }): Promise<Execution> => {
    const { signal, dialogue } = options;
    let server = await pool.acquire(signal);
    try {
      for (let attempt = 0; ; attempt++) {
        if (!server.alive) server = await startServer({ signal });
        const answer = await server.run(job, options);
        if (answer !== 'lost') {
          if (dialogue === undefined) server.prepare(job);
          return answer;
        }
        // What has been said cannot be unsaid.
        if (attempt === retries || dialogue !== undefined) return lostExecution();
      }
    } finally {
      pool.release(server);
    }
  };

  return {
    workers: options.workers,
    run(job, given = {}) {
      const { signal } = given;
      const work = runOnce(job, { ...given, signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal });
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    async close() {
      if (!closing.signal.aborted) closing.abort(sessionClosed());
      await Promise.allSettled(running);
      await Promise.all(pool.all().map((server) => server.stop()));
      options.onClose();
    },
  };
}

function lostExecution(): Execution {
  const nothing = new Uint8Array();
  return {
    termination: { type: 'setup-failed', reason: 'the sandbox was lost under this job' },
    ...{ stdout: nothing, stderr: nothing, truncated: false },
    usage: { wallMs: 0, cpuMs: 0, maxRssBytes: 0 },
  };
}
