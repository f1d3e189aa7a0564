import { readdir, readFile } from 'node:fs/promises';

/** Ids of the running children of a process that are embedded models. */
export async function childrenOf(parent: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (status.slice(status.lastIndexOf(')') + 2).split(' ')[1] === String(parent) && command.includes('llama-cpp'))
      found.push(Number(name));
  }
  return found.sort((a, b) => a - b);
}

/** The processor that a process has used, in ticks of the kernel: a busy machine changes it little. */
export async function processorTicks(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = '', system = ''] = status
    .slice(status.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return Number(user) + Number(system);
}
