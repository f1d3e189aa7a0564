import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unreachable } from '../../src/bodies/ask-model.ts';
import { type CreateBodyDeps, type CreateBodyRequest, createBody, resumeBody } from '../../src/bodies/create-body.ts';
import { AppError } from '../../src/domain/app-error.ts';
import { fileRequest } from '../../src/engine/decide/file-request.ts';
import { jsonIn } from '../../src/languages/extraction/extract-json.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { createScriptedModel, type ScriptedModel } from '../../src/models/scripted/scripted-model.ts';
import type { Language } from '../../src/ports/language.ts';
import { createDiskSkillLibrary } from '../../src/skills/disk-skill-library.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';
import { type BodyBench, openBodyBench, sha256 } from './body-bench.ts';

let bench: BodyBench;
let language: Language;
let folder: string;
beforeAll(async () => {
  [bench, language] = await Promise.all([openBodyBench(), loadPython()]);
});
afterAll(() => bench.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-create-'));
  return () => rm(folder, { recursive: true });
});

const body = `from anneal_skill import ActionResult, Prediction

INTEGRATION = {"service": "shouter", "transport": "compute"}

def predict(ctx, request):
    return Prediction(text="shout", decisions=[])

def act(ctx, request, prediction):
    return ActionResult(action_log="Shouted: " + request.text.upper(), new_state=request.text.upper())
`;
const fenced = `Here it is:\n\`\`\`python\n${body}\`\`\`\n`;
const goodTests = '```json\n[{"request": "hello", "expect": {"log": ["shouted"], "state": ["HELLO"]}}]\n```';

/** Tests first, then one reply a call. */
function scripted(tests: string, ...bodies: readonly string[]): ScriptedModel {
  let written = 0;
  return createScriptedModel({
    capabilities: { contextTokens: 16_384 },
    replies: (request) => {
      if (request.purpose === 'tests') return tests;
      written += 1;
      return bodies[written - 1] ?? '';
    },
  });
}

function open(model: ScriptedModel | AppError) {
  const records = createMemorySkillRecords();
  const library = createDiskSkillLibrary({
    ...{ records, roots: [{ root: 'user' as const, folder: join(folder, 'skills'), trusted: true }] },
    ...{ indexFile: join(folder, 'index.json'), now: Date.now },
  });
  const steps: string[] = [];
  const deps: CreateBodyDeps = {
    ...{
      sandbox: bench.deps.sandbox,
      runtime: bench.deps.runtime,
      runtimeName: 'python test',
      bodies: bench.bodies,
      sha256,
      library,
      records,
      language,
    },
    file: async (request, options) => {
      const tree = { categories: await library.categories(), skills: (await library.list()).skills };
      const clock = { now: Date.now, sleep: async () => undefined };
      const random = { hex: () => 'aa', seed: () => 1 };
      return fileRequest({ text: request }, tree, { model: null, profile: { decides: false }, clock, random, sha256, jsonIn }, options);
    },
    writer: async () => {
      if (model instanceof AppError) throw model;
      return { model, address: 'http://writer.test/v1', timeoutSeconds: 20, seed: 1 };
    },
    clock: { now: Date.now },
    onStep: (line) => steps.push(line),
  };
  const asked: CreateBodyRequest = { request: 'Shout the words of a person back in capitals', root: 'user', tests: [] };
  return { deps, asked, steps, library, records, create: () => createBody(asked, deps) };
}

test('files, has tests written before the body, checks, tests in the sandbox and keeps', async () => {
  const model = scripted(goodTests, fenced);
  const { create, steps, records, deps } = open(model);
  const made = await create();
  expect(made.tests.map(({ passed }) => passed)).toEqual([true, true]);
  expect(made).toMatchObject({ verified: true, skill: { kind: 'predict-act', status: 'verified', language: 'python' } });
  expect(made.skill.body?.text.trim()).toBe(body.trim());
  expect((await records.verification(made.skill.hash, deps.runtimeName))?.passed).toBe(2);
  expect(model.requests.map(({ purpose }) => purpose)).toEqual(['tests', 'sample']);
  const [forTests, forBody] = model.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  expect(forTests).not.toContain('def predict');
  expect(forBody).toContain(bench.bodies.contract.trim());
  expect(forBody).toContain('Shout the words of a person back in capitals');
  expect(forBody).toContain(`category: ${made.skill.category}`);
  expect(steps.findIndex((line) => line.startsWith('writing tests'))).toBeLessThan(
    steps.findIndex((line) => line.includes('writes the body')),
  );
  const text = await readFile(join(folder, 'skills', made.skill.name, 'SKILL.md'), 'utf8');
  expect(text).toMatch(/^---\nname: /);
});

