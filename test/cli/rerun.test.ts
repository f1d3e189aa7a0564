import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFaultServer } from '../models/servers/fault-server.ts';
import { speakOpenAi } from '../models/servers/speak-openai.ts';
import { realServer } from '../real-servers/real-server.ts';
import { anneal, makePlace, type Outcome, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const run = (...args: readonly string[]): Promise<Outcome> => anneal(args, { place });
const add = ['run', 'Write a function add(a, b) that returns the sum', '--signature', 'def add(a, b)', '-e', 'add(1, 2) == 3'];

test('a stored run is run again from its replies, here and from its exported file, to the same result', async () => {
  const first = JSON.parse((await run('run', '--backend', 'mock', '--json')).stdout);
  const again = await run('runs', 'rerun', first.runId, '--json');
  const result = JSON.parse(again.stdout);
  expect(again.code).toBe(0);
  expect(result).toMatchObject({ code: first.code, confidence: first.confidence, rerun: { same: true } });
  expect(result.evidence.candidates).toEqual(first.evidence.candidates);
  expect(result.warnings).toContainEqual(expect.objectContaining({ feature: 'replay' }));
  expect(result.runId).not.toBe(first.runId);

  const file = join(place.work, 'run.jsonl');
  expect((await run('runs', 'export', first.runId, '-o', file)).code).toBe(0);
  const elsewhere = await makePlace();
  const fromFile = await anneal(['runs', 'rerun', '--file', file], { place: elsewhere });
  expect(fromFile.stderr).toContain('rerun: the same programs and the same result as then');
  expect(fromFile.stdout).toBe(first.code.endsWith('\n') ? first.code : `${first.code}\n`);
  await elsewhere.remove();
});

test('a file of a run shows no folder of this machine to its programs, whatever it names', async () => {
  const first = JSON.parse((await run('run', '--backend', 'mock', '--json')).stdout);
  const events = (await run('runs', 'export', first.runId)).stdout.trim().split('\n');
  const start = JSON.parse(events[0] ?? '');
  const tests = 'import pytest\nfrom program import second_largest\n\ndef test_it():\n    assert second_largest([1, 2]) == 1\n';
  const suite = { file: 'test_it.py', text: tests, program: 'program.py', siblings: {}, frameworkPaths: [place.work], ids: ['test_it'] };
  const file = join(place.work, 'foreign.jsonl');
  await writeFile(file, [JSON.stringify({ ...start, request: { ...start.request, suite } }), ...events.slice(1)].join('\n'));
  const { runId } = JSON.parse((await run('runs', 'rerun', '--file', file, '--json')).stdout);
  const stored = JSON.parse((await run('runs', 'export', runId)).stdout.split('\n')[0] ?? '');
  expect(stored.request.suite).toMatchObject({ file: 'test_it.py', frameworkPaths: [expect.stringMatching(/-packages$/)] });
});

test('what cannot be run again is an error with the next step', async () => {
  const failing = async (...args: readonly string[]) => {
    const { code, stderr } = await run('runs', 'rerun', ...args);
    return { code, stderr };
  };
  expect(await failing()).toMatchObject({ code: 2, stderr: expect.stringContaining('--file run.jsonl') });
  expect(await failing('nothere')).toMatchObject({ code: 2, stderr: expect.stringContaining('error[not-found]') });
  const file = join(place.work, 'broken.jsonl');
  await writeFile(file, '{"type":"run-start"\n');
  expect(await failing('--file', file)).toMatchObject({ code: 2, stderr: expect.stringContaining('line 1: not an event of a run') });
  const start = { v: 1, seq: 1, at: 0, type: 'run-start', language: 'python', sandbox: { level: 'L2', missing: [] }, seed: 1 };
  const model = { backend: 'mock', id: 'mock:demo', demo: true, capabilities: {} };
  for (const [event, message] of [
    [{ ...start, model }, 'line 1: not a run-start as runs store it (request: '],
    [{ ...start, model, request: { task: 5 } }, '(request.task: '],
    [{ ...start, model, request: { task: 'x' } }, '(model.capabilities.'],
    [{ ...start, model: { ...model, capabilities: undefined }, request: { task: 'x' }, language: 'cobol' }, '(language: '],
    [{ v: 1, seq: 2, at: 0, type: 'model-reply', purpose: 'sample', request: 'r', reply: { type: 'sample' } }, 'not a model-reply'],
  ] as const) {
    await writeFile(file, `${JSON.stringify(event)}\n`);
    expect(await failing('--file', file)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  }
  await writeFile(file, '');
  expect(await failing('--file', file)).toMatchObject({ code: 2, stderr: expect.stringContaining('holds no replies') });
});

test('a run on a real llama-server, and the same run again when no server is asked', async () => {
  const { url, model } = await realServer('llama-server');
  const first = await run(...add, '-b', 'openai', '--base-url', `${url}/v1`, '-m', model, '-n', '8', '--n-tests', '0', '--json');
  const result = JSON.parse(first.stdout);
  expect(result).toMatchObject({ model: { backend: 'openai', id: `openai:${model}`, cost: null } });
  expect(result.evidence.candidates.length).toBeGreaterThan(0);
  const again = JSON.parse((await run('runs', 'rerun', result.runId, '--json')).stdout);
  expect(again.rerun).toEqual({ same: true, detail: 'rerun: the same programs and the same result as then' });
});

test('the cost of a metered server is estimated before, shown after, and stored', async () => {
  const server = await startFaultServer({ speak: speakOpenAi({ kind: 'plain' }), tokenMs: 1 });
  try {
    const priced = [
      ...add,
      '-b',
      'openai',
      '--base-url',
      `${server.url}/v1`,
      '-m',
      'qwen2.5-coder-1.5b',
      '--price',
      '3,15',
      '-n',
      '2',
      '--n-tests',
      '0',
    ];
    const { stderr } = await run(...priced);
    expect(stderr).toMatch(
      /estimated cost \$[\d.]+ to \$[\d.]+ \(\$3 and \$15 for a million tokens of prompt and answer, the setting price\)/,
    );
    expect(stderr).toMatch(/ s · \$0\.\d{4}/);
    const { model } = JSON.parse((await run(...priced, '--json')).stdout);
    const dollars = (model.promptTokens * 3 + model.completionTokens * 15) / 1e6;
    expect(model.cost).toEqual({
      dollars: expect.closeTo(dollars, 6),
      promptPerMillion: 3,
      completionPerMillion: 15,
      source: 'the setting price',
    });
    const free = await run(...priced.filter((flag) => flag !== '--price' && flag !== '3,15'));
    expect(free.stderr).not.toContain('cost');
    const wrong = await run(...add, '--price', 'cheap');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('PROMPT,ANSWER') });
  } finally {
    await server.close();
  }
});

test('a server that never answers ends in the budget, with an error of its own', async () => {
  const server = await startFaultServer({
    speak: speakOpenAi({ kind: 'plain' }),
    fault: (request) => (request.body.stream === true ? { type: 'silent' } : null),
  });
  try {
    const { code, stderr } = await run(
      ...add,
      '-b',
      'openai',
      '--base-url',
      `${server.url}/v1`,
      '-m',
      'qwen2.5-coder-1.5b',
      '--n-tests',
      '0',
      '--budget-seconds',
      '3',
    );
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('error[model-timeout]: openai:qwen2.5-coder-1.5b gave no answer within the budget of 3 s'),
    });
    expect(stderr).toContain('--budget-seconds 6');
  } finally {
    await server.close();
  }
});
