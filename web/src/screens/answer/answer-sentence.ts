import type { CallAnswers } from '../../../../src/domain/call-answers.ts';
import { describeCall } from '../../../../src/domain/describe-evidence.ts';
import type { Column } from '../../../../src/domain/run-grid.ts';
import type { RunState } from '../../../../src/domain/run-state.ts';
import { judge, trustedTests } from '../../../../src/domain/verdict.ts';
import type { Words } from '../../i18n/words.ts';
import type { Sentence } from '../../run/sentence.ts';
import type { answerText } from './answer.text.ts';

/** How a run ended: the state, then what that rests on. */
export function answerSentence(
  state: RunState,
  columns: readonly Column[],
  answers: CallAnswers,
  text: typeof answerText.en,
  words: Words,
): Sentence {
  const { end, selection, candidates } = state;
  if (end?.outcome === 'cancelled') return { state: text.cancelled, detail: text.cancelledMore };
  if (end?.error != null) return { state: text.error, detail: end.error.message };
  const selected = candidates.find(({ id }) => id === selection?.selected);
  if (selected === undefined || (end?.outcome !== 'success' && end?.outcome !== 'unsure')) {
    const ran = candidates.length;
    const broken = trustedTests(state).find((test) => candidates.every((candidate) => judge(state, candidate, test) !== 'passed'));
    return { state: text.failed, detail: broken === undefined ? text.breaksAll(ran) : text.breaksOne(ran, describeCall(broken.call)) };
  }
  const share = words.percent(selection?.confidence ?? 0);
  const alike = candidates.filter(
    (candidate) =>
      candidate.id !== selected.id && columns.every(({ call }) => answers.rank(candidate, call) === answers.rank(selected, call)),
  );
  const locked = columns.filter(({ kind }) => kind === 'locked').length;
  const detail = text.meets(locked, alike.length, columns.length);
  return { state: end.outcome === 'success' ? text.settled(selected.id, share) : text.unsure(selected.id, share), detail };
}
