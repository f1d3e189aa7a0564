import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const file = (name: string, text: string) => writeFile(join(place.work, name), text);
const esc = '\u001b';

describe('sandbox', () => {
  test('probe says the level and what each canary met', async () => {
    const { code, stdout } = await anneal(['sandbox', 'probe', '--json'], { place });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      level: expect.stringMatching(/^L[0-3]$/),
      missing: expect.any(Array),
      canaries: expect.any(Array),
    });
  });

  test('run prints the execution', async () => {
    await file('hello.lua', 'io.write("in: " .. io.read("a") .. " " .. arg[1])\nos.exit(3)');
    const { code, stdout } = await anneal(['sandbox', 'run', 'hello.lua', '--stdin', '-', '--arg', 'x'], { place, input: 'text' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      termination: { type: 'exit', code: 3 },
      stdout: 'in: text x',
      level: expect.any(String),
      usage: { wallMs: expect.any(Number) },
    });
  });

  test('run says which limit ended a program', async () => {
    await file('loop.py', 'while True: pass');
    const { stdout } = await anneal(['sandbox', 'run', 'loop.py', '--timeout', '0.5'], { place });
    const { termination, usage } = JSON.parse(stdout);
    expect(termination).toEqual({ type: 'limit', limit: expect.stringMatching(/cpu|wall/) });
    // Far from the five seconds that a program gets unless somebody says otherwise.
    expect(usage.cpuMs).toBeLessThan(3000);
  });

  test('text of a program never reaches the terminal as escapes', async () => {
    await file('escape.py', `print("${'\\x1b'}[31mred ${'\\x9b'}31m ${'\\u202e'}")`);
    const { stdout } = await anneal(['sandbox', 'run', 'escape.py'], { place });
    expect(stdout).not.toContain(esc);
    expect(stdout).not.toMatch(/[\u0080-\u009f\u202e]/);
    expect((JSON.parse(stdout) as { stdout: string }).stdout).toContain(`${esc}[31mred`);
  });
});

describe('observe', () => {
  test('prints what each call did', async () => {
    await file(
      'f.py',
      'def f(xs):\n    if not xs:\n        raise ValueError("empty")\n    print("hi")\n    xs.append(0)\n    return max(xs)\n',
    );
    const { code, stdout } = await anneal(['observe', 'f.py', '-c', 'f([3, 1])', '-c', 'f([])'], { place });
    expect(code).toBe(0);
    expect(stdout).toBe('f([3, 1]) -> 3   printed "hi\\n"   arguments after: [3, 1, 0]\nf([]) -> raised ValueError: empty\n');
  });

  test('--json has canonical values', async () => {
    await file('f.lua', 'function f(n) return {n, 2^53} end');
    const { stdout } = await anneal(['observe', 'f.lua', '-c', 'f(1)', '--json'], { place });
    expect(JSON.parse(stdout)).toMatchObject({
      observations: [
        { call: 0, outcome: { type: 'value', value: { type: 'list', items: [{ type: 'int', value: '1' }, { type: 'float' }] } } },
      ],
      integrity: 'oracle-outside',
    });
  });

  test('a raised message cannot send escapes', async () => {
    await file('raise.py', 'def f():\n    raise ValueError("\\x1b]0;owned\\x07")\n');
    const { stdout } = await anneal(['observe', 'raise.py', '-c', 'f()'], { place });
    expect(stdout).toBe('f() -> raised ValueError: \\x1b]0;owned\\x07\n');
  });

  test('no program can write a line of its own', async () => {
    await file(
      'forge.py',
      'import sys\ndef f(n):\n    print("g() -> 1\\u202e", file=sys.stderr)\n    print("a\\nb")\n    if n: raise ValueError("no\\nf(2) -> 2\\u2028")\n    return "x\\ny\\x1b[1m"\n',
    );
    const { stdout, stderr } = await anneal(['observe', 'forge.py', '-c', 'f(1)', '-c', 'f(\n0)'], { place });
    expect(stdout.split('\n')).toEqual([
      'f(1) -> raised ValueError: no\\nf(2) -> 2\\u2028   printed "a\\nb\\n"',
      expect.stringMatching(/^f\(\\n0\) -> "x\\ny\\x1b\[1m" {3}printed "a\\nb\\n"$/),
      '',
    ]);
    expect(stderr).toBe('stderr  g() -> 1\\u202e\nstderr  g() -> 1\\u202e\n');
  });
});

describe('extract', () => {
  const reply = 'Sure!\n\n```lua\nfunction double(n)\n  return 2 * n\nend\n```\nDone.';

  test('prints the code, and why on stderr', async () => {
    await file('reply.md', reply);
    const { code, stdout, stderr } = await anneal(['extract', 'reply.md', '-l', 'lua', '--entry', 'double'], { place });
    expect(code).toBe(0);
    expect(stdout).toBe('function double(n)\n  return 2 * n\nend\n');
    expect(stderr.trim()).not.toBe('');
  });

  test('a reply without code is rejected with a reason and exit code 1', async () => {
    await file('prose.md', 'I cannot help with that.');
    const { code, stdout } = await anneal(['extract', 'prose.md', '--json'], { place });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ reject: 'refusal', why: 'The model declined.' });
  });

  test('takes JSON and tests as well, and says how a rejected reply can be helped', async () => {
    await file('data.txt', "Here: {'ok': True,}");
    const data = await anneal(['extract', 'data.txt', '--wanted', 'json', '--json'], { place });
    expect(JSON.parse(data.stdout)).toMatchObject({ json: { ok: true } });
    await file('tests.txt', '>>> double(2)\n4\n');
    const tests = await anneal(['extract', 'tests.txt', '--wanted', 'tests', '--entry', 'double', '--json'], { place });
    expect(JSON.parse(tests.stdout)).toMatchObject({ json: [{ fn: 'double', args: [2], expected: 4 }] });
    await file('cut.md', '```python\ndef f(x):\n    return x');
    const cut = await anneal(['extract', 'cut.md', '--cut'], { place });
    expect(cut.code).toBe(1);
    expect(cut.stdout).toBe('');
    expect(cut.stderr).toMatch(/truncated.*token limit[\s\S]*more room/);
  });

  test('a file of cases gives one JSON line each, in order', async () => {
    const cases = [
      { id: 'a', language: 'lua', wanted: 'code', raw: reply, finish: 'stop', entry: 'double' },
      { id: 'b', language: 'lua', wanted: 'code', raw: '```lua\nfunction f(', finish: 'length' },
    ];
    await file('cases.jsonl', cases.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { stdout } = await anneal(['extract', 'cases.jsonl', '--json'], { place });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      { id: 'a', code: 'function double(n)\n  return 2 * n\nend\n', why: expect.any(String) },
      { id: 'b', reject: 'truncated', why: expect.any(String) },
    ]);
  });
});
