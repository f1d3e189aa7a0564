import type { Kysely, Selectable } from 'kysely';
import type { DecisionRecord } from '../../domain/decision-record.ts';
import type { SkillVerification } from '../../domain/skill.ts';
import type { DecisionQuery } from '../../ports/skill-records.ts';
import type { DecisionsTable, Schema } from './schema.ts';
import { all, first, run, type Work } from './work.ts';

/** Parameters of one query: well under the limit of every database. */
const hashesAtOnce = 500;

const columns = ['name', 'hash', 'runtime', 'at', 'passed', 'total', 'status', 'detail'] as const;

export function* findVerification(db: Kysely<Schema>, hash: string, runtime: string): Work<SkillVerification | null> {
  const query = db.selectFrom('skill_verifications').select(columns).where('hash', '=', hash).where('runtime', '=', runtime);
  return (yield* first(query)) ?? null;
}

export function* findVerifications(db: Kysely<Schema>, hashes: readonly string[]): Work<ReadonlyMap<string, SkillVerification>> {
  const found = new Map<string, SkillVerification>();
  for (let from = 0; from < hashes.length; from += hashesAtOnce) {
    const some = hashes.slice(from, from + hashesAtOnce);
    const query = db.selectFrom('skill_verifications').select(columns).where('hash', 'in', some).orderBy('at').orderBy('runtime');
    for (const row of yield* all(query)) found.set(row.hash, row);
  }
  return found;
}

export function* addVerification(db: Kysely<Schema>, verification: SkillVerification): Work<void> {
  const { hash, runtime, ...rest } = verification;
  yield* run(
    db
      .insertInto('skill_verifications')
      .values({ hash, runtime, ...rest })
      .onConflict((conflict) => conflict.columns(['hash', 'runtime']).doUpdateSet(rest)),
  );
}

export function* addDecision(db: Kysely<Schema>, { outcome, ...decision }: DecisionRecord): Work<void> {
  const { id, at, kind } = decision;
  yield* run(
    db
      .insertInto('decisions')
      .values({ id, at, kind, outcome, json: JSON.stringify(decision) })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
}

export function* setOutcome(db: Kysely<Schema>, id: string, outcome: string): Work<void> {
  yield* run(db.updateTable('decisions').set({ outcome }).where('id', '=', id));
}

export function* listDecisions(db: Kysely<Schema>, { kind, withOutcome, limit }: DecisionQuery): Work<readonly DecisionRecord[]> {
  let select = db.selectFrom('decisions').select(['outcome', 'json']).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit);
  if (kind !== undefined) select = select.where('kind', '=', kind);
  if (withOutcome !== undefined) select = select.where('outcome', withOutcome ? 'is not' : 'is', null);
  return (yield* all(select)).map(toDecision);
}

const toDecision = ({ outcome, json }: Pick<Selectable<DecisionsTable>, 'outcome' | 'json'>): DecisionRecord => ({
  ...(JSON.parse(json) as Omit<DecisionRecord, 'outcome'>),
  outcome,
});
