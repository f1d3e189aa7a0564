import type { Kysely } from 'kysely';
import type { RunCommand, RunEvent } from '../../domain/run-event.ts';
import type { StoredCommand } from '../../ports/run-store.ts';
import { projectSummary } from '../project-summary.ts';
import { checkSequence, noSuchRun, takenOver, wrongSequence } from '../store-errors.ts';
import { runRow } from './ownership-work.ts';
import type { Schema } from './schema.ts';
import { all, first, run, type Work } from './work.ts';

export function* appendEvents(
  db: Kysely<Schema>,
  id: string,
  { epoch, expectedSeq }: { readonly epoch: number; readonly expectedSeq: number },
  events: readonly RunEvent[],
): Work<void> {
  const row = yield* runRow(db, id);
  if (row.epoch !== epoch) throw takenOver(id, epoch, row.epoch);
  if (row.seq !== expectedSeq) throw wrongSequence(id, expectedSeq, row.seq);
  checkSequence(id, expectedSeq, events);
  const last = events.at(-1);
  if (last === undefined) return;
  let bytes = row.bytes;
  for (const event of events) {
    const json = JSON.stringify(event);
    bytes += Buffer.byteLength(json);
    yield* run(db.insertInto('events').values({ stream: id, seq: event.seq, epoch, at: event.at, type: event.type, json }));
  }
  const { phase, status, language, model } = events.reduce(projectSummary, {
    phase: row.phase,
    status: row.status,
    language: row.language,
    model: row.model,
  });
  const changed = yield* run(
    db
      .updateTable('runs')
      .set({ phase, status, language, model, seq: last.seq, bytes, updated_at: last.at })
      .where('id', '=', id)
      // Where writers are not serialised, the one that comes second changes nothing and is rolled back.
      .where('epoch', '=', epoch)
      .where('seq', '=', expectedSeq),
  );
  if (changed === 0) throw wrongSequence(id, expectedSeq, (yield* runRow(db, id)).seq);
}

/** At most `limit` events from after `after`, as stored text. */
export function* readEvents(db: Kysely<Schema>, id: string, after: number, limit: number): Work<readonly { seq: number; json: string }[]> {
  const rows = yield* all(
    db.selectFrom('events').select(['seq', 'json']).where('stream', '=', id).where('seq', '>', after).orderBy('seq').limit(limit),
  );
  // Looked up only when there is nothing: a stream without events is not a missing one.
  if (rows.length === 0) yield* runRow(db, id);
  return rows;
}

export function* sendCommand(db: Kysely<Schema>, id: string, command: RunCommand, at: number): Work<void> {
  const row = yield* first(
    db
      .updateTable('runs')
      .set((columns) => ({ last_command: columns('last_command', '+', 1) }))
      .where('id', '=', id)
      .returning('last_command'),
  );
  if (row === undefined) throw noSuchRun(id);
  yield* run(db.insertInto('commands').values({ stream: id, id: row.last_command, at, json: JSON.stringify(command) }));
}

export function* readCommands(db: Kysely<Schema>, id: string, after: number): Work<readonly StoredCommand[]> {
  const rows = yield* all(db.selectFrom('commands').select(['id', 'json']).where('stream', '=', id).where('id', '>', after).orderBy('id'));
  return rows.map((row) => ({ id: row.id, command: JSON.parse(row.json) as RunCommand }));
}
