import { describe, expect, test } from 'vitest';
import { b4Score, logBeta } from '../../src/engine/select/b4.ts';

describe('B4', () => {
  test('log Beta agrees with known values', () => {
    expect(logBeta(1, 1)).toBeCloseTo(0, 10);
    expect(logBeta(2, 3)).toBeCloseTo(Math.log(1 / 12), 10);
    expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 9);
    expect(logBeta(101, 10001)).toBeCloseTo(-567.0183680498, 6);
  });

  const base = { allSolutions: 10, allTests: 10, othersOnPassed: { passes: 2, fails: 8 }, allOnRejected: { passes: 1, fails: 49 } };

  test('of two clusters of one size, the one that passes more tests scores higher', () => {
    const more = b4Score({ ...base, solutions: 6, tests: 9, allOnRejected: { passes: 0, fails: 10 } });
    const fewer = b4Score({ ...base, solutions: 6, tests: 5 });
    expect(more).toBeGreaterThan(fewer);
  });

  test('rejecting tests that other solutions pass costs much', () => {
    const agreed = b4Score({ ...base, solutions: 6, tests: 6, allOnRejected: { passes: 0, fails: 40 } });
    const against = b4Score({ ...base, solutions: 6, tests: 6, allOnRejected: { passes: 20, fails: 20 } });
    expect(agreed).toBeGreaterThan(against);
  });
});
