import type { ModelSuggestion } from '../../ports/model-provider.ts';
import { fitsMemory, type Machine } from '../machine.ts';
import { type CatalogueEntry, catalogue, findEntry, packagedWeights } from './catalogue.ts';
import { createHubClient } from './hub-file.ts';
import { suggestWeights } from './suggest-weights.ts';
import { listWeights } from './weights-cache.ts';

/** How long a person waits to learn whether the better weights can be reached. */
const reachMs = 3000;

export type ReachProbe = (entry: CatalogueEntry, signal: AbortSignal | undefined) => Promise<string | null>;

/**
 * The weights to take when nobody names any: the best ones here that fit the memory; else the best ones for this machine, if
 * their source answers; else the packaged ones, with a warning that says what was missed. Weights that are here cost no request.
 */
export async function suggestEmbedded(
  cacheFolder: string,
  machine: Machine,
  signal: AbortSignal | undefined,
  unreachable: ReachProbe = askSource,
): Promise<ModelSuggestion> {
  const listed = await listWeights(cacheFolder, machine);
  const here = catalogue.findLast(
    (entry) => fitsMemory(entry.bytes, machine) && listed.some(({ name, present }) => present && name === entry.name),
  );
  const memory = `${(machine.memoryBytes / 1e9).toFixed(1)} GB of memory`;
  if (here !== undefined) return suggestion(here, true, `the best weights on this machine that fit ${memory}`);
  const wanted = suggestWeights(machine);
  const packaged = findEntry(packagedWeights);
  if (packaged === undefined) throw new TypeError('The catalogue lacks the packaged weights.');
  const packagedHere = listed.some(({ name, present }) => present && name === packaged.name);
  if (wanted === undefined || wanted.source.type !== 'hub') {
    return suggestion(packaged, packagedHere, `the weights that fit ${memory}`);
  }
  const why = await unreachable(wanted, signal);
  if (why === null) return suggestion(wanted, false, `the best weights for ${memory} and ${machine.cores} cores`);
  return {
    ...suggestion(packaged, packagedHere, 'the packaged weights'),
    warning: {
      feature: 'model',
      detail:
        `${wanted.name} would fit this machine but cannot be fetched (${why}); taking the packaged ${packaged.name}, which ` +
        `${packaged.expectation}. Later: anneal models pull ${wanted.name}`,
    },
  };
}

const suggestion = (entry: CatalogueEntry, present: boolean, why: string): ModelSuggestion => ({
  name: entry.name,
  present,
  why,
  expectation: `${entry.about}: ${entry.expectation}`,
});

/** Null when the source offers the file; else why not. */
async function askSource(entry: CatalogueEntry, signal: AbortSignal | undefined): Promise<string | null> {
  if (entry.source.type !== 'hub') return null;
  const client = createHubClient();
  try {
    await client.describe(entry.source.repository, entry.file, { signal, waitMs: reachMs });
    return null;
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof Error ? error.message.replace(/\.$/u, '') : String(error);
  } finally {
    await client.close();
  }
}
