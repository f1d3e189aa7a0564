import type { RunStatus } from '../../domain/run-result.ts';
import type { RunPhase } from '../../domain/run-state.ts';
import type { SkillVerification } from '../../domain/skill.ts';

/** One row a stream: ownership, and the projection of its events. Times are milliseconds since the epoch. */
export type RunsTable = {
  id: string;
  phase: RunPhase;
  status: RunStatus | null;
  title: string;
  /** Id and title in lower case: SQL's own lower() knows only ASCII on SQLite. */
  search: string;
  language: string | null;
  model: string | null;
  session: string | null;
  owner: string | null;
  epoch: number;
  lease_until: number;
  /** The last sequence number, and so the number of events. */
  seq: number;
  /** The last command's id. */
  last_command: number;
  bytes: number;
  created_at: number;
  updated_at: number;
};

export type EventsTable = {
  stream: string;
  seq: number;
  /** The owner's epoch when it was written. */
  epoch: number;
  at: number;
  type: string;
  /** The whole event. */
  json: string;
};

export type CommandsTable = { stream: string; id: number; at: number; json: string };

/** One row: the version of the last migration that ran. */
export type VersionTable = { version: number };

/** The newest verification of each hash on each runtime. */
export type VerificationsTable = {
  hash: string;
  runtime: string;
  name: string;
  at: number;
  passed: number;
  total: number;
  status: SkillVerification['status'];
  detail: string;
};

export type DecisionsTable = {
  id: string;
  at: number;
  kind: string;
  outcome: string | null;
  /** The decision as it was made, without what turned out right. */
  json: string;
};

/** SQLite's own list of what a file holds. */
export type MasterTable = { type: string; name: string };

export type Schema = {
  runs: RunsTable;
  events: EventsTable;
  commands: CommandsTable;
  skill_verifications: VerificationsTable;
  decisions: DecisionsTable;
  schema_version: VersionTable;
  sqlite_master: MasterTable;
};
