import { expect, test } from 'vitest';
import { loadedLanguages } from '../../src/composition/loaded-languages.ts';

test('a language is loaded once, each host by itself; a name that there is none of is looked for again', async () => {
  const language = loadedLanguages();
  expect(await language('lua')).toBe(await language('lua'));
  expect(await language('lua', 'lua53')).not.toBe(await language('lua'));
  for (const _again of [1, 2]) await expect(language('lua', 'none')).rejects.toThrow();
});
