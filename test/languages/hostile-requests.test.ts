import { expect, it } from 'vitest';
import { loadLanguage } from '../../src/composition/load-language.ts';
import { cpuMsOf } from '../cpu-time.ts';

/** As long as a request may be. */
const filled = (piece: string): string => piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000);

const requests = {
  'open calls': filled('f('),
  spaces: filled(' '),
  'a name behind spaces': `function${filled(' ')}x`,
  'headers that do not close': filled('def f( function f('),
  'headers that are none': filled('def f(1) function f(1) '),
  'calls that lead to calls': filled('f(1) -> '),
  'a value of many lines': `>>> f(1)\n${filled('a\n')}`,
  'prompts without an end': filled('>>> x = 1\n>>> f(1)\n1\n'),
};

/** Far more than any of these takes, and far less than the tens of seconds that one took where nothing was bounded. */
const mostMs = 8000;

for (const id of ['python', 'lua', 'javascript'] as const) {
  it(`reads a hostile request of ${id} in a moment`, async () => {
    const language = await loadLanguage(id);
    for (const [name, request] of Object.entries(requests)) {
      const cpuMs = cpuMsOf(() => {
        language.findSignature(request);
        language.findExamples(request, null);
      });
      expect(cpuMs, name).toBeLessThan(mostMs);
    }
  });
}

/** Texts of 8,000 characters; some took a minute when the tree of a wrong text was made for nothing, at each line of it. */
const typed = ['~~~\n', 'a\n', '/', '"', "'''", '```\n', '\\\n', 'f(1) == ', 'f(1) -> 2\n', 'x=1\n', '@a\n', '('].map((piece) =>
  piece.repeat(8000 / piece.length),
);

for (const id of ['python', 'lua', 'javascript', 'typescript'] as const) {
  it(`reads a hostile example or signature of ${id} in a moment, and the program that it may be`, async () => {
    const language = await loadLanguage(id);
    for (const text of typed) {
      const cpuMs = cpuMsOf(() => {
        language.parseExample(text, null);
        language.parseSignature(text);
        language.normalise(`a${text}`);
      });
      expect(cpuMs, text.slice(0, 20)).toBeLessThan(mostMs);
    }
  });
}

it('still finds what stands behind much else', async () => {
  const python = await loadLanguage('python');
  const request = `${'Text (with brackets). '.repeat(500)}\nThe function  add(a, b) adds: add(1, 2) == 3, and add(2, 2) is 4.`;
  expect(python.findSignature(request)).toMatchObject({ name: 'add' });
  expect(python.findExamples(request, null).map(({ expected }) => expected)).toEqual([
    { type: 'value', source: '3' },
    { type: 'value', source: '4' },
  ]);
});
