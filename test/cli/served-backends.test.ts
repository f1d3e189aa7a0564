import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { type FaultServer, type FaultServerOptions, startFaultServer } from '../models/servers/fault-server.ts';
import { speakAnthropic } from '../models/servers/speak-anthropic.ts';
import { speakOllama } from '../models/servers/speak-ollama.ts';
import { speakOpenAi } from '../models/servers/speak-openai.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
const servers: FaultServer[] = [];
beforeAll(async () => {
  place = await makePlace();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await place.remove();
});

async function serve(options: FaultServerOptions): Promise<FaultServer> {
  const server = await startFaultServer(options);
  servers.push(server);
  return server;
}

const add = ['run', 'Add two numbers', '--signature', 'def add(a, b)', '-e', 'add(1, 2) == 3', '-e', 'add(-1, 1) == 0', '--json'] as const;

describe('the backend openai', () => {
  test('writes a program with the only model of a llama-server, and keeps the key to itself', async () => {
    const server = await serve({ speak: speakOpenAi({ kind: 'llama-server' }) });
    const key = 'sk-not-to-be-seen-4711';
    // Traffic to this machine takes no proxy.
    const given = { place, environment: { OPENAI_API_KEY: key, HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' } };
    const { stdout, stderr } = await anneal([...add, '-b', 'openai', '--base-url', server.url, '--verbose'], given);
    const result = runResultSchema.parse(JSON.parse(stdout));
    expect(result.error, stderr).toBeNull();
    expect(['success', 'unsure']).toContain(result.status);
    expect(result.model.id).toBe('openai:qwen2.5-coder-1.5b');
    expect(server.generations[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const config = await anneal(['config', '--json'], given);
    const files = await readdir(place.home, { recursive: true, withFileTypes: true });
    const stored = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    );
    for (const text of [stdout, stderr, config.stdout, config.stderr, ...stored]) expect(text.includes(key)).toBe(false);
  });

  test('a password in its address is shown nowhere, right or wrong', async () => {
    const set = await anneal(['config'], { place, environment: { ANNEAL_BASE_URL: 'http://me:hunter2@127.0.0.1:9/v1?key=abc123' } });
    expect(set.stdout).toMatch(/^baseUrl +http:\/\/…@127\.0\.0\.1:9\/v1\?… /m);
    const asJson = await anneal(['config', '--json'], { place, environment: { OLLAMA_URL: 'http://me:hunter2@127.0.0.1:9' } });
    const wrong = await anneal(['config'], { place, environment: { ANNEAL_BASE_URL: 'me:hunter2@127.0.0.1:9/v1' } });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('ANNEAL_BASE_URL: "…@127.0.0.1:9/v1" is not allowed') });
    for (const { stdout, stderr } of [set, asJson, wrong]) expect(`${stdout}${stderr}`).not.toMatch(/hunter2|abc123/);
  });

  test('a proxy that is none is an error of the environment', async () => {
    const flags = ['-b', 'openai', '-m', 'm', '--base-url', 'http://models.invalid/v1'];
    const { code, stderr } = await anneal(['run', 'x', ...flags], { place, environment: { HTTP_PROXY: 'ftp://proxy' } });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error\[bad-config\]: "ftp:.*\nhint: export HTTP_PROXY=http:/m),
    });
  });

  test('its models can be listed and chosen', async () => {
    const server = await serve({ speak: speakOpenAi({ kind: 'vllm', models: ['qwen/coder-7b', 'llama-8b'] }) });
    const own = await makePlace();
    const environment = { ANNEAL_BASE_URL: server.url };
    const listed = await anneal(['models', 'list', '-b', 'openai', '--json', '--base-url', server.url], { place: own });
    const { backends } = JSON.parse(listed.stdout) as { backends: { backend: string; models: { name: string }[] }[] };
    expect(backends.map(({ backend, models }) => [backend, models.map(({ name }) => name)])).toEqual([
      ['openai', ['qwen/coder-7b', 'llama-8b']],
    ]);
    const wrong = await anneal(['models', 'use', 'llama-80b', '-b', 'openai'], { place: own, environment });
    expect(wrong.stderr).toMatch(/^error\[model-missing\]: openai offers no model llama-80b\nhint: did you mean llama-8b\?/m);
    const used = await anneal(['models', 'use', 'llama-8b', '-b', 'openai'], { place: own, environment });
    expect(used.code, used.stderr).toBe(0);
    const config = await anneal(['config', '--json'], { place: own, environment });
    expect(JSON.parse(config.stdout)).toMatchObject({ taken: { backend: 'openai', model: 'llama-8b' } });
    const noted = await anneal(['models', 'use', 'qwen/coder-7b', '-b', 'openai', '--base-url', server.url], { place: own });
    expect(noted.code, noted.stderr).toBe(0);
    const without = await anneal(['config', '--json'], { place: own });
    expect(JSON.parse(without.stdout)).toMatchObject({ taken: { model: 'qwen/coder-7b' }, settings: { baseUrl: { value: server.url } } });
    const bad = await anneal(['models', 'use', 'llama-8b', '-b', 'openai', '--base-url', 'localhost:1'], { place: own });
    expect(bad.stderr).toMatch(/^error\[usage\]/m);
    await anneal(['models', 'use', 'llama-8b', '-b', 'openai'], { place: own });
    expect(JSON.parse((await anneal(['config', '--json'], { place: own })).stdout)).toMatchObject({
      settings: { baseUrl: { value: server.url } },
    });
    await anneal(['models', 'use', 'auto'], { place: own });
    expect(JSON.parse((await anneal(['config', '--json'], { place: own })).stdout)).toMatchObject({
      settings: { baseUrl: { value: null } },
    });
    await anneal(['models', 'use', 'llama-8b', '-b', 'openai'], { place: own, environment });
    const all = await anneal(['models', 'list', '--json'], { place: own, environment });
    expect((JSON.parse(all.stdout) as { backends: { backend: string }[] }).backends.map(({ backend }) => backend)).toEqual([
      'llama-cpp',
      'ollama',
      'openai',
    ]);
    await own.remove();
  });

  test.each([
    [['--base-url', 'localhost:8000/v1'], 2, /^hint: did you mean http:\/\/localhost:8000\/v1\? allowed: an http:/m],
    [['--base-url', 'api.example.com/v1'], 2, /^hint: did you mean https:\/\/api\.example\.com\/v1\?/m],
    [['--base-url', 'http://127.0.0.1:9/v1'], 5, /^error\[model-unreachable\]: .*127\.0\.0\.1:9.*\nhint: Start the server/m],
  ])('%j is an error with the next step', async (flags, exit, text) => {
    const { code, stderr } = await anneal(['run', 'x', '-b', 'openai', '-m', 'm', ...flags], { place });
    expect(stderr).toMatch(text);
    expect(code).toBe(exit);
  });

  test.each([
    ['its model is named', ['-m', 'm']],
    ['it is asked for its models', []],
  ])('a server that says nothing ends with the budget, when %s', async (_when, flags) => {
    const server = await serve({ speak: speakOpenAi({ kind: 'plain' }), fault: () => ({ type: 'silent' }) });
    const args = ['run', 'x', '-b', 'openai', ...flags, '--base-url', server.url, '--budget-seconds', '1'];
    const { code, stderr } = await anneal(args, { place });
    expect(stderr).toMatch(/^error\[model-timeout\]: .*within the budget of 1 s/m);
    expect(code).toBe(5);
  });
});

