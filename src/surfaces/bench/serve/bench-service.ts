/** The measured service: in a process of its own, on loopback, with a scripted model and sandbox. */
export type BenchService = {
  readonly port: number;
  /** CPU since its start, resident memory, and the longest stall of its event loop since the last call. */
  readonly figures: () => Promise<{ readonly cpuMs: number; readonly rssBytes: number; readonly stallMs: number }>;
  /** Lets another connection hold the store's write lock. */
  readonly lockStore: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
};
