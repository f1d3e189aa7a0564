/** What the servers of the tests "write": the seed picks one, as a sampler would. */
const replies = [
  'Here is the function:\n\n```python\ndef add(a, b):\n    return a + b\n```\n\nIt returns the sum of both arguments. Nothing else happens.',
  '```python\ndef add(a, b):\n    """Add two numbers."""\n    result = a + b\n    return result\n```\nThe result is the sum.',
  'Sure! You can write:\n\n```python\ndef add(a, b):\n    return sum([a, b])\n```\nThat is all you need.',
  'def add(a, b):\n    return a + b\n\nprint(add(1, 2))\n\nThe function adds its arguments and a test prints three.',
];

export const replyFor = (seed: number): string => replies[Math.abs(seed) % replies.length] ?? '';

export const tokensOf = (text: string): readonly string[] => text.match(/\s*\S{1,5}|\s+/gu) ?? [];

export const promptTokensOf = (texts: readonly string[]): number => Math.ceil(texts.join(' ').length / 4) + 6;

/** The likeliest first tokens of an answer to "which of A, B, C". */
export const likeliest = [
  { token: 'B', logprob: Math.log(0.6) },
  { token: ' B', logprob: Math.log(0.1) },
  { token: 'A', logprob: Math.log(0.15) },
  { token: 'The', logprob: Math.log(0.05) },
];

/** A document that fits: first `enum` entries, words and ones. */
export function documentFor(schema: unknown): string {
  const make = (rules: Record<string, unknown>): unknown => {
    if (Array.isArray(rules.enum)) return rules.enum[0];
    if (rules.type === 'array') return [make((rules.items ?? {}) as Record<string, unknown>)];
    if (rules.type === 'object') {
      return Object.fromEntries(
        Object.entries((rules.properties ?? {}) as Record<string, Record<string, unknown>>).map(([key, rule]) => [key, make(rule)]),
      );
    }
    return rules.type === 'string' ? 'add' : 1;
  };
  return JSON.stringify(make(schema as Record<string, unknown>));
}

/** The first sentence of a grammar such as `root ::= "yes" | "no"`. */
export const sentenceOf = (grammar: string): string => /"([^"]*)"/u.exec(grammar)?.[1] ?? '';
