import { setMaxListeners } from 'node:events';
import { AppError } from '../domain/app-error.ts';
import type { Execution } from '../domain/execution.ts';
import type { JobOptions, SandboxJob, SandboxSession } from '../ports/sandbox.ts';
import { WorkerPool } from './worker-pool.ts';

export const sessionClosed = (): AppError => new AppError('sandbox-failed', 'The sandbox session was closed.', 'Open a new session.');

/** A session for sandboxes that have nothing to keep warm: it only bounds how many jobs run at once. */
export function openPooledSession(
  run: (job: SandboxJob, options: JobOptions) => Promise<Execution>,
  options: { readonly workers: number; readonly onClose?: () => void },
): SandboxSession {
  const pool = new WorkerPool(Array.from({ length: options.workers }, (_, index) => index));
  const closing = new AbortController();
  // Every job that waits or runs listens.
  setMaxListeners(0, closing.signal);
  const running = new Set<Promise<unknown>>();
  const runInTurn = async (job: SandboxJob, options: JobOptions & { readonly signal: AbortSignal }): Promise<Execution> => {
    const worker = await pool.acquire(options.signal);
    try {
      return await run(job, options);
    } finally {
      pool.release(worker);
    }
  };
  return {
    workers: options.workers,
    run(job, options = {}) {
      const { signal } = options;
      const work = runInTurn(job, { ...options, signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal });
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    async close() {
      if (!closing.signal.aborted) closing.abort(sessionClosed());
      await Promise.allSettled(running);
      options.onClose?.();
    },
  };
}
