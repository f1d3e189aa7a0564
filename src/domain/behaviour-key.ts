import type { Observation, Outcome } from './observation.ts';
import type { Value } from './value.ts';

/** Text of a whole number without sign of zero and leading zeros. */
const wholeNumber = (digits: string): string => BigInt(digits).toString();

function floatKey(text: string): Parts {
  if (text === 'nan' || text === 'inf' || text === '-inf') return ['float', text];
  const number = Number(text);
  if (Number.isInteger(number)) return ['int', BigInt(number).toString()];
  // Adding zero turns −0 into 0.
  return ['float', String(number + 0)];
}

type Parts = readonly unknown[];

/** Parts stand inside of one another as data: as texts in texts, the escapes would double at every level. */
const sorted = (all: readonly Parts[]): readonly Parts[] => {
  const keyed = all.length < 2 ? all.map((one) => ['', one] as const) : all.map((one) => [JSON.stringify(one), one] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
};

function parts(value: Value): Parts {
  switch (value.type) {
    case 'null':
      return ['null'];
    case 'bool':
      return ['bool', value.value];
    case 'int':
      return ['int', wholeNumber(value.value)];
    case 'float':
      return floatKey(value.value);
    case 'string':
      return ['string', value.value];
    case 'bytes':
      return ['bytes', value.hex.toLowerCase()];
    case 'list':
    case 'tuple':
      return [value.type, value.items.map(parts)];
    case 'set':
      return ['set', sorted(value.items.map(parts))];
    case 'map':
      return ['map', sorted(value.entries.map(([name, inner]) => [parts(name), parts(inner)]))];
    case 'object':
      return ['object', value.className, sorted(value.fields.map(([name, inner]) => [name, parts(inner)]))];
    case 'empty-table':
      return ['empty-table'];
    case 'opaque':
      return ['opaque', value.kind];
    case 'cycle':
      return ['cycle', value.depth];
    case 'too-large':
      return ['too-large', value.prefix, value.hash];
  }
}

/**
 * The relation *same behaviour* as an exact text: two values are the same if and only if their keys are equal, so it is
 * an equivalence and carries no tolerance. NaN equals NaN, −0 equals 0 and 3.0 equals 3; bool is not int and list is not tuple.
 */
export function valueKey(value: Value): string {
  return JSON.stringify(parts(value));
}

function outcomeKey(outcome: Outcome): string {
  switch (outcome.type) {
    case 'value':
      return [outcome.value, ...(outcome.more ?? [])].map(valueKey).join(' ');
    case 'raised':
      return `!${outcome.error}`;
    case 'limit':
      return `!limit-${outcome.limit}`;
    case 'missing':
      return '!missing';
  }
}

/** Everything a caller can notice of one call: result, printed text and changed arguments. */
export function observationKey(observation: Observation): string {
  const { outcome, stdout, argumentsAfter } = observation;
  return JSON.stringify([outcomeKey(outcome), stdout ?? '', (argumentsAfter ?? []).map(valueKey)]);
}
