import { constants } from 'node:os';
import type { Termination } from '../domain/execution.ts';
import type { SandboxLimits } from '../ports/sandbox.ts';
import { largeAllocationShare } from './bubblewrap/seccomp-filter.ts';

/** What a supervisor saw of one job. */
export type JobEnd = {
  /** As of wait(2); null when the main process was killed by the supervisor, or never started. */
  readonly status: number | null;
  readonly killed: 'wall' | 'cpu' | 'memory' | 'output' | 'cancel' | null;
  readonly problem: string | null;
  readonly cpuMs: number;
  /** Largest address space (or data segment) seen of one process. */
  readonly peakBytes: number;
  /** A single request was larger than what was left under the limit. */
  readonly refused: boolean;
  /** The job wanted the CPU for most of its last second. */
  readonly busy: boolean;
  readonly truncated: boolean;
};

/** A failed allocation ends a program in one of these ways: an uncaught error, an abort, a null pointer, a trap. */
const memorySignals = new Set(['SIGABRT', 'SIGSEGV', 'SIGTRAP', 'SIGILL', 'SIGBUS', 'SIGKILL']);

/** The first name of a number: SIGABRT, not its alias SIGIOT. */
const signalNames = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/** From facts, not from messages: CPU by time used, memory by what was asked for, whichever limit happened to fire. */
export function classifyEnd(end: JobEnd, limits: SandboxLimits): Termination {
  if (end.problem !== null) return { type: 'setup-failed', reason: end.problem };
  if (end.truncated) return { type: 'limit', limit: 'output' };
  const usedUpCpu = end.cpuMs >= limits.cpuSeconds * 1000;
  if (end.killed === 'wall') return { type: 'limit', limit: usedUpCpu || end.busy ? 'cpu' : 'wall' };
  if (end.killed === 'cpu' || end.killed === 'memory' || end.killed === 'output') return { type: 'limit', limit: end.killed };
  if (end.status === null) return { type: 'setup-failed', reason: 'the job ended without a status' };
  const signal = end.status & 0x7f;
  const code = end.status >> 8;
  if (signal === 0 && code === 0) return { type: 'exit', code };
  const name = signalNames.get(signal) ?? `SIG${signal}`;
  if (name === 'SIGXCPU' || (name === 'SIGKILL' && usedUpCpu)) return { type: 'limit', limit: 'cpu' };
  const nearLimit = end.peakBytes >= limits.memoryBytes * (1 - 1 / largeAllocationShare);
  if ((end.refused || nearLimit) && (signal === 0 || memorySignals.has(name))) return { type: 'limit', limit: 'memory' };
  return signal === 0 ? { type: 'exit', code } : { type: 'signal', signal: name };
}
