import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPythonBench } from './python-bench.ts';
import { type Bench, fenced, runSearch } from './run-search.ts';

let bench: Bench;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ bench, close } = await openPythonBench());
});
afterAll(() => close());

const long = `def double(n):\n${Array.from({ length: 120 }, (_, index) => `    step_${index} = n + ${index}\n`).join('')}    return n * 2`;
// What the limit leaves of it parses, and doubles nothing.
const request = { task: 'Double a number', signature: 'def double(n)', examples: ['double(3) == 6'], candidates: 2, maxRounds: 1 };

test('an answer that the token limit cut is asked for again with more room, and then counts', async () => {
  const script = { replies: [{ replies: [fenced(long)] }] };
  const asked = ({ events }: { readonly events: readonly { readonly type: string }[] }): number =>
    events.filter(({ type }) => type === 'model-call').length;
  const roomy = await runSearch(bench, request, script, { profile: { maxTokens: 4000 } });
  const cut = await runSearch(bench, request, script, { profile: { maxTokens: 400 } });
  expect(asked(cut)).toBe(2 * asked(roomy));
  const calls = cut.state.candidates.filter(({ code }) => code !== null);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.every(({ code }) => code?.trimEnd().endsWith('return n * 2'))).toBe(true);
});

test('an answer that is cut again is kept with its reason and never run', async () => {
  const { state } = await runSearch(bench, request, { replies: [{ replies: [fenced(long)] }] }, { profile: { maxTokens: 100 } });
  expect(state.candidates.map(({ rejected }) => rejected?.reason)).toEqual(['truncated', 'truncated']);
  expect(state.candidates.every(({ code, observations }) => code === null && observations.length === 0)).toBe(true);
  expect(state.end?.outcome).not.toBe('success');
});

test('a round of many samples is asked in calls of at most 32, each sample once', async () => {
  const many = { ...request, candidates: 70, testSamples: 0, examples: [] };
  const { state, events } = await runSearch(bench, many, { replies: [{ replies: ['No program here.'] }] });
  const calls = events.flatMap((event) => (event.type === 'model-call' && event.purpose === 'sample' ? [event.samples] : []));
  expect(calls.reduce((sum, samples) => sum + samples, 0)).toBe(70);
  expect(Math.max(...calls)).toBe(32);
  expect(new Set(state.candidates.map(({ seed }) => seed)).size).toBe(70);
});

test('report neo#176: data that prompts do not show whole are said to be cut, once, with how much of them', async () => {
  const context = `${'x'.repeat(7000)}END`;
  const { events, prompts } = await runSearch(
    bench,
    { ...request, context, maxRounds: 2 },
    { replies: [{ replies: [fenced('def double(n):\n    return n')] }] },
  );
  const told = events.flatMap((event) =>
    event.type === 'warning' && event.warning.feature === 'prompt-cut' ? [event.warning.detail] : [],
  );
  expect(told).toEqual([
    'Prompts show the first 6000 of the 7003 characters of the data; 1003 are left out. Shorten the data to what a program has to know of them.',
  ]);
  expect(prompts.length).toBeGreaterThan(1);
  expect(prompts.every((prompt) => !prompt.includes('END'))).toBe(true);
  const fitting = await runSearch(bench, { ...request, context: 'x'.repeat(6000) }, { replies: [{ replies: ['no program'] }] });
  expect(fitting.events.filter((event) => event.type === 'warning' && event.warning.feature === 'prompt-cut')).toEqual([]);
});

test('a program to revise that is longer than prompts show is said to be cut', async () => {
  const code = `def double(n):\n    return n\n${'# x\n'.repeat(6000)}`;
  const { events } = await runSearch(bench, { ...request, code }, { replies: [{ replies: ['no program'] }] });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'warning',
      warning: expect.objectContaining({
        feature: 'prompt-cut',
        detail: expect.stringContaining(`of the ${code.length} characters of the program`),
      }),
    }),
  );
});
