import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
  await writeFile(join(place.work, 'binary.bin'), Buffer.from([0xff, 0xfe, 0, 1, 2]));
  await mkdir(join(place.work, 'folder'));
  execFileSync('mkfifo', [join(place.work, 'pipe')]);
});
afterAll(() => place.remove());

type Case = {
  readonly args: readonly string[];
  readonly error: string;
  readonly message: RegExp;
  readonly hint: RegExp;
  readonly exit?: number;
  readonly input?: string | Uint8Array;
};

/** Each must end with the two lines on stderr, nothing on stdout, and the exit code of the table. */
async function check({ args, error, message, hint, exit = 2, input }: Case): Promise<void> {
  const { code, stdout, stderr } = await anneal(args, { place, ...(input === undefined ? {} : { input }) });
  const [, text = ''] = new RegExp(`^error\\[${error}\\]: (.*)$`, 'm').exec(stderr) ?? [];
  expect(text, stderr).toMatch(message);
  expect(/^hint: (.*)$/m.exec(stderr)?.[1]).toMatch(hint);
  expect(code).toBe(exit);
  expect(stdout).toBe('');
}

describe('did you mean', () => {
  test.each<Case>([
    {
      args: ['rnu', 'x'],
      error: 'usage',
      message: /unknown command 'rnu'/,
      hint: /did you mean "npx --no-install anneal run"|did you mean "node .*anneal.js run"/,
    },
    { args: ['runs', 'show'], error: 'usage', message: /missing required argument 'id'/, hint: /anneal(?:\.js)? runs list$/ },
    {
      args: ['run', 'double', 'a', "person's", 'number'],
      error: 'usage',
      message: /too many arguments/,
      hint: /^put the request in quotes: .*anneal(?:\.js)? run 'double a person'\\''s number'$/,
    },
    {
      args: ['test', 'add.py', 'test_add.py'],
      error: 'usage',
      message: /too many arguments/,
      hint: /anneal(?:\.js)? test 'add\.py' --tests 'test_add\.py'$/,
    },
    { args: ['runs', 'lst'], error: 'usage', message: /unknown command 'lst'/, hint: /runs list/ },
    { args: ['run', 'x', '--langage', 'lua'], error: 'usage', message: /unknown option '--langage'/, hint: /did you mean --language\?/ },
    { args: ['run', 'x', '-l', 'pyton'], error: 'usage', message: /--language: "pyton"/, hint: /did you mean python\?/ },
    { args: ['run', 'x', '-l', 'lua', '--profile', 'lua45'], error: 'usage', message: /--profile: "lua45"/, hint: /did you mean lua54\?/ },
    { args: ['run', 'x', '-b', 'olama'], error: 'usage', message: /--backend: "olama"/, hint: /did you mean ollama\?/ },
    { args: ['run', 'x', '--min-level', 'L9'], error: 'usage', message: /--min-level: "L9"/, hint: /^allowed: L0, L1, L2, L3$/ },
    { args: ['run', 'x', '-n', 'many'], error: 'usage', message: /--n-candidates: "many"/, hint: /a whole number from 1 to 512/ },
    { args: ['run', 'x', '-n', '0'], error: 'usage', message: /--n-candidates: 0/, hint: /a whole number from 1 to 512/ },
  ])('anneal $args', check);
});

