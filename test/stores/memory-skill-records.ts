import type { DecisionRecord } from '../../src/domain/decision-record.ts';
import type { SkillVerification } from '../../src/domain/skill.ts';
import type { SkillRecords } from '../../src/ports/skill-records.ts';

/** What is known of skills until the process ends. */
export function createMemorySkillRecords(): SkillRecords {
  /** By hash, then by runtime. */
  const verifications = new Map<string, Map<string, SkillVerification>>();
  const decisions = new Map<string, DecisionRecord>();

  const newestOf = (hash: string): SkillVerification | undefined =>
    [...(verifications.get(hash)?.values() ?? [])].sort((a, b) => a.at - b.at || (a.runtime < b.runtime ? -1 : 1)).at(-1);

  return {
    async verification(hash, runtime) {
      return verifications.get(hash)?.get(runtime) ?? null;
    },
    async verifications(hashes) {
      const found = new Map<string, SkillVerification>();
      for (const hash of hashes) {
        const newest = newestOf(hash);
        if (newest !== undefined) found.set(hash, newest);
      }
      return found;
    },
    async addVerification(verification) {
      const { hash, runtime } = verification;
      verifications.set(hash, new Map([...(verifications.get(hash) ?? []), [runtime, { ...verification }]]));
    },
    async addDecision(decision) {
      if (!decisions.has(decision.id)) decisions.set(decision.id, structuredClone(decision));
    },
    async setOutcome(id, outcome) {
      const decision = decisions.get(id);
      if (decision !== undefined) decisions.set(id, { ...decision, outcome });
    },
    async decisions({ kind, withOutcome, limit }) {
      return [...decisions.values()]
        .filter((decision) => kind === undefined || decision.kind === kind)
        .filter((decision) => withOutcome === undefined || (decision.outcome !== null) === withOutcome)
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map((decision) => structuredClone(decision));
    },
  };
}
