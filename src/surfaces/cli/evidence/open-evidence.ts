import type { SettingsInput } from '../../../config/load-settings.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import { emptyRunState, fold, type RunState } from '../../../domain/run-state.ts';
import { cryptoRandom } from '../../crypto-random.ts';
import type { CliContext } from '../cli-context.ts';
import { readEvents } from '../read-events.ts';
import { integrityReport } from './integrity-report.ts';
import { type MutationScore, mutationScore } from './mutation-score.ts';
import { showEvidence } from './show-evidence.ts';

/**
 * Reads what a stored run holds and returns what shows it. With `mutants`, the flags that choose the sandbox, changed
 * programs are run too, to see whether the trusted tests notice; that takes about a second.
 */
export async function openEvidence(
  context: CliContext,
  result: RunResult,
  { mutants }: { readonly mutants: SettingsInput['flags'] | null },
): Promise<() => void> {
  const { deps, terminal, signal } = context;
  // Without the signal: what a cancelled run found is shown too.
  const events = await readEvents(await deps.store('read'), result.runId);
  const state = events.reduce(fold, emptyRunState);
  const language = await deps.language(state.language ?? 'python', state.request?.profile);
  const mutation = mutants === null || signal.aborted ? null : await scoreOf(context, state, mutants);
  const integrity = integrityReport(events, mutation);
  return () => showEvidence(terminal, result.evidence, state, (value) => language.formatValue(value), integrity);
}

async function scoreOf({ deps, signal }: CliContext, state: RunState, flags: SettingsInput['flags']): Promise<MutationScore | null> {
  if (state.language === null || state.selection?.selected == null) return null;
  const { values } = await deps.settings(flags);
  const language = await deps.language(state.language, state.request?.profile);
  const { spec } = await deps.runtime(state.language, values, state.request?.profile);
  const session = await (await deps.sandbox(values)).open(spec, { signal, program: language.probeProgram });
  try {
    return await mutationScore(state, { language, session, random: cryptoRandom }, { signal });
  } finally {
    await session.close();
  }
}
