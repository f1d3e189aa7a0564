import type { Contract } from '../domain/contract.ts';
import type { ProgramPlace } from '../domain/program-place.ts';
import type { Call } from '../domain/test.ts';
import type { SandboxJob, SandboxLimits, TrustedProgram } from '../ports/sandbox.ts';

export type ProbeOptions = { readonly nonce: string; readonly limits: SandboxLimits; readonly place?: ProgramPlace };

/** Seconds that a probe shares out among the calls; the rest is for starting, so that the job's own limit strikes last. */
export const secondsForCalls = (limits: SandboxLimits): number => Math.max(0.1, Math.min(limits.cpuSeconds, limits.wallSeconds) * 0.85);

/** `kind` of the probe's run: all calls of a job are of one sort. */
export const probeKind = (contract: Contract, calls: readonly Call[]): 'program' | 'context' | 'expression' =>
  calls[0]?.type ?? (contract.entry.kind === 'script' ? 'program' : contract.entry.kind === 'chunk-return' ? 'context' : 'expression');

/** Files that a candidate's program calls bring along travel in the job itself, so that each call can have its own. */
export function probeJob(parts: {
  readonly probe: TrustedProgram;
  readonly candidateName: string;
  readonly candidate: string;
  readonly stdin: string;
  readonly limits: SandboxLimits;
}): SandboxJob {
  return {
    files: { [parts.probe.main]: parts.probe.text, [parts.candidateName]: parts.candidate },
    main: parts.probe.main,
    args: [],
    stdin: parts.stdin,
    wantsResult: true,
    limits: parts.limits,
  };
}
