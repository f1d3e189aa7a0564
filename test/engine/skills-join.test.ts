import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent, RunSkill } from '../../src/domain/run-event.ts';
import { runRequestSchema } from '../../src/domain/run-request.ts';
import { openPythonBench } from './python-bench.ts';
import { type Bench, fenced, runSearch } from './run-search.ts';

let bench: Bench;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ bench, close } = await openPythonBench());
});
afterAll(() => close());

const request = runRequestSchema.parse({
  task: 'Double n',
  examples: ['double(2) == 4', 'double(0) == 0'],
  seed: 7,
  testSamples: 2,
  maxRounds: 1,
});
const skill = (code: string, answers: boolean): RunSkill => ({ name: 'double-it', hash: 'aa', code, answers, same: 0.9, ownTests: 2 });
const right = 'def double(n):\n    return n * 2\n';

const started = (kept: RunSkill): RunEvent => ({
  ...{ v: 1, seq: 1, at: Date.now(), type: 'run-start', request, language: 'python', skills: [kept] },
  model: { backend: 'skills', id: 'skills:double-it', demo: false },
  sandbox: { level: 'L2', missing: [] },
});
const go = (after: readonly RunEvent[], replies: readonly string[] = []) =>
  runSearch(bench, request, { replies: [{ replies: [...replies] }] }, { after });

describe('a kept program', () => {
  it('that answers is looked at twice and handed back, and nobody asks the model', async () => {
    const { state, prompts, events } = await go([started(skill(right, true))]);
    expect(prompts).toEqual([]);
    expect(state.end).toMatchObject({ outcome: 'success', error: null });
    expect(state.selection).toMatchObject({ selected: 'c1', verdict: 'success' });
    // Nine to one by words, two tests of the request at five to one each; 0.22 to one by itself, and four tests in all.
    expect(state.selection?.confidence).toBeCloseTo((225 / 226) * ((0.22 * 625) / (1 + 0.22 * 625)));
    expect(state.rounds).toEqual([]);
    expect(events.filter(({ type }) => type === 'candidate-observe')).toHaveLength(2);
    const order = events.map(({ type }) => type);
    expect(order.indexOf('tests-end')).toBeLessThan(order.indexOf('candidate-add'));
  });

  it('is the surer the nearer its words and the more its tests, and never surer than its tests', async () => {
    const confidence = async (change: Partial<RunSkill>) =>
      (await go([started({ ...skill(right, true), ...change })])).state.selection?.confidence ?? 0;
    const [usual, far, tested, certain] = [
      await confidence({}),
      await confidence({ same: 0.1 }),
      await confidence({ ownTests: 6 }),
      await confidence({ same: 1, ownTests: 0 }),
    ];
    expect(far).toBeLessThan(usual);
    const doubtful = await go([started({ ...skill(right, true), same: 0.1, ownTests: 0 })]);
    expect(doubtful.state.end).toMatchObject({
      outcome: 'unsure',
      explanation: expect.stringMatching(/It is unsure because confidence 0\.\d\d is under 0\.95\.$/),
    });
    expect(doubtful.state.end?.explanation).toContain('so no model was needed');
    expect(tested).toBeGreaterThan(usual);
    expect(certain).toBeLessThan((0.22 * 25) / (1 + 0.22 * 25));
    // A run that an earlier version began knows of neither.
    const { same: _same, ownTests: _tests, ...before } = skill(right, true);
    expect((await go([started(before)])).state.selection?.confidence).toBe(0.95);
  });

  it('comes to the same from wherever its run stopped', async () => {
    const { state: whole, events } = await go([started(skill(right, true))]);
    for (let length = 1; length < events.length - 1; length += 1) {
      const { state, prompts } = await go(events.slice(0, length));
      expect(prompts).toEqual([]);
      expect([state.end?.outcome, state.end?.explanation, state.selection?.selected]).toEqual(['success', whole.end?.explanation, 'c1']);
      expect(state.candidates).toHaveLength(1);
    }
  });

  it('that is not steady is no answer, and the run says how to go on without it', async () => {
    const unsteady = 'import time\ndef double(n):\n    return n * 2 if time.time_ns() < 0 else time.time_ns()\n';
    await expect(go([started(skill(unsteady, true))])).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('--no-skills'),
    });
  });

  it('that does not answer alone is one candidate among those that are written', async () => {
    const wrong = 'def double(n):\n    return n + 2\n';
    const written = ['return 2 * n', 'return n + n', 'return n * 2', 'return sum([n, n])'].map((line) =>
      fenced(`def double(n):\n    ${line}`),
    );
    const { state, prompts } = await go([started(skill(wrong, false))], written);
    expect(prompts.length).toBeGreaterThan(0);
    expect(state.candidates[0]).toMatchObject({ recipe: 'skill:double-it', rejected: null });
    expect(state.candidates[0]?.observations.length).toBeGreaterThan(0);
    expect(state.end?.outcome).toBe('success');
    expect(state.selection?.selected).not.toBe('c1');
  });
});
