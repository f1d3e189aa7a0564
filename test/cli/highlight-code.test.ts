import { expect, test } from 'vitest';
import type { LanguageId } from '../../src/domain/contract.ts';
import { highlightCode } from '../../src/surfaces/cli/highlight-code.ts';
import { cpuMsOf } from '../cpu-time.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences
const colours = /\u001b\[[\d;]*m/g;

test.each<[LanguageId, string, string]>([
  ['python', 'def f(x):\n    """Doc\n    string"""\n    return f"# {x}" if x else 0x1f  # why\n', '\u001b[1mdef\u001b[22m f(x)'],
  ['lua', 'local s = [==[a\n]] end]==] -- local\nreturn s .. "\\"" --[[ x ]] end\n', '\u001b[2;3m-- local\u001b[22;23m'],
  ['javascript', "const a = `x {1} \\` //`; // no\n/* const\n*/ let b = 'it\\'s';\n", '\u001b[1mlet\u001b[22m b'],
  ['typescript', 'interface A { readonly b: "c" }\n', '\u001b[1minterface\u001b[22m A'],
  ['python', 'x = "unclosed\ny = 3.5e-7 if', '\u001b[38;5;179m3.5e-7\u001b[39m'],
])('%s code keeps its text and gets its colours: %j', (language, code, sample) => {
  const shown = highlightCode(code, language);
  expect(shown.replace(colours, '')).toBe(code);
  expect(shown).toContain(sample);
});

test('time grows with the length of the code, whatever it is', () => {
  const hostile = `"${'\\'.repeat(100_000)}${"'".repeat(100_000)}${'['.repeat(100_000)}${'`'.repeat(99_999)}`;
  const cpuMs = cpuMsOf(() => {
    for (const language of ['python', 'lua', 'javascript'] as const) highlightCode(hostile, language);
  });
  expect(cpuMs).toBeLessThan(8000);
});