describe('the backend anthropic', () => {
  test('writes a program, and without a key says which one it wants', async () => {
    const server = await serve({ speak: speakAnthropic() });
    const flags = ['-b', 'anthropic', '-m', 'claude-haiku-4-5-20251001'];
    const { stdout, stderr } = await anneal([...add, ...flags, '--base-url', server.url], {
      place,
      environment: { ANTHROPIC_API_KEY: 'k' },
    });
    const result = runResultSchema.parse(JSON.parse(stdout));
    expect(result.error, stderr).toBeNull();
    expect(result.model.id).toBe('anthropic:claude-haiku-4-5-20251001');
    const without = await anneal(['run', 'x', ...flags], { place });
    expect(without.stderr).toMatch(/^error\[model-refused\]: .*\nhint: export ANTHROPIC_API_KEY=/m);
    expect(without.code).toBe(5);
  });
});

describe('a server that never stops writing', () => {
  const writers = { ollama: speakOllama, openai: speakOpenAi({ kind: 'llama-server' }), anthropic: speakAnthropic() };
  const models = { ollama: 'qwen2.5-coder:1.5b', openai: 'qwen2.5-coder-1.5b', anthropic: 'claude-haiku-4-5-20251001' };
  test.each(Object.keys(writers) as (keyof typeof writers)[])('%s: the budget of 5 s ends it', async (backend) => {
    const server = await serve({ speak: writers[backend], fault: (_, n) => (n < 0 ? null : { type: 'endless' }) });
    const args = [...add, '-b', backend, '-m', models[backend], '--base-url', server.url, '--budget-seconds', '5'];
    const { stdout } = await anneal(args, { place });
    // It would never end otherwise.
    expect(runResultSchema.parse(JSON.parse(stdout)).status).not.toBe('success');
  });
});
