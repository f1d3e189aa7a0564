import type { Kysely } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import type { Schema } from './schema.ts';
import { first, run, type Work } from './work.ts';

type Migration = (db: Kysely<Schema>) => Work<void>;

/** In order; append only. The version of a store is how many of them ran. */
const migrations: readonly Migration[] = [createRunTables, createSkillTables];

function* createRunTables(db: Kysely<Schema>): Work<void> {
  const { schema } = db;
  yield* run(
    schema
      .createTable('runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('phase', 'text', (column) => column.notNull())
      .addColumn('status', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('language', 'text')
      .addColumn('model', 'text')
      .addColumn('session', 'text')
      .addColumn('owner', 'text')
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('last_command', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull()),
  );
  yield* run(schema.createIndex('runs_by_time').on('runs').columns(['created_at', 'id']));
  yield* run(schema.createIndex('runs_by_session').on('runs').columns(['session', 'created_at']));
  yield* run(
    schema
      .createTable('events')
      .addColumn('stream', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('events_key', ['stream', 'seq']),
  );
  yield* run(
    schema
      .createTable('commands')
      .addColumn('stream', 'text', (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('commands_key', ['stream', 'id']),
  );
}

function* createSkillTables(db: Kysely<Schema>): Work<void> {
  const { schema } = db;
  yield* run(
    schema
      .createTable('skill_verifications')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('runtime', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('passed', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('skill_verifications_key', ['hash', 'runtime']),
  );
  yield* run(
    schema
      .createTable('decisions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('json', 'text', (column) => column.notNull()),
  );
  yield* run(schema.createIndex('decisions_by_time').on('decisions').columns(['at', 'id']));
  yield* run(schema.createIndex('decisions_by_kind').on('decisions').columns(['kind', 'at', 'id']));
}

/** Whether a store has this version already, so that nothing has to be written to it. A lock of another process does not keep one from looking. */
export function* isCurrent(db: Kysely<Schema>): Work<boolean> {
  const table = yield* first(
    db.selectFrom('sqlite_master').select('name').where('type', '=', 'table').where('name', '=', 'schema_version'),
  );
  if (table === undefined) return false;
  return (yield* first(db.selectFrom('schema_version').select('version')))?.version === migrations.length;
}

/**
 * Brings a store to this version, in one transaction with the check of what is there, so that two processes may start
 * at once. Throws `store-newer` when a later version wrote it; nothing is changed then.
 */
export function* migrate(db: Kysely<Schema>, name: string): Work<void> {
  yield* run(
    db.schema
      .createTable('schema_version')
      .ifNotExists()
      .addColumn('version', 'integer', (column) => column.notNull()),
  );
  const found = (yield* first(db.selectFrom('schema_version').select('version')))?.version;
  if (found === undefined) yield* run(db.insertInto('schema_version').values({ version: 0 }));
  const version = found ?? 0;
  refuseNewer(version, name);
  for (const migration of migrations.slice(version)) yield* migration(db);
  if (version < migrations.length) yield* run(db.updateTable('schema_version').set({ version: migrations.length }));
}

/** For a store that cannot be brought to this version. Throws `store-newer`, or `store-unavailable` for an older one. */
export function* refuseOtherVersion(db: Kysely<Schema>, name: string): Work<void> {
  const version = (yield* first(db.selectFrom('schema_version').select('version')))?.version ?? 0;
  refuseNewer(version, name);
  if (version === migrations.length) return;
  throw new AppError(
    'store-unavailable',
    `The run store ${name} has the older version ${version} and cannot be written.`,
    'Bring it to this version as a user who may write there: anneal store migrate',
  );
}

function refuseNewer(version: number, name: string): void {
  if (version <= migrations.length) return;
  throw new AppError(
    'store-newer',
    `The run store ${name} has version ${version}; this Anneal knows versions up to ${migrations.length}.`,
    'Use the newer Anneal that wrote it, or name another file for the store. Nothing was changed.',
  );
}
