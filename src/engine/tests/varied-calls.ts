import type { Contract } from '../../domain/contract.ts';
import { callKey } from '../../domain/run-state.ts';
import type { Call, Test } from '../../domain/test.ts';
import type { Value } from '../../domain/value.ts';
import type { Language } from '../../ports/language.ts';
import { guessArguments } from './guess-arguments.ts';
import { holdsNegative, varyValue } from './vary-value.ts';

/** Most invented inputs of one run; each costs every candidate one call. */
const mostCalls = 14;

/**
 * Inputs without expected values that separate behaviours: one argument of a seen call changed at a time, the
 * calls taken in turn so that no argument uses the whole allowance. Without any seen call, guessed ones are the start.
 */
export function variedCalls(tests: readonly Test[], contract: Contract, language: Language): readonly Call[] {
  const seen = new Set(tests.map((test) => callKey(test.call)));
  const known = tests.flatMap((test) => {
    const values = test.call.type === 'test' ? null : language.literalArguments(test.call, contract);
    return values === null || values.length === 0 ? [] : [values];
  });
  const guessed = known.length === 0 && contract.entry.kind === 'function' ? guessArguments(contract.entry.parameters) : [];
  const argumentLists = [...known, ...guessed];
  const negatives = argumentLists.some((values) => values.some(holdsNegative));
  const queues = argumentLists.flatMap((values) => values.map((value, position) => variants(values, value, position, negatives)));
  const calls: Call[] = [];
  const add = (values: readonly Value[] | undefined): void => {
    const call = values === undefined ? null : language.callWith(values, contract);
    if (call === null || seen.has(callKey(call)) || calls.length >= mostCalls) return;
    seen.add(callKey(call));
    calls.push(call);
  };
  for (const values of guessed) add(values);
  for (let turn = 0; calls.length < mostCalls && queues.some((queue) => turn < queue.length); turn++) {
    for (const queue of queues) add(queue[turn]);
  }
  return calls;
}

function variants(values: readonly Value[], value: Value, position: number, negatives: boolean): readonly (readonly Value[])[] {
  return varyValue(value, negatives).map((changed) => values.map((other, index) => (index === position ? changed : other)));
}
