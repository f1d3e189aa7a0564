import { readdir, readFile } from 'node:fs/promises';

export type TreeSample = {
  readonly pids: readonly number[];
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly runnable: boolean;
};

const millisecondsPerTick = 10;
const pageBytes = 4096;

type Row = { readonly pid: number; readonly parent: number; readonly state: string; readonly ticks: number; readonly pages: number };

async function readStat(name: string): Promise<Row | null> {
  const text = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number): number => Number(fields[index] ?? 0);
  return { pid: Number(name), parent: at(1), state: fields[0] ?? '', ticks: at(11) + at(12) + at(13) + at(14), pages: at(21) };
}

/** A first thread that ended before the others shows as a zombie without memory: then what another thread shows. */
async function readRow(name: string): Promise<Row | null> {
  const first = await readStat(name);
  if (first?.state !== 'Z') return first;
  for (const thread of await readdir(`/proc/${name}/task`).catch(() => [])) {
    const other = await readStat(thread);
    if (other !== null && other.state !== 'Z') return { ...other, pid: first.pid };
  }
  return first;
}

/** CPU and memory of a process and everything below it; empty where there is no /proc. */
export async function sampleTree(root: number): Promise<TreeSample> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const rows = new Map<number, Row>();
  for (const row of await Promise.all(names.map(readRow))) if (row !== null) rows.set(row.pid, row);
  const inside = (row: Row): boolean => {
    for (let at: Row | undefined = row; at !== undefined; at = rows.get(at.parent)) if (at.pid === root) return true;
    return false;
  };
  const tree = [...rows.values()].filter(inside);
  return {
    pids: tree.map((row) => row.pid),
    cpuMs: tree.reduce((sum, row) => sum + row.ticks, 0) * millisecondsPerTick,
    rssBytes: tree.reduce((sum, row) => sum + row.pages, 0) * pageBytes,
    runnable: tree.some((row) => row.state === 'R'),
  };
}
