import type { SolvedExample } from '../../ports/language.ts';

/** The highest scores first; equal ones in their order. */
export function takeBest(
  scored: readonly { readonly example: SolvedExample; readonly score: number }[],
  count: number,
): readonly SolvedExample[] {
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ example }) => example);
}
