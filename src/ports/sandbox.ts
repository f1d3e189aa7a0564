import type { Execution, SandboxLevel } from '../domain/execution.ts';
import type { Abortable } from './abortable.ts';

export type SandboxLimits = {
  /** Seconds of CPU, summed over all processes of the job. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** Address space or data segment of a process, bytes. */
  readonly memoryBytes: number;
  readonly processes: number;
  readonly outputBytes: number;
  readonly resultBytes: number;
};

export const defaultLimits: SandboxLimits = {
  cpuSeconds: 2,
  wallSeconds: 3,
  memoryBytes: 512 * 1024 * 1024,
  processes: 64,
  outputBytes: 256 * 1024,
  resultBytes: 1024 * 1024,
};

/** An interpreter as the sandbox sees it: paths to show read-only and how a program starts. */
export type RuntimeSpec = {
  /** Distinguishes pre-warmed sessions, e.g. `python3.11`. */
  readonly id: string;
  /** Absolute path and leading arguments; the job's arguments follow. */
  readonly command: readonly [string, ...string[]];
  /** Host paths beyond the sandbox's own base that the runtime needs, mounted read-only at the same place. */
  readonly readOnlyPaths: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The interpreter is a CPython that can host the sandbox's fork server: a job's `main` file is then run in a forked
   * child, without a new interpreter. False: the fork server executes `command` in the child.
   */
  readonly hostsForkServer: boolean;
  /** `data` for runtimes that reserve address space they never use (Node). */
  readonly memoryLimit: 'address-space' | 'data';
  /**
   * A program that a session starts before a job is known, for runtimes that are slow to start. It reads one job from its
   * standard input (a 32-bit length, little-endian; JSON `{ main, args, files: [path, bytes][] }`; the files), runs `main`
   * as if it had been started with it, but for the file itself, which is not there, and leaves it the rest of the input.
   * Only for mains that end in `extension`.
   */
  readonly standby?: { readonly program: string; readonly extension: string };
  /** Arguments with which `command` reads a program on its standard input and writes a form that it loads faster. */
  readonly compile?: readonly string[];
};

/**
 * A program of Anneal's own, such as a language's probe: it is loaded before any job is known, so it is never a candidate. On a
 * runtime that hosts the fork server its text runs once for all jobs, with a `__name__` other than `__main__`, and leaves a
 * function `start` for a job to call; run as a file it does all of it.
 */
export type TrustedProgram = { readonly main: string; readonly text: string };

export type SandboxJob = {
  /**
   * Relative POSIX paths. Each is placed in a folder that nobody can write, where `main` is run from; all but `main` also in
   * the working directory, which is the job's own scratch and starts with nothing else.
   */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** The file that the runtime runs. */
  readonly main: string;
  readonly args: readonly string[];
  readonly stdin: string | Uint8Array;
  /** Opens the result channel as descriptor 3. */
  readonly wantsResult: boolean;
  readonly limits: SandboxLimits;
};

/**
 * A conversation with a running job, over pipes alone: what it writes to its result channel is heard while it runs, and what is
 * said comes on its standard input, after the job's own.
 */
export type Dialogue = {
  /**
   * The next piece of the result channel, cut anywhere; pieces come one at a time, in order. What it resolves with is said, an
   * empty answer says nothing. When it rejects the job is ended, and running it rejects with the same. `signal` aborts when the
   * job is over; what it wrote with its last breath is in the `Execution` alone. All pieces together are at most `resultBytes`.
   */
  hear(piece: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
};

export type JobOptions = Abortable & {
  /** Only for jobs that want a result. */
  readonly dialogue?: Dialogue;
};

/** Pre-warmed: many jobs of one runtime, each in an isolated child of its own. Jobs beyond its workers wait in order. */
export interface SandboxSession {
  readonly workers: number;
  run(job: SandboxJob, options?: JobOptions): Promise<Execution>;
  close(): Promise<void>;
}

/** Runs hostile programs. Knows no language. */
export interface Sandbox {
  readonly level: SandboxLevel;
  /** Protections of the strongest level that this machine lacks, e.g. `cgroup`. */
  readonly missing: readonly string[];
  /** One job in a sandbox of its own. A program that misbehaves is an `Execution`; throws only `AppError` or `signal.reason`. */
  run(runtime: RuntimeSpec, job: SandboxJob, options?: JobOptions): Promise<Execution>;
  /** `program`: what most jobs will have as their `main`; it makes them faster and changes nothing else. */
  open(
    runtime: RuntimeSpec,
    options?: Abortable & { readonly workers?: number; readonly program?: TrustedProgram | undefined },
  ): Promise<SandboxSession>;
  close(): Promise<void>;
}
