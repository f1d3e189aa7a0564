import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { Language } from '../../src/ports/language.ts';

const file = new URL('../../../shared/replies/replies.jsonl', import.meta.url);
const replies = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly raw: string }).raw);

/** Replies as models spoil them: cut anywhere, glued together, with stray marks between. */
const spoilt = fc
  .array(
    fc.tuple(
      fc.constantFrom(...replies),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('', '\n```\n', '<|im_end|>', '</think>', '\u200b', '"', '\r\n'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.map(([text, share, mark]) => text.slice(0, Math.ceil(text.length * share)) + mark).join(''));

describe('taking code out of any reply', () => {
  let languages: readonly Language[];
  beforeAll(async () => {
    languages = [await loadPython(), await loadLua()];
  });

  test('gives a program that parses and offers the entry, or a reason', () => {
    fc.assert(
      fc.property(spoilt, fc.constantFrom('stop' as const, 'length' as const), fc.boolean(), (text, finish, named) => {
        for (const language of languages) {
          const contract: Contract = {
            language: language.id,
            entry: named ? { kind: 'function', name: 'clamp', parameters: [] } : { kind: 'script' },
          };
          const found = language.extract({ text, finish }, contract);
          if (found.type === 'rejected') expect(found.detail).toMatch(/\.$/);
          else {
            const faults = language.check(found.code, contract).filter(({ severity, rule }) => severity === 'error' && rule !== 'stub');
            expect(faults).toEqual([]);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['one long line', 'x'.repeat(30_000)],
    ['many open brackets', '('.repeat(30_000)],
    ['many lines', 'x = 1\n'.repeat(5000)],
    ['many lines of prose', 'Some words here.\n'.repeat(1500)],
    ['many fences', '```python\nx = (\n```\n'.repeat(200)],
    ['an open fence with a long body', `\`\`\`python\n${'x = (1,\n'.repeat(3000)}`],
    ['deep JSON', `{"code": ${'['.repeat(20_000)}`],
    ['many backslashes', '\\'.repeat(10_000)],
    ['many quotes', `"'`.repeat(10_000)],
    ['far more than any program', 'x = 1\n'.repeat(100_000)],
  ])('ends in time on %s', (_name, text) => {
    for (const language of languages) {
      const started = performance.now();
      language.extract({ text, finish: 'stop' }, { language: language.id, entry: { kind: 'function', name: 'f', parameters: [] } });
      language.normalise(text);
      language.check(text, { language: language.id, entry: { kind: 'script' } });
      language.findExamples(text, null);
      expect(performance.now() - started).toBeLessThan(8000);
    }
  });
});
