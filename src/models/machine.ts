import { availableParallelism, totalmem } from 'node:os';

export type Machine = {
  /** Memory that this process may use: the machine's, or its container's limit. Bytes. */
  readonly memoryBytes: number;
  readonly cores: number;
};

/** Evaluated tokens, the process itself and a margin, beside the weights. Bytes. */
const overhead = 600e6;
/** Copies of parts of the weights and buffers, as a factor on the file's size. */
const growth = 1.15;
/** The rest stays for the browser, the editor and the programs under test. */
const usableShare = 0.6;

/** Whether weights of this size leave a machine usable. */
export function fitsMemory(bytes: number, { memoryBytes }: Pick<Machine, 'memoryBytes'>): boolean {
  return bytes * growth + overhead <= memoryBytes * usableShare;
}

/** What this process may use: a container's memory limit counts where it is below the machine's memory. */
export function thisMachine(): Machine {
  const total = totalmem();
  const limit = process.constrainedMemory();
  return { memoryBytes: limit > 0 && limit < total ? limit : total, cores: availableParallelism() };
}
