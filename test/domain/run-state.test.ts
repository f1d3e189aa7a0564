import { expect, it } from 'vitest';
import type { RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { emptyRunState, fold, type RunState } from '../../src/domain/run-state.ts';

const folded = (facts: readonly RunFact[]): RunState =>
  facts.map((fact, index): RunEvent => ({ ...fact, v: 1, seq: index + 1, at: index })).reduce(fold, emptyRunState);

const added: RunFact = { type: 'candidate-add', id: 'c1', round: 0, sample: 0, seed: 1, recipe: 'chat', code: '#', rejected: null };
const look = (cpuSeconds: number, call: number): RunFact => ({
  type: 'candidate-observe',
  candidate: 'c1',
  repeat: false,
  cpuSeconds,
  observations: [{ call, outcome: { type: 'limit', limit: 'cpu' } }],
  termination: { type: 'limit', limit: 'cpu' },
  integrity: 'oracle-outside',
  level: 'L2',
  sandboxMs: 1,
});

it('a short look at one more call does not take back a long one', () => {
  expect(folded([added, look(1, 0)]).candidates[0]?.cpuSeconds).toBe(1);
  expect(folded([added, look(1, 0), look(5, 0)]).candidates[0]?.cpuSeconds).toBe(5);
  expect(folded([added, look(1, 0), look(5, 0), look(1, 1)]).candidates[0]?.cpuSeconds).toBe(5);
});
