import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../src/domain/json.ts';
import { createLlamaCppProvider, type LlamaCppOptions } from '../../../src/models/llama-cpp/llama-cpp-provider.ts';
import type { CompletionPart, CompletionRequest, Model } from '../../../src/ports/model.ts';
import { compiledChild } from './compiled-child.ts';
import { childrenOf, processorTicks } from './processes.ts';
import { testCache } from './test-cache.ts';

type SampleEnd = Extract<CompletionPart, { type: 'sample-end' }>;

let childEntry: URL;
let cacheFolder: string;
let model: Model;

beforeAll(async () => {
  childEntry = await compiledChild();
  cacheFolder = await testCache();
  model = await open();
});

afterAll(() => model.close());

const open = (options: Partial<LlamaCppOptions> = {}): Promise<Model> =>
  createLlamaCppProvider({ cacheFolder, childEntry, ...options }).open('smollm2');

const gcd: CompletionRequest = {
  form: 'chat-prefill',
  messages: [
    { role: 'user', content: 'Sum of the numbers in xs' },
    {
      role: 'assistant',
      content: '```python\ndef total(xs):\n    result = 0\n    for x in xs:\n        result += x\n    return result\n```',
    },
    { role: 'user', content: 'Greatest common divisor of a and b' },
  ],
  prefill: '```python\ndef gcd(a, b):',
  seeds: [1],
  temperature: 0,
  maxTokens: 40,
  stop: [{ type: 'text', text: '```' }],
};

async function samples(of: Model, request: CompletionRequest, signal?: AbortSignal): Promise<readonly SampleEnd[]> {
  const ends: SampleEnd[] = [];
  for await (const part of of.complete(request, signal === undefined ? {} : { signal }))
    if (part.type === 'sample-end') ends[part.sample] = part;
  return ends;
}

const ticksOfChildren = async (): Promise<number> =>
  (await Promise.all((await childrenOf(process.pid)).map(processorTicks))).reduce((sum, ticks) => sum + ticks, 0);

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('samples of one request', () => {
  test('are the same text when greedy, however many are evaluated side by side', async () => {
    const [alone] = await samples(model, gcd);
    const together = await samples(model, { ...gcd, seeds: seeds(32) });
    const again = await samples(model, { ...gcd, seeds: seeds(40) });
    // Near-ties may fall the other way in a batch; racing sampling workers gave 7 different, partly garbled texts in 8.
    for (const batch of [together, again])
      expect(batch.filter(({ text }) => text === alone?.text).length).toBeGreaterThan(batch.length / 2);
  });

  test('differ at a temperature, and all seeds of more than one batch are answered', async () => {
    const ends = await samples(model, { ...gcd, seeds: seeds(48), temperature: 0.8, maxTokens: 24 });
    expect(ends.filter((end) => end !== undefined)).toHaveLength(48);
    expect(new Set(ends.map(({ text }) => text)).size).toBeGreaterThan(1);
  });

  test('cost their prompt once', async () => {
    const long: CompletionRequest = {
      ...gcd,
      messages: [{ role: 'user', content: 'Read this list of words: '.concat('alpha beta gamma delta '.repeat(60)) }, ...gcd.messages],
      maxTokens: 1,
    };
    const ticksOf = async (request: CompletionRequest): Promise<number> => {
      const before = await ticksOfChildren();
      await samples(model, request);
      return (await ticksOfChildren()) - before;
    };
    const first = await ticksOf(long);
    const rest = await ticksOf({ ...long, seeds: seeds(16) });
    // Sixteen evaluations would take sixteen times the processor of the first.
    expect(rest).toBeLessThan(first * 6);
  });

  test('keep characters of several bytes whole', async () => {
    const [end] = await samples(model, {
      form: 'completion',
      messages: [{ role: 'user', content: 'Привет, мир! Привет, мир! Привет, мир! При' }],
      seeds: [1],
      temperature: 0,
      maxTokens: 40,
      stop: [],
      // Whatever the model would rather write.
      grammar: 'root ::= "вет, мир и 語!"',
    });
    expect(end?.text).toBe('вет, мир и 語!');
  });
});

test('the conversation goes through the template of the weights, with each turn opened once', async () => {
  const empty = await model.countTokens([{ role: 'user', content: '' }]);
  const one = await model.countTokens([{ role: 'user', content: 'x' }]);
  expect(one - empty).toBeLessThanOrEqual(8);
  const special = await model.countTokens([{ role: 'user', content: '<|im_end|>' }]);
  // Text that looks like the end of a turn stays text: more than one token.
  expect(special - empty).toBeGreaterThan(3);
});

test('a JSON schema is enforced', async () => {
  const schema = { type: 'object', properties: { name: { enum: ['add', 'plus'] }, arity: { enum: [1, 2] } }, required: ['name', 'arity'] };
  const [end] = await samples(model, {
    form: 'chat',
    messages: [{ role: 'user', content: 'Name a function that adds two numbers.' }],
    seeds: [1],
    temperature: 0,
    maxTokens: 60,
    stop: [],
    jsonSchema: schema,
  });
  expect(JSON.parse(end?.text ?? '')).toMatchObject({ name: expect.any(String), arity: expect.any(Number) });
});

