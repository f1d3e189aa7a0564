import type { SkillRecords } from '../../ports/skill-records.ts';
import { addDecision, addVerification, findVerification, findVerifications, listDecisions, setOutcome } from './skill-work.ts';
import type { Executor } from './work.ts';

/** What is known of skills, in the database that also holds the runs. */
export function createKyselySkillRecords(executor: Executor): SkillRecords {
  const { db } = executor;
  return {
    verification: (hash, runtime) => executor.read(() => findVerification(db, hash, runtime)),
    verifications: (hashes) => executor.read(() => findVerifications(db, hashes)),
    addVerification: (verification) => executor.write(() => addVerification(db, verification)),
    addDecision: (decision) => executor.write(() => addDecision(db, decision)),
    setOutcome: (decision, outcome) => executor.write(() => setOutcome(db, decision, outcome)),
    decisions: (query) => executor.read(() => listDecisions(db, query)),
  };
}
