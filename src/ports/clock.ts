/** Time, randomness and ids enter here, so that a run can be replayed. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, options?: { readonly signal?: AbortSignal }): Promise<void>;
}

export interface Random {
  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string;
  /** An integer in 0 … 2^31−1. */
  seed(): number;
}
