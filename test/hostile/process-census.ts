import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

type Entry = { readonly key: string; readonly parent: number; readonly rss: number };

const statOf = (name: string): string[] => {
  const text = readFileSync(`/proc/${name}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** Bytes. A first thread that ended before the others shows none. */
function residentBytes(name: string, fields: readonly string[]): number {
  const shown = fields[0] === 'Z' ? readdirSync(`/proc/${name}/task`).map((thread) => Number(statOf(thread)[21])) : [Number(fields[21])];
  return Math.max(0, ...shown) * 4096;
}

function table(): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = statOf(name);
      entries.set(Number(name), { key: `${name}@${fields[19]}`, parent: Number(fields[1]), rss: residentBytes(name, fields) });
    } catch {
      // It ended while we looked.
    }
  }
  return entries;
}

/** Every process that descends from this one, zombies included. */
function descendants(): Entry[] {
  const all = table();
  const inside = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent) {
      if (all.get(at)?.parent === process.pid) return true;
    }
    return false;
  };
  return [...all].filter(([pid]) => inside(pid)).map(([, entry]) => entry);
}

/** Watches the processes under this one while a job runs. */
export class ProcessCensus {
  private readonly before = new Set(descendants().map((entry) => entry.key));
  private readonly seen = new Set<string>();
  maxProcesses = 0;
  maxRssBytes = 0;
  private readonly timer = setInterval(() => this.sample(), 25);

  private sample(): void {
    const now = descendants();
    for (const entry of now) if (!this.before.has(entry.key)) this.seen.add(entry.key);
    this.maxProcesses = Math.max(this.maxProcesses, now.length);
    this.maxRssBytes = Math.max(
      this.maxRssBytes,
      now.reduce((sum, entry) => sum + (this.before.has(entry.key) ? 0 : entry.rss), 0),
    );
  }

  /** Processes that began during the job and are still there half a second after it; `allowed`: a session's own. */
  async leftovers(allowed: number): Promise<string[]> {
    clearInterval(this.timer);
    for (let round = 0; ; round++) {
      const alive = new Set([...table().values()].map((entry) => entry.key));
      const left = [...this.seen].filter((key) => alive.has(key));
      if (left.length <= allowed || round === 5) return left.slice(allowed);
      await sleep(100);
    }
  }
}
