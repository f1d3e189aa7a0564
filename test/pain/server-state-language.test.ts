import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { defaultLimits } from '../../src/ports/sandbox.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { anneal, makePlace, type Place } from '../cli/anneal.ts';
import { pythonRuntime } from '../sandboxes/runtimes.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const printed = async (main: string): Promise<string> => {
  const sandbox = await openBubblewrapSandbox();
  try {
    const job = { files: { 'main.py': main }, main: 'main.py', args: [], stdin: '', wantsResult: false, limits: defaultLimits };
    return Buffer.from((await sandbox.run(pythonRuntime, job)).stdout).toString('utf8');
  } finally {
    await sandbox.close();
  }
};

test('pain 39: a program sees no key of the environment that Anneal runs in', async () => {
  process.env.ANTHROPIC_API_KEY = 'sk-hidden';
  try {
    expect(
      await printed('import os\nprint(sorted(os.environ), open("/proc/1/environ").read() if os.path.exists("/proc/1/environ") else "")'),
    ).not.toMatch(/ANTHROPIC|sk-hidden/);
  } finally {
    delete process.env.ANTHROPIC_API_KEY;
  }
});

test('pain 42: text that is not English comes out of a program as it went in, whatever the locale', async () => {
  const before = process.env.LC_ALL;
  process.env.LC_ALL = 'C';
  try {
    expect(await printed('print("привет", "日本", "ё" * 3)')).toBe('привет 日本 ёёё\n');
  } finally {
    if (before === undefined) delete process.env.LC_ALL;
    else process.env.LC_ALL = before;
  }
});

test('pain 43: the locale C changes nothing that is said or written', async () => {
  const result = async (locale: string) => {
    const { code, stdout } = await anneal(['run', '--backend', 'mock', '--seed', '1', '--json'], {
      place,
      environment: { LANG: locale, LC_ALL: locale },
    });
    const { status, code: program, explanation } = JSON.parse(stdout) as { status: string; code: string; explanation: string };
    return { code, status, program, explanation };
  };
  expect(await result('C')).toEqual(await result('en_US.UTF-8'));
});

test('pain 44: programs are the same by what they are, and not by the prose around them', async () => {
  const python = await loadPython();
  const take = (text: string): string => {
    const found = python.extract(
      { text, finish: 'stop' },
      { language: 'python', entry: { kind: 'function', name: 'f', parameters: [{ name: 'x' }] } },
    );
    return found.type === 'code' ? python.normalise(found.code) : found.reason;
  };
  const fenced = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
  expect(take(`I try again.\n${fenced('def f(x):\n    # second try\n    return x')}`)).toBe(
    take(`Sorry!\n${fenced('def f(x):\n    return x')}`),
  );
  expect(take(`I try again.\n${fenced('def f(x):\n    return x')}`)).not.toBe(take(`I try again.\n${fenced('def f(x):\n    return -x')}`));
});

test('pain 45: standard output holds one JSON object and nothing else, however much is said', async () => {
  const { stdout, stderr } = await anneal(['run', '--backend', 'mock', '--json', '--verbose'], { place });
  expect(JSON.parse(stdout)).toMatchObject({ runId: expect.any(String) });
  expect(stderr).not.toBe('');
});

test('pain 46: a program for LuaJIT is told from one for Lua 5.4', async () => {
  const rules = async (profile: string, code: string): Promise<readonly string[]> => {
    const language = await loadLua(await loadProfile(profile));
    return language.check(code, { language: 'lua', entry: { kind: 'chunk-return' } }).map(({ hint }) => hint ?? '');
  };
  expect(await rules('luajit', 'return table.unpack({1})')).toContain('Use unpack.');
  expect(await rules('lua53', 'return unpack({1})')).toContain('Use table.unpack.');
});
