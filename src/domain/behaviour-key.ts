import type { Observation, Outcome } from './observation.ts';
import type { EqualityRules, Value } from './value.ts';

/** Text of a whole number without sign of zero and leading zeros. */
const wholeNumber = (digits: string): string => BigInt(digits).toString();

function floatKey(text: string, rules: EqualityRules): readonly unknown[] {
  if (text === 'nan' || text === 'inf' || text === '-inf') return ['float', text];
  const number = Number(text);
  if (rules.integralFloatsEqualInts && Number.isInteger(number)) return ['int', BigInt(number).toString()];
  // Adding zero turns −0 into 0.
  return ['float', String(number + 0)];
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function parts(value: Value, rules: EqualityRules): readonly unknown[] {
  const key = (inner: Value): string => valueKey(inner, rules);
  switch (value.type) {
    case 'null':
      return ['null'];
    case 'bool':
      return ['bool', value.value];
    case 'int':
      return ['int', wholeNumber(value.value)];
    case 'float':
      return floatKey(value.value, rules);
    case 'string':
      return ['string', value.value];
    case 'bytes':
      return ['bytes', value.hex.toLowerCase()];
    case 'list':
    case 'tuple':
      return [value.type, value.items.map(key)];
    case 'set':
      return ['set', value.items.map(key).sort(byText)];
    case 'map':
      return ['map', value.entries.map(([name, inner]) => [key(name), key(inner)] as const).sort((a, b) => byText(a[0], b[0]))];
    case 'object':
      return [
        'object',
        value.className,
        value.fields.map(([name, inner]) => [name, key(inner)] as const).sort((a, b) => byText(a[0], b[0])),
      ];
    case 'empty-table':
      // With array marks the probe reports marked tables as lists, so an unmarked one is a map.
      return rules.arrayMarks ? ['map', []] : ['empty-table'];
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
 * an equivalence and carries no tolerance. NaN equals NaN and −0 equals 0; bool is not int and list is not tuple.
 */
export function valueKey(value: Value, rules: EqualityRules): string {
  return JSON.stringify(parts(value, rules));
}

function outcomeKey(outcome: Outcome, rules: EqualityRules): string {
  switch (outcome.type) {
    case 'value':
      return [outcome.value, ...(outcome.more ?? [])].map((value) => valueKey(value, rules)).join(' ');
    case 'raised':
      return `!${outcome.error}`;
    case 'limit':
      return `!limit-${outcome.limit}`;
    case 'missing':
      return '!missing';
  }
}

/** Everything a caller can notice of one call: result, printed text and changed arguments. */
export function observationKey(observation: Observation, rules: EqualityRules): string {
  const { outcome, stdout, argumentsAfter } = observation;
  return JSON.stringify([outcomeKey(outcome, rules), stdout ?? '', (argumentsAfter ?? []).map((value) => valueKey(value, rules))]);
}
