import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPlans } from '../../src/composition/keep-plans.ts';
import { systemClock, systemRandom } from '../../src/composition/system-clock.ts';
import type { ModelProfile } from '../../src/domain/model-profile.ts';
import type { RunFact } from '../../src/domain/run-event.ts';
import { type RunRequestInput, runRequestSchema } from '../../src/domain/run-request.ts';
import { emptyRunState, fold } from '../../src/domain/run-state.ts';
import type { Model } from '../../src/ports/model.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';
import { byDescription, decideDeps, deciding } from './decide/decide-bench.ts';
import { openPythonBench } from './python-bench.ts';
import { type Bench, fenced } from './run-search.ts';

let bench: Bench;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ bench, close } = await openPythonBench());
});
afterAll(() => close());

/** A run with its decisions kept; its facts. */
async function run(
  input: RunRequestInput,
  model: Model,
  decides: boolean,
  records = createMemorySkillRecords(),
  after: readonly RunFact[] = [],
) {
  const profile: ModelProfile = { recipes: ['chat'], testValidity: { value: 0.9, trials: 10 }, decides, repairs: true, maxTokens: 400 };
  const tools = {
    ...decideDeps(model),
    ...bench,
    clock: systemClock,
    random: systemRandom,
    model,
    profile,
    level: 'L2',
    solvedExamples: [],
    takeReplies: () => [],
  } as const;
  const request = runRequestSchema.parse({ seed: 7, ...input });
  const start: RunFact = {
    type: 'run-start',
    request,
    language: 'python',
    model: { backend: 'scripted', id: model.id, demo: false },
    sandbox: { level: 'L2', missing: [] },
  };
  const state = [start, ...after].reduce((now, fact, at) => fold(now, { ...fact, v: 1, seq: at + 1, at: Date.now() }), emptyRunState);
  const facts: RunFact[] = [];
  for await (const item of keepPlans(async () => records)(state, tools, {}))
    if (item.type !== 'text-delta' && item.type !== 'progress') facts.push(item);
  return { facts, plan: facts.find((fact) => fact.type === 'plan-end'), kept: await records.decisions({ limit: 10 }) };
}
const yes = byDescription({ 'Yes,': 0.95, 'No,': 0.05 });
const no = byDescription({ 'Yes,': 0.02, 'No,': 0.98 });
const short = { task: 'double a number', testSamples: 0, maxRounds: 1, candidates: 4 };
const replies = () => fenced('def double(n):\n    return n * 2');

describe('the plan of a run', () => {
  test('is left to rules where they can tell, or the model was measured at chance', async () => {
    const model = deciding(no, { replies });
    const { plan, kept } = await run(short, model, false);
    const reason = 'the request describes what to write';
    const reasonSaid = [{ code: 'plan-describes', values: {} }];
    expect(plan).toEqual({ type: 'plan-end', action: 'generate', by: 'rules', reason, reasonSaid });
    const named = await run({ ...short, signature: 'def double(n)' }, model, true);
    expect(named.plan).toMatchObject({ by: 'rules', action: 'generate' });
    expect([...kept, ...named.kept, ...model.decisions]).toEqual([]);
  });

  test('of a short request is the choice of a model that decides, with its probabilities', async () => {
    const asked = await run({ task: 'do that thing' }, deciding(no), true);
    expect(asked.plan).toMatchObject({ by: 'model', action: 'clarify', decision: { kind: 'plan', choice: 'clarify', calibrated: true } });
    expect(asked.facts.at(-1)).toMatchObject({ type: 'question-ask' });
    expect(asked.kept).toMatchObject([{ kind: 'plan', choice: 'clarify', outcome: null }]);
    const [, clarify] = asked.kept[0]?.options ?? [];
    // 0.98 to 0.02 by the model, 0.2 to 0.8 by rules.
    expect(clarify?.probability).toBeCloseTo((0.98 * 0.2) / (0.98 * 0.2 + 0.02 * 0.8), 6);
  });

  test('is known to be right once the run succeeds, also after it was taken over', async () => {
    const records = createMemorySkillRecords();
    const first = await run(short, deciding(yes, { replies }), true, records);
    const planned = first.facts.filter(({ type }) => type === 'plan-end');
    expect(first.kept).toMatchObject([{ kind: 'plan', choice: 'generate', outcome: null }]);
    const clear = { ...short, signature: 'def double(n)', examples: ['double(2) == 4', 'double(0) == 0', 'double(-3) == -6'] };
    const { facts, kept } = await run(clear, deciding(yes, { replies }), true, records, planned);
    expect(facts.at(-1)).toMatchObject({ type: 'run-end', outcome: 'success' });
    expect(kept).toMatchObject([{ kind: 'plan', choice: 'generate', outcome: 'generate' }]);
  });

  test('does not become a question where none may be asked any more', async () => {
    const { plan, kept } = await run({ ...short, questions: 0 }, deciding(no, { replies }), true);
    expect(plan).toMatchObject({ by: 'rules', action: 'generate' });
    expect(kept).toEqual([]);
  });
});
