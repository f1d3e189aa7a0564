import { AppError, type ErrorCode } from '../domain/app-error.ts';
import type { RunContext } from './run-context.ts';

/** What refuses a caller and says nothing of the run: it has ended, waits for an answer, or goes on elsewhere and is followed there. */
const refusals: ReadonlySet<ErrorCode> = new Set(['not-found', 'conflict', 'store-conflict']);

/** Tells whoever follows a run why this process drives it no further. */
export function noteFailure<Tools>({ feeds, deps, closing }: RunContext<Tools>, runId: string, error: unknown): void {
  if (closing.signal.aborted || !(error instanceof Error) || (error instanceof AppError && refusals.has(error.code))) return;
  feeds.fail(runId, error, deps.clock.now());
}
