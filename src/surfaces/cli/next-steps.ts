import { observationKey } from '../../domain/behaviour-key.ts';
import { describeCall, describeObservation, type FormatValue } from '../../domain/describe-evidence.ts';
import type { RunState } from '../../domain/run-state.ts';
import { shellWord } from '../../domain/shell-word.ts';
import { observationOf, trustedTests } from '../../domain/verdict.ts';

/** Weights that solve everyday functions where the packaged ones do not. */
export const largerWeights = 'qwen2.5-coder-1.5b';
/** Below this share of right tests a model is of the smallest kind. */
const smallKind = 0.2;
/** Characters of a call or a value that a person can still take over. */
const longest = 120;

/** The shortest call on which the two likeliest behaviours differ, and what each of them does. */
function difference(state: RunState, format: FormatValue): { readonly call: string; readonly values: readonly string[] } | null {
  const speakers = (state.selection?.clusters ?? []).slice(0, 2).flatMap(({ members }) => {
    const candidate = state.candidates.find(({ id }) => id === members[0]);
    return candidate === undefined ? [] : [candidate];
  });
  if (speakers.length < 2) return null;
  const found = state.calls.flatMap((call, index) => {
    const seen = speakers.flatMap((candidate) => observationOf(state, candidate, index) ?? []);
    const tells = seen.length === 2 && new Set(seen.map(observationKey)).size === 2 && seen.some(({ outcome }) => outcome.type === 'value');
    return tells && call.type === 'expression' ? [{ call: describeCall(call), seen }] : [];
  });
  const [shortest] = found.sort((a, b) => a.call.length - b.call.length);
  if (shortest === undefined || shortest.call.length > longest) return null;
  return { call: shortest.call, values: shortest.seen.map((one) => describeObservation(one, { type: 'unknown' }, format)) };
}

function exampleStep(state: RunState, format: FormatValue): string | null {
  const apart = state.selection?.verdict === 'unsure' ? difference(state, format) : null;
  if (apart !== null) {
    const [one = '', other = ''] = apart.values.map((value) => (value.length > longest ? `${value.slice(0, longest)}…` : value));
    return `say what is right where they differ: -e ${shellWord(`${apart.call} == …`)} (${one} or ${other})`;
  }
  if (trustedTests(state).length > 0) return null;
  const call = state.calls.find(({ type }) => type === 'expression');
  const text = call === undefined ? 'f(3)' : describeCall(call);
  return `give an example of what it should do: -e ${shellWord(`${text.length > longest ? 'f(3)' : text} == …`)}`;
}

/** What would settle a run that is not sure, or that failed: one step a line, the nearest first. */
export function nextSteps(state: RunState, format: FormatValue): readonly string[] {
  const steps: string[] = [];
  const example = exampleStep(state, format);
  if (example !== null) steps.push(example);
  const failing = state.selection?.verdict === 'none' && trustedTests(state).length > 0;
  if (failing) steps.push('say more clearly what goes in and what comes out, and look whether the examples are right');
  const { profile, model } = state;
  if (profile !== null && model !== null && !model.demo && profile.testValidity.value < smallKind) {
    steps.push(`a larger model: anneal models pull ${largerWeights}, then -b llama-cpp -m ${largerWeights}`);
  }
  if (steps.length === 0) steps.push('give one more example (-e), or more programs (-n)');
  return steps;
}