test('a rejected body is written once more with the reason; the second time it is an error and a stub stays', async () => {
  const again = scripted(goodTests, `import requests\n${body}`, fenced);
  const { create } = open(again);
  expect((await create()).verified).toBe(true);
  expect(again.requests.at(-1)?.messages.at(-1)?.content).toMatch(/^This body is rejected: line 1 imports requests/);

  const twice = scripted(goodTests, '', 'I would rather talk about it.');
  const other = open(twice);
  const asked = { ...other.asked, request: 'Whisper the words of a person in small letters' };
  const failure = await createBody(asked, other.deps).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'skill-rejected',
    message: expect.stringMatching(/^skill body rejected twice: .* \(before that: the answer is empty\)$/),
  });
  const [, name = ''] = /--resume (\S+)/.exec((failure as AppError).hint) ?? [];
  expect(await other.library.read(name)).toMatchObject({ status: 'stub', tests: [{ request: 'hello' }] });
  const resumed = open(scripted(goodTests, fenced));
  expect(await resumeBody(name, { root: 'user', tests: [] }, resumed.deps)).toMatchObject({ skill: { name } });
  expect((await resumed.library.read(name))?.body?.text.trim()).toBe(body.trim());
  await expect(resumeBody(name, { root: 'user', tests: [] }, resumed.deps)).rejects.toMatchObject({ code: 'conflict' });
});

test('every reason for a rejection reaches the person', async () => {
  const reasons: readonly (readonly [reply: string, reason: RegExp])[] = [
    ['```python\ndef predict(ctx, request:\n    return 1\n```', /not valid Python \(line 1\)/],
    [JSON.stringify({ code: 'def predict(ctx, request):\n  return (1\n' }), /not valid Python \(line \d\)/],
    [body.replace('def act(', 'def act(('), /not valid Python \(line \d+\)/],
    ['I cannot write that.', /The model declined|There is no program in the answer/],
    ['```python\ndef predict(ctx, request):\n    return 1\n```', /no module-level function act/],
    [`\`\`\`python\nURL = "https://board.service.test"\n${body}\`\`\``, /line 1 holds an address as a literal/],
    [JSON.stringify({ code: body.replace('"shouter"', 'name()') }), /INTEGRATION must be a dict of literals/],
  ];
  for (const [reply, reason] of reasons) {
    const { create } = open(scripted(goodTests, reply, reply));
    const failure: unknown = await create().catch((error: unknown) => error);
    expect((failure as AppError).message).toMatch(/^skill body rejected twice: /);
    expect((failure as AppError).message).toMatch(reason);
    await rm(join(folder, 'skills'), { recursive: true });
  }
});

test('a body that fails its tests is kept as unverified, and one without tests of the request too', async () => {
  const wrong = open(scripted(goodTests, fenced.replaceAll('.upper()', '[::-1]')));
  const made = await wrong.create();
  expect(made).toMatchObject({ verified: false, skill: { status: 'unverified' } });
  expect(made.tests[1]?.detail).toMatch(/new_state has no "HELLO": "olleh"/);
  await rm(join(folder, 'skills'), { recursive: true });
  expect(await open(scripted('I have no idea.', fenced)).create()).toMatchObject({
    verified: false,
    skill: { status: 'unverified', tests: [] },
  });
});

test('tests that a body passes which does nothing do not verify', async () => {
  const empty = '[{"request": "hello", "expect": {"ends": "done"}}]';
  expect(await open(scripted(empty, fenced)).create()).toMatchObject({ verified: false, skill: { status: 'unverified', tests: [{}] } });
});

test('a writer that does not answer is named with its address, and leaves a stub', async () => {
  const away = new AppError('model-unreachable', 'nobody listens there.', 'start it');
  const { create, library } = open(unreachable(away, 'http://127.0.0.1:9/v1') as AppError);
  await expect(create()).rejects.toMatchObject({
    code: 'model-unreachable',
    message: 'codegen endpoint unreachable at http://127.0.0.1:9/v1: nobody listens there. Is your local server running?',
    hint: expect.stringMatching(/anneal skills create --resume /),
  });
  expect((await library.list()).skills).toMatchObject([{ status: 'stub' }]);
  const slow = createScriptedModel({ replies: () => ({ text: 'late', delayMs: 5000 }), capabilities: { contextTokens: 16_384 } });
  const waiting = open(slow);
  const writer = { model: slow, address: 'http://writer.test/v1', timeoutSeconds: 0.1, seed: 1 };
  const asked = { ...waiting.asked, request: 'Count the words of a text and say how many' };
  await expect(createBody(asked, { ...waiting.deps, writer: async () => writer })).rejects.toMatchObject({
    message: 'codegen endpoint unreachable at http://writer.test/v1: no answer came within 0.1 s. Is your local server running?',
  });
  expect((await readdir(join(folder, 'skills'))).filter((name) => name.includes('tmp'))).toEqual([]);
});
