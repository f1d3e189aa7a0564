import type { RunState } from '../../domain/run-state.ts';
import { judge, trustedTests } from '../../domain/verdict.ts';
import { isRussian, taskText } from '../task-text.ts';

/** What speaks for the answer, in the request's language and from evidence alone. */
export function explain(state: RunState, outcome: 'success' | 'unsure' | 'failed'): string {
  const russian = isRussian(taskText(state));
  const chosen = state.candidates.find((candidate) => candidate.id === state.selection?.selected);
  const trusted = trustedTests(state);
  const passed = chosen === undefined ? 0 : trusted.filter((test) => judge(state, chosen, test) === 'passed').length;
  const top = state.selection?.clusters[0];
  const samples = state.candidates.length;
  const calls = state.calls.length;
  if (chosen === undefined || chosen.code === null) {
    return russian
      ? `Ни один из ответов модели (${samples}) не удалось запустить.`
      : `None of the model's ${samples} answers could be run.`;
  }
  const examples = russian
    ? trusted.length === 0
      ? 'Примеров не дано'
      : `Пройдено примеров: ${passed} из ${trusted.length}`
    : trusted.length === 0
      ? 'No example was given'
      : `Passes ${passed} of ${trusted.length} examples`;
  if (outcome === 'failed') {
    return russian
      ? `${examples}; это лучшая из ${samples} программ, но верной среди них не нашлось.`
      : `${examples}; it is the best of ${samples} programs, and none of them is right.`;
  }
  const agreement = russian
    ? `${top?.weight ?? 0} из ${samples} программ ведут себя так же на всех ${calls} проверенных вызовах`
    : `${top?.weight ?? 0} of ${samples} programs behave the same on all ${calls} calls that were tried`;
  const doubt = outcome === 'success' ? '' : russian ? ' Этого мало, чтобы быть уверенным.' : ' That is too little to be sure.';
  return `${examples}; ${agreement}.${doubt}`;
}
