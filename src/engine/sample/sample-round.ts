import type { Contract } from '../../domain/contract.ts';
import type { LiveDelta, RunFact } from '../../domain/run-event.ts';
import type { Round, RunState } from '../../domain/run-state.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart } from '../../ports/model.ts';
import { isSpent, remainingMs } from '../budget.ts';
import { startDeadline } from '../deadline.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { FactChannel } from '../fact-channel.ts';
import { callModel } from '../model-call.ts';
import { repairBatch } from '../repair/repair-batch.ts';
import { select } from '../select/select.ts';
import { CandidateIntake } from './candidate-intake.ts';
import { type Batch, batchesFor } from './recipes.ts';
import { seedsFrom } from './seeds.ts';

type Item = RunFact | LiveDelta;

/** A cut-off answer is asked for once more with this many times the room. */
const moreRoom = 3;
/** Above this, further samples change nothing any more. */
const decidedConfidence = 0.985;

function isDecided(state: RunState, deps: EngineDeps): boolean {
  const selection = select(state, deps.profile.testValidity.value);
  return selection.verdict === 'success' && selection.confidence >= decidedConfidence;
}

/**
 * Samples one round: replies become candidates and are observed while others are still being written. Ends early once the
 * selection is decided or the budget is spent. Seeds follow from the round's own, so a resumed round asks only for the
 * samples that it lacks. `current` returns the state with all facts that were yielded so far.
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
  const seeds = seedsFrom(round.seed, round.samples).filter((seed) => !present.has(seed));
  const deadline = startDeadline(remainingMs(current(), deps.clock.now()), deps.clock, options.signal);
  const channel = new FactChannel<Item>();
  const producing = produce(current(), round, contract, seeds, deps, channel, { signal: deadline.signal }).then(
    () => channel.close(),
    (error: unknown) => (deadline.signal.aborted ? channel.close() : channel.fail(error)),
  );
  let decided = false;
  try {
    for await (const item of channel) {
      yield item;
      const newEvidence = item.type === 'candidate-observe' || (item.type === 'candidate-add' && item.duplicateOf !== undefined);
      if (newEvidence && !decided && isDecided(current(), deps)) {
        decided = true;
        deadline.stop('decided');
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
  seeds: readonly number[],
  deps: EngineDeps,
  channel: FactChannel<Item>,
  options: Abortable,
): Promise<void> {
  const outlet = { push: (fact: RunFact) => channel.push(fact), fail: (error: unknown) => channel.fail(error) };
  const intake = new CandidateIntake(state, round, contract, deps, outlet, options);
  const repair = round.kind === 'repair' && round.parent !== undefined ? repairBatch(state, round.parent, seeds, deps) : null;
  const batches = repair === null ? batchesFor(state, round.round, seeds, deps) : [repair];
  try {
    for (const batch of batches) await ask(batch, intake, deps, channel, options);
  } finally {
    await intake.settled();
  }
}

type SampleEnd = Extract<CompletionPart, { type: 'sample-end' }>;

/** One model call; whole programs that were cut off get one more call with more room. */
async function ask(batch: Batch, intake: CandidateIntake, deps: EngineDeps, channel: FactChannel<Item>, options: Abortable): Promise<void> {
  // A function that did not end within the first cap of an example prompt has run away; a chat answer may just be long.
  const cut = await askOnce(batch, intake, batch.prefill === '', deps, channel, options);
  if (cut.length === 0) return;
  const seeds = cut.flatMap((sample) => batch.request.seeds[sample.sample] ?? []);
  const roomier = { ...batch, request: { ...batch.request, seeds, maxTokens: batch.request.maxTokens * moreRoom } };
  await askOnce(roomier, intake, false, deps, channel, options);
}

/** Returns the samples that were cut off and not taken. */
async function askOnce(
  batch: Batch,
  intake: CandidateIntake,
  mayRetry: boolean,
  deps: EngineDeps,
  channel: FactChannel<Item>,
  options: Abortable,
): Promise<readonly SampleEnd[]> {
  const cut: SampleEnd[] = [];
  const purpose = batch.recipe === 'repair' ? 'repair' : 'sample';
  const call = callModel(purpose, batch.request, deps, options, (sample) => {
    if (!intake.take(batch, sample, mayRetry)) cut.push(sample);
  });
  for await (const item of call) channel.push(item);
  return cut;
}
