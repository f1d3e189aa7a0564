import { expect, test } from 'vitest';
import { type Cooling, cool, emptyCooling } from '../../src/domain/cooling.ts';
import type { RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { emptyRunState, fold } from '../../src/domain/run-state.ts';
import { temperOf } from '../../src/domain/temper.ts';
import { request } from '../runs/child/tiny-service.ts';

const observed = (candidate: string, value: string): RunFact => ({
  type: 'candidate-observe',
  candidate,
  repeat: false,
  cpuSeconds: 5,
  observations: [{ call: 0, outcome: { type: 'value', value: { type: 'int', value } } }],
  termination: { type: 'exit', code: 0 },
  integrity: 'oracle-outside',
  level: 'L2',
  sandboxMs: 1,
});

function curveOf(facts: readonly RunFact[]): Cooling {
  let [state, curve] = [emptyRunState, emptyCooling];
  for (const [index, fact] of facts.entries()) {
    const event: RunEvent = { ...fact, v: 1, seq: index + 1, at: 1000 + index * 100 };
    state = fold(state, event);
    curve = cool(curve, state, event);
  }
  return curve;
}

test('the curve starts open, falls with programs that behave alike, and then follows the leader of each selection', () => {
  const curve = curveOf([
    {
      type: 'run-start',
      request: request(),
      language: 'lua',
      model: { backend: 'tiny', id: 'tiny:tiny', demo: true },
      sandbox: { level: 'L2', missing: [] },
    },
    { type: 'round-start', round: 0, kind: 'sample', samples: 4, seed: 1 },
    observed('c1', '1'),
    observed('c2', '2'),
    observed('c3', '1'),
    {
      type: 'selection-end',
      round: 0,
      clusters: [{ id: 1, posterior: 0.8, members: ['c1', 'c3'], weight: 2 }],
      selected: 'c1',
      confidence: 0.8,
      verdict: 'unsure',
      reason: '',
    },
    observed('c4', '1'),
    { type: 'round-start', round: 1, kind: 'repair', samples: 1, seed: 2, parent: 'c2' },
  ]);
  expect(curve.points.map(({ atMs, open }) => [atMs, Number(open.toFixed(2))])).toEqual([
    [0, 1],
    [200, 0.75],
    [400, 0.5],
    [500, 0.2],
  ]);
  expect(curve.marks).toEqual([{ atMs: 700, kind: 'repair', candidate: 'c2' }]);
});

test('a mass has the step that the tokens of the page name', () => {
  expect([0, 0.2, 0.45, 0.65, 0.85, 1].map(temperOf)).toEqual([0, 1, 2, 3, 4, 4]);
});
