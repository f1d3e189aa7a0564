import type { CallAnswers } from '../../../src/domain/call-answers.ts';
import type { Column } from '../../../src/domain/run-grid.ts';
import type { RunState } from '../../../src/domain/run-state.ts';
import type { runText } from '../screens/run/run.text.ts';

/** Where a run stands: the state, then the detail. */
export type Sentence = { readonly state: string; readonly detail: string };

/** Behaviours below this are no rivals. */
const plausible = 0.1;

/** The sentence of a run that has not ended. */
export function runSentence(run: RunState, columns: readonly Column[], answers: CallAnswers, text: typeof runText.en): Sentence {
  if (run.seq === 0) return { state: text.opening, detail: '' };
  if (run.phase === 'queued') return { state: text.queued, detail: text.queuedMore };
  if (run.phase === 'interrupted') return { state: text.interrupted, detail: text.interruptedMore };
  if (run.contract === null) return { state: text.reading, detail: text.readingMore };
  if (run.lock === null) return { state: text.testing, detail: text.tests(run.tests.length) };
  const round = run.rounds.at(-1);
  const written = round === undefined ? '' : doing(run, round.round, round.samples, text);
  const rivals = (run.selection?.clusters ?? []).filter(({ posterior }) => posterior >= plausible);
  const task =
    round === undefined || round.ended !== null
      ? text.comparing
      : round.kind === 'repair'
        ? text.repairing(round.parent ?? '')
        : text.writing;
  if (rivals.length > 1) {
    const differ = columns.filter((column) => {
      const keys = rivals.map(({ members: [first] }) => {
        const candidate = run.candidates.find(({ id }) => id === first);
        return candidate === undefined ? -1 : answers.rank(candidate, column.call);
      });
      return new Set(keys.filter((rank) => rank >= 0)).size > 1;
    }).length;
    return { state: text.behaviours(rivals.length), detail: `${text.differ(differ, columns.length)} ${task}` };
  }
  if (rivals.length === 1) return { state: text.oneBehaviour, detail: `${task} ${written}` };
  return { state: task, detail: written };
}

function doing(run: RunState, round: number, samples: number, text: typeof runText.en): string {
  const own = run.candidates.filter((candidate) => candidate.round === round);
  const seen = own.filter(
    ({ observations, rejected, duplicateOf }) => observations.length > 0 || rejected !== null || duplicateOf !== undefined,
  );
  return text.written(own.length, samples, seen.length);
}
