import { open, readFile, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../../domain/system-error.ts';
import type { PullProgress } from '../../ports/model-provider.ts';
import { isAlive } from './is-alive.ts';

const pollMs = 250;

/**
 * Waits until this process may fetch; returns how to let go. A lock of a process that is gone is taken over.
 * Two who take over the same dead lock at once may both pass: then both fetch, each in a folder of its own, and nothing breaks.
 */
export async function* acquireFetchLock(file: string, signal: AbortSignal | undefined): AsyncGenerator<PullProgress, () => Promise<void>> {
  for (;;) {
    signal?.throwIfAborted();
    if (await createLock(file)) return () => rm(file, { force: true });
    if (await isDead(file)) {
      await removeDead(file);
      continue;
    }
    yield { status: 'waiting for another process that fetches the same weights', completedBytes: null, totalBytes: null };
    await sleep(pollMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}

async function createLock(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(`${process.pid} ${await startOf(process.pid)}`);
    await handle.close();
    return true;
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false;
    throw cause;
  }
}

async function isDead(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => null);
  // Gone meanwhile: try again. Empty: its owner is about to write, or died there; a moment tells.
  if (text === null) return false;
  if (text === '') {
    await sleep(pollMs);
    return (await readFile(file, 'utf8').catch(() => 'gone')) === '';
  }
  const [pid, start] = text.split(' ');
  if (!isAlive(Number(pid))) return true;
  // The id may have been given to another process since.
  return start !== '' && start !== (await startOf(Number(pid)));
}

async function removeDead(file: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  await rename(file, aside).catch(() => undefined);
  await rm(aside, { force: true });
}

/** When the process started, in clock ticks since boot; empty where the system does not say. */
async function startOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
