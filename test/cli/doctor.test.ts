import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeOllama, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
let ollama: FakeOllama;
beforeAll(async () => {
  ollama = await startFakeOllama();
});
beforeEach(async () => {
  place = await makePlace();
  return () => place.remove();
});
afterAll(() => ollama.close());

const offline = { HF_ENDPOINT: 'http://127.0.0.1:9' };
type Report = { ready: boolean; next: string; checks: { name: string; ok: boolean; detail: string; fix: string | null }[] };

describe('the quick look', () => {
  test('says what is here, what it lacks, and what to do next', async () => {
    const { code, stdout } = await anneal(['doctor', '--json'], { place, environment: offline });
    const { ready, checks, next } = JSON.parse(stdout) as Report;
    expect(checks.map(({ name }) => name)).toEqual([
      ...['python', 'lua', 'node', 'sandbox', 'model', 'weights', 'ollama', 'store', 'skills', 'disk', 'memory'],
    ]);
    expect(checks.find(({ name }) => name === 'model')?.detail).toMatch(/^llama-cpp:smollm2 \(the first run fetches it, 98 MB\)/);
    expect(checks.find(({ name }) => name === 'memory')?.detail).toMatch(/^[\d.]+ [GM]B free of [\d.]+ [GM]B$/);
    expect({ ready, code }).toEqual({ ready: true, code: 0 });
    expect(next).toMatch(/run ".*" -l (lua|python|javascript) --signature/);
  });

  test('without any model ends with 5, without a sandbox that is accepted with 6', async () => {
    const noModel = await anneal(['doctor', '-b', 'ollama'], { place, environment: offline });
    expect(noModel.stdout).toMatch(/^no {3}model +Ollama does not answer/m);
    expect(noModel.stdout).toMatch(/Anneal cannot write programs here yet; next: .*ollama serve/);
    expect(noModel.code).toBe(5);
    const noSandbox = await anneal(['doctor'], { place, environment: { ...offline, ANNEAL_MIN_LEVEL: 'L3' } });
    expect(noSandbox.stdout).toMatch(/^no {3}sandbox +The strongest sandbox on this machine is L2, and L3 is required/m);
    expect(noSandbox.code).toBe(6);
  });
});

describe('--full', { timeout: 300_000 }, () => {
  const there = () => ({ OLLAMA_URL: ollama.url });

  test('measures, stores and says what follows; a run goes by it', async () => {
    const { code, stdout, stderr } = await anneal(['doctor', '--full', '-b', 'ollama', '--budget-seconds', '8'], {
      place,
      environment: there(),
    });
    expect(stdout).toMatch(/^ollama:qwen2\.5-coder:1\.5b, measured in [\d.]+ s with \d+ questions$/m);
    expect(stdout).toMatch(/^- generated tests: .*\n {4}generated tests are not used/m);
    expect(stdout).toMatch(/^[+-] speed: .*writes [\d.]+ tokens\/s alone, [\d.]+ with 8 samples at once/m);
    expect(stderr).toMatch(/^ *\d+ % {2}/m);
    expect(code).toBe(0);
    const [file] = await readdir(join(place.home, 'data', 'profiles'));
    expect(JSON.parse(await readFile(join(place.home, 'data', 'profiles', file ?? ''), 'utf8'))).toMatchObject({
      v: 1,
      model: 'ollama:qwen2.5-coder:1.5b',
      language: 'python',
    });
    const run = await anneal(['run', 'Add two numbers', '-b', 'ollama', '--signature', 'def add(a, b)', '-e', 'add(1, 2) == 3'], {
      place,
      environment: there(),
    });
    // Unmeasured, this model is trusted with tests; the fake one writes none.
    expect(run.stderr).toContain('tests written by this model are right in about 0 % of cases');
  });

  test('of a model that never answers ends with 5 and says so', async () => {
    const slow = await startFakeOllama({ fault: () => ({ type: 'slow', ms: 60_000 }) });
    const { code, stderr } = await anneal(['doctor', '--full', '--question-seconds', '0.3'], {
      place,
      environment: { OLLAMA_URL: slow.url },
    });
    await slow.close();
    expect(stderr).toMatch(/^error\[model-timeout\]: .* answered none of 3 questions within 0\.3 s each\.\nhint: /m);
    expect(code).toBe(5);
  });

  test('measures the embedded model', async ({ skip }) => {
    const name = 'SmolLM2-135M-Instruct.Q4_1.gguf';
    const kept = join(process.env.ANNEAL_TEST_CACHE ?? join(homedir(), '.cache', 'anneal-test'), name);
    const here = await readFile(kept, { flag: 'r' }).then(
      () => true,
      () => false,
    );
    if (!here) skip(`${kept} is not here: the embedded model cannot be measured`);
    await mkdir(join(place.home, 'cache', 'models'), { recursive: true });
    await symlink(kept, join(place.home, 'cache', 'models', name));
    const { code, stdout, stderr } = await anneal(['doctor', '--full', '--json', '--budget-seconds', '20'], {
      place,
      environment: offline,
    });
    expect(stderr).not.toContain('error[');
    const { measurement, findings } = JSON.parse(stdout) as {
      measurement: {
        fingerprint: string;
        schema: { right: number; trials: number } | null;
        samples: { given: number } | null;
        decisions: { labelMass: number } | null;
      };
      findings: { what: string }[];
    };
    expect(measurement.fingerprint).toBe('sha256:b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53');
    // What is left out for want of time differs with the machine, and how good the answers are is the model's matter.
    const { schema, samples, decisions } = measurement;
    if (schema !== null) expect(schema.right).toBe(schema.trials);
    if (samples !== null) expect(samples.given).toBe(4);
    if (decisions !== null) expect(decisions.labelMass).toBeGreaterThan(0);
    expect(findings.map(({ what }) => what)).toEqual(expect.arrayContaining(['decisions', 'context']));
    expect(code).toBe(0);
  });
});
