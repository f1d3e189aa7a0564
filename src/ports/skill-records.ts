import type { DecisionRecord, SkillVerification } from '../domain/skill.ts';

/** What this machine knows of skills and decisions, beside the folders. */
export interface SkillRecords {
  /** The newest verification of this very hash and runtime. */
  verification(hash: string, runtime: string): Promise<SkillVerification | null>;
  /** The newest of each hash: for lists, in one question. */
  verifications(hashes: readonly string[]): Promise<ReadonlyMap<string, SkillVerification>>;
  addVerification(verification: SkillVerification): Promise<void>;
  addDecision(decision: DecisionRecord): Promise<void>;
  /** Says what a decision should have been; unknown ids are ignored. */
  setOutcome(decision: string, outcome: string): Promise<void>;
  decisions(query: { readonly kind?: string; readonly withOutcome?: boolean; readonly limit: number }): Promise<readonly DecisionRecord[]>;
}
