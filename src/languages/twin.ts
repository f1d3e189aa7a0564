import type { Value } from '../domain/value.ts';
import { otherValue } from './other-value.ts';

/** Where a test can be made to fail: a literal that it compares a result with, or a place for a comparison that never holds. */
export type TwinPlace = { readonly test: string; readonly start: number; readonly end: number } & (
  | { readonly value: Value }
  | { readonly failing: (a: number, b: number) => string }
);

type Pick = (n: number) => number;

/**
 * `count` versions of a test file. Each test is true in one of them, drawn for each test apart, and made to fail in all
 * others; `truth` says where. Tests that cannot be made to fail are the same in all and are not listed. Offsets of places are
 * UTF-16 units. `pick(n)` draws from 0 … n−1. Null when no test can be made to fail.
 */
export function twinsOf(
  text: string,
  places: readonly TwinPlace[],
  source: (value: Value) => string | null,
  count: number,
  pick: Pick,
): { readonly versions: readonly string[]; readonly truth: ReadonlyMap<string, number> } | null {
  const truth = new Map<string, number>();
  const ordered = [...places].sort((a, b) => a.start - b.start);
  const usable = ordered.filter((place, index) => {
    const before = ordered[index - 1];
    return (before === undefined || before.end <= place.start) && ('failing' in place || otherSource(place.value, source, pick) !== null);
  });
  for (const { test } of usable) truth.set(test, pick(count));
  if (truth.size === 0) return null;
  const versions = Array.from({ length: count }, (_, version) => {
    let written = '';
    let copied = 0;
    for (const place of usable) {
      if (truth.get(place.test) === version) continue;
      written += text.slice(copied, place.start);
      written += 'value' in place ? (otherSource(place.value, source, pick) ?? '') : failing(place.failing, pick);
      copied = place.end;
    }
    return written + text.slice(copied);
  });
  return { versions, truth };
}

function otherSource(value: Value, source: (value: Value) => string | null, pick: Pick): string | null {
  const other = otherValue(value, pick);
  return other === null ? null : source(other);
}

function failing(write: (a: number, b: number) => string, pick: Pick): string {
  const a = pick(90);
  return write(a, a + 1 + pick(9));
}
