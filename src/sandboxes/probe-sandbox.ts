import type { SandboxLevel } from '../domain/execution.ts';
import { inEnglish, type Said, say } from '../domain/said.ts';
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
  readonly adviceSaid: readonly Said[];
};

const adviceFor: Readonly<Record<string, Said>> = {
  cgroup: say('lacks-cgroup'),
  'fork-server': say('lacks-fork-server'),
  'inode-limit': say('lacks-inode-limit'),
};

/** What the sandbox can do on this machine, measured by attacks on it. */
export async function probeSandbox(options: Abortable = {}): Promise<ProbeReport> {
  const found = await findIsolation(options);
  if ('failure' in found) {
    const note = `${found.failure.message} ${found.failure.hint}`;
    return { level: 'L0', missing: ['isolation'], canaries: [], advice: [note], adviceSaid: [say('seen-note', { note })] };
  }
  const { sandbox } = found;
  try {
    const canaries = await runAllCanaries(sandbox, options.signal);
    const escaped = canaries.filter((canary) => !canary.contained).map((canary) => canary.name);
    const adviceSaid = sandbox.missing.map((name) => adviceFor[name] ?? say('lacks', { name }));
    return {
      level: sandbox.level,
      missing: [...escaped, ...sandbox.missing],
      canaries,
      advice: adviceSaid.map((said) => inEnglish([said])),
      adviceSaid,
    };
  } finally {
    await sandbox.close();
  }
}
