import type { Value } from '../domain/value.ts';

/** Everything that a probe's value can have, none of it believed yet. */
type Fields = {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly hex?: unknown;
  readonly items?: unknown;
  readonly entries?: unknown;
  readonly fields?: unknown;
  readonly className?: unknown;
  readonly kind?: unknown;
  readonly depth?: unknown;
  readonly prefix?: unknown;
  readonly hash?: unknown;
};
const isFields = (data: unknown): data is Fields => typeof data === 'object' && data !== null && !Array.isArray(data);

/** A value as a probe wrote it; null for anything else, because a candidate can write to the channel as well. */
export function readValue(data: unknown): Value | null {
  if (!isFields(data)) return null;
  switch (data.type) {
    case 'null':
    case 'empty-table':
      return { type: data.type };
    case 'bool':
      return typeof data.value === 'boolean' ? { type: 'bool', value: data.value } : null;
    case 'int':
      return matches(data.value, /^-?\d+$/) ? { type: 'int', value: data.value } : null;
    case 'float':
      return matches(data.value, /^(?:nan|-?inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/) ? { type: 'float', value: data.value } : null;
    case 'string':
      return typeof data.value === 'string' ? { type: 'string', value: data.value } : null;
    case 'bytes':
      return matches(data.hex, /^(?:[0-9a-f]{2})*$/) ? { type: 'bytes', hex: data.hex } : null;
    case 'list':
    case 'tuple':
    case 'set': {
      const items = readValues(data.items);
      return items === null ? null : { type: data.type, items };
    }
    case 'map': {
      const entries = readPairs(data.entries, readValue);
      return entries === null ? null : { type: 'map', entries };
    }
    case 'object': {
      const fields = readPairs(data.fields, (key) => (typeof key === 'string' ? key : null));
      return fields === null || typeof data.className !== 'string' ? null : { type: 'object', className: data.className, fields };
    }
    case 'opaque':
      return typeof data.kind === 'string' ? { type: 'opaque', kind: data.kind } : null;
    case 'cycle':
      return typeof data.depth === 'number' ? { type: 'cycle', depth: data.depth } : null;
    case 'too-large':
      return typeof data.prefix === 'string' && matches(data.hash, /^[0-9a-f]{64}$/)
        ? { type: 'too-large', prefix: data.prefix, hash: data.hash }
        : null;
    default:
      return null;
  }
}

export function readValues(data: unknown): readonly Value[] | null {
  return readAll(data, readValue);
}

const matches = (data: unknown, pattern: RegExp): data is string => typeof data === 'string' && pattern.test(data);

function readAll<T>(data: unknown, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(data)) return null;
  const values: T[] = [];
  for (const item of data) {
    const value = read(item);
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

function readPairs<K>(data: unknown, readKey: (key: unknown) => K | null): (readonly [K, Value])[] | null {
  return readAll(data, (pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) return null;
    const key = readKey(pair[0]);
    const value = readValue(pair[1]);
    return key === null || value === null ? null : ([key, value] as const);
  });
}
