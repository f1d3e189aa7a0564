import { fitsMemory, type Machine } from '../machine.ts';
import { type CatalogueEntry, catalogue } from './catalogue.ts';

/** Beyond this size a processor with few cores writes slower than a person reads. */
const largeBytes = 3e9;
const coresForLarge = 6;

/** The best weights for a machine among those whose licence allows any use; the smallest where none really fits. */
export function suggestWeights(machine: Machine): CatalogueEntry | undefined {
  const suitable = catalogue.filter(
    (entry) => entry.anyUse && fitsMemory(entry.bytes, machine) && (entry.bytes < largeBytes || machine.cores >= coresForLarge),
  );
  return suitable.at(-1) ?? catalogue[0];
}
