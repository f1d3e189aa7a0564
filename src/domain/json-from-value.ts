import type { Json } from './json.ts';
import type { Value } from './value.ts';

/** The JSON that stands for this value and reads back as it; undefined where there is none, as for a set or a number beyond 2^53. */
export function jsonFromValue(value: Value): Json | undefined {
  switch (value.type) {
    case 'null':
      return null;
    case 'bool':
    case 'string':
      return value.value;
    case 'int':
      return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : undefined;
    case 'float':
      return Number.isFinite(Number(value.value)) ? Number(value.value) : undefined;
    case 'list': {
      const items = value.items.map(jsonFromValue);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case 'map': {
      const entries = value.entries.map(([key, inner]) => [key.type === 'string' ? key.value : undefined, jsonFromValue(inner)] as const);
      return entries.every((entry): entry is [string, Json] => entry[0] !== undefined && entry[1] !== undefined)
        ? Object.fromEntries(entries)
        : undefined;
    }
    default:
      return undefined;
  }
}
