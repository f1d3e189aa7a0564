import MiniSearch from 'minisearch';

/** Words in two fields; a field may hold the same word several times. */
export type WordDocument = { readonly id: string; readonly main: readonly string[]; readonly more: readonly string[] };

/** A word in the main field counts twice. */
const boost = { main: 2, more: 1 };
const bm25 = { k: 1.2, b: 0.4, d: 0.5 };
/** The query as a document; no category or skill has this name. */
const perfect = '?';

/**
 * How near each document is to some words, 0 … 1: the square root of its BM25+ score over the score that a document of just these
 * words has beside them. Words that nobody uses make a request far from everything. The root, because MiniSearch multiplies a score
 * with the number of words that it found, so that it grows with the square of what is covered.
 */
export function nearness(documents: readonly WordDocument[], words: readonly string[]): ReadonlyMap<string, number> {
  if (words.length === 0 || documents.length === 0) return new Map();
  const index = new MiniSearch<WordDocument>({
    fields: ['main', 'more'],
    extractField: (document, field) => (field === 'id' ? document.id : document[field === 'main' ? 'main' : 'more'].join(' ')),
    tokenize: (text) => text.split(' ').filter((word) => word !== ''),
    processTerm: (term) => term,
    searchOptions: { boost, bm25 },
  });
  index.addAll([...documents, { id: perfect, main: words, more: words }]);
  const scores = new Map(index.search(words.join(' ')).map(({ id, score }) => [String(id), score]));
  const whole = scores.get(perfect) ?? 1;
  return new Map(documents.map(({ id }) => [id, Math.sqrt(Math.min(1, (scores.get(id) ?? 0) / whole))]));
}
