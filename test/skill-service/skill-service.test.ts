import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SkillDraft } from '../../src/domain/skill.ts';
import { doubler } from '../skills/skill-folders.ts';
import { openServiceBench } from './service-bench.ts';

let bench: Awaited<ReturnType<typeof openServiceBench>>;
beforeEach(async () => {
  bench = await openServiceBench();
});
afterEach(() => bench.close());

const write = (change: Partial<SkillDraft> = {}) => bench.library.write({ ...doubler, ...change }, { root: 'user' });
const example = (text: string) => ({ type: 'example', text }) as const;
const body = (text: string, path = 'scripts/body.py') => ({ path, text });

describe('verify', () => {
  it('runs the tests in the sandbox once, and again only when hash or interpreter changed', async () => {
    const { hash } = await write();
    expect((await bench.service.list()).skills[0]?.status).toBe('unverified');
    const [first] = await bench.service.verify({ names: 'all' });
    expect(first).toMatchObject({ name: 'double-number', result: 'verified', failures: [], verification: { hash, passed: 2, total: 2 } });
    expect((await bench.service.list()).skills[0]?.status).toBe('verified');
    expect(await bench.service.verify({ names: ['double-number'] })).toMatchObject([{ result: 'kept' }]);
    expect(await bench.service.verify({ names: ['double-number'], again: true })).toMatchObject([{ result: 'verified' }]);

    bench.given.version = '3.99.0';
    expect((await bench.service.show('double-number')).status).toBe('unverified');
    expect((await bench.service.list()).skills[0]?.status).toBe('unverified');
    expect(await bench.service.verify({ names: 'all' })).toMatchObject([
      { result: 'verified', verification: { runtime: 'python 3.99.0' } },
    ]);

    bench.given.version = null;
    expect((await bench.service.list()).skills[0]?.status).toBe('verified');
    await writeFile(join(bench.user, 'double-number/scripts/double_number.py'), 'def double(n):\n    return n + n + 0\n');
    expect((await bench.service.list()).skills[0]?.status).toBe('unverified');
    expect(await bench.service.verify({ names: 'all' })).toMatchObject([{ result: 'quarantined' }]);
  });

  it('quarantines a body that fails, says what it did, and will not run it', async () => {
    await write({ body: body('def double(n):\n    return n * 3\n') });
    const [check] = await bench.service.verify({ names: 'all' });
    expect(check).toMatchObject({ result: 'quarantined', verification: { passed: 0, total: 2 } });
    expect(check?.failures).toEqual([
      { test: 'double(3) == 6', observed: '9' },
      { test: "double('ab') == 'abab'", observed: '"ababab"' },
    ]);
    expect((await bench.service.show('double-number')).status).toBe('quarantined');
    await expect(bench.service.run('double-number', [{ type: 'call', call: 'double(1)' }])).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each<[string, Partial<SkillDraft>, RegExp]>([
    ['a syntax error', { body: body('def double(n)\n    return 1\n') }, /line \d/u],
    ['no entry of that name', { body: body('def twice(n):\n    return n * 2\n') }, /double/u],
    [
      'tests that say nothing',
      { body: body('def double(n):\n    return None\n'), tests: [example('double(3) == None')] },
      /does nothing passes/u,
    ],
    ['a test that cannot be read', { tests: [example('what?')] }, /what\?/u],
    ['tests that contradict each other', { tests: [example('double(3) == 6'), example('double(3) == 7')] }, /double\(3\)/u],
    ['a test for another kind of body', { tests: [{ type: 'call', request: 'x', expect: null }] }, /predict and act/u],
    ['an endless loop', { body: body('def double(n):\n    while True: pass\n'), tests: [example('double(3) == 6')] }, /limit/u],
    ['a body that leaves its process', { body: body('import os\ndef double(n):\n    os._exit(0)\n') }, /no result|missing/u],
  ])('quarantines %s', async (_what, change, detail) => {
    await write(change);
    const [check] = await bench.service.verify({ names: 'all' });
    expect(check).toMatchObject({ result: 'quarantined', detail: expect.stringMatching(detail) });
  });

  it('never shows an expected value to the body', async () => {
    const thief =
      'import gc, glob, sys\nSEEN = [str(o) for o in gc.get_objects() if isinstance(o, (str, dict, list))]\ndef double(n):\n    text = "".join(SEEN) + open(glob.glob("/**/*.jsonl", recursive=True)[0]).read() if glob.glob("/**/*.jsonl", recursive=True) else "".join(SEEN)\n    return 918273 if "918273" in text else 0\n';
    await write({ body: body(thief), tests: [example('double(3) == 918273')] });
    expect(await bench.service.verify({ names: 'all' })).toMatchObject([{ result: 'quarantined' }]);
  });

  it.each<[string, Partial<SkillDraft>, RegExp]>([
    ['a stub', { status: 'stub' }, /stub/u],
    ['instructions alone', { body: null, tests: [], entry: null, signature: null, kind: null }, /instructions alone/u],
    ['a body without tests', { tests: [] }, /no tests/u],
    ['a body with predict and act where none can be run', { kind: 'predict-act', entry: null, signature: null }, /predict and act/u],
    ['a body that does not say its entry', { entry: null, signature: null }, /entered/u],
  ])('skips %s with the reason and leaves it unverified', async (_what, change, detail) => {
    await write(change);
    expect(await bench.service.verify({ names: 'all' })).toMatchObject([
      { result: 'skipped', verification: null, detail: expect.stringMatching(detail) },
    ]);
    expect((await bench.service.list()).skills[0]?.status).not.toBe('verified');
  });

  it('skips what has no interpreter here, and its status says so', async () => {
    await write();
    await bench.service.verify({ names: 'all' });
    bench.given.version = 'missing';
    expect((await bench.service.list()).skills[0]?.status).toBe('unverified');
    expect(await bench.service.verify({ names: 'all' })).toMatchObject([
      { result: 'skipped', detail: expect.stringContaining('install it') },
    ]);
  });

  it('tells each check as it comes and stops between two when asked', async () => {
    await write();
    await write({ name: 'second' });
    const stop = new AbortController();
    const seen: string[] = [];
    const verifying = bench.service.verify(
      { names: 'all' },
      {
        signal: stop.signal,
        onCheck: ({ name }) => {
          seen.push(name);
          stop.abort(new Error('enough'));
        },
      },
    );
    await expect(verifying).rejects.toThrow('enough');
    expect(seen).toEqual(['double-number']);
  });
});

describe('run', () => {
  it('calls a function in each language', async () => {
    await write();
    await write({
      name: 'lua-double',
      language: 'lua',
      signature: 'function double(n)',
      body: body('function double(n) return n * 2 end\n', 'scripts/double.lua'),
    });
    await write({
      name: 'js-double',
      language: 'javascript',
      signature: 'function double(n)',
      body: body('export function double(n) { return [n, n]; }\n', 'scripts/double.mjs'),
    });
    const run = async (name: string, call: string) => (await bench.service.run(name, [{ type: 'call', call }])).results[0]?.text;
    expect(await run('double-number', "double('ха')")).toBe('"хаха"');
    expect(await run('lua-double', 'double(1.5)')).toBe('3.0');
    expect(await run('js-double', "double('a')")).toBe('["a", "a"]');
    expect(await run('double-number', 'double()')).toMatch(/^raises TypeError/u);
  });

  it('feeds a program', async () => {
    await write({
      entry: { kind: 'script' },
      signature: null,
      body: body('import sys\nprint(sum(map(int, sys.stdin.read().split())), sys.argv[1:])\n'),
      tests: [example('stdin: "1 2" -> "3 []"')],
    });
    expect(await bench.service.verify({ names: 'all' })).toMatchObject([{ result: 'verified' }]);
    const { results } = await bench.service.run('double-number', [{ type: 'program', stdin: '3 4\n', args: ['-v'] }]);
    expect(results[0]?.text).toBe(JSON.stringify("7 ['-v']\n"));
    await expect(bench.service.run('double-number', [{ type: 'call', call: 'f(1)' }])).rejects.toMatchObject({
      hint: expect.stringContaining('--stdin'),
    });
  });

  it('says what is wrong with what was asked', async () => {
    await write();
    await write({ name: 'words', body: null, tests: [], entry: null, signature: null, kind: null });
    await write({ name: 'stub', status: 'stub' });
    const run = (name: string) => bench.service.run(name, [{ type: 'program', stdin: '', args: [] }]);
    await expect(run('double-number')).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining('def double(n)') });
    await expect(run('words')).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining('instructions alone') });
    await expect(run('stub')).rejects.toMatchObject({ code: 'conflict' });
    await expect(run('double-numbre')).rejects.toMatchObject({ code: 'not-found', hint: expect.stringContaining('double-number') });
  });
});

describe('find', () => {
  it('ranks by words in either language and by signature', async () => {
    await write();
    await write({
      name: 'count-vowels',
      description: 'Counts the vowels of a text.',
      category: 'text/count',
      signature: 'def count_vowels(s)',
    });
    await write({
      name: 'count-words',
      description: 'Counts the words of a text.',
      category: 'text/count',
      signature: 'def count_words(s, least)',
    });
    const names = async (request: Parameters<typeof bench.service.find>[0]) =>
      (await bench.service.find(request)).found.map(({ skill }) => skill.name);
    expect((await names({ text: 'How many vowels has a string?' }))[0]).toBe('count-vowels');
    expect((await names({ text: 'количество гласных в строке' }))[0]).toBe('count-vowels');
    expect((await names({ text: 'count', signature: 'def count_words(s, least)' }))[0]).toBe('count-words');
    expect(await names({ text: 'count words', language: 'lua' })).toEqual([]);
    expect(await names({ text: 'count', limit: 1 })).toHaveLength(1);
    expect(await bench.service.find({ text: 'zzz qqq' })).toMatchObject({ found: [], best: null });
    for (const { score } of (await bench.service.find({ text: 'count the vowels of a text' })).found) expect(score).toBeLessThanOrEqual(1);
  });
});
