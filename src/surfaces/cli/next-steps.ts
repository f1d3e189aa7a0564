import { observationKey } from '../../domain/behaviour-key.ts';
import { describeCall, describeObservation, type FormatValue } from '../../domain/describe-evidence.ts';
import type { RunState } from '../../domain/run-state.ts';
import { shellWord } from '../../domain/shell-word.ts';
import { judge, observationOf, trustedTests } from '../../domain/verdict.ts';
import { formatBytes } from './format-bytes.ts';
import { runWords } from './words/run-words.ts';
import { tongueOfRun } from './words/tongue.ts';

/** Below this share of right tests a model is of the smallest kind. */
const smallKind = 0.2;
/** Programs a round of which enough can agree, asked for in more than one way. */
const manyCandidates = 16;
/** Characters of a call or a value that a person can still take over. */
const longest = 120;

/** Weights that are better than those in use and fit this machine. */
export type LargerWeights = { readonly name: string; readonly bytes: number; readonly present: boolean };

export type NextStepParts = {
  readonly format: FormatValue;
  /** Null: nothing larger fits, or it is in use. */
  readonly larger: LargerWeights | null;
  /** In a session examples are typed as messages, and nothing is started anew. */
  readonly place: 'command' | 'session';
};

/** Whether weights of another kind would help: this model is of the smallest, as far as its tests were measured. */
export const isSmallKind = ({ profile, model }: Pick<RunState, 'profile' | 'model'>): boolean =>
  profile !== null && model !== null && !model.demo && profile.testValidity.value < smallKind;

/**
 * The shortest call on which the two likeliest behaviours differ, and what each of them does. A behaviour that fails an example is no
 * alternative, and of a call with an example it is known what is right.
 */
function difference(state: RunState, format: FormatValue): { readonly call: string; readonly values: readonly string[] } | null {
  const trusted = trustedTests(state);
  const known = new Set(trusted.map((test) => state.callOfTest.get(test.id)));
  const speakers = (state.selection?.clusters ?? [])
    .flatMap(({ members }) => state.candidates.find(({ id }) => id === members[0]) ?? [])
    .filter((candidate) => trusted.every((test) => judge(state, candidate, test) === 'passed'))
    .slice(0, 2);
  if (speakers.length < 2) return null;
  const found = state.calls.flatMap((call, index) => {
    const seen = speakers.flatMap((candidate) => observationOf(state, candidate, index) ?? []);
    const tells = seen.length === 2 && new Set(seen.map(observationKey)).size === 2 && seen.some(({ outcome }) => outcome.type === 'value');
    return tells && call.type === 'expression' && !known.has(index) ? [{ call: describeCall(call), seen }] : [];
  });
  const [shortest] = found.sort((a, b) => a.call.length - b.call.length);
  if (shortest === undefined || shortest.call.length > longest) return null;
  return { call: shortest.call, values: shortest.seen.map((one) => describeObservation(one, { type: 'unknown' }, format)) };
}

function exampleStep(state: RunState, { format, place }: NextStepParts): string | null {
  const words = runWords[tongueOfRun(state)];
  const example = (call: string): string => (place === 'session' ? `${call} == …` : `-e ${shellWord(`${call} == …`)}`);
  const apart = state.selection?.verdict === 'unsure' ? difference(state, format) : null;
  if (apart !== null) {
    const [one = '', other = ''] = apart.values.map((value) => (value.length > longest ? `${value.slice(0, longest)}…` : value));
    return words.sayWhichIsRight(example(apart.call), one, other);
  }
  if (trustedTests(state).length > 0) return null;
  const call = state.calls.find(({ type }) => type === 'expression');
  const text = call === undefined ? 'f(3)' : describeCall(call);
  return words.giveExample(example(text.length > longest ? 'f(3)' : text));
}

/** What would settle a run that is not sure, or that failed: one step a line, the nearest first, in the request's language. */
export function nextSteps(state: RunState, parts: NextStepParts): readonly string[] {
  const words = runWords[tongueOfRun(state)];
  const steps: string[] = [];
  const example = exampleStep(state, parts);
  if (example !== null) steps.push(example);
  const failing = state.selection?.verdict === 'none' && trustedTests(state).length > 0;
  if (failing) steps.push(words.sayMore);
  const { larger, place } = parts;
  const fewAlike = state.selection?.doubts?.some(({ type }) => type !== 'confidence') ?? false;
  if (fewAlike && place === 'command' && state.model?.demo !== true && (state.request?.candidates ?? manyCandidates) < manyCandidates) {
    steps.push(words.askForMore(`-n ${manyCandidates}`));
  }
  if (isSmallKind(state) && larger !== null) {
    const use = `${place === 'session' ? 'anneal chat ' : ''}-b llama-cpp -m ${larger.name}`;
    const pull = `anneal models pull ${larger.name} (${formatBytes(larger.bytes)}), ${words.thenWith} ${use}`;
    steps.push(words.larger(larger.present ? use : pull));
  }
  if (steps.length > 0) return steps;
  if (state.skills.some(({ answers }) => answers)) return [place === 'session' ? words.oneMoreInChat : words.anew];
  return [place === 'session' ? words.oneMoreInChat : words.oneMore];
}
