import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchesExpected } from '../../src/domain/as-expected.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Json } from '../../src/domain/json.ts';
import { valueFromJson } from '../../src/domain/value-from-json.ts';
import { type Bench, openHost } from '../languages/observing.ts';

const shared = new URL('../../../shared/', import.meta.url);
type Task = { readonly id: string; readonly context: Json; readonly reference: string; readonly expected: Json; readonly key?: string };
const lines = (await readFile(new URL('bench/lowcode-wf.jsonl', shared), 'utf8')).trim().split('\n');
const tasks = lines.map((line) => JSON.parse(line) as Task);

let host: Bench;
beforeAll(async () => {
  host = await openHost('wf-vars');
});
afterAll(async () => {
  await host.close();
});

const contract: Contract = { language: 'lua', profile: 'wf-vars', entry: { kind: 'chunk-return', wrap: 'lua{%s}lua' } };
const run = (code: string, context: Json) => host.outcome(code, { type: 'context', context });
const rules = (code: string) => host.language.check(code, contract).map(({ rule, severity }) => [rule, severity]);

/** The value that comes back is the expected data, also where that is an empty array or an empty object. */
async function check(code: string, context: Json, expected: Json): Promise<void> {
  const outcome = await run(code, context);
  expect(outcome).toMatchObject({ type: 'value' });
  if (outcome.type !== 'value') return;
  const shown = `${host.language.formatValue(outcome.value)} for ${JSON.stringify(expected)}`;
  expect([matchesExpected(outcome.value, valueFromJson(expected)), shown]).toEqual([true, shown]);
}

describe('a low-code task', () => {
  test.each(tasks.map((task) => [task.id, task] as const))('%s passes with its reference', async (_id, task) => {
    expect(host.language.check(task.reference, contract)).toEqual([]);
    await check(task.reference, task.context, task.expected);
  });

  test('passes as the host takes it: wrapped, and as a value of a JSON object', async () => {
    for (const { reference, context, expected, key = 'value' } of tasks) {
      const wrapped = `lua{${reference}}lua`;
      await check(wrapped, context, expected);
      await check(JSON.stringify({ [key]: wrapped }), context, expected);
      expect(host.language.check(JSON.stringify({ [key]: wrapped }), contract)).toEqual([]);
    }
  });
});

describe('an array', () => {
  test.each([
    ['return _utils.array.new()', []],
    ['return _utils.array.markAsArray({})', []],
    ['return {}', {}],
    ['return {1, 2}', [1, 2]],
    ['return wf.vars.list', []],
    ['return wf.vars.map', {}],
    ['return { inner = _utils.array.new(), other = {} }', { inner: [], other: {} }],
    ['local a = _utils.array.new() a[1] = 1 a[3] = 3 return a', [1, null, 3]],
    ['local a = wf.vars.list table.insert(a, wf.vars.map) return a', [{}]],
  ])('is one by its mark, and where it has items by its keys: %s', async (code, expected) => {
    await check(code, { wf: { vars: { list: [], map: {} } } }, expected);
  });

  test('that is empty is no object, and the other way round', async () => {
    const outcome = await run('return {}', { wf: {} });
    expect(outcome.type === 'value' && matchesExpected(outcome.value, valueFromJson([]))).toBe(false);
    const marked = await run('return _utils.array.new()', { wf: {} });
    expect(marked.type === 'value' && matchesExpected(marked.value, valueFromJson({}))).toBe(false);
  });
});

describe('an array with nulls', () => {
  test.each([
    [[null], [null]],
    [
      [null, null],
      [null, null],
    ],
    [
      [1, null],
      [1, null],
    ],
    [
      [[null], {}, []],
      [[null], {}, []],
    ],
  ])('%j keeps its length on the way through', async (list, expected) => {
    await check('return wf.vars.list', { wf: { vars: { list } } }, expected);
  });

  test('that a program changes has the length that Lua gives it', async () => {
    await check('table.insert(wf.vars.list, 5) return wf.vars.list', { wf: { vars: { list: [null, null] } } }, [5]);
    await check('wf.vars.list[1] = nil return wf.vars.list', { wf: { vars: { list: [1] } } }, []);
    await check('wf.vars.list[2] = nil return wf.vars.list', { wf: { vars: { list: [1, 2, null] } } }, [1]);
  });
});

