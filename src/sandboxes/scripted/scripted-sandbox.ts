import type { Execution } from '../../domain/execution.ts';
import type { Sandbox, SandboxJob } from '../../ports/sandbox.ts';
import { openPooledSession } from '../pooled-session.ts';

export type SandboxScript = {
  /** What a job writes to its result channel. */
  readonly answer: (job: SandboxJob) => string;
  readonly workers: number;
};

/** Runs nothing: every job ends well, with the result that a script has for it. For measurements of what is around a sandbox. */
export function createScriptedSandbox({ answer, workers }: SandboxScript): Sandbox {
  const run = async (job: SandboxJob): Promise<Execution> => ({
    termination: { type: 'exit', code: 0 },
    stdout: new Uint8Array(),
    stderr: new Uint8Array(),
    ...(job.wantsResult ? { result: new TextEncoder().encode(answer(job)) } : {}),
    truncated: false,
    usage: { wallMs: 0, cpuMs: 0, maxRssBytes: 0 },
  });
  return {
    level: 'L0',
    missing: ['everything: a script answers'],
    run: (_runtime, job) => run(job),
    open: async () => openPooledSession(run, { workers }),
    close: async () => {},
  };
}
