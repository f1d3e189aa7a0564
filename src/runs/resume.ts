import { AppError } from '../domain/app-error.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { RunFact, Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { RunState } from '../domain/run-state.ts';
import { say, warned } from '../domain/said.ts';
import { cancelled } from './drive.ts';
import { type Pending, readPending } from './inbox.ts';
import { handle, launch } from './launch.ts';
import { noteFailure } from './note-failure.ts';
import { type Ownership, takeOver } from './own.ts';
import { readState } from './read-state.ts';
import type { RunContext } from './run-context.ts';
import { endError } from './run-error.ts';
import type { Prepared, RunHandle } from './run-service-types.ts';
import { warningFact } from './start.ts';

/** Takes a run over and drives it on from its stored facts; a cancelled one too. Who follows it is told why, where that cannot be. */
export async function resumeRun<Tools>(
  context: RunContext<Tools>,
  runId: string,
  signal: AbortSignal | undefined,
  beginning: AbortSignal,
): Promise<RunHandle> {
  context.feeds.forgive(runId);
  try {
    return await tryToResume(context, runId, signal, beginning);
  } catch (error) {
    if (!beginning.aborted) noteFailure(context, runId, error);
    throw error;
  }
}

async function tryToResume<Tools>(
  context: RunContext<Tools>,
  runId: string,
  signal: AbortSignal | undefined,
  beginning: AbortSignal,
): Promise<RunHandle> {
  const { store } = context.deps;
  beginning.throwIfAborted();
  // Checked before too, so that a run that cannot go on is not taken from anybody.
  const before = await readState(store, runId, { signal: beginning });
  refuseUnlessResumable(runId, before, await readPending(store, runId, before.question));
  const own = await takeOver(runId, context);
  try {
    return await goOn(context, runId, own, signal, beginning);
  } catch (error) {
    await own.release();
    throw error;
  }
}

async function goOn<Tools>(
  context: RunContext<Tools>,
  runId: string,
  own: Ownership,
  signal: AbortSignal | undefined,
  beginning: AbortSignal,
): Promise<RunHandle> {
  const state = own.state();
  const pending = await readPending(context.deps.store, runId, state.question);
  const request = refuseUnlessResumable(runId, state, pending);
  // Of a run that was cancelled, the command is what ended it.
  if (pending.cancelled && state.phase !== 'done') {
    const facts = await own.append([cancelled]);
    await own.release();
    context.feeds.announce(runId, facts);
    return handle(context, runId, state.seq, Promise.resolve(own.state()));
  }
  const previous = startOf(state);
  const prepared = await prepareQueued(context, request, own, beginning, previous);
  if (prepared === null) return handle(context, runId, state.seq, Promise.resolve(own.state()));
  try {
    beginning.throwIfAborted();
    const facts: RunFact[] = [state.startedAt === null ? { type: 'run-start', request, ...prepared.start } : { type: 'run-resume' }];
    if (state.question !== null && pending.answer !== null) {
      facts.push({ type: 'question-answer', question: state.question.id, ...pending.answer });
    }
    const known = new Set(state.warnings.map(canonicalJson));
    const fresh = [...prepared.warnings, ...changes(previous, prepared.start)].filter((warning) => !known.has(canonicalJson(warning)));
    context.feeds.announce(runId, await own.append([...facts, ...fresh.map(warningFact)]));
    return launch(context, { runId, own, prepared, after: state.seq, newestCommand: pending.newest }, signal);
  } catch (error) {
    // What failed first is what is told.
    await prepared.close().catch(() => {});
    throw error;
  }
}

/** Whoever was promised a run reads in it why it could not begin: then it ends here, and null is returned. */
async function prepareQueued<Tools>(
  { deps, feeds }: RunContext<Tools>,
  request: RunRequest,
  own: Ownership,
  beginning: AbortSignal,
  previous: Prepared<Tools>['start'] | null,
): Promise<Prepared<Tools> | null> {
  const isPromised = own.state().phase === 'queued';
  try {
    return await deps.prepare(request, beginning, previous);
  } catch (thrown) {
    if (!isPromised || beginning.aborted) throw thrown;
    const { runId } = own;
    const error = endError(thrown, runId);
    const facts = await own.append([{ type: 'run-end', outcome: 'failed', explanation: error.message, error, overlapMs: 0 }]);
    await own.release();
    feeds.announce(runId, facts);
    return null;
  }
}

function refuseUnlessResumable(runId: string, state: RunState, pending: Pending): NonNullable<RunState['request']> {
  if (state.phase === 'done' && state.end?.outcome !== 'cancelled') {
    throw new AppError('conflict', `Run ${runId} has ended: ${state.end?.outcome}.`, `See what it gave: \`anneal runs show ${runId}\``);
  }
  if (state.request === null) {
    throw new AppError(
      'conflict',
      `Run ${runId} never started, so there is nothing to go on with.`,
      `Remove it: \`anneal runs rm ${runId}\``,
    );
  }
  if (state.question !== null && pending.answer === null && !pending.cancelled) {
    const option = state.question.options[0]?.id ?? 'TEXT';
    throw new AppError(
      'conflict',
      `Run ${runId} waits for an answer: ${state.question.text}`,
      `Answer it, then resume it: \`anneal runs answer ${runId} ${option}\``,
    );
  }
  return state.request;
}

function startOf({ language, model, sandbox, skills }: RunState): Prepared<unknown>['start'] | null {
  return language === null || model === null || sandbox === null ? null : { language, model, sandbox, skills };
}

/** What is different from before: the run goes on with it, but says so. */
function changes(before: Prepared<unknown>['start'] | null, now: Prepared<unknown>['start']): readonly Warning[] {
  if (before === null) return [];
  const warnings: Warning[] = [];
  if (before.model.id !== now.model.id) {
    warnings.push(warned('model', say('resumed-model', { now: now.model.id, before: before.model.id })));
  }
  if (before.sandbox.level !== now.sandbox.level) {
    warnings.push(warned('sandbox', say('resumed-sandbox', { now: now.sandbox.level, before: before.sandbox.level })));
  }
  return warnings;
}
