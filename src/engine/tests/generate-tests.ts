import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Contract } from '../../domain/contract.ts';
import type { LiveDelta, RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Example } from '../../ports/language.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { callModel } from '../model-call.ts';
import { asData } from '../prompts/chat-prompt.ts';
import { seedsFrom } from '../sample/seeds.ts';
import { taskText } from '../task-text.ts';

/** Most distinct generated tests that are kept, by votes. */
const mostTests = 24;

/**
 * Samples tests from the request alone, before any candidate exists. The same expectation in several samples is one test
 * with several votes.
 */
export async function* generateTests(
  state: RunState,
  contract: Contract,
  seed: number,
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<RunFact | LiveDelta, readonly Test[]> {
  const { language } = deps;
  const samples = state.request?.testSamples ?? 0;
  // Whole programs have no call to compare; their tests are the person's.
  if (samples === 0 || contract.entry.kind !== 'function') return [];
  const request = {
    form: 'chat',
    messages: [
      { role: 'system', content: 'You write test cases from a description. You never see or write the implementation.' },
      {
        role: 'user',
        content: [
          asData('request', taskText(state), 20_000),
          `The function under test:\n${state.signature}`,
          `Write eight short test cases that cover ordinary and edge cases, one a line, each a single ${language.title} comparison of one call with a literal result, in one fenced ${language.fence} block. No other text.`,
        ].join('\n\n'),
      },
    ],
    seeds: seedsFrom(seed, samples),
    temperature: 0.8,
    maxTokens: 400,
    stop: [],
  } as const;
  const votes = new Map<string, { readonly example: Example; votes: number }>();
  yield* callModel('tests', request, deps, options, async (sample) => {
    const once = new Set<string>();
    const reply = { text: sample.text, finish: sample.finish };
    const found = (await deps.replies?.extractTests(language, reply, contract, options)) ?? language.extractTests(reply, contract);
    for (const example of found) {
      const key = canonicalJson([example.call, example.expected]);
      if (once.has(key)) continue;
      once.add(key);
      const known = votes.get(key);
      if (known === undefined) votes.set(key, { example, votes: 1 });
      else known.votes += 1;
    }
  });
  return [...votes.values()]
    .sort((a, b) => b.votes - a.votes)
    .slice(0, mostTests)
    .map(({ example, votes: count }, index) => ({
      id: `t${state.tests.length + index + 1}`,
      call: example.call,
      expected: example.expected,
      origin: 'generated',
      votes: count,
      source: example.source,
    }));
}
