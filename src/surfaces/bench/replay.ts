import { areaUnderRoc, expectedCalibrationError, type Judged } from './calibration.ts';
import type { RecordedTask } from './recorded-behaviour.ts';
import type { Ranked } from './selectors.ts';
import { selectors } from './selectors.ts';

export type SelectorFigures = {
  readonly pass1: number;
  readonly pass2: number;
  readonly pass10: number;
  readonly ece: number;
  readonly auroc: number;
};
export type ReplayReport = {
  readonly tasks: number;
  readonly selectors: Readonly<Record<string, SelectorFigures>>;
  readonly seconds: number;
};

/** Chance that one of the first k picks is right: one sample from each of the k best clusters, and again from the best when there are fewer. */
function passAt(ranked: Ranked, k: number): number {
  const shares = ranked.map(({ cluster }) => (cluster.weight === 0 ? 0 : cluster.correctWeight / cluster.weight));
  if (shares.length === 0) return 0;
  let allWrong = 1;
  for (let pick = 0; pick < k; pick++) allWrong *= 1 - (shares[pick % shares.length] ?? 0);
  return 1 - allWrong;
}

/** Compares selectors on recorded behaviour: no model, no execution. Fractions, not per cent. */
export async function benchReplay(
  tasks: AsyncIterable<RecordedTask>,
  testValidity: number,
  only: string | undefined,
  now: () => number,
): Promise<ReplayReport> {
  const started = now();
  const rules = Object.entries(selectors(testValidity)).filter(([name]) => only === undefined || name === only);
  const sums = new Map(rules.map(([name]) => [name, { pass1: 0, pass2: 0, pass10: 0, judged: [] as Judged[] }]));
  let count = 0;
  for await (const task of tasks) {
    count += 1;
    for (const [name, rule] of rules) {
      const ranked = rule(task);
      const sum = sums.get(name);
      if (sum === undefined) continue;
      const right = passAt(ranked, 1);
      sum.pass1 += right;
      sum.pass2 += passAt(ranked, 2);
      sum.pass10 += passAt(ranked, 10);
      sum.judged.push({ confidence: ranked[0]?.confidence ?? 0, right });
    }
  }
  const share = (value: number): number => (count === 0 ? 0 : value / count);
  return {
    tasks: count,
    selectors: Object.fromEntries(
      [...sums].map(([name, { pass1, pass2, pass10, judged }]) => [
        name,
        {
          pass1: share(pass1),
          pass2: share(pass2),
          pass10: share(pass10),
          ece: expectedCalibrationError(judged),
          auroc: areaUnderRoc(judged),
        },
      ]),
    ),
    seconds: (now() - started) / 1000,
  };
}
