import type { benchText } from './bench.text.ts';

type Text = (typeof benchText)['en'];

/** What figures are called in a report, in words. A name that has none stands as it is. */
export function wordFor(name: string, text: Text): string {
  const words: Readonly<Record<string, string>> = {
    random: text.random,
    greedy: text.greedy,
    selected: text.selected,
    ours: text.ours,
    oracle: text.oracle,
    'most-passed': text.mostPassed,
    'largest-cluster': text.largest,
    'prompt not seen': text.notSeen,
    'prompt seen': text.seen,
    'one by one': text.oneByOne,
  };
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

/** The figure that stands for Anneal among the choices. */
export const isOurs = (name: string): boolean => name === 'selected' || name === 'ours';
