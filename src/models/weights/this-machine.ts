import { availableParallelism, totalmem } from 'node:os';
import type { Machine } from './suggest-weights.ts';

/** What this process may use: a container's memory limit counts where it is below the machine's memory. */
export function thisMachine(): Machine {
  const total = totalmem();
  const limit = process.constrainedMemory();
  return { memoryBytes: limit > 0 && limit < total ? limit : total, cores: availableParallelism() };
}
