import type { RunResult } from '../../domain/run-result.ts';
import { emptyRunState, fold } from '../../domain/run-state.ts';
import type { CliContext } from './cli-context.ts';
import { nextSteps } from './next-steps.ts';
import { readEvents } from './read-events.ts';

/** The next steps of a stored run; none where it succeeded, waits for an answer, or ended with an error that says its own. */
export async function openNextSteps({ deps, signal }: CliContext, result: RunResult): Promise<readonly string[]> {
  if ((result.status !== 'unsure' && result.status !== 'failed') || result.error !== null || result.runId === '') return [];
  const events = await readEvents(await deps.store('read'), result.runId, signal);
  const state = events.reduce(fold, emptyRunState);
  const language = await deps.language(state.language ?? 'python', state.request?.profile);
  return nextSteps(state, (value) => language.formatValue(value));
}
