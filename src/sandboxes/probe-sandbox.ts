import type { SandboxLevel } from '../domain/execution.ts';
import type { Abortable } from '../ports/abortable.ts';
import { type CanaryResult, runAllCanaries } from './canaries.ts';
import { findIsolation } from './choose-sandbox.ts';

export type ProbeReport = {
  /** The strongest level here; L0 means that programs would run unprotected. */
  readonly level: SandboxLevel;
  readonly missing: readonly string[];
  readonly canaries: readonly CanaryResult[];
  /** How to get what is missing; the first is the most urgent. */
  readonly advice: readonly string[];
};

const adviceFor: Readonly<Record<string, string>> = {
  cgroup:
    'Memory is limited for each process and watched as a sum, every 40 ms. Control groups would bound the sum exactly; they are not used yet.',
  'fork-server': 'Each job starts a sandbox of its own, which is slower. Run: sudo apt-get install python3',
  'inode-limit': 'A program can create names without end until its time is up. Run: sudo apt-get install python3',
};

/** What the sandbox can do on this machine, measured by attacks on it. */
export async function probeSandbox(options: Abortable = {}): Promise<ProbeReport> {
  const found = await findIsolation(options);
  if ('failure' in found) {
    return { level: 'L0', missing: ['isolation'], canaries: [], advice: [`${found.failure.message} ${found.failure.hint}`] };
  }
  const { sandbox } = found;
  try {
    const canaries = await runAllCanaries(sandbox, options.signal);
    const escaped = canaries.filter((canary) => !canary.contained).map((canary) => canary.name);
    const advice = sandbox.missing.map((name) => adviceFor[name] ?? `Missing: ${name}`);
    return { level: sandbox.level, missing: [...escaped, ...sandbox.missing], canaries, advice };
  } finally {
    await sandbox.close();
  }
}
