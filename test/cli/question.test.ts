import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { type FakeOllama, type SeenRequest, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { anneal, makePlace, type Outcome, type Place } from './anneal.ts';

let place: Place;
let ollama: FakeOllama;
let context: FakeOllama;
beforeAll(async () => {
  place = await makePlace();
  // Two readings of one request, each written in several ways: nothing but an answer tells which was meant.
  ollama = await startFakeOllama({ fault: (request) => ({ type: 'text', text: reply(request) }), tokenMs: 0 });
  context = await startFakeOllama({
    fault: () => ({ type: 'text', text: '```lua\nreturn wf.vars.emails[#wf.vars.emails]\n```' }),
    tokenMs: 0,
  });
});
afterAll(async () => {
  await ollama.close();
  await context.close();
  await place.remove();
});

function reply({ body }: SeenRequest): string {
  const prompt = (body.messages ?? []).map(({ content }) => content).join('\n');
  if (!prompt.includes('without tests')) return 'No tests come to mind.';
  const seed = body.options?.seed ?? 0;
  const value = seed % 2 === 0 ? '0' : 'None';
  return `\`\`\`python\ndef mean(xs):\n    v${seed} = len(xs)\n    return sum(xs) / v${seed} if xs else ${value}\n\`\`\``;
}

const ask = (...more: string[]): Promise<Outcome> =>
  anneal(
    [
      ...['run', 'The mean of a list of numbers', '--signature', 'def mean(xs: list[float])', '-e', 'mean([1, 3]) == 2'],
      ...['-b', 'ollama', '--base-url', ollama.url, '--max-iters', '1', '-n', '6', '--seed', '1', ...more],
    ],
    { place },
  );
const runIdOf = (stderr: string): string => /^anneal: run (\w+)$/m.exec(stderr)?.[1] ?? '';
const resume = (id: string) => anneal(['run', '--resume', id, '--base-url', ollama.url, '--json'], { place });

describe('a question without a person', () => {
  test('ends with exit code 4 and the commands that go on', async () => {
    const { code, stdout, stderr } = await ask();
    expect(code, stderr).toBe(4);
    expect(stdout).toBe('');
    const id = runIdOf(stderr);
    expect(stderr).toContain('What should mean([]) give?');
    expect(stderr).toMatch(/^ {2}A\) (None|0) {3}\d+ %$/m);
    expect(stderr).toMatch(/^ {2}B\) (None|0) {3}\d+ %$/m);
    expect(stderr).toMatch(new RegExp(`^answer with: .*anneal.* runs answer ${id} A$`, 'm'));
    expect(stderr).toMatch(new RegExp(`^then go on: .*anneal.* run --resume ${id}$`, 'm'));
    const listed = await anneal(['runs', 'list', '--phase', 'waiting'], { place });
    expect(listed.stdout).toContain(id);
  });

  test('runs answer ID A makes the answer a test, and the run goes on with it', async () => {
    const { stdout } = await ask('--json');
    const waiting = runResultSchema.parse(JSON.parse(stdout));
    expect(waiting).toMatchObject({ state: 'waiting', status: 'clarify', code: null, question: { call: 'mean([])' } });
    const wanted = waiting.question?.options.find(({ value }) => value === '0');
    const answered = await anneal(['runs', 'answer', waiting.runId, wanted?.id ?? ''], { place });
    expect(answered.stderr).toContain(`answered: ${wanted?.id}) 0`);
    const { code, stdout: after, stderr } = await resume(waiting.runId);
    const result = runResultSchema.parse(JSON.parse(after));
    expect(result.evidence.tests, stderr).toContainEqual(
      expect.objectContaining({ call: 'mean([])', expected: '0', origin: 'answer', observed: '0', passed: true }),
    );
    expect(result.code).toContain('else 0');
    expect([0, 3]).toContain(code);
    // Run again from its replies, it gives the recorded answer to the same question.
    const again = await anneal(['runs', 'rerun', waiting.runId, '--json'], { place });
    expect(JSON.parse(again.stdout)).toMatchObject({ code: result.code, rerun: { same: true } });
  });

  test('an answer that no candidate gives is a test that they all fail', async () => {
    const { stderr } = await ask();
    const id = runIdOf(stderr);
    expect((await anneal(['runs', 'answer', id, '--value', '-1'], { place })).code).toBe(0);
    const { code, stdout } = await resume(id);
    const result = runResultSchema.parse(JSON.parse(stdout));
    expect(result).toMatchObject({ state: 'done', status: 'failed' });
    expect(result.evidence.tests).toContainEqual(expect.objectContaining({ call: 'mean([])', expected: '-1', passed: false }));
    expect(code).toBe(1);
  });

  test('an option that there is not, an empty answer and two answers are refused with what to type', async () => {
    const { stderr } = await ask();
    const id = runIdOf(stderr);
    for (const [args, message] of [
      [['Z'], /error\[bad-input\]: the question has no option Z: A\) /],
      [['--value', ' '], /error\[bad-input\]: the answer is empty/],
      [['--value', '(('], /error\[bad-input\]: "\(\(" is no value of Python/],
      [['A', '--value', '0'], /error\[usage\]: the answer is given twice/],
    ] as const) {
      const refused = await anneal(['runs', 'answer', id, ...args], { place });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(message);
      expect(refused.stderr).toContain(`runs answer ${id} A`);
    }
    const early = await resume(id);
    expect(early.stderr).toMatch(new RegExp(`hint: Answer it, then resume it: .* runs answer ${id} A`));
    expect(early.code).toBe(2);
  });

  test('--accept-unsure takes the likeliest program instead', async () => {
    const { code } = await ask('-o', 'mean.py', '--accept-unsure');
    expect(code).toBe(3);
  });
});

describe('--example @FILE', () => {
  test('a JSON file with a context is an example for a Lua chunk', async () => {
    await writeFile(
      join(place.work, 'example.json'),
      '{\n  "context": {"wf": {"vars": {"emails": ["a@x", "b@y"]}}},\n  "expected": "b@y"\n}\n',
    );
    const { code, stdout, stderr } = await anneal(
      [
        'run',
        'the last email',
        '-l',
        'lua',
        '-e',
        '@example.json',
        '-b',
        'ollama',
        '--base-url',
        context.url,
        '--json',
        '--max-iters',
        '1',
      ],
      { place },
    );
    const result = runResultSchema.parse(JSON.parse(stdout));
    expect(result.error, stderr).toBeNull();
    expect(result.entry).toMatchObject({ kind: 'chunk-return' });
    expect(result.evidence.tests).toContainEqual(expect.objectContaining({ origin: 'user', expected: '"b@y"', passed: true }));
    expect([0, 3]).toContain(code);
  });

  test.each([
    ['{"context": {"a": 1}}', 'lua', /needs both "context" and "expected"/],
    ['{"context": {"a": 1}, "expected": 1, "exected": 2}', 'lua', /"exected" is not known/],
    ['{"context": {"a": 1}, "expected": 1}', 'python', /for Lua/],
  ])('%s for %s is refused', async (text, language, message) => {
    await writeFile(join(place.work, 'bad.json'), text);
    const { code, stderr } = await anneal(['run', 'x y', '-l', language, '-e', '@bad.json', '-b', 'mock'], { place });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
