import type { Contract } from '../../domain/contract.ts';
import type { Json } from '../../domain/json.ts';
import { jsonFromValue } from '../../domain/json-from-value.ts';
import type { Call, Test } from '../../domain/test.ts';
import type { Value } from '../../domain/value.ts';
import { valueFromJson } from '../../domain/value-from-json.ts';
import type { Language } from '../../ports/language.ts';

/** The parts of a call that can be changed one at a time: arguments, or the variables in a host's data. */
export type CallInputs = {
  readonly values: readonly Value[];
  /** The same call on these values, one for each of `values`; null where one of them cannot be written so. */
  on(values: readonly Value[]): Call | null;
};

/** Null where a call has no such parts: it is no call of the entry on plain literals, and no data. */
export function callInputs(call: Test['call'], contract: Contract, language: Language): CallInputs | null {
  if (call.type === 'test') return null;
  if (call.type === 'context') return dataInputs(call.context);
  const values = language.literalArguments(call, contract);
  return values === null ? null : { values, on: (changed) => language.callWith(changed, contract) };
}

/** Objects within objects are a host's names for its variables, e.g. `wf.vars`; what they hold is what varies. */
function dataInputs(context: Json): CallInputs {
  const values: Value[] = [];
  collect(context, values);
  return {
    values,
    on(changed) {
      const rest = [...changed];
      const data = rebuild(context, rest);
      return data === undefined ? null : { type: 'context', context: data };
    },
  };
}

const isNamed = (data: Json): data is { readonly [key: string]: Json } => typeof data === 'object' && data !== null && !Array.isArray(data);

function collect(data: Json, into: Value[]): void {
  if (isNamed(data)) for (const inner of Object.values(data)) collect(inner, into);
  else into.push(valueFromJson(data));
}

/** Takes the values in the order in which `collect` found them. */
function rebuild(data: Json, values: Value[]): Json | undefined {
  if (!isNamed(data)) {
    const next = values.shift();
    return next === undefined ? undefined : jsonFromValue(next);
  }
  const entries = Object.entries(data).map(([name, inner]) => [name, rebuild(inner, values)] as const);
  return entries.every((entry): entry is readonly [string, Json] => entry[1] !== undefined) ? Object.fromEntries(entries) : undefined;
}
