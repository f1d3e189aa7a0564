import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadLuauCompiler } from '../../src/languages/lua/luau-compiler.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import type { Language } from '../../src/ports/language.ts';
import { functionEntry } from '../languages/observing.ts';

let luau: Language;
beforeAll(async () => {
  luau = await loadLua(await loadProfile('roblox-luau'));
});
const contract: Contract = { language: 'lua', profile: 'roblox-luau', entry: functionEntry('f') };
const check = (code: string) => luau.check(code, contract);

describe("Luau's own compiler", () => {
  test('refuses what is grammar but no program of it', () => {
    const refused = { severity: 'error', rule: 'luau-compile' };
    expect(check('function f()\n  return ...\nend')).toMatchObject([{ ...refused, line: 2, message: expect.stringContaining("'...'") }]);
  });

  test('has nothing against a program of its own', () => {
    expect(check('function f(a)\n  return table.find(a, 1)\nend')).toEqual([]);
  });

  test('goes on after a program that is nested beyond its limits, and after many', async () => {
    const compile = await loadLuauCompiler();
    const deep = `return ${'{'.repeat(3000)}${'}'.repeat(3000)}`;
    expect(compile(deep)).toMatchObject({ rule: 'luau-compile', message: "Luau's compiler gives up on this program" });
    for (let index = 0; index < 450; index += 1) expect(compile(`return ${index}`)).toBeNull();
    expect(compile('function f() return ... end')).toMatchObject({ rule: 'luau-compile', line: 1 });
  });
});
