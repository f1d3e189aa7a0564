import { cpus } from 'node:os';

const windowMs = 250;

/**
 * How many threads can run without waiting for a core. llama.cpp's threads spin while they wait for each other: one busy
 * neighbour makes two threads on two cores several times slower than one thread.
 */
export class FreeCores {
  readonly #max: number;
  #threads: number;
  #at = performance.now();
  #busyMs = busyOfAll();
  #own = process.cpuUsage();

  /** `max`: threads to use on an idle machine. */
  constructor(max: number) {
    this.#max = max;
    this.#threads = max;
  }

  /** Cheap; looks again a quarter of a second after the last look. */
  threads(): number {
    const now = performance.now();
    const elapsed = now - this.#at;
    if (elapsed < windowMs) return this.#threads;
    const busyMs = busyOfAll();
    const own = process.cpuUsage();
    const ownMs = (own.user - this.#own.user + own.system - this.#own.system) / 1000;
    const others = Math.max(0, (busyMs - this.#busyMs - ownMs) / elapsed);
    this.#threads = threadsBeside(others, cpus().length, this.#max);
    this.#at = now;
    this.#busyMs = busyMs;
    this.#own = own;
    return this.#threads;
  }
}

/** `others`: cores that other processes keep busy. */
export function threadsBeside(others: number, cores: number, max: number): number {
  return Math.max(1, Math.min(max, Math.round(cores - others)));
}

function busyOfAll(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
