import type { Observation } from '../../domain/observation.ts';
import type { Value } from '../../domain/value.ts';

/** Digits that right programs share, whichever way they compute: `c * 9 / 5` and `c * 1.8` differ in the 16th. */
const sharedDigits = 12;

function rounded(value: Value): Value {
  switch (value.type) {
    case 'float': {
      const number = Number(value.value);
      return Number.isFinite(number) ? { type: 'float', value: String(Number(number.toPrecision(sharedDigits))) } : value;
    }
    case 'list':
    case 'tuple':
    case 'set':
      return { type: value.type, items: value.items.map(rounded) };
    case 'map':
      return { type: 'map', entries: value.entries.map(([key, inner]) => [rounded(key), rounded(inner)]) };
    case 'object':
      return { ...value, fields: value.fields.map(([name, inner]) => [name, rounded(inner)]) };
    default:
      return value;
  }
}

/** The observation without the last digits of its floating-point results, which tell programs apart but not behaviours. */
export function withRoundFloats(observation: Observation): Observation {
  const { outcome, argumentsAfter } = observation;
  return {
    ...observation,
    outcome:
      outcome.type === 'value'
        ? { ...outcome, value: rounded(outcome.value), ...(outcome.more === undefined ? {} : { more: outcome.more.map(rounded) }) }
        : outcome,
    ...(argumentsAfter === undefined ? {} : { argumentsAfter: argumentsAfter.map(rounded) }),
  };
}
