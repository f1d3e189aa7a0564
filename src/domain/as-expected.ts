import { valueKey } from './behaviour-key.ts';
import type { Value } from './value.ts';

/** Relative tolerance between an actual and an expected float. */
export const floatTolerance = 1e-9;

type Numeric = Extract<Value, { type: 'int' | 'float' }>;
const isNumeric = (value: Value): value is Numeric => value.type === 'int' || value.type === 'float';

function toNumber(value: Numeric): number {
  if (value.value === 'inf') return Number.POSITIVE_INFINITY;
  if (value.value === '-inf') return Number.NEGATIVE_INFINITY;
  return Number(value.value);
}

function numbersMatch(actual: Numeric, expected: Numeric): boolean {
  if (actual.type === 'int' && expected.type === 'int') return false;
  const a = toNumber(actual);
  const b = toNumber(expected);
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= floatTolerance * Math.max(Math.abs(a), Math.abs(b));
}

/** Pairs every actual with an unused expected item; sets and maps are small enough for the quadratic search. */
function pairUp<T>(actual: readonly T[], expected: readonly T[], matches: (a: T, b: T) => boolean): boolean {
  if (actual.length !== expected.length) return false;
  const unused = [...expected];
  return actual.every((item) => {
    const index = unused.findIndex((candidate) => matches(item, candidate));
    if (index < 0) return false;
    unused.splice(index, 1);
    return true;
  });
}

const isEmptyCollection = (value: Value): boolean =>
  value.type === 'empty-table' ||
  (value.type === 'list' && value.items.length === 0) ||
  (value.type === 'map' && value.entries.length === 0);

/**
 * The relation *as expected*: like same behaviour, with a relative tolerance for floats, and an empty Lua table stands for
 * an empty list or an empty map. Not symmetric in meaning and not an equivalence.
 */
export function matchesExpected(actual: Value, expected: Value): boolean {
  if (valueKey(actual) === valueKey(expected)) return true;
  if (isNumeric(actual) && isNumeric(expected)) return numbersMatch(actual, expected);
  if (actual.type === 'empty-table' || expected.type === 'empty-table') {
    return isEmptyCollection(actual) && isEmptyCollection(expected);
  }
  if ((actual.type === 'list' && expected.type === 'list') || (actual.type === 'tuple' && expected.type === 'tuple')) {
    return (
      actual.items.length === expected.items.length &&
      actual.items.every((item, index) => {
        const other = expected.items[index];
        return other !== undefined && matchesExpected(item, other);
      })
    );
  }
  if (actual.type === 'set' && expected.type === 'set') return pairUp(actual.items, expected.items, matchesExpected);
  if (actual.type === 'map' && expected.type === 'map') {
    return pairUp(actual.entries, expected.entries, (a, b) => matchesExpected(a[0], b[0]) && matchesExpected(a[1], b[1]));
  }
  if (actual.type === 'object' && expected.type === 'object') {
    return (
      actual.className === expected.className &&
      pairUp(actual.fields, expected.fields, (a, b) => a[0] === b[0] && matchesExpected(a[1], b[1]))
    );
  }
  return false;
}

/** Printed text without white space at line ends and at the end. */
export const trimmedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
