import { type Folders, modelFolder } from '../config/folders.ts';
import { thisMachine } from '../models/machine.ts';
import { largerWeights } from '../models/weights/suggest-weights.ts';
import { listWeights } from '../models/weights/weights-cache.ts';

/** Weights for this machine that are larger than the model in use (`backend:name`), and whether they are here; null where none are. */
export async function findLargerWeights(
  inUse: string,
  folders: Folders,
): Promise<{ readonly name: string; readonly bytes: number; readonly present: boolean } | null> {
  const machine = thisMachine();
  const best = largerWeights(inUse.slice(inUse.indexOf(':') + 1), machine);
  if (best === null) return null;
  const listed = (await listWeights(modelFolder(folders), machine)).find(({ name }) => name === best.name);
  return { name: best.name, bytes: best.bytes, present: listed?.present ?? false };
}
