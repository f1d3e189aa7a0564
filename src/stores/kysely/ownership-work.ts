import type { Kysely, Selectable } from 'kysely';
import type { RunStore } from '../../ports/run-store.ts';
import { searchText } from '../list-cursor.ts';
import { leaseHeld, noSuchRun, refuseWhileHeld, runExists, takenOver } from '../store-errors.ts';
import type { RunsTable, Schema } from './schema.ts';
import { first, run, type Work } from './work.ts';

type Lease = Parameters<RunStore['acquire']>[2];

export function* runRow(db: Kysely<Schema>, id: string): Work<Selectable<RunsTable>> {
  const row = yield* first(db.selectFrom('runs').selectAll().where('id', '=', id));
  if (row === undefined) throw noSuchRun(id);
  return row;
}

export function* createRun(
  db: Kysely<Schema>,
  id: string,
  { title, session, at }: { readonly title: string; readonly session?: string; readonly at: number },
): Work<void> {
  const row: RunsTable = {
    id,
    phase: 'queued',
    status: null,
    title,
    search: searchText(`${id} ${title}`),
    language: null,
    model: null,
    session: session ?? null,
    owner: null,
    epoch: 0,
    lease_until: 0,
    seq: 0,
    last_command: 0,
    bytes: 0,
    created_at: at,
    updated_at: at,
  };
  const inserted = yield* run(
    db
      .insertInto('runs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
  if (inserted === 0) throw runExists(id);
}

export function* acquireRun(db: Kysely<Schema>, id: string, owner: string, lease: Lease): Work<{ epoch: number; seq: number }> {
  const row = yield* runRow(db, id);
  refuseWhileHeld(id, { owner: row.owner, leaseUntil: row.lease_until }, owner, lease);
  const epoch = row.epoch + 1;
  const changed = yield* run(
    db
      .updateTable('runs')
      .set({ owner, epoch, lease_until: lease.now + lease.leaseMs })
      .where('id', '=', id)
      .where('epoch', '=', row.epoch),
  );
  if (changed === 0) throw leaseHeld(id, 'another process', lease.leaseMs);
  return { epoch, seq: row.seq };
}

export function* renewRun(db: Kysely<Schema>, id: string, epoch: number, lease: Lease): Work<void> {
  const changed = yield* run(
    db
      .updateTable('runs')
      .set({ lease_until: lease.now + lease.leaseMs })
      .where('id', '=', id)
      .where('epoch', '=', epoch),
  );
  if (changed === 0) throw takenOver(id, epoch, (yield* runRow(db, id)).epoch);
}

/** An owner that was taken over has nothing left to release. */
export function* releaseRun(db: Kysely<Schema>, id: string, epoch: number): Work<void> {
  yield* run(db.updateTable('runs').set({ owner: null, lease_until: 0 }).where('id', '=', id).where('epoch', '=', epoch));
}
