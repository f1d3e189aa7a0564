import { type Kysely, type Selectable, sql } from 'kysely';
import type { Page, Retention, RunQuery, RunSummary, SessionQuery, SessionSummary } from '../../ports/run-store.ts';
import { chooseVictims } from '../choose-victims.ts';
import { decodeCursor, encodeCursor, pageSize, searchText } from '../list-cursor.ts';
import { visiblePhase } from '../project-summary.ts';
import { noSuchRun } from '../store-errors.ts';
import type { RunsTable, Schema } from './schema.ts';
import { all, first, run, type Work } from './work.ts';

function toSummary(row: Selectable<RunsTable>, now: number | undefined): RunSummary {
  return {
    id: row.id,
    phase:
      now === undefined
        ? row.phase
        : visiblePhase({ phase: row.phase, epoch: row.epoch, leaseUntil: row.lease_until, events: row.seq }, now),
    status: row.status,
    title: row.title,
    language: row.language,
    model: row.model,
    session: row.session,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    events: row.seq,
  };
}

export function* runSummary(db: Kysely<Schema>, id: string, now?: number): Work<RunSummary | null> {
  const row = yield* first(db.selectFrom('runs').selectAll().where('id', '=', id));
  return row === undefined ? null : toSummary(row, now);
}

export function* listRuns(db: Kysely<Schema>, query: RunQuery, now: number): Work<Page<RunSummary>> {
  const { phase, session, text, cursor } = query;
  const size = pageSize(query.limit);
  let select = db
    .selectFrom('runs')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1);
  if (session !== undefined) select = select.where('session', '=', session);
  if (text !== undefined && text !== '') {
    const pattern = `%${searchText(text).replace(/[\\%_]/g, (special) => `\\${special}`)}%`;
    select = select.where(sql<boolean>`search like ${pattern} escape '\\'`);
  }
  if (cursor !== undefined) {
    const { createdAt, id } = decodeCursor(cursor);
    select = select.where(({ eb, or, and }) =>
      or([eb('created_at', '<', createdAt), and([eb('created_at', '=', createdAt), eb('id', '<', id)])]),
    );
  }
  if (phase !== undefined) {
    // The same rule as `visiblePhase`, in SQL, so that pages are full.
    select = select.where(({ eb, or, and }) => {
      const wasTaken = or([eb('phase', '=', 'running'), and([eb('phase', '=', 'queued'), eb('epoch', '>', 0), eb('seq', '=', 0)])]);
      if (phase === 'interrupted') return and([wasTaken, eb('lease_until', '<=', now)]);
      return and([eb('phase', '=', phase), eb.not(and([wasTaken, eb('lease_until', '<=', now)]))]);
    });
  }
  const rows = yield* all(select);
  const items = rows.slice(0, size).map((row) => toSummary(row, now));
  const last = items.at(-1);
  return { items, nextCursor: last !== undefined && rows.length > size ? encodeCursor(last) : null };
}

export function* listSessions(db: Kysely<Schema>, { limit, cursor }: SessionQuery): Work<Page<SessionSummary>> {
  const size = pageSize(limit);
  let select = db
    .selectFrom('runs')
    .select(({ fn }) => [
      'session as id',
      fn.countAll<number>().as('runs'),
      fn.min<number>('created_at').as('createdAt'),
      fn.max<number>('updated_at').as('updatedAt'),
    ])
    .where('session', 'is not', null)
    .groupBy('session')
    .orderBy('updatedAt', 'desc')
    .orderBy('session', 'desc')
    .limit(size + 1);
  if (cursor !== undefined) {
    const { createdAt: updatedAt, id } = decodeCursor(cursor);
    select = select.having(({ eb, or, and, fn }) => {
      const newest = fn.max<number>('updated_at');
      return or([eb(newest, '<', updatedAt), and([eb(newest, '=', updatedAt), eb('session', '<', id)])]);
    });
  }
  const rows = yield* all(select);
  const items: SessionSummary[] = [];
  for (const { id, runs, createdAt, updatedAt } of rows.slice(0, size)) {
    if (id === null) continue;
    const oldest = yield* first(
      db.selectFrom('runs').select('title').where('session', '=', id).orderBy('created_at').orderBy('id').limit(1),
    );
    items.push({ id, title: oldest?.title ?? '', runs: Number(runs), createdAt, updatedAt });
  }
  const last = items.at(-1);
  const more = last !== undefined && rows.length > size;
  return { items, nextCursor: more ? encodeCursor({ createdAt: last.updatedAt, id: last.id }) : null };
}

export function* removeRun(db: Kysely<Schema>, id: string): Work<void> {
  const removed = yield* run(db.deleteFrom('runs').where('id', '=', id));
  if (removed === 0) throw noSuchRun(id);
  yield* run(db.deleteFrom('events').where('stream', '=', id));
  yield* run(db.deleteFrom('commands').where('stream', '=', id));
}

export function* prunableRuns(db: Kysely<Schema>, policy: Retention, now: number): Work<readonly string[]> {
  const rows = yield* all(db.selectFrom('runs').select(['id', 'phase', 'updated_at as updatedAt', 'bytes']));
  return chooseVictims(rows, policy, now);
}

/** Removes those of them that are there and finished still; returns how many. */
export function* removeFinished(db: Kysely<Schema>, ids: readonly string[]): Work<number> {
  let removed = 0;
  for (const id of ids) {
    const row = yield* first(db.selectFrom('runs').select('phase').where('id', '=', id));
    if (row?.phase !== 'done') continue;
    yield* removeRun(db, id);
    removed += 1;
  }
  return removed;
}
