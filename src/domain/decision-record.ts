/** One choice among options, kept so that it can be judged once its outcome is known. */
export type DecisionRecord = {
  readonly id: string;
  readonly at: number;
  /** Kind of question, e.g. `skill-category`, `skill-leaf`, `same-or-different`, `plan`. */
  readonly kind: string;
  readonly by: 'model' | 'rules';
  readonly model: string | null;
  readonly promptHash: string | null;
  readonly options: readonly { readonly id: string; readonly probability: number }[];
  readonly choice: string;
  readonly labelMass: number | null;
  readonly calibrated: boolean;
  /** The option that turned out right; null while nobody knows. */
  readonly outcome: string | null;
  /** The run or skill that the decision was made for. */
  readonly subject: string | null;
};
