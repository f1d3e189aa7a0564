import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
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
    const locals = Array.from({ length: 201 }, (_, index) => `local v${index} = ${index}`).join('\n');
    expect(check(`function f()\n${locals}\nend`)).toMatchObject([{ ...refused, hint: expect.stringContaining('200 locals') }]);
  });

  test('has nothing against a program of its own', () => {
    expect(check('function f(a)\n  return table.find(a, 1)\nend')).toEqual([]);
  });

  test('goes on after a program that is nested beyond its limits, and after many', () => {
    const deep = `function f() return ${'{'.repeat(3000)}${'}'.repeat(3000)} end`;
    expect(check(deep)).toMatchObject([{ severity: 'error' }]);
    for (let index = 0; index < 450; index += 1) {
      expect(check(`function f() return ${index} end`)).toEqual([]);
    }
    expect(check('function f() return ... end')).toMatchObject([{ rule: 'luau-compile' }]);
  });
});