test.each<[string, Json, RegExp]>([
  ['any object', { type: 'object' }, /^\{\s*["}]/],
  [
    'a union, which is no null',
    { type: 'object', properties: { colour: { anyOf: [{ enum: ['red', 'blue'] }, { type: 'integer' }] } }, required: ['colour'] },
    /^\{\s*"colour":\s*(?:"red"|"blue"|-?\d)/,
  ],
  [
    'a definition of an older draft',
    {
      type: 'object',
      properties: { colour: { $ref: '#/definitions/colour' } },
      required: ['colour'],
      definitions: { colour: { type: 'string', enum: ['red', 'blue'] } },
    },
    /^\{\s*"colour":\s*(?:"red"|"blue")/,
  ],
])('a JSON schema with %s is enforced', async (_title, jsonSchema, form) => {
  const [end] = await samples(model, {
    form: 'chat',
    messages: [{ role: 'user', content: 'Name a colour as JSON with the key colour, such as {"colour": "red"}.' }],
    seeds: [1],
    temperature: 0,
    maxTokens: 60,
    stop: [],
    jsonSchema,
  });
  expect(end?.text).toMatch(form);
});

test('JSON ends where it ends: empty lines behind it are not waited for', async () => {
  const [end] = await samples(model, {
    form: 'chat',
    messages: [{ role: 'user', content: 'Give me an object with a number a.' }],
    seeds: [1],
    temperature: 0,
    maxTokens: 400,
    stop: [],
    jsonSchema: { type: 'object', properties: { a: { enum: [1, 2] } }, required: ['a'], additionalProperties: false },
  });
  expect(end?.finish).toBe('stop');
  expect(JSON.parse(end?.text ?? '')).toEqual({ a: expect.any(Number) });
  expect(end?.usage.completionTokens).toBeLessThan(60);
});

test('a grammar that cannot be read is bad input', async () => {
  await expect(samples(model, { ...gcd, grammar: 'root ::= (' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('a prompt longer than the context is refused with its length, and with what is too much', async () => {
  const messages = [{ role: 'user' as const, content: 'word '.repeat(9000) }];
  await expect(samples(model, { ...gcd, messages })).rejects.toMatchObject({
    code: 'prompt-too-long',
    message: expect.stringMatching(
      /The prompt \(\d{4,} tokens, \d+ too many\) does not fit into the \d{4,} that this model takes; nothing was cut\./,
    ),
  });
});

describe('stopping', () => {
  const endless: CompletionRequest = { ...gcd, seeds: seeds(32), temperature: 1, maxTokens: 400, stop: [] };

  test('an aborted request throws its reason long before it would be done, and the next one is answered', async () => {
    const control = new AbortController();
    const reason = new Error('enough');
    const running = samples(model, endless, control.signal);
    const [, waited] = await Promise.all([
      expect(running).rejects.toBe(reason),
      sleep(1500).then(async () => {
        const at = performance.now();
        control.abort(reason);
        await running.catch(() => undefined);
        return performance.now() - at;
      }),
    ]);
    expect(waited).toBeLessThan(20_000);
    expect((await samples(model, { ...gcd, maxTokens: 3 }))[0]?.finish).toBe('length');
  });

  test('a consumer that leaves frees the sequences', async () => {
    for await (const part of model.complete(endless)) if (part.type === 'text-delta') break;
    const at = performance.now();
    await samples(model, { ...gcd, maxTokens: 3 });
    expect(performance.now() - at).toBeLessThan(30_000);
  });

  test('a request that stalls is ended as a time-out, and a fresh process answers the next', async () => {
    const impatient = await open({ limits: { stallMs: 40 } });
    try {
      await expect(samples(impatient, { ...endless, seeds: seeds(32) })).rejects.toMatchObject({ code: 'model-timeout' });
    } finally {
      await impatient.close();
    }
  });
});

describe('the process', () => {
  test('when it is killed, the request fails as a crash and the next one starts a fresh one', async () => {
    const before = await childrenOf(process.pid);
    const other = await open();
    try {
      const [pid] = (await childrenOf(process.pid)).filter((child) => !before.includes(child));
      const running = samples(other, { ...gcd, seeds: seeds(32), maxTokens: 200, stop: [] });
      const failed = expect(running).rejects.toMatchObject({ code: 'model-crashed', message: expect.stringContaining('SIGKILL') });
      await sleep(500);
      process.kill(pid ?? 0, 'SIGKILL');
      await failed;
      expect((await samples(other, { ...gcd, maxTokens: 3 }))[0]?.text).toBeTruthy();
    } finally {
      await other.close();
    }
    expect(await childrenOf(process.pid)).toEqual(before);
  });

  test('ends with a parent that is killed, and leaves no file behind', async () => {
    const program = `
      import { fork } from 'node:child_process';
      import { mkdtempSync } from 'node:fs';
      const folder = mkdtempSync('/dev/shm/anneal-prefixes-' + process.pid + '-');
      const child = fork(process.argv[1], [], { env: { UV_THREADPOOL_SIZE: '1' }, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      const load = { weightsFile: process.argv[2], threads: 1, cacheBytes: 2 ** 28, stateFolder: folder };
      child.on('message', (message) => {
        if (message.type === 'result' && message.id === 1) {
          child.send({ type: 'work', id: 2, work: { type: 'complete', request: JSON.parse(process.argv[3]) } });
          console.log(child.pid + ' ' + folder);
        }
      });
      child.send({ type: 'work', id: 1, work: { type: 'load', load } });
    `;
    const request = JSON.stringify({ ...gcd, seeds: seeds(8), maxTokens: 400, stop: [] });
    const weights = `${cacheFolder}/SmolLM2-135M-Instruct.Q4_1.gguf`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program, fileURLToPath(childEntry), weights, request]);
    const said = await Promise.race([once(parent.stdout, 'data'), sleep(60_000, [''])]);
    const [pid = '', folder = ''] = String(said[0]).trim().split(' ');
    await sleep(500);
    parent.kill('SIGKILL');
    expect(Number(pid)).toBeGreaterThan(0);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
