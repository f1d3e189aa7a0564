import { fitsMemory, type Machine } from '../machine.ts';
import { type CatalogueEntry, catalogue, findEntry, packagedWeights } from './catalogue.ts';

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

/** The best weights for a machine where they are larger than those in use, by name of the catalogue or any other; null otherwise. */
export function largerWeights(inUse: string, machine: Machine): CatalogueEntry | null {
  const best = suggestWeights(machine);
  const own = findEntry(inUse);
  if (best === undefined || best.name === packagedWeights) return null;
  return own !== undefined && own.bytes >= best.bytes ? null : best;
}
