import { expect, test } from 'vitest';
import { projectResult } from '../../src/domain/project-result.ts';
import type { RunFact } from '../../src/domain/run-event.ts';
import { runRequestSchema } from '../../src/domain/run-request.ts';
import { emptyRunState, fold } from '../../src/domain/run-state.ts';
import { benchTasks } from '../../src/surfaces/bench/tasks.ts';

const candidate = (id: string, code: string): RunFact => ({
  type: 'candidate-add',
  id,
  round: 0,
  sample: 0,
  seed: 1,
  recipe: 'chat',
  code,
  rejected: null,
});

test('a report counts right candidates and right answers, and names the model as it names itself', async () => {
  const facts: readonly RunFact[] = [
    {
      type: 'run-start',
      request: runRequestSchema.parse({ task: 'double a number' }),
      language: 'python',
      model: { backend: 'ollama', id: 'ollama:coder', demo: false },
      sandbox: { level: 'L2', missing: [] },
    },
    candidate('c1', 'wrong'),
    candidate('c2', 'right'),
    { type: 'selection-end', round: 0, clusters: [], selected: 'c2', confidence: 0.9, verdict: 'unsure', reason: '' },
    { type: 'run-end', outcome: 'unsure', explanation: '', error: null, overlapMs: 0 },
  ];
  const state = facts.reduce((before, fact, index) => fold(before, { ...fact, v: 1, seq: index + 1, at: index }), emptyRunState);
  const report = await benchTasks(
    [{ id: 'one', language: 'python', request: 'double a number', examples: [], checks: ['f(1) == 2'] }],
    {},
    {
      run: async () => ({ state, result: projectResult('r', state, () => '') }),
      judge: async (programs) => programs.map((program) => program === 'right'),
      onTask: () => {},
      now: () => 0,
    },
    {},
  );
  expect(report.model).toBe('ollama:coder');
  expect(report.random.pass1).toBe(0.5);
  expect(report.greedy.pass1).toBe(0);
  expect(report.selected.pass1).toBe(1);
  expect(report.rows).toMatchObject([{ right: true, rightCandidates: 1, greedyRight: false }]);
});
