import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LanguageId } from '../../src/domain/contract.ts';
import { openSuiteBench, read, type SuiteBench } from '../suites/running.ts';

const shared = new URL('../../../shared/hostile/', import.meta.url);
/** 20 were run by hand; each repetition draws other nonces, orders and values. */
const repetitions = Number(process.env.ANNEAL_REPETITIONS ?? 2);

const languages = { python: 'py', lua: 'lua', javascript: 'mjs' } as const satisfies Partial<Record<LanguageId, string>>;

describe.each(Object.entries(languages))('test files in %s', (language, extension) => {
  let bench: SuiteBench;
  let suite: string;
  beforeAll(async () => {
    bench = await openSuiteBench(language as LanguageId);
    suite = await read(new URL(`suite/test_candidate.${extension}`, shared));
  });
  afterAll(() => bench.close());

  const onShared = async (candidate: string) => {
    const names = [`candidate.${extension}`, `test_candidate.${extension}`] as const;
    return bench.run({ program: candidate, tests: suite, names });
  };

  test('an honest program passes and a wrong one fails, before and after hostile ones', async () => {
    const honest = await onShared(await read(new URL(`suite/honest.${extension}`, shared)));
    expect([honest.outcome, honest.passed, honest.total, honest.integrity]).toEqual(['passed', 5, 5, 'oracle-outside']);
    const wrong = await onShared(await read(new URL(`suite/wrong.${extension}`, shared)));
    expect([wrong.outcome, wrong.passed, wrong.total, wrong.tampered]).toEqual(['failed', 1, 5, false]);
  });

  test('no hostile program passes', { timeout: 1_200_000 }, async () => {
    const own = new URL('./solve/', import.meta.url);
    const files = [
      ...(await readdir(shared)).filter((name) => /^(?:3[4-9]|4[0-2])/.test(name)).map((name) => new URL(name, shared)),
      ...(await readdir(own)).map((name) => new URL(name, own)),
    ].filter(({ pathname }) => pathname.endsWith(`.${extension}`));
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) {
      for (let time = 0; time < repetitions; time += 1) {
        const result = await onShared(await read(file));
        expect(result.outcome, file.pathname).not.toBe('passed');
        expect(result.passed, file.pathname).toBe(0);
        expect(result.integrity).toBe('oracle-outside');
      }
    }
    const again = await onShared(await read(new URL(`suite/honest.${extension}`, shared)));
    expect(again.outcome).toBe('passed');
  });
});

describe('tests that need the program in their own interpreter', () => {
  let bench: SuiteBench;
  beforeAll(async () => {
    bench = await openSuiteBench('python');
  });
  afterAll(() => bench.close());

  test('an honest class passes, a wrong one fails, and none of the attacks passes', { timeout: 1_200_000 }, async () => {
    const folder = new URL('./box/', import.meta.url);
    const tests = await read(new URL('test_candidate.py', folder));
    const run = async (name: string) => bench.run({ program: await read(new URL(name, folder)), tests });
    const attacks = (await readdir(folder)).filter((name) => !['honest.py', 'wrong.py', 'test_candidate.py'].includes(name));
    expect(attacks.length).toBeGreaterThan(10);
    const honest = await run('honest.py');
    expect([honest.outcome, honest.integrity, honest.tampered]).toEqual(['passed', 'shared', false]);
    const wrong = await run('wrong.py');
    expect([wrong.outcome, wrong.passed, wrong.total, wrong.tampered]).toEqual(['failed', 1, 4, false]);
    for (const name of attacks) {
      for (let time = 0; time < repetitions; time += 1) expect((await run(name)).outcome, name).not.toBe('passed');
    }
    expect((await run('honest.py')).outcome).toBe('passed');
  });

  test('what makes every test pass is seen as an attack', async () => {
    const folder = new URL('./box/', import.meta.url);
    const tests = await read(new URL('test_candidate.py', folder));
    for (const name of ['equal.py', 'frames.py', 'forged-lines.py', 'swap-code.py', 'patched-runner.py']) {
      const result = await bench.run({ program: await read(new URL(name, folder)), tests });
      expect([result.tampered, result.outcome], name).toEqual([true, 'broken']);
    }
  });
});
