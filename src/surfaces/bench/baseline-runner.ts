import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Abortable } from '../../ports/abortable.ts';

/** A test runner as people use it: one process a candidate, no sandbox. */
export type Baseline = {
  readonly name: string;
  /** The command inside a folder that holds the candidate and its test file. */
  readonly command: readonly [string, ...string[]];
  readonly files: (candidate: number) => Readonly<Record<string, string>>;
  /** Variables of this process that the runner does not get, e.g. one that makes every start slower. */
  readonly without?: readonly string[];
};

function exitCode(
  command: readonly [string, ...string[]],
  cwd: string,
  { signal }: Abortable,
  without: readonly string[] = [],
): Promise<number | null> {
  const [program, ...args] = command;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !without.includes(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'ignore', timeout: 60_000, ...(signal === undefined ? {} : { signal }) });
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** Whether the command runs at all, e.g. whether pytest is installed for an interpreter. */
export async function isRunnable(command: readonly [string, ...string[]], options: Abortable): Promise<boolean> {
  try {
    return (await exitCode(command, tmpdir(), options)) === 0;
  } catch {
    return false; // not installed: that is the answer
  }
}

/** Runs `count` candidates through the baseline, `workers` at a time; returns how many failed to pass their own tests. */
export async function runBaseline(baseline: Baseline, first: number, count: number, workers: number, options: Abortable): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'anneal-bench-'));
  try {
    let next = first;
    let failed = 0;
    const work = async (): Promise<void> => {
      while (next < first + count) {
        const candidate = next++;
        const folder = join(root, String(candidate));
        await mkdir(folder);
        for (const [name, text] of Object.entries(baseline.files(candidate))) await writeFile(join(folder, name), text);
        if ((await exitCode(baseline.command, folder, options, baseline.without)) !== 0) failed += 1;
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    return failed;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
