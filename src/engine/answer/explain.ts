import { observationKey } from '../../domain/behaviour-key.ts';
import { type Candidate, skillOfRecipe } from '../../domain/candidate.ts';
import { counted, russianForm } from '../../domain/counted.ts';
import { describeCall, describeExpected, describeObservation } from '../../domain/describe-evidence.ts';
import type { Doubt } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { inRussian } from '../../domain/said-in-russian.ts';
import { asDecimal } from '../../domain/shown-share.ts';
import { judge, observationOf, trustedTests } from '../../domain/verdict.ts';
import type { Language } from '../../ports/language.ts';
import { observedCandidates } from '../select/behaviour-clusters.ts';
import { changesNothing } from '../select/unchanged.ts';
import { isRussian, messageText } from '../task-text.ts';

/** Most failed examples that are named. */
const mostFailures = 3;

/** Where the chosen program departs from the examples, and how many others do the same: a wrong example shows here. */
function failures(state: RunState, chosen: Candidate, russian: boolean, language: Language): readonly string[] {
  return trustedTests(state)
    .filter((test) => judge(state, chosen, test) !== 'passed')
    .slice(0, mostFailures)
    .flatMap((test) => {
      const call = state.callOfTest.get(test.id) ?? -1;
      const own = observationOf(state, chosen, call);
      if (own === undefined) return [];
      const key = observationKey(own);
      const alike = observedCandidates(state).filter((candidate) => {
        const other = observationOf(state, candidate, call);
        return other !== undefined && observationKey(other) === key;
      }).length;
      const seen = describeObservation(own, test.expected, (value) => language.formatValue(value, 200));
      const observed = russian ? (inRussian(seen) ?? seen) : seen;
      const what = `${describeCall(test.call)}: `;
      const same = russian
        ? `${alike} ${russianForm(alike, 'программа ведёт', 'программы ведут', 'программ ведут')} себя так`
        : `${counted(alike, 'program does', 'programs do')} so`;
      // A whole test has no value to expect: what it said is all.
      if (test.expected.type === 'passes') return [`${what}${observed} (${same})`];
      return russian
        ? [`${what}ожидалось ${describeExpected(test.expected)}, получилось ${observed} (${same})`]
        : [`${what}expected ${describeExpected(test.expected)}, observed ${observed} (${same})`];
    });
}

function wordsOf(doubt: Doubt, russian: boolean): string {
  switch (doubt.type) {
    case 'agreement': {
      const { alike, needed, different } = doubt;
      if (russian) {
        const only = `одинаково ${russianForm(alike, 'ведёт себя', 'ведут себя', 'ведут себя')} только ${alike} ${different ? russianForm(alike, 'разная программа', 'разные программы', 'разных программ') : russianForm(alike, 'программа', 'программы', 'программ')}, а нужно ${needed}`;
        return different ? `ни одного примера не дано, и ${only}` : only;
      }
      const only = `only ${counted(alike, different ? 'different program behaves' : 'program behaves', different ? 'different programs behave' : 'programs behave')} so, and ${needed} have to`;
      return different ? `no example was given, and ${only}` : only;
    }
    case 'one-prompt':
      return russian
        ? 'все они получены на одну формулировку запроса к модели, а на другие ни одна программа так себя не ведёт'
        : 'all of them came of one wording of the prompt, and no program that came of another one behaves so';
    case 'confidence':
      return russian
        ? `уверенность ${asDecimal(doubt.is)} меньше ${asDecimal(doubt.needed)}`
        : `confidence ${asDecimal(doubt.is)} is under ${asDecimal(doubt.needed)}`;
  }
}

function whyUnsure(doubts: readonly Doubt[], russian: boolean): string {
  if (doubts.length === 0) return russian ? ' Этого мало, чтобы быть уверенным.' : ' That is too little to be sure.';
  const why = doubts.map((doubt) => wordsOf(doubt, russian));
  return russian ? ` Уверенности нет: ${why.join('; ')}.` : ` It is unsure because ${why.join('; ')}.`;
}

