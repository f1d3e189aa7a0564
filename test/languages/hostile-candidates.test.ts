import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Value } from '../../src/domain/value.ts';
import { type Bench, functionEntry, openBench } from './observing.ts';

const hostile = new URL('../../../shared/hostile/', import.meta.url);
const candidates = readdirSync(hostile).filter((name) => /^(?:3[4-9]|4[0-2]).*\.py$/.test(name));
const { cases } = JSON.parse(readFileSync(new URL('suite/cases.json', hostile), 'utf8')) as { cases: [number[], number][] };

const calls = cases.map(([xs]) => `solve(${JSON.stringify(xs)})`);
const expected = cases.map(([, sum]): Value => ({ type: 'int', value: String(sum) }));
const entry = functionEntry('solve', 'xs');

describe('a candidate that attacks what observes it', () => {
  let python: Bench;
  let lua: Bench;
  beforeAll(async () => {
    [python, lua] = await Promise.all([openBench('python'), openBench('lua')]);
  });
  afterAll(async () => {
    await Promise.all([python.close(), lua.close()]);
  });

  const valuesOf = async (bench: Bench, file: string, given: readonly string[]): Promise<readonly unknown[]> => {
    const code = readFileSync(new URL(file, hostile), 'utf8');
    return (await bench.observe(code, given, { entry })).map(({ outcome }) => (outcome.type === 'value' ? outcome.value : outcome));
  };

  test.each(candidates)('gets no call right: %s', async (file) => {
    const values = await valuesOf(python, file, calls);
    expect(values).toHaveLength(calls.length);
    for (const [index, value] of values.entries()) expect(value).not.toEqual(expected[index]);
    expect(await valuesOf(python, 'suite/honest.py', calls)).toEqual(expected);
  });

  test('is told from an honest and from a wrong one', async () => {
    const luaCalls = cases.map(([xs]) => `solve({${xs.join(', ')}})`);
    expect(await valuesOf(lua, 'suite/honest.lua', luaCalls)).toEqual(expected);
    expect(await valuesOf(lua, 'suite/wrong.lua', luaCalls)).not.toEqual(expected);
    const wrong = await valuesOf(python, 'suite/wrong.py', calls);
    expect(wrong).not.toEqual(expected);
  });
});
