import { describe, expect, test } from 'vitest';
import { b4Score } from '../../src/engine/select/b4-score.ts';
import type { Evidence } from '../../src/engine/select/evidence.ts';
import { logBeta } from '../../src/engine/select/log-beta.ts';

describe('B4', () => {
  test('log Beta agrees with known values', () => {
    expect(logBeta(1, 1)).toBeCloseTo(0, 10);
    expect(logBeta(2, 3)).toBeCloseTo(Math.log(1 / 12), 10);
    expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 9);
    expect(logBeta(101, 10001)).toBeCloseTo(-567.0183680498, 6);
  });

  /** Two clusters of `weights` that pass the tests marked `1`. */
  function scores(weights: readonly number[], passes: readonly string[]): readonly number[] {
    const evidence: Evidence = {
      samples: 10,
      tests: [...(passes[0] ?? '')].map(() => ({ trusted: false, votes: 1, trivial: false })),
      clusters: weights.map((weight, index) => ({
        weight,
        programs: weight,
        passes: [...(passes[index] ?? '')].map((mark) => mark === '1'),
      })),
    };
    return evidence.clusters.map((cluster) => b4Score(evidence, cluster));
  }

  test('of two clusters of one size, the one that passes more tests scores higher', () => {
    const [more = 0, fewer = 0] = scores([5, 5], ['11111100', '11000000']);
    expect(more).toBeGreaterThan(fewer);
  });

  test('of two clusters that pass as many tests, the larger one scores higher', () => {
    const [large = 0, small = 0] = scores([8, 2], ['11110000', '00001111']);
    expect(large).toBeGreaterThan(small);
  });
});
