import { readdir, readFile } from 'node:fs/promises';

const processNames = async (): Promise<string[]> => (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));

/** Threads of a user on the whole machine, which is what its process limit counts; 0 where there is no /proc. */
export async function countUserThreads(uid: number): Promise<number> {
  let threads = 0;
  for (const name of await processNames()) {
    const status = await readFile(`/proc/${name}/status`, 'latin1').catch(() => '');
    if (Number(/^Uid:\s+(\d+)/m.exec(status)?.[1] ?? -1) === uid) threads += Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 1);
  }
  return threads;
}

/** Kills every process that was started with this variable in its environment, until none is left: also daemons that left their group. */
export async function killMarked(entry: string): Promise<void> {
  for (let round = 0; round < 20; round++) {
    let found = false;
    for (const name of await processNames()) {
      const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
      if (!environment.split('\0').includes(entry)) continue;
      found = true;
      try {
        process.kill(Number(name), 'SIGKILL');
      } catch {
        // It ended in the meantime.
      }
    }
    if (!found) return;
  }
}
