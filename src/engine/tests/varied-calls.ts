import type { Contract } from '../../domain/contract.ts';
import type { Json } from '../../domain/json.ts';
import { callKey } from '../../domain/run-state.ts';
import type { Call, Test } from '../../domain/test.ts';
import type { Value } from '../../domain/value.ts';
import type { Language } from '../../ports/language.ts';
import { type CallInputs, callInputs } from './call-inputs.ts';
import { guessArguments } from './guess-arguments.ts';
import { holdsNegative, varyValue } from './vary-value.ts';

/** Most invented inputs of one run; each costs every candidate one call. */
const mostCalls = 14;

/**
 * Inputs without expected values that separate behaviours: the data that the request came with, then one input of a seen call
 * changed at a time, the calls taken in turn so that no input uses the whole allowance. Without any seen call, guessed ones are
 * the start.
 */
export function variedCalls(tests: readonly Test[], given: Json | undefined, contract: Contract, language: Language): readonly Call[] {
  const seen = new Set(tests.map((test) => callKey(test.call)));
  const calls: Call[] = [];
  const add = (call: Call | null): void => {
    if (call === null || seen.has(callKey(call)) || calls.length >= mostCalls) return;
    seen.add(callKey(call));
    calls.push(call);
  };
  const inputsOf = (call: Test['call']): readonly CallInputs[] => {
    const inputs = callInputs(call, contract, language);
    return inputs === null || inputs.values.length === 0 ? [] : [inputs];
  };
  if (given !== undefined) add({ type: 'context', context: given });
  let known = [...calls, ...tests.map(({ call }) => call)].flatMap(inputsOf);
  if (known.length === 0) {
    for (const call of guessedCalls(contract, language)) add(call);
    known = calls.flatMap(inputsOf);
  }
  const negatives = known.some(({ values }) => values.some(holdsNegative));
  const queues = known.flatMap((inputs) => inputs.values.map((value, position) => variants(inputs, value, position, negatives)));
  for (let turn = 0; calls.length < mostCalls && queues.some((queue) => turn < queue.length); turn++) {
    for (const queue of queues) add(queue[turn] ?? null);
  }
  return calls;
}

/** A program that answers from a host's data and got none may still answer from nothing. */
function guessedCalls(contract: Contract, language: Language): readonly (Call | null)[] {
  switch (contract.entry.kind) {
    case 'function':
      return guessArguments(contract.entry.parameters).map((values) => language.callWith(values, contract));
    case 'chunk-return':
      return [{ type: 'context', context: {} }];
    default:
      return [];
  }
}

function variants(inputs: CallInputs, value: Value, position: number, negatives: boolean): readonly (Call | null)[] {
  return varyValue(value, negatives).map((changed) => inputs.on(inputs.values.with(position, changed)));
}
