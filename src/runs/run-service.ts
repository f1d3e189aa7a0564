import { AppError } from '../domain/app-error.ts';
import { projectResult } from '../domain/project-result.ts';
import type { RunSummary } from '../ports/run-store.ts';
import { answerRun } from './answer.ts';
import { cancelRun } from './cancel.ts';
import { enqueueRun } from './enqueue.ts';
import { readPending } from './inbox.ts';
import { createLiveFeeds } from './live-feeds.ts';
import { isFree } from './own.ts';
import { readState } from './read-state.ts';
import { resumeRun } from './resume.ts';
import type { RunContext } from './run-context.ts';
import type { RunHandle, RunService, RunServiceDeps, RunTiming } from './run-service-types.ts';
import { startRun } from './start.ts';
import { followRun, type Subscription, subscribe } from './subscribe.ts';

const defaultTiming: RunTiming = { leaseMs: 10_000, renewMs: 3_000, inboxMs: 250, followMs: 250 };

/** Runs over one store: facts are stamped, stored, and only then shown. `Tools` is whatever `prepare` gives to `search`. */
export function createRunService<Tools>(deps: RunServiceDeps<Tools>): RunService {
  const { store, clock } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  const feeds = createLiveFeeds();
  const context: RunContext<Tools> = {
    deps,
    timing,
    feeds,
    active: new Map(),
    closing: new AbortController(),
    beginning: new Set(),
    unreleased: new Set(),
    // The default language of requests stands in for a run that never came to have one.
    toResult: async (runId, state) =>
      projectResult(runId, state, await deps.formatter(state.language ?? state.request?.language ?? 'python', state.request?.profile)),
  };

  const summaryOf = async (runId: string): Promise<RunSummary> => {
    const summary = await store.summary(runId, clock.now());
    if (summary === null) throw new AppError('not-found', `There is no run ${runId}.`, 'List the stored runs: `anneal runs list`');
    return summary;
  };

  const subscriptionTo = (
    runId: string,
    { after = 0, until = 'end', signal }: NonNullable<Parameters<RunService['follow']>[1]>,
  ): Subscription => ({
    ...{ after, until, isDrivenHere: () => context.active.has(runId), followMs: timing.followMs },
    ...(signal === undefined ? {} : { signal }),
  });

  return {
    start: (request, options = {}) => begun(context, options.signal, (beginning) => startRun(context, request, options, beginning)),
    enqueue: (request, options = {}) => enqueueRun(context, request, options),
    resume: (runId, { signal } = {}) => begun(context, signal, (beginning) => resumeRun(context, runId, signal, beginning)),
    answer: (runId, answer) => answerRun(context, runId, answer),
    async isAnswered(runId) {
      const { question } = await readState(store, runId);
      return question !== null && (await readPending(store, runId, question)).answer !== null;
    },
    cancel: (runId) => cancelRun(context, runId),

    subscribe: (runId, options = {}) => subscribe(runId, subscriptionTo(runId, options), { store, clock, feeds }),
    follow: (runId, options = {}) => followRun(runId, subscriptionTo(runId, options), { store, clock, feeds }),

    list: (query) => store.list(query, clock.now()),
    sessions: (query) => store.sessions(query),
    summary: summaryOf,

    async show(runId) {
      const stored = await readState(store, runId);
      const summary = await summaryOf(runId);
      const state = summary.phase === 'interrupted' && stored.phase !== 'done' ? { ...stored, phase: summary.phase } : stored;
      return { summary, state, result: await context.toResult(runId, state) };
    },

    async remove(runId) {
      const { phase } = await summaryOf(runId);
      if (phase === 'running' && !(await isFree(context, runId))) {
        throw new AppError('conflict', `Run ${runId} is running.`, 'Stop it first (Ctrl-C where it runs), then remove it.');
      }
      await store.remove(runId);
      feeds.forgive(runId);
    },

    prune: (policy, options) => store.prune(policy, clock.now(), options),

    async *exportRun(runId, options = {}) {
      for await (const event of store.read(runId, options)) yield `${JSON.stringify(event)}\n`;
    },

    async close() {
      context.closing.abort(new DOMException('The run service is closed.', 'AbortError'));
      await Promise.allSettled(context.beginning);
      const running = [...context.active.values()];
      for (const driving of running) driving.stop('interrupt');
      await Promise.allSettled(running.map((driving) => driving.ended));
    },
  };
}

/** Keeps a start in sight of `close` until its run is driven; `beginning` is the caller's signal, or the service's end. */
async function begun<Tools>(
  { closing, beginning }: RunContext<Tools>,
  signal: AbortSignal | undefined,
  begin: (beginning: AbortSignal) => Promise<RunHandle>,
): Promise<RunHandle> {
  const handle = begin(signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]));
  beginning.add(handle);
  try {
    return await handle;
  } finally {
    beginning.delete(handle);
  }
}
