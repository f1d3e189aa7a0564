import type { Value } from '../domain/value.ts';
import { otherValue } from './other-value.ts';

/** A literal that a test compares a result with, so that another value there must make the test fail. */
export type ExpectedLiteral = { readonly test: string; readonly start: number; readonly end: number; readonly value: Value };

/** The text with another value in each of these places; null when there is none. Offsets are UTF-16 units. */
export function twinOf(
  text: string,
  literals: readonly ExpectedLiteral[],
  source: (value: Value) => string | null,
  pick: (n: number) => number,
): { readonly text: string; readonly mustFail: readonly string[] } | null {
  let changed = '';
  let copied = 0;
  const mustFail: string[] = [];
  for (const { test, start, end, value } of [...literals].sort((a, b) => a.start - b.start)) {
    const other = otherValue(value, pick);
    const written = other === null ? null : source(other);
    if (written === null || start < copied) continue;
    changed += text.slice(copied, start) + written;
    copied = end;
    mustFail.push(test);
  }
  return mustFail.length === 0 ? null : { text: changed + text.slice(copied), mustFail };
}
