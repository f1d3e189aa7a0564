import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeOllama, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
let ollama: FakeOllama;
beforeAll(async () => {
  place = await makePlace();
  ollama = await startFakeOllama();
});
afterAll(async () => {
  await ollama.close();
  await place.remove();
});

const bench = (...more: string[]) =>
  anneal(['bench', 'generate', '-b', 'ollama', '--base-url', ollama.url, '--samples', '2', '--tokens', '6', ...more], { place });

test('bench generate --json has the published shape', async () => {
  const { code, stdout } = await bench('--json');
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as Record<string, number>;
  expect(report).toMatchObject({ samples: 2, tokensPerSample: 6, model: 'ollama:qwen2.5-coder:1.5b' });
  for (const key of ['sequentialTokensPerSecond', 'batchedTokensPerSecond', 'ratio', 'cachedRatio']) expect(report[key]).toBeGreaterThan(0);
});

test('its last line of text is one of name=value pairs', async () => {
  const { stdout } = await bench();
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(last).toMatch(/^samples=2( \w+=[\d.]+)+$/);
  expect(last).toMatch(/ ratio=[\d.]+ cachedRatio=/);
});

test('a count that is none is refused with its range', async () => {
  const { code, stderr } = await anneal(['bench', 'generate', '--samples', 'many'], { place });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error\[usage\]: --samples: "many".*\nhint: give a whole number from 1 to 256/m);
});
