import type { Value } from '../domain/value.ts';
import { otherValue } from './other-value.ts';

/** Where a test can be made to fail: a literal that it compares a result with, or a place for a comparison that never holds. */
export type TwinPlace = { readonly test: string; readonly start: number; readonly end: number } & (
  | { readonly value: Value }
  | { readonly failing: (a: number, b: number) => string }
);

/**
 * The text with another value, or a failing comparison, in each of these places; null when there is none. Offsets are
 * UTF-16 units. `pick(n)` draws from 0 … n−1.
 */
export function twinOf(
  text: string,
  places: readonly TwinPlace[],
  source: (value: Value) => string | null,
  pick: (n: number) => number,
): { readonly text: string; readonly mustFail: readonly string[] } | null {
  let changed = '';
  let copied = 0;
  const mustFail: string[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    const written = 'value' in place ? otherSource(place.value, source, pick) : failing(place.failing, pick);
    if (written === null || place.start < copied) continue;
    changed += text.slice(copied, place.start) + written;
    copied = place.end;
    mustFail.push(place.test);
  }
  return mustFail.length === 0 ? null : { text: changed + text.slice(copied), mustFail };
}

function otherSource(value: Value, source: (value: Value) => string | null, pick: (n: number) => number): string | null {
  const other = otherValue(value, pick);
  return other === null ? null : source(other);
}

function failing(write: (a: number, b: number) => string, pick: (n: number) => number): string {
  const a = pick(90);
  return write(a, a + 1 + pick(9));
}
