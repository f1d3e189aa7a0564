import { expect, test } from 'vitest';
import { loadTypeScript } from '../../src/languages/typescript/typescript-language.ts';

test('a program that breaks the library which strips types is refused, and the next one is read as before', async () => {
  const language = await loadTypeScript();
  const contract = { language: 'typescript', entry: { kind: 'script' } } as const;
  const faults = (code: string): number => language.check(code, contract).filter(({ severity }) => severity === 'error').length;
  expect(faults('const n: number = 1;\n')).toBe(0);
  expect(faults('('.repeat(30_000))).toBeGreaterThan(0);
  expect(faults('const n: number = 1;\n')).toBe(0);
});
