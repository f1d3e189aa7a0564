import type { RunResult } from '../domain/run-result.ts';
import type { RunState } from '../domain/run-state.ts';
import type { Driving } from './drive.ts';
import type { LiveFeeds } from './live-feeds.ts';
import type { RunServiceDeps, RunTiming } from './run-service-types.ts';

/** What the parts of the run service share. */
export type RunContext<Tools> = {
  readonly deps: RunServiceDeps<Tools>;
  readonly timing: RunTiming;
  readonly feeds: LiveFeeds;
  /** Runs that this process drives. */
  readonly active: Map<string, Driving>;
  /** Aborts what is still being prepared when the service is closed. */
  readonly closing: AbortController;
  /** Starts and resumptions that have not come to a run in `active` yet. */
  readonly beginning: Set<Promise<unknown>>;
  readonly toResult: (runId: string, state: RunState) => Promise<RunResult>;
};
