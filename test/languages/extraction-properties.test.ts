import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Contract, languageIds } from '../../src/domain/contract.ts';
import type { Language } from '../../src/ports/language.ts';
import { cpuMsOf } from '../cpu-time.ts';
import { type Languages, loadLanguages, recorded } from './replies.ts';

const replies = recorded.map(({ raw }) => raw);

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
    languages = Object.values(await loadLanguages());
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
      const cpuMs = cpuMsOf(() => {
        language.extract({ text, finish: 'stop' }, { language: language.id, entry: { kind: 'function', name: 'f', parameters: [] } });
        language.normalise(text);
        language.check(text, { language: language.id, entry: { kind: 'script' } });
        language.findExamples(text, null);
      });
      expect(cpuMs).toBeLessThan(15_000);
    }
  });
});

/** Solved examples that prompts are made of: programs as a model would write them. */
const programs = languageIds.flatMap((id) =>
  readFileSync(new URL(`../../src/few-shot/${id}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ id, code: (JSON.parse(line) as { readonly code: string }).code })),
);

const indented = (code: string, by: string): string =>
  code
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n');

/** Ways in which a reply holds a program; each must give it back as it was. */
const wrappers: Readonly<Record<string, (code: string, id: string) => string>> = {
  'a fence': (code, id) => `\`\`\`${id}\n${code}\n\`\`\``,
  'a fence without a tag, among prose': (code) => `Sure! Here it is:\n\n\`\`\`\n${code}\n\`\`\`\n\nIt does what you asked for.`,
  'four backticks': (code, id) => `\`\`\`\`${id}\n${code}\n\`\`\`\`\n`,
  tildes: (code, id) => `Ответ:\n~~~${id}\n${code}\n~~~`,
  'a fence that never closes': (code, id) => `\`\`\`${id}\n${code}\n`,
  'a closer alone': (code) => `${code}\n\`\`\``,
  'a wrong tag': (code) => `\`\`\`text\n${code}\n\`\`\``,
  'line ends of Windows': (code, id) => `\ufeff\`\`\`${id}\r\n${code.replaceAll('\n', '\r\n')}\r\n\`\`\`\r\n`,
  reasoning: (code, id) => `<think>\nFirst a draft:\n\`\`\`${id}\n???\n\`\`\`\n</think>\n\`\`\`${id}\n${code}\n\`\`\``,
  'the end of reasoning only': (code, id) => `So this is it.\n</think>\n\n\`\`\`${id}\n${code}\n\`\`\``,
  'a leaked end token': (code, id) => `\`\`\`${id}\n${code}\n\`\`\`<|im_end|>\n<|im_start|>user\nThanks`,
  'a role header': (code) => `assistant\n\n${code}`,
  JSON: (code) => JSON.stringify({ code }),
  'JSON in a fence': (code, id) => `\`\`\`json\n${JSON.stringify({ language: id, code }, null, 2)}\n\`\`\``,
  'a fence in JSON': (code, id) => JSON.stringify({ answer: `\`\`\`${id}\n${code}\n\`\`\`` }),
  'a tool call': (code) => JSON.stringify({ name: 'run', arguments: JSON.stringify({ code }) }),
  'JSON with real line ends': (code) => `{"code": "${code.replace(/[\\"]/g, '\\$&')}"}`,
  'a list item': (code, id) => `1. Write this:\n\n   \`\`\`${id}\n${indented(code, '   ')}\n   \`\`\`\n\n2. Run it.`,
  'a quotation': (code, id) => indented(`\`\`\`${id}\n${code}\n\`\`\``, '> ').replace(/^$/gm, '>'),
  'line numbers': (code, id) =>
    `\`\`\`${id}\n${code
      .split('\n')
      .map((line, index) => `${String(index + 1).padStart(3)} | ${line}`)
      .join('\n')}\n\`\`\``,
  'the bare code': (code) => code,
};

describe('a program in any wrapper', () => {
  let languages: Languages;
  beforeAll(async () => {
    languages = await loadLanguages();
  });
  const script = (id: (typeof languageIds)[number]): Contract => ({ language: id, entry: { kind: 'script' } });

  test.each(Object.keys(wrappers))('comes back from %s', (name) => {
    const wrap = wrappers[name] ?? ((code: string) => code);
    fc.assert(
      fc.property(fc.constantFrom(...programs), ({ id, code }) => {
        const found = languages[id].extract({ text: wrap(code.trimEnd(), id), finish: 'stop' }, script(id));
        expect(found).toMatchObject({ type: 'code', code: `${code.trimEnd()}\n` });
      }),
      { numRuns: 25 },
    );
  });

  test('is cut off at every place before its fence closes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...programs), fc.double({ min: 0, max: 1, noNaN: true }), ({ id, code }, share) => {
        const opening = `Here:\n\`\`\`${id}\n`;
        const whole = `${opening}${code.trimEnd()}\n`;
        const text = whole.slice(0, opening.length + Math.floor((whole.length - opening.length) * share));
        expect(languages[id].extract({ text, finish: 'length' }, script(id))).toMatchObject({ type: 'rejected', reason: 'truncated' });
        const closed = `${whole}\`\`\`\nAnd now some wor`;
        expect(languages[id].extract({ text: closed, finish: 'length' }, script(id))).toMatchObject({ type: 'code' });
      }),
      { numRuns: 60 },
    );
  });

  test('JSON comes back from any beginning as cut off, and whole as it was', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (value, share) => {
          const text = JSON.stringify(value);
          expect(languages.python.extractJson({ text, finish: 'stop' })).toMatchObject({ type: 'value', value: JSON.parse(text) });
          const part = text.slice(0, 1 + Math.floor((text.length - 2) * share));
          expect(languages.python.extractJson({ text: part, finish: 'length' })).toMatchObject({ type: 'rejected', reason: 'truncated' });
        },
      ),
      { numRuns: 200 },
    );
  });

  test('any text at all gives a value or a reason, for code, JSON and tests', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), spoilt), fc.constantFrom(...languageIds), (text, id) => {
        const contract: Contract = { language: id, entry: { kind: 'function', name: 'f', parameters: [{ name: 'x' }] } };
        for (const finish of ['stop', 'length'] as const) {
          const found = [languages[id].extract({ text, finish }, contract), languages[id].extractJson({ text, finish })];
          found.push(languages[id].extractTestCases({ text, finish }, contract));
          for (const { type } of found) expect(type).toMatch(/^(?:code|value|rejected)$/);
        }
      }),
      { numRuns: 120 },
    );
  });
});
