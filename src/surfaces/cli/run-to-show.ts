import type { RunResult } from '../../domain/run-result.ts';
import { emptyRunState, fold } from '../../domain/run-state.ts';
import type { Tongue } from '../../domain/texts.ts';
import type { CliContext } from './cli-context.ts';
import { isSmallKind, type NextStepParts, nextSteps } from './next-steps.ts';
import { readEvents } from './read-events.ts';
import { tongueOfRun } from './words/tongue.ts';

/** What is said of a run beside its result: in which language, and what would settle it. */
export type RunToShow = { readonly tongue: Tongue; readonly next: readonly string[] };

/**
 * Reads a stored run for showing its result. There are no next steps where it succeeded, goes on, waits for an answer, or ended with an
 * error that says its own.
 */
export async function runToShow(
  { deps }: CliContext,
  result: Pick<RunResult, 'runId' | 'state' | 'status' | 'error'>,
  place: NextStepParts['place'] = 'command',
): Promise<RunToShow> {
  if (result.runId === '') return { tongue: 'en', next: [] };
  // Without the signal: a run that was cancelled is shown too, with how to go on.
  const events = await readEvents(await deps.store('read'), result.runId);
  const state = events.reduce(fold, emptyRunState);
  const tongue = tongueOfRun(state);
  const isOpen = result.state === 'done' && (result.status === 'unsure' || result.status === 'failed') && result.error === null;
  if (!isOpen) return { tongue, next: [] };
  const language = await deps.language(state.language ?? 'python', state.request?.profile);
  const larger = isSmallKind(state) ? await deps.largerWeights(state.model?.id ?? '') : null;
  return { tongue, next: nextSteps(state, { format: (value) => language.formatValue(value), larger, place }) };
}
