import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LanguageId } from '../../src/domain/contract.ts';
import { openSuiteBench, read, type SuiteBench } from '../suites/running.ts';

/** 20 were run by hand; each repetition draws other nonces, orders and values. */
const repetitions = Number(process.env.ANNEAL_REPETITIONS ?? 1);

// Each program is right but for what it cheats in, and is asked beside the tests: they use objects, parameters, callbacks.
const shapes = {
  python: { extension: 'py', tests: 'test_candidate.py' },
  javascript: { extension: 'mjs', tests: 'candidate.test.mjs' },
  lua: { extension: 'lua', tests: 'candidate_spec.lua' },
} as const satisfies Partial<Record<LanguageId, object>>;

/** Runs each attack on the tests of one language. */
export function testShapes(language: keyof typeof shapes): void {
  const { extension, tests: name } = shapes[language];
  let bench: SuiteBench;
  beforeAll(async () => {
    bench = await openSuiteBench(language);
  });
  afterAll(() => bench.close());

  test('an honest program passes, and none that attacks them does', { timeout: 1_200_000 }, async () => {
    const folder = new URL(`./shapes/${language}/`, import.meta.url);
    const tests = await read(new URL(name, folder));
    const names = [`candidate.${extension}`, name] as const;
    const run = async (file: string) => bench.run({ program: await read(new URL(file, folder)), tests, names });
    const attacks = (await readdir(folder)).filter((file) => file !== name && !file.startsWith('honest'));
    expect(attacks.length).toBeGreaterThan(9);
    const honest = await run(`honest.${extension}`);
    expect([honest.outcome, honest.integrity, honest.tampered]).toEqual(['passed', 'shared', false]);
    for (const file of attacks) {
      for (let time = 0; time < repetitions; time += 1) expect((await run(file)).outcome, file).not.toBe('passed');
    }
  });
}
