import type { Json } from './json.ts';
import type { Value } from './value.ts';

/** A JSON value as a `Value`; whole numbers become ints. */
export function valueFromJson(json: Json): Value {
  if (json === null) return { type: 'null' };
  if (typeof json === 'boolean') return { type: 'bool', value: json };
  if (typeof json === 'string') return { type: 'string', value: json };
  if (typeof json === 'number') {
    return Number.isInteger(json) ? { type: 'int', value: BigInt(json).toString() } : { type: 'float', value: String(json) };
  }
  if (Array.isArray(json)) return { type: 'list', items: (json as readonly Json[]).map(valueFromJson) };
  return {
    type: 'map',
    entries: Object.entries(json).map(([name, inner]) => [{ type: 'string', value: name }, valueFromJson(inner as Json)] as const),
  };
}
