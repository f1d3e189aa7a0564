import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newBodyRun } from '../../src/bodies/run-body.ts';
import { openFolderBodyRuns } from '../../src/stores/folder-body-runs.ts';

const run = (id: string, at: number) => newBodyRun({ id, at, skill: 's', hash: 'h', request: 'r', config: {} });

test('keeps runs a file each, for their owner, newest first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-bodies-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = openFolderBodyRuns(join(folder, 'runs'), { name: 'me', isGone: (name) => name === 'gone' });
  expect([await store.list(5), await store.read('a')]).toEqual([[], null]);
  await store.save(run('a', 1));
  await store.save(run('b', 2));
  await store.save({ ...run('a', 1), state: 'done' });
  expect(await store.read('a')).toEqual({ ...run('a', 1), state: 'done' });
  await writeFile(join(folder, 'runs', 'broken.json'), '{');
  expect((await store.list(5)).map(({ id }) => id)).toEqual(['b', 'a']);
  await expect(store.read('broken')).rejects.toMatchObject({ code: 'store-unavailable' });
  await expect(store.read('../a')).rejects.toMatchObject({ code: 'not-found' });
  const release = await store.hold('b');
  expect([typeof release, await store.hold('b')]).toEqual(['function', null]);
  expect((await store.list(5)).map(({ id }) => id)).toEqual(['b', 'a']);
  await release?.();
  await writeFile(join(folder, 'runs', 'b.lock'), 'gone');
  await (await store.hold('b'))?.();
  expect((await stat(join(folder, 'runs', 'a.json'))).mode & 0o777).toBe(0o600);
  expect((await readdir(join(folder, 'runs'))).sort()).toEqual(['a.json', 'b.json', 'broken.json']);
});
