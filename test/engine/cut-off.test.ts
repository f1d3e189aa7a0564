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
