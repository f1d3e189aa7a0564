import { z } from 'zod';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();

/** Values of programs are looked at down to this depth. */
const deepestJson = 100;

/** What of a JSON text would not arrive as it is written: digits that a number cannot keep, and what is nested too deeply; null for nothing. */
export function jsonLoss(text: string): string | null {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{}]/g)) {
    if (token === '[' || token === '{') {
      depth += 1;
      if (depth > deepestJson) return `it is nested more than ${deepestJson} levels deep`;
    } else if (token === ']' || token === '}') depth -= 1;
    else if (/^-?\d{16,}$/.test(token) && BigInt(token) !== BigInt(Number(token))) {
      return `the number ${token.slice(0, 40)} has more digits than JSON readers keep: write it as a string`;
    }
  }
  return null;
}
