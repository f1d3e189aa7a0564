import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type Languages, loadLanguages, type Outcome, outcomeOf, tidy } from './replies.ts';

type Case = { readonly id: string; readonly why: string; readonly expect: Outcome; readonly alsoOk?: readonly Outcome[] };

/** Forms of replies written by the rules of the recorded ones before any was tried; one a line, `why` says what each is about. */
const cases = readFileSync(new URL('own-replies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => ({ line, ...(JSON.parse(line) as Case) }));

let languages: Languages;
beforeAll(async () => {
  languages = await loadLanguages();
});

test.each(cases.map((item) => [`${item.id}: ${item.why}`, item] as const))('%s', (_name, { line, expect: expected, alsoOk = [] }) => {
  expect([expected, ...alsoOk].map(tidy)).toContainEqual(outcomeOf(languages, line));
});
