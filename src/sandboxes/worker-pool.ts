/** Lends workers one at a time; those who wait are served in order. */
export class WorkerPool<W> {
  private readonly free: W[];
  private readonly waiting: ((worker: W) => void)[] = [];

  constructor(workers: readonly W[]) {
    this.free = [...workers];
  }

  /** Every worker that is free now. */
  all(): readonly W[] {
    return [...this.free];
  }

  /** Throws `signal.reason`. */
  async acquire(signal: AbortSignal): Promise<W> {
    signal.throwIfAborted();
    const worker = this.free.pop();
    if (worker !== undefined) return worker;
    return await new Promise<W>((resolve, reject) => {
      const onAbort = (): void => {
        this.waiting.splice(this.waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      const take = (given: W): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(given);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(take);
    });
  }

  /** The worker need not be the one that was lent: a replacement counts. */
  release(worker: W): void {
    const next = this.waiting.shift();
    if (next !== undefined) next(worker);
    else this.free.push(worker);
  }
}
