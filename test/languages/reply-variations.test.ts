import { beforeAll, expect, test } from 'vitest';
import { type Languages, loadLanguages, outcomeOf, tidy } from './replies.ts';
import { variations } from './reply-variations.ts';

let languages: Languages;
beforeAll(async () => {
  languages = await loadLanguages();
});

test.each(variations.map((item) => [item.id, item] as const))('%s', (_id, item) => {
  const accepted = [item.expect, ...(item.alsoOk ?? [])].map(tidy);
  expect(accepted).toContainEqual(outcomeOf(languages, JSON.stringify(item)));
});
