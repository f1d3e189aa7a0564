import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { describeRunStore } from './run-store.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

describeRunStore('memory', async () => async () => createMemoryStore(), { shared: false });

describeRunStore(
  'SQLite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anneal-store-'));
    folders.push(folder);
    return () => openSqliteStore({ file: join(folder, 'runs.db') });
  },
  { shared: true },
);
