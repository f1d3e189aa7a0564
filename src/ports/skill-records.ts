import type { DecisionRecord } from '../domain/decision-record.ts';
import type { SkillVerification } from '../domain/skill.ts';

export type DecisionQuery = {
  readonly kind?: string;
  /** True: only those whose outcome is known; false: only the others. */
  readonly withOutcome?: boolean;
  readonly limit: number;
};

/** What this machine knows of skills and decisions, beside the folders. Throws `AppError` with a `store-*` code. */
export interface SkillRecords {
  /** The newest verification of this very hash and runtime. */
  verification(hash: string, runtime: string): Promise<SkillVerification | null>;
  /** The newest of each hash on any runtime: for lists, in one question. */
  verifications(hashes: readonly string[]): Promise<ReadonlyMap<string, SkillVerification>>;
  /** Takes the place of an earlier one of the same hash and runtime. */
  addVerification(verification: SkillVerification): Promise<void>;
  /** A decision that is there already stays as it is. */
  addDecision(decision: DecisionRecord): Promise<void>;
  /** Says what a decision should have been; unknown ids are ignored. */
  setOutcome(decision: string, outcome: string): Promise<void>;
  /** Newest first. */
  decisions(query: DecisionQuery): Promise<readonly DecisionRecord[]>;
}
