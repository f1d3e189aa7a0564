import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createTemporaryFolder, sweepTemporaryFolders } from '../../src/sandboxes/host/temporary-folder.ts';

const place = await mkdtemp(join(tmpdir(), 'anneal-test-'));
vi.stubEnv('TMPDIR', place);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true });
});

/** A folder of a process that was killed before it could remove it. */
async function leftByKilled(): Promise<string> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const ours = await createTemporaryFolder('bait');
  const left = ours.replace(`-${process.pid}-`, `-${child.pid}-`);
  await rename(ours, left);
  return left;
}

test('removes what a killed process left, and nothing of one that lives or of another namespace', async () => {
  const left = await leftByKilled();
  const mine = await createTemporaryFolder('job');
  const elsewhere = await mkdtemp(join(place, 'anneal-bait-1-999999999-'));
  const foreign = await mkdtemp(join(place, 'anneal-prefixes-999999999-'));
  expect(existsSync(left)).toBe(true);
  await sweepTemporaryFolders();
  expect([left, mine, elsewhere, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
});
