import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import type { Language } from '../../src/ports/language.ts';

const languages = new Map<string, Language>();
beforeAll(async () => {
  languages.set('lua54', await loadLua());
  for (const name of ['lua51', 'redis', 'luajit']) languages.set(name, await loadLua(await loadProfile(name)));
});

const contract: Contract = { language: 'lua', entry: { kind: 'module', exports: [] } };
const check = (code: string, profile = 'lua54') => languages.get(profile)?.check(code, contract) ?? [];

describe('faulty Lua is found before it runs, with its line and one way out', () => {
  test.each([
    ['for i=0,#t-1 do s=s+t[i] end', 'lua-index-from-zero', 'Count from 1 to #t.'],
    ['if x != nil then y() end', 'syntax', 'Write ~= for not equal.'],
    ['local n=0 n += 1', 'syntax', 'Write it out, as in n = n + 1.'],
    ['for i=1,5 do if i>2 then continue end f(i) end', 'syntax', 'Put the rest of the loop body into an if.'],
    ['local p=string.split(csv,",")', 'lua-removed', 'Use string.gmatch.'],
    ['local p=csv:split(",")', 'lua-foreign-method', "Use string.gmatch(s, '[^,]+') with the separator in the brackets."],
    ['local id=s:match("\\\\d+")', 'lua-pattern', 'Use %d, %w and %s instead of \\d, \\w and \\s.'],
    ['f(unpack(t))', 'lua-removed', 'Use table.unpack.'],
    ['local t={1,nil,3} return #t', 'lua-nil-hole', 'Use false or another mark for what is missing.'],
    ['local s=string.format("%d",7/2)', 'lua-format-float', 'Divide with //, or use math.floor.'],
    ['local function f() total=0 return total end', 'lua-global', 'Write local total where it is first set.'],
    [
      'local function g(x) if x>0 then return 1 else if x<0 then return -1 end return 0 end',
      'syntax',
      'Write elseif as one word: else if opens a second block that needs an end of its own.',
    ],
    ['local p="C:\\data"', 'syntax', 'Write \\\\ for one backslash; in patterns the sign is %, as in %d.'],
    ['return null', 'lua-removed', 'Use nil.'],
    ['return None == this', 'lua-removed', 'Use nil.'],
  ])('%s', (code, rule, hint) => {
    const found = check(code).filter((diagnostic) => diagnostic.rule === rule);
    expect(found[0]).toMatchObject({ rule, line: 1, hint });
  });

  test.each([
    ['lua51', 'for i=1,3 do if i==2 then goto continue end f(i) ::continue:: end', 'syntax', 'loop'],
    ['lua51', 'local t = table.unpack({1})', 'lua-removed', 'Use unpack.'],
    ['luajit', 'local t = table.unpack({1})', 'lua-removed', 'Use unpack.'],
    ['lua51', 'return 7 // 2', 'syntax', 'math.floor'],
    ['redis', 'local f=io.open(KEYS[1]) return f', 'lua-host-lacks', 'redis.call'],
    ['redis', 'return ngx.now()', 'lua-undefined', 'ngx belongs to OpenResty'],
    ['lua51', 'return utf8.len("a")', 'lua-undefined', 'utf8 belongs to Lua 5.3 and later'],
  ])('of %s: %s', (profile, code, rule, hint) => {
    const [first] = check(code, profile).filter((diagnostic) => diagnostic.rule === rule);
    expect(first).toMatchObject({ rule, line: 1, hint: expect.stringContaining(hint) });
  });

  test('names the block that lacks its end, by indentation', () => {
    const code = 'function f(t)\n  for i = 1, #t do\n    if t[i] > 0 then\n      g(t[i])\n  end\n  return t\nend\n';
    expect(check(code)).toMatchObject([{ rule: 'syntax', hint: 'Add the end that closes if at line 3.' }]);
    expect(check('function f(x)\n  while x > 0 do\n    x = x - 1\n  return x\nend\n')).toMatchObject([
      { hint: expect.stringMatching(/closes (?:while at line 2|function at line 1)\.$/) },
    ]);
    expect(check('function f()\n  return 1\nend\nend\n')).toMatchObject([{ hint: 'Remove the end at line 4 that closes nothing.' }]);
  });

  test('names the nearest name for one that is not there', () => {
    const undefinedName = (code: string) => check(code).find(({ rule }) => rule.startsWith('lua-undefined'));
    expect(undefinedName('local function total(t) return t end\nreturn totl({})')).toMatchObject({
      message: 'undefined name totl',
      line: 2,
      hint: 'Did you mean total?',
    });
    expect(undefinedName('return string.uper("x")')).toMatchObject({ hint: 'Did you mean string.upper?' });
    expect(undefinedName('return math.flor(1.5)')).toMatchObject({ hint: 'Did you mean math.floor?' });
    expect(undefinedName('return frobnicate(1)')).toMatchObject({ hint: 'Define frobnicate, or pass it as a parameter.' });
  });

  test.each([
    'local M = {}\nfunction M.f(x) return M.g(x) end\nfunction M.g(x) return x end\nreturn M',
    'function f(x) return g(x) end\nfunction g(x) return x end',
    'local function fact(n) if n < 2 then return 1 end return n * fact(n - 1) end\nreturn fact',
    'for k, v in pairs({a = 1}) do print(k, v) end',
    'local t = setmetatable({}, { __index = function(t, k) return k end })\nreturn t.x:upper()',
    'counter = 0\nfunction f() counter = counter + 1 return counter end',
    'local s = ("x"):rep(3):upper()\nreturn s',
    'local function f(...) local a, b = ... return select("#", ...), a, b end return f',
    'repeat local x = g or 1 until x == 1\ng = 2',
    'local Stack = {}\nStack.__index = Stack\nfunction Stack.new() return setmetatable({}, Stack) end\nfunction Stack:push(v) self[#self + 1] = v end\nlocal s = Stack.new()\ns:push(1)\nreturn #s',
    'do local x <const> = 1 goto done end ::done::',
    'return #"a" == 1 and "\\u{48}\\z\n   i" .. [[x]]',
  ])('has nothing to say about right programs: %s', (code) => {
    expect(check(code)).toEqual([]);
  });
});
