import type { Json } from '../domain/json.ts';

/** Shorter ones would be found by chance all over a text. */
const shortestSecret = 4;

/** Replaces every secret in everything that leaves a run: logs, results, errors, prompts, questions. */
export type Redact = <T extends Json>(value: T) => T;

/** Also as a URL, as JSON and as base64 would write it. */
export function createRedact(secrets: readonly { readonly name: string; readonly secret: string }[]): Redact {
  const forms = secrets
    .filter(({ secret }) => secret.length >= shortestSecret)
    .flatMap(({ name, secret }) => {
      const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
      const written = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64]);
      return [...written].map((text) => [text, `[secret ${name}]`] as const);
    })
    // A secret that holds another one goes first.
    .sort(([a], [b]) => b.length - a.length);
  const inText = (text: string): string => forms.reduce((clean, [form, shown]) => clean.replaceAll(form, shown), text);
  const inside = (value: Json): Json => {
    if (typeof value === 'string') return inText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inside);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [inText(key), inside(item)]));
  };
  return <T extends Json>(value: T): T => inside(value) as T;
}
