import { inEnglish, type Said, say, warned } from '../../domain/said.ts';
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
  const gigabytes = (machine.memoryBytes / 1e9).toFixed(1);
  if (here !== undefined) return suggestion(here, true, say('choice-best-here', { gigabytes }));
  const wanted = suggestWeights(machine);
  const packaged = findEntry(packagedWeights);
  if (packaged === undefined) throw new TypeError('The catalogue lacks the packaged weights.');
  const packagedHere = listed.some(({ name, present }) => present && name === packaged.name);
  if (wanted === undefined || wanted.source.type !== 'hub') {
    return suggestion(packaged, packagedHere, say('choice-fits', { gigabytes }));
  }
  const why = await unreachable(wanted, signal);
  if (why === null) return suggestion(wanted, false, say('choice-best', { gigabytes, cores: machine.cores }));
  return {
    ...suggestion(packaged, packagedHere, say('choice-packaged')),
    warning: warned('model', say('better-unreachable', { name: wanted.name, why, packaged: packaged.name })),
  };
}

function suggestion({ name, about, expectation }: CatalogueEntry, present: boolean, why: Said): ModelSuggestion {
  const [whySaid, expectationSaid] = [[why], [say(expectation, { about })]];
  return { name, present, why: inEnglish(whySaid), whySaid, expectation: inEnglish(expectationSaid), expectationSaid };
}

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
