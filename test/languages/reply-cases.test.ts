import { beforeAll, expect, test } from 'vitest';
import { type Languages, loadLanguages, outcomeOf, recorded } from './replies.ts';

let languages: Languages;
beforeAll(async () => {
  languages = await loadLanguages();
});

test.each(recorded.map((item) => [item.id, item] as const))('%s', (_id, { line, accepted }) => {
  expect(accepted).toContainEqual(outcomeOf(languages, line));
});
