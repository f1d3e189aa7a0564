import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';
import { describeSkillRecords } from './skill-records.ts';

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

describeSkillRecords('memory', async () => createMemorySkillRecords());

describeSkillRecords('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-skill-records-'));
  ends.push(() => rm(folder, { recursive: true }));
  const store = await openSqliteStore({ file: join(folder, 'runs.db') });
  ends.push(() => store.close());
  return store.skills;
});
