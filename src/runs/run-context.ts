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
  /** Names under which this process owned a run and could not say that it let it go, such as on a full disk. */
  readonly unreleased: Set<string>;
  readonly toResult: (runId: string, state: RunState) => Promise<RunResult>;
};
