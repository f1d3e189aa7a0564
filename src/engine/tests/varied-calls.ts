import type { Contract } from '../../domain/contract.ts';
import { callKey } from '../../domain/run-state.ts';
import type { Call, Test } from '../../domain/test.ts';
import type { Value } from '../../domain/value.ts';
import type { Language } from '../../ports/language.ts';
import { holdsNegative, varyValue } from './vary-value.ts';

/** Most invented inputs of one run; each costs every candidate one call. */
const mostCalls = 14;

/**
 * Inputs without expected values that separate behaviours: one argument of a seen call changed at a time, the
 * calls taken in turn so that no argument uses the whole allowance.
 */
export function variedCalls(tests: readonly Test[], contract: Contract, language: Language): readonly Call[] {
  const seen = new Set(tests.map((test) => callKey(test.call)));
  const argumentLists = tests.flatMap((test) => {
    const values = language.literalArguments(test.call, contract);
    return values === null || values.length === 0 ? [] : [values];
  });
  const negatives = argumentLists.some((values) => values.some(holdsNegative));
  const queues = argumentLists.flatMap((values) => values.map((value, position) => variants(values, value, position, negatives)));
  const calls: Call[] = [];
  for (let turn = 0; calls.length < mostCalls && queues.some((queue) => turn < queue.length); turn++) {
    for (const queue of queues) {
      const values = queue[turn];
      const call = values === undefined ? null : language.callWith(values, contract);
      if (call === null || seen.has(callKey(call)) || calls.length >= mostCalls) continue;
      seen.add(callKey(call));
      calls.push(call);
    }
  }
  return calls;
}

function variants(values: readonly Value[], value: Value, position: number, negatives: boolean): readonly (readonly Value[])[] {
  return varyValue(value, negatives).map((changed) => values.map((other, index) => (index === position ? changed : other)));
}
