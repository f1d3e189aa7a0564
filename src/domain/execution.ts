import type { LimitKind } from './observation.ts';

/** From weakest to strongest. */
export const sandboxLevels = ['L0', 'L1', 'L2', 'L3'] as const;
export type SandboxLevel = (typeof sandboxLevels)[number];

/** `oracle-outside`: the sandbox saw inputs only. `shared`: tests ran beside the candidate; tamper-evident at best. */
export type IntegrityClass = 'oracle-outside' | 'shared';

export type Termination =
  | { readonly type: 'exit'; readonly code: number }
  | { readonly type: 'signal'; readonly signal: string }
  | { readonly type: 'limit'; readonly limit: LimitKind }
  /** The sandbox could not be set up: never the candidate's fault. */
  | { readonly type: 'setup-failed'; readonly reason: string };

export type ResourceUsage = {
  readonly wallMs: number;
  /** User and system time of all processes of the job. */
  readonly cpuMs: number;
  /** Largest resident set seen, in bytes; 0 when unknown. */
  readonly maxRssBytes: number;
};

/** The end of one sandbox job. A wrong or hostile program is a value here, never an exception. */
export type Execution = {
  readonly termination: Termination;
  /** Capped at the job's output limit. */
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Bytes from the result channel; absent when the job asked for none. */
  readonly result?: Uint8Array;
  /** True when any of the three was cut at its cap. */
  readonly truncated: boolean;
  readonly usage: ResourceUsage;
};
