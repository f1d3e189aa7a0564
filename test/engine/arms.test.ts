import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelProfile } from '../../src/domain/model-profile.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { CompletionRequest } from '../../src/ports/model.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { chooseSandbox } from '../../src/sandboxes/choose-sandbox.ts';
import { type Bench, runSearch } from './run-search.ts';

const right = '\n    return n * 2';
const wrong = '\n    return n + 1';
const request = { task: 'Double a number', signature: 'def double(n)', examples: ['double(3) == 6', 'double(0) == 0'] };
const mixed: Partial<ModelProfile> = { recipes: ['chat-prefill-examples', 'completion-examples', 'chat'], repairs: false };

describe('a model that works with shown examples', () => {
  let bench: Bench & { close: () => Promise<void> };
  beforeAll(async () => {
    const [language, { spec }, sandbox] = await Promise.all([loadPython(), findPythonRuntime({}), chooseSandbox()]);
    const session = await sandbox.open(spec);
    bench = {
      language,
      session,
      close: async () => {
        await session.close();
        await sandbox.close();
      },
    };
  });
  afterAll(() => bench.close());

  /** Samples by recipe in one round. */
  function countsOf({ candidates }: Awaited<ReturnType<typeof runSearch>>['state'], round: number): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const candidate of candidates) if (candidate.round === round) counts[candidate.recipe] = (counts[candidate.recipe] ?? 0) + 1;
    return counts;
  }

  test('is asked in every form at once, with examples near by words and by shape', async () => {
    const { state } = await runSearch(
      bench,
      { ...request, candidates: 64, maxRounds: 1 },
      { replies: [{ replies: [wrong] }] },
      { profile: mixed },
    );
    expect(countsOf(state, 0)).toEqual({
      'examples-by-words': 16,
      'completion-examples-by-shape': 16,
      'examples-by-shape': 16,
      'completion-examples-by-words': 16,
    });
  });

  test('is heard on two prompts before anything is decided: one may be copied by all of its samples', async () => {
    const copies = ({ form }: CompletionRequest): string => (form === 'chat-prefill' ? right : wrong);
    const { state } = await runSearch(bench, { ...request, candidates: 64, maxRounds: 1 }, { replies: copies }, { profile: mixed });
    expect(Object.keys(countsOf(state, 0)).slice(0, 2)).toEqual(['examples-by-words', 'completion-examples-by-shape']);
    expect(countsOf(state, 0)).toMatchObject({ 'examples-by-words': 16, 'completion-examples-by-shape': 16 });
    expect(state.end?.outcome).toBe('success');
  });

  test('is no success by what one prompt alone says, however often', async () => {
    const copies = ({ form, temperature }: CompletionRequest): string => (form === 'completion' && temperature === 0.5 ? right : wrong);
    const { state } = await runSearch(bench, { ...request, candidates: 64, maxRounds: 1 }, { replies: copies }, { profile: mixed });
    expect(state.selection).toMatchObject({ verdict: 'unsure' });
    expect(state.selection?.clusters[0]?.weight).toBe(16);
  });

  test('is asked again where samples passed, because supporters are missing, and elsewhere too', async () => {
    let passed = 0;
    const onlyAsText = ({ form, temperature }: CompletionRequest): string =>
      form === 'completion' && temperature === 0.5 && passed++ < 2 ? `${right} + ${passed} - ${passed}` : wrong;
    const { state } = await runSearch(bench, { ...request, candidates: 64, maxRounds: 2 }, { replies: onlyAsText }, { profile: mixed });
    expect(countsOf(state, 1)).toEqual({ 'completion-examples-by-words': 48, 'examples-by-words-page-2': 16 });
  });

  test('is asked in new contexts where nothing passed, with the typed examples in sight', async () => {
    const { state, prompts } = await runSearch(
      bench,
      { ...request, candidates: 4, maxRounds: 2 },
      { replies: [{ replies: [wrong] }] },
      { profile: mixed },
    );
    expect(countsOf(state, 1)).toEqual({ 'examples-by-words-page-2': 2, 'completion-examples-by-shape-page-2': 2 });
    expect(prompts.map((prompt) => prompt.includes('double(3) == 6'))).toEqual([false, false, true, true]);
  });

  test('sees the data that a request is about in either form', async () => {
    const { prompts } = await runSearch(
      bench,
      { ...request, context: '{"unit": "pair"}', candidates: 2, maxRounds: 1 },
      { replies: [{ replies: [wrong] }] },
      { profile: mixed },
    );
    expect(prompts.every((prompt) => prompt.includes('{"unit": "pair"}'))).toBe(true);
  });

  test('is shown its wrong program in the same form where the person asked for repairs', async () => {
    const mends = ({ messages }: CompletionRequest): string =>
      messages.some(({ content }) => content.includes('That is wrong. double(3): expected 6, observed 4')) ? right : wrong;
    const asked = { ...request, candidates: 3, maxRounds: 2 };
    const fresh = await runSearch(bench, asked, { replies: mends }, { profile: mixed });
    expect(fresh.state.rounds.map(({ kind }) => kind)).toEqual(['sample', 'sample']);
    expect(fresh.state.end?.outcome).toBe('failed');
    for (const recipes of [['chat-prefill-examples'], ['completion-examples']] as const) {
      const { state } = await runSearch(bench, { ...asked, repairs: true }, { replies: mends }, { profile: { ...mixed, recipes } });
      expect(state.rounds.map(({ kind }) => kind)).toEqual(['sample', 'repair']);
      const chosen = state.candidates.find(({ id }) => id === state.selection?.selected);
      expect(chosen).toMatchObject({ recipe: 'repair', code: expect.stringContaining('return n * 2'), parent: expect.any(String) });
    }
  });

  test('ways of computing that differ in the last digits of a number are one behaviour', async () => {
    const ways = ['return c * 9 / 5 + 32', 'return c * 1.8 + 32', 'return 32 + c / 5 * 9', 'return c * 18 / 10 + 32'];
    const { state } = await runSearch(
      bench,
      {
        task: 'Celsius to Fahrenheit',
        signature: 'def fahrenheit(c)',
        examples: ['fahrenheit(0) == 32', 'fahrenheit(37) == 98.6'],
        candidates: 4,
        maxRounds: 1,
      },
      { replies: [{ replies: ways.map((way) => `\n    ${way}`) }] },
      { profile: mixed },
    );
    expect(state.selection?.clusters.map(({ weight }) => weight)).toEqual([4]);
  });
});