describe('a context', () => {
  test('is data, whatever its texts look like', async () => {
    const nasty = ['a}lua b', '"] .. os.exit(1) --', '\\', '\n\0\u2028é😀', ']]', 'return nil'];
    await check('return wf.vars.texts', { wf: { vars: { texts: nasty } } }, nasty);
    await check('return wf.vars["end"] .. wf.vars["a b"]', { wf: { vars: { end: 'x', 'a b': 'y' } } }, 'xy');
    await check('local n = 0 for _ in pairs(wf.vars) do n = n + 1 end return n', { wf: { vars: { '': 1, __index: 2, '1': 3 } } }, 3);
  });

  test('keeps the digits of large whole numbers', async () => {
    for (const n of [2 ** 53, 2 ** 60, -(2 ** 63)]) {
      await check('return { wf.vars.n, math.type(wf.vars.n) }', { wf: { vars: { n } } }, [n, 'integer']);
    }
    await check('return math.type(wf.vars.n)', { wf: { vars: { n: 2 ** 63 } } }, 'float');
  });

  test('may be nested deeply', async () => {
    let data: Json = 1;
    for (let level = 0; level < 90; level += 1) data = level % 2 === 0 ? [data] : { a: data };
    await check('return wf.vars.data', { wf: { vars: { data } } }, data);
  });

  test('keeps whole and broken numbers, truth and absence apart', async () => {
    await check(
      'return { wf.vars.i, wf.vars.f, wf.vars.t, wf.vars.no == nil, math.type(wf.vars.i) }',
      { wf: { vars: { i: 3, f: 0.5, t: true, no: null } } },
      [3, 0.5, true, true, 'integer'],
    );
  });

  test('is fresh for each call, and so is everything else', async () => {
    const code =
      'seen = (seen or 0) + 1\nstring.mark = (string.mark or 0) + 1\ngetmetatable("").__index.seen = seen\nwf.vars.n = wf.vars.n + 1\nreturn { seen, string.mark, wf.vars.n, ("").seen }';
    const call = { type: 'context', context: { wf: { vars: { n: 1 } } } } as const;
    const outcomes = (await host.observe(code, [call, call])).map(({ outcome }) => outcome);
    expect(outcomes[0]).toMatchObject({ type: 'value' });
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  test('that a program changes is seen afterwards', async () => {
    const [seen] = await host.observe('wf.vars.n = 2 return 1', [{ type: 'context', context: { wf: { vars: { n: 1 } } } }]);
    expect(host.language.formatValue(seen?.argumentsAfter?.[0] ?? { type: 'null' })).toContain('"n": 2');
    const [same] = await host.observe('return 1', [{ type: 'context', context: { wf: { vars: { n: 1 } } } }]);
    expect(same).not.toHaveProperty('argumentsAfter');
  });
});

test.each([
  [[1, null, 2], 3],
  [[null, 1], 2],
  [[1, 2], 2],
  [[], 0],
] as const)('`#` of %j is what Lua says of the same list', async (list, count) => {
  await check('return #wf.vars.list', { wf: { vars: { list: [...list] } } }, count);
});

describe('the host', () => {
  test.each(['io', 'os', 'require', 'print', 'load', 'debug', 'coroutine'])('has no %s', async (name) => {
    await check(`return ${name} == nil`, { wf: {} }, true);
    expect(rules(`return ${name}.x`)).toEqual([['lua-host-lacks', 'warning']]);
  });

  test.each([
    ['return "a}lua b"', 'wrap-end'],
    ['-- }lua\nreturn 1', 'wrap-end'],
    ['return wf.get("$.vars.orders[-1].total")', 'json-path'],
    ['return $.vars.x', 'syntax'],
    ['local x = wf.vars.n', 'no-return'],
    ['local function f() return 1 end\nf()', 'no-return'],
  ])('refuses `%s`', (code, rule) => {
    const [first] = host.language.check(code, contract).filter(({ severity }) => severity === 'error');
    expect(first).toMatchObject({ rule, hint: expect.stringMatching(/\.$/) });
  });

  test.each([
    ['return wf.variables.x', 'Did you mean wf.vars?'],
    ['return _utils.array.create()', '_utils has array.new, array.markAsArray.'],
    ['return _utils.array.markasarray({})', 'Did you mean _utils.array.markAsArray?'],
    ['return os.time()', 'there is no clock'],
    ['return require("x")', 'no libraries'],
  ])('warns about `%s` with one way out', (code, hint) => {
    expect(host.language.check(code, contract)).toMatchObject([{ severity: 'warning', hint: expect.stringContaining(hint) }]);
  });

  test.each([
    'if wf.vars.a then return 1 end\nreturn 2',
    'do return "$" end',
    'return "cost: $.99"',
    'return {wf.vars.a.b.c, wf.initVariables["x"]}',
  ])('has nothing to say about `%s`', (code) => {
    expect(host.language.check(code, contract)).toEqual([]);
  });

  test('says what it asks for in prompts, and enters programs in its own way', () => {
    expect(host.language.host).toMatchObject({ profile: 'wf-vars', entry: contract.entry, hasExamples: true });
    expect(host.language.host?.notes).toContain('_utils.array.new()');
  });
});