/** What is known of the programs when none can be handed back as right. Without an example nobody knows that they are wrong. */
function whyFailed(state: RunState, russian: boolean): string {
  const samples = state.candidates.length;
  const tried = state.calls.length;
  const hasValue = observedCandidates(state).some(({ observations }) => observations.some(({ outcome }) => outcome.type === 'value'));
  if (trustedTests(state).length > 0) {
    if (samples === 1) return russian ? 'это единственная программа' : 'it is the only program';
    return russian
      ? `это лучшая из ${samples} ${ofPrograms(samples)}, и ни одна не проходит каждый раз все примеры`
      : `it is the best of ${samples} programs, and none passes every example each time`;
  }
  const what =
    tried === 0
      ? russian
        ? 'проверить было не на чем'
        : 'there was nothing to try them on'
      : hasValue
        ? russian
          ? 'ни одна программа не ответила дважды одинаково'
          : 'no program answered the same twice'
        : russian
          ? 'ни одна программа не вернула значения'
          : 'no program returned a value';
  return russian ? `${what}, и верна ли эта, неизвестно` : `${what}, and whether this one is right is not known`;
}

function doubtOf(unchanged: boolean, doubts: readonly Doubt[], russian: boolean): string {
  if (!unchanged) return whyUnsure(doubts, russian);
  return russian
    ? ' Но и прежняя программа делает то же самое: покажите на примере, что должно измениться.'
    : ' But the program before it does the same: say with an example what should be different.';
}

const ofPrograms = (count: number): string => russianForm(count, 'программы', 'программ', 'программ');

/** What speaks for the answer, in the request's language and from evidence alone. */
export function explain(state: RunState, outcome: 'success' | 'unsure' | 'failed', language: Language): string {
  const russian = isRussian(messageText(state));
  const chosen = state.candidates.find((candidate) => candidate.id === state.selection?.selected);
  const trusted = trustedTests(state);
  const passed = chosen === undefined ? 0 : trusted.filter((test) => judge(state, chosen, test) === 'passed').length;
  const top = state.selection?.clusters[0];
  const weight = top?.weight ?? 0;
  const samples = state.candidates.length;
  const calls = state.calls.length;
  if (chosen === undefined || chosen.code === null) {
    return russian
      ? `Ни один из ответов модели (${samples}) не удалось запустить.`
      : samples === 1
        ? 'The one answer of the model could not be run.'
        : `None of the model's ${samples} answers could be run.`;
  }
  const examples = russian
    ? trusted.length === 0
      ? 'Примеров не дано'
      : `Пройдено примеров: ${passed} из ${trusted.length}`
    : trusted.length === 0
      ? 'No example was given'
      : `Passes ${passed} of ${trusted.length} examples`;
  const skill = skillOfRecipe(chosen.recipe);
  if (skill !== null && state.rounds.length === 0) {
    const doubt = outcome === 'unsure' ? whyUnsure(state.selection?.doubts ?? [], russian) : '';
    return russian
      ? `${examples}; это проверенный навык ${skill}, поэтому модель не понадобилась.${doubt}`
      : `${examples}; it is the verified skill ${skill}, so no model was needed.${doubt}`;
  }
  if (outcome === 'failed') {
    const verdict = `${examples}; ${whyFailed(state, russian)}.`;
    return [verdict, ...failures(state, chosen, russian, language)].join('\n');
  }
  const agreement = russian
    ? `${weight} из ${samples} ${ofPrograms(samples)} ${russianForm(weight, 'ведёт', 'ведут', 'ведут')} себя так же на ${calls === 1 ? 'единственном проверенном вызове' : `всех ${calls} проверенных вызовах`}`
    : `${weight} of ${counted(samples, 'program')} ${weight === 1 ? 'behaves' : 'behave'} the same on ${calls === 1 ? 'the one call' : `all ${calls} calls`} that ${calls === 1 ? 'was' : 'were'} tried`;
  const doubt = outcome === 'success' ? '' : doubtOf(changesNothing(state, chosen), state.selection?.doubts ?? [], russian);
  const kept = skill === null ? '' : russian ? ` Это проверенный навык ${skill}.` : ` It is the verified skill ${skill}.`;
  return `${examples}; ${agreement}.${doubt}${kept}`;
}
