import type { DecisionRecord } from '../domain/decision-record.ts';
import { wilson } from '../engine/measure/wilson.ts';
import { bootstrapInterval } from './bench/bootstrap.ts';
import { expectedCalibrationError, type Judged } from './bench/calibration.ts';

/** Figures of one kind of question and one decider. */
export type DecisionStats = {
  readonly kind: string;
  readonly by: 'rules' | 'model';
  readonly model: string | null;
  /** Decisions made. */
  readonly decisions: number;
  /** Of these, such whose outcome is known: all figures below are of them; null where there is none. */
  readonly judged: number;
  readonly right: number;
  readonly accuracy: number | null;
  /** 95 %, Wilson. */
  readonly accuracyCi: readonly [number, number] | null;
  /** Mean of −ln of the probability that the right option had, in nats; a probability below 1e-6 counts as that. */
  readonly nll: number | null;
  /** Expected calibration error of the chosen option's probability over ten bins. */
  readonly ece: number | null;
  /** 95 %, bootstrap. With few decisions it stays well above 0 for a perfect decider too. */
  readonly eceCi: readonly [number, number] | null;
  /** Share whose probabilities a model showed. */
  readonly calibrated: number;
  /** False: too few judged decisions to say anything. */
  readonly enough: boolean;
};

/** With fewer judged decisions the figures are noise. */
export const leastJudged = 20;
const leastProbability = 1e-6;

/** By kind, rules before models, in the order of names. */
export function decisionStats(records: readonly DecisionRecord[]): readonly DecisionStats[] {
  const groups = new Map<string, DecisionRecord[]>();
  for (const record of records) {
    const key = JSON.stringify([record.kind, record.by === 'model', record.model]);
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, group]) => statsOf(group));
}

function statsOf(group: readonly DecisionRecord[]): readonly DecisionStats[] {
  const [first] = group;
  if (first === undefined) return [];
  const judged = group.filter(({ outcome }) => outcome !== null);
  const bets = judged.map(
    (record): Judged => ({ confidence: chanceOf(record, record.choice), right: record.choice === record.outcome ? 1 : 0 }),
  );
  const right = bets.reduce((sum, bet) => sum + bet.right, 0);
  const some = judged.length > 0;
  const interval = wilson(right, judged.length);
  const surprise = judged.map((record) => -Math.log(Math.max(leastProbability, chanceOf(record, record.outcome ?? ''))));
  return [
    {
      kind: first.kind,
      by: first.by,
      model: first.model,
      decisions: group.length,
      judged: judged.length,
      right,
      accuracy: some ? right / judged.length : null,
      accuracyCi: some ? [interval.low, interval.high] : null,
      nll: some ? surprise.reduce((sum, one) => sum + one, 0) / judged.length : null,
      ece: some ? expectedCalibrationError(bets) : null,
      eceCi: some ? bootstrapInterval(bets, expectedCalibrationError) : null,
      calibrated: group.filter(({ calibrated }) => calibrated).length / group.length,
      enough: judged.length >= leastJudged,
    },
  ];
}

const chanceOf = ({ options }: DecisionRecord, id: string): number => options.find((option) => option.id === id)?.probability ?? 0;