describe('the task', () => {
  test.each<Case>([
    { args: ['run'], error: 'usage', message: /no task/, hint: /run "what the program should do"/ },
    { args: ['run', ''], error: 'bad-input', message: /task is empty/, hint: /run "/ },
    { args: ['run', '-'], error: 'bad-input', message: /task is empty/, hint: /run "/, input: '  \n ' },
    {
      args: ['run', '-'],
      error: 'bad-input',
      message: /standard input is not UTF-8/,
      hint: /UTF-8/,
      input: new Uint8Array([0xff, 0xfe, 0, 1]),
    },
    { args: ['run', '-'], error: 'bad-input', message: /binary/, hint: /plain text/, input: 'a\u0000b' },
    { args: ['run', '-'], error: 'bad-input', message: /too large/, hint: /shorten/, input: 'x'.repeat(1024 * 1024) },
    { args: ['run', '-'], error: 'bad-input', message: /too long: 150000 characters/, hint: /--context/, input: 'x'.repeat(150_000) },
    { args: ['run', 'a', '--task', 'b'], error: 'usage', message: /twice/, hint: /one of them/ },
  ])('anneal $args: $message', check);
});

describe('examples, signatures and files', () => {
  test.each<Case>([
    { args: ['run', 'x', '-e', '@missing.txt'], error: 'not-found', message: /example file .*missing.txt does not exist/, hint: /path/ },
    { args: ['run', 'x', '-e', '@folder'], error: 'bad-input', message: /not a regular file/, hint: /text file/ },
    { args: ['run', 'x', '-e', '@binary.bin'], error: 'bad-input', message: /not UTF-8/, hint: /UTF-8/ },
    { args: ['run', 'x', '-e', 'f(1) =='], error: 'bad-input', message: /--example "f\(1\) =="/, hint: /-e 'f\(3\) == 6'/ },
    {
      args: ['run', 'x', '--signature', 'def f(n)', '-e', 'g(1) == 2'],
      error: 'bad-input',
      message: /g/,
      hint: /f/,
    },
    {
      args: ['run', 'x', '--signature', 'def f(', '-l', 'python'],
      error: 'bad-input',
      message: /--signature "def f\("/,
      hint: /def f\(xs/,
    },
    ...['def f(x, x)', 'def f(x, *, x)'].map((signature) => ({
      args: ['run', 'x', '-b', 'mock', '-l', 'python', '--signature', signature],
      error: 'bad-input',
      message: /names the parameter x twice/,
      hint: /def f\(xs/,
    })),
    { args: ['run', 'x', '--signature', ''], error: 'bad-input', message: /--signature "" is empty/, hint: /def f\(xs/ },
    {
      args: ['run', 'x', '-l', 'python', '--signature', `def f(${'x'.repeat(100_000)})`],
      error: 'bad-input',
      message: /^--signature "def f\(x{100,130}…" is too long: 100007 characters, at most 2000/,
      hint: /def f\(xs/,
    },
    {
      args: ['run', 'x', '-l', 'lua', '--signature', 'function f(x)\n\u001b[31m\u202eend'],
      error: 'bad-input',
      message: /^--signature "function f\(x\)\\n\\x1b\[31m\\u202eend" has more than one line$/,
      hint: /function f\(n\)/,
    },
    {
      args: ['observe', 'a\nb\u001b[1m\u202e.py', '-c', 'f(1)'],
      error: 'not-found',
      message: /^program file a\\nb\\x1b\[1m\\u202e\.py does/,
      hint: /path/,
    },
    { args: ['runs', 'show', 'x\ny'], error: 'not-found', message: /^There is no run x\\ny\.$/, hint: /runs list/ },
    { args: ['run', 'x', '--context', 'missing.json'], error: 'not-found', message: /context file/, hint: /path/ },
    { args: ['run', 'x', '--context', 'binary.bin'], error: 'bad-input', message: /context file .* not UTF-8/, hint: /UTF-8/ },
    { args: ['run', 'x', '-o', 'no/such/folder/f.py'], error: 'bad-input', message: /--output/, hint: /mkdir -p/ },
    // Renaming onto a device would take it away from every program on the machine.
    { args: ['run', 'x', '-o', 'pipe'], error: 'bad-input', message: /pipe is not a regular file/, hint: /standard output/ },
    {
      args: ['run', 'x', '--signature', 'def f(n)', '-e', 'f(1) == 2\nf(2) == 999'],
      error: 'bad-input',
      message: /several examples/,
      hint: /-e/,
    },
    { args: ['run', 'x', '-o', 'folder'], error: 'bad-input', message: /is a folder/, hint: /name a file/ },
    { args: ['observe', 'missing.py', '-c', 'f(1)'], error: 'not-found', message: /program file missing.py/, hint: /path/ },
    { args: ['observe', 'binary.bin', '-c', 'f(1)'], error: 'bad-input', message: /does not say the language/, hint: /--language/ },
  ])('anneal $args', check);
});

test('an error is two lines, whatever it quotes, and a wrong flag is said before anything else', async () => {
  const lines = async (args: readonly string[]) => (await anneal(args, { place })).stderr.trimEnd().split('\n');
  for (const args of [
    ['run', 'x', '-b', 'a\nb'],
    ['run'],
    ['run', 'a', '--task', 'b'],
    ['run', 'x', '-l', 'p\r\nq'],
    ['observe', 'a\nb', '-c', 'f()'],
  ]) {
    expect(await lines(args)).toEqual([expect.stringMatching(/^error\[/), expect.stringMatching(/^hint: /)]);
  }
});

describe('the machine', () => {
  test('a missing interpreter is named with what installs it', async () => {
    await check({
      args: ['run', 'the second largest', '-l', 'python', '-b', 'mock', '--python', '/no/such/python'],
      error: 'runtime-missing',
      message: /no\/such\/python/,
      hint: /./,
      exit: 6,
    });
  });

  test('a run store that cannot be made is a storage error', async () => {
    const blocked = await makePlace();
    // A file where the folder should be: also stops root, whom permissions do not.
    await mkdir(blocked.home, { recursive: true });
    await writeFile(join(blocked.home, 'data'), '');
    const { code, stderr } = await anneal(['runs', 'list'], { place: blocked });
    expect(stderr).toMatch(/^error\[store-unavailable\]: /m);
    expect(code).toBe(7);
    await blocked.remove();
  });

  test('a pipe in place of weights is refused at once', async () => {
    await check({
      args: ['run', 'x', '-b', 'llama-cpp', '-m', './pipe'],
      error: 'model-missing',
      message: /cannot be read/,
      hint: /--model/,
      exit: 5,
    });
  });

  test('a cache that cannot be written is a model error with the alternatives', async () => {
    const blocked = await makePlace();
    await mkdir(blocked.home, { recursive: true });
    await writeFile(join(blocked.home, 'cache'), '');
    const { code, stderr } = await anneal(['run', 'x', '-b', 'llama-cpp'], { place: blocked });
    expect(stderr).toMatch(/^error\[(weights-unavailable|no-space|bad-config)\]: .*cache/m);
    expect([2, 5, 7]).toContain(code);
    await blocked.remove();
  });
});

test('with --json the error is in the result object too', async () => {
  const { code, stdout, stderr } = await anneal(['run', '', '--json'], { place });
  const result = runResultSchema.parse(JSON.parse(stdout));
  expect(result).toMatchObject({ status: 'failed', error: { code: 'bad-input', retryable: false } });
  expect(stderr).toContain('error[bad-input]');
  expect(code).toBe(2);
});

test('--json and --events cannot share standard output', async () => {
  const { code, stdout } = await anneal(['run', 'x', '--json', '--events'], { place });
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage' } });
  expect(code).toBe(2);
});
