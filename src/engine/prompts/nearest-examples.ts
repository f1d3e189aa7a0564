import type { SolvedExample } from '../../ports/language.ts';
import { requestWords, wordsRelatedTo } from './request-words.ts';
import { takeBest } from './take-best.ts';

/**
 * The `count` examples nearest to a request, nearest first: shared words weighted by their rarity in the pool
 * (log of pool size over examples with the word), names and parameters included, over the root of the example's own
 * weight, so that long requests are not near to everything; related words count half. Equal ones stay in the pool's order.
 */
export function nearestExamples(
  request: string,
  signature: string,
  pool: readonly SolvedExample[],
  count: number,
): readonly SolvedExample[] {
  const entries = pool.map((example) => ({ example, words: requestWords(`${example.request} ${signatureLine(example.code)}`) }));
  const found = new Map<string, number>();
  for (const { words } of entries) for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log((1 + pool.length) / (found.get(word) ?? 1 + pool.length));
  const wanted = requestWords(`${request} ${signature}`);
  const related = wordsRelatedTo(`${request} ${signature}`);
  const nearness = ({ words }: { readonly words: ReadonlySet<string> }): number => {
    let shared = 0;
    let whole = 0;
    for (const word of words) {
      const weight = rarity(word);
      whole += weight * weight;
      if (wanted.has(word)) shared += weight * weight;
      else if (related.has(word)) shared += relatedShare * weight * weight;
    }
    return whole === 0 ? 0 : shared / Math.sqrt(whole);
  };
  return takeBest(
    entries.map((entry) => ({ example: entry.example, score: nearness(entry) })),
    count,
  );
}

/** A related word is a guess: worth less than one that the request itself uses. */
const relatedShare = 0.5;

/** Name and parameters stand in the first line that is neither blank nor an import. */
function signatureLine(code: string): string {
  return code.split('\n').find((line) => line.trim() !== '' && !/^\s*(?:import|from|#|--|\/\/)/u.test(line)) ?? '';
}
