import { type CatalogueEntry, catalogue } from './catalogue.ts';

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
/** Beyond this size a processor with few cores writes slower than a person reads. */
const largeBytes = 3e9;
const coresForLarge = 6;

export function fitsMemory(bytes: number, { memoryBytes }: Pick<Machine, 'memoryBytes'>): boolean {
  return bytes * growth + overhead <= memoryBytes * usableShare;
}

/** The best weights for a machine among those whose licence allows any use; the smallest where none really fits. */
export function suggestWeights(machine: Machine, entries: readonly CatalogueEntry[] = catalogue): CatalogueEntry | undefined {
  const suitable = entries.filter(
    (entry) => entry.anyUse && fitsMemory(entry.bytes, machine) && (entry.bytes < largeBytes || machine.cores >= coresForLarge),
  );
  return suitable.at(-1) ?? entries[0];
}
