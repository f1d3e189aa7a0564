import { describe, expect, it } from 'vitest';
import type { DecisionRecord } from '../../src/domain/decision-record.ts';
import { decisionTable } from '../../src/surfaces/cli/decision-table.ts';
import { decisionStats } from '../../src/surfaces/decision-stats.ts';

const record = (over: Partial<DecisionRecord>, yes: number): DecisionRecord => ({
  id: 'd',
  at: 0,
  kind: 'same-or-different',
  by: 'rules',
  model: null,
  promptHash: null,
  options: [
    { id: 'same', probability: yes },
    { id: 'different', probability: 1 - yes },
  ],
  choice: yes >= 0.5 ? 'same' : 'different',
  labelMass: null,
  calibrated: false,
  outcome: null,
  subject: null,
  ...over,
});
const times = (count: number, one: DecisionRecord): readonly DecisionRecord[] => Array.from({ length: count }, () => one);

describe('figures of decisions', () => {
  it('counts, judges and weighs by kind and decider', () => {
    const model = { by: 'model', model: 'm:1', calibrated: true, kind: 'skill-leaf' } as const;
    const [same, leaf, ...rest] = decisionStats([
      ...times(15, record({ outcome: 'same' }, 0.8)),
      ...times(5, record({ outcome: 'different' }, 0.8)),
      ...times(3, record({}, 0.8)),
      record({ ...model, outcome: 'same' }, 0.25),
    ]);
    expect(rest).toEqual([]);
    expect(same).toMatchObject({ kind: 'same-or-different', by: 'rules', model: null, decisions: 23, judged: 20, right: 15, enough: true });
    expect(same?.accuracy).toBeCloseTo(0.75);
    // Right in 15 of 20 at 0.8: off by 0.05, and −(15 ln 0.8 + 5 ln 0.2) / 20 nats.
    expect(same?.ece).toBeCloseTo(0.05);
    expect(same?.nll).toBeCloseTo(-(15 * Math.log(0.8) + 5 * Math.log(0.2)) / 20);
    const [low, high] = same?.accuracyCi ?? [0, 0];
    expect([low.toFixed(2), high.toFixed(2)]).toEqual(['0.53', '0.89']);
    expect(leaf).toMatchObject({ by: 'model', model: 'm:1', decisions: 1, judged: 1, right: 0, calibrated: 1, enough: false });
    expect(leaf?.nll).toBeCloseTo(Math.log(4));
  });

  it('bounds the surprise of what was no option', () => {
    const [only] = decisionStats([record({ outcome: 'neither' }, 0.8)]);
    expect(only?.nll).toBeCloseTo(-Math.log(1e-6));
  });

  it('says where there is too little to say anything', () => {
    const [none] = decisionStats([record({}, 0.8)]);
    expect(none).toMatchObject({ judged: 0, accuracy: null, accuracyCi: null, nll: null, ece: null, eceCi: null, enough: false });
    const text = decisionTable(decisionStats([record({}, 0.8), ...times(20, record({ outcome: 'same', kind: 'plan' }, 0.9))]));
    expect(text.split('\n')).toEqual([
      'kind               by     made  judged  accuracy          NLL   ECE',
      'plan               rules  20    20      1.00 (0.84–1.00)  0.11  0.10 (0.10–0.10)',
      'same-or-different  rules  1     0*      –                 –     –',
      '* fewer than 20 with a known outcome: too few to say anything',
      '',
    ]);
  });
});
