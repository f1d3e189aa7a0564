import type { Contract } from '../../domain/contract.ts';
import { createPartQueue, type PartQueue } from '../../domain/part-queue.ts';
import type { LiveDelta, RunFact } from '../../domain/run-event.ts';
import type { Round, RunState } from '../../domain/run-state.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart } from '../../ports/model.ts';
import { isSpent, remainingMs, remainingTokens } from '../budget.ts';
import { startDeadline } from '../deadline.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { callModel } from '../model-call.ts';
import { repairBatch } from '../repair/repair-batch.ts';
import { select } from '../select/select.ts';
import { type Batch, mostSamplesPerCall } from './batch.ts';
import { CandidateIntake } from './candidate-intake.ts';
import { batchesFor, formsFor } from './recipes.ts';
import { seedsFrom } from './seeds.ts';

type Item = RunFact | LiveDelta;
type Push = (item: Item) => void;

/** A cut-off answer is asked for again with this many times the room, up to this many times what the model usually gets. */
const moreRoom = 3;
/** Above this, further samples change nothing any more. */
const decidedConfidence = 0.985;

/** Samples of whole batches that may decide a round. */
const fairSample = 16;
/** Programs copied from the same shown examples agree too easily: so many prompts are heard to their end before anything is decided. */
const fairPrompts = 2;

function isDecided(state: RunState, deps: EngineDeps): boolean {
  const selection = select(state, deps.profile.testValidity.value);
  if (state.request?.suite !== undefined) return selection.verdict === 'success';
  return selection.verdict === 'success' && selection.confidence >= decidedConfidence;
}

/**
 * Samples one round: replies become candidates and are observed while others are still being written. Ends early once the
 * selection is decided or the budget is spent. Seeds follow from the round's own and each has its prompt, so a resumed round
 * asks only for the samples that it lacks, and as it would have before. `current` returns the state with all facts that
 * were yielded so far.
 */
export async function* sampleRound(
  current: () => RunState,
  round: Round,
  contract: Contract,
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<Item> {
  const present = new Set(
    current()
      .candidates.filter((candidate) => candidate.round === round.round)
      .map((candidate) => candidate.seed),
  );
  const deadline = startDeadline(remainingMs(current(), deps.clock.now()), deps.clock, options.signal);
  // Once decided, nothing more is asked of the model, but programs that are running are seen to their end.
  const enough = new AbortController();
  const asking = { signal: AbortSignal.any([deadline.signal, enough.signal]) };
  const channel = createPartQueue<Item>();
  const producing = produce(current(), round, contract, present, deps, channel, asking, { signal: deadline.signal }).then(
    () => channel.close(),
    (error: unknown) => (asking.signal.aborted ? channel.close() : channel.fail(error)),
  );
  // Samples of one batch end in the order of their length, and the shortest programs are no fair sample.
  const enoughWhole = deps.model.capabilities.samplesInOneCall ? Math.min(fairSample, round.samples) : 0;
  const enoughPrompts = round.round === 0 && formsFor(current(), deps).length > 0 ? fairPrompts : 0;
  const prompts = new Set<string>();
  let whole = 0;
  let decided = false;
  try {
    for await (const item of channel) {
      yield item;
      if (item.type === 'model-call') {
        whole += item.samples;
        prompts.add(item.promptHash);
      }
      const newEvidence = item.type === 'candidate-observe' || (item.type === 'candidate-add' && item.duplicateOf !== undefined);
      const heard = whole >= enoughWhole && prompts.size >= enoughPrompts;
      if (newEvidence && heard && !decided && isDecided(current(), deps)) {
        decided = true;
        enough.abort('decided');
      }
    }
    options.signal?.throwIfAborted();
    const spent = deadline.passed() || isSpent(current(), deps.clock.now());
    yield { type: 'round-end', round: round.round, stopped: decided ? 'decided' : spent ? 'budget' : 'all-samples' };
  } finally {
    deadline.stop('closed');
    await producing;
  }
}

async function produce(
  state: RunState,
  round: Round,
  contract: Contract,
  present: ReadonlySet<number>,
  deps: EngineDeps,
  channel: PartQueue<Item>,
  asking: Abortable,
  running: Abortable,
): Promise<void> {
  let tokens = remainingTokens(state);
  const push = (item: Item): void => {
    if (item.type === 'model-call') tokens -= item.promptTokens + item.completionTokens;
    channel.push(item);
  };
  const outlet = { push, fail: (error: unknown) => channel.fail(error) };
  const intake = new CandidateIntake(state, round, contract, deps, outlet, running);
  const seeds = seedsFrom(round.seed, round.samples);
  const repair = round.kind === 'repair' && round.parent !== undefined ? repairBatch(state, round.parent, seeds, deps) : null;
  const batches = repair === null ? batchesFor(state, round.round, seeds, deps) : [repair];
  try {
    for (const batch of batches) {
      const lacking = batch.request.seeds.filter((seed) => !present.has(seed));
      for (let start = 0; start < lacking.length; start += mostSamplesPerCall) {
        // What a call costs is known when it ends.
        if (tokens <= 0) return;
        const part = { ...batch.request, seeds: lacking.slice(start, start + mostSamplesPerCall) };
        const request = withPlaces(part, seeds, samplesBefore(state, round));
        await ask({ ...batch, request }, intake, deps, push, asking);
      }
    }
  } finally {
    await intake.settled();
  }
}

/** Samples of the run's earlier rounds of the same kind. */
const samplesBefore = ({ rounds }: RunState, { round, kind }: Round): number =>
  rounds.reduce((sum, other) => (other.kind === kind && other.round < round ? sum + other.samples : sum), 0);

const withPlaces = (request: Batch['request'], seeds: readonly number[], before: number): Batch['request'] => ({
  ...request,
  places: request.seeds.map((seed) => before + seeds.indexOf(seed)),
});

type SampleEnd = Extract<CompletionPart, { type: 'sample-end' }>;

/** One model call; whole programs that were cut off get another one with more room, at least once. */
async function ask(batch: Batch, intake: CandidateIntake, deps: EngineDeps, push: Push, options: Abortable): Promise<void> {
  // A function that did not end within the first cap of an example prompt has run away; a chat answer may just be long.
  const mayRetry = batch.prefill === '';
  const most = Math.max(deps.profile.maxTokens, batch.request.maxTokens) * moreRoom;
  let next = batch;
  for (;;) {
    const { request } = next;
    const cut = await askOnce(next, intake, mayRetry && request.maxTokens < most, deps, push, options);
    if (cut.length === 0) return;
    const seeds = cut.flatMap((sample) => request.seeds[sample.sample] ?? []);
    const places = cut.flatMap((sample) => request.places?.[sample.sample] ?? []);
    next = { ...batch, request: { ...request, seeds, places, maxTokens: Math.min(most, request.maxTokens * moreRoom) } };
  }
}

/** Returns the samples that were cut off and not taken. */
async function askOnce(
  batch: Batch,
  intake: CandidateIntake,
  mayRetry: boolean,
  deps: EngineDeps,
  push: Push,
  options: Abortable,
): Promise<readonly SampleEnd[]> {
  const cut: SampleEnd[] = [];
  const purpose = batch.recipe === 'repair' ? 'repair' : 'sample';
  const call = callModel(purpose, batch.request, deps, options, async (sample) => {
    if (!(await intake.take(batch, sample, mayRetry))) cut.push(sample);
  });
  for await (const item of call) push(item);
  return cut;
}
