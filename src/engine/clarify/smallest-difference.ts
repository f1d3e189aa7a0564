import { observationKey } from '../../domain/behaviour-key.ts';
import type { Contract } from '../../domain/contract.ts';
import { describeCall } from '../../domain/describe-evidence.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Call } from '../../domain/test.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { firstLookSeconds, observe } from '../observe/observe.ts';
import { callInputs } from '../tests/call-inputs.ts';
import { simplerValues } from './simpler-values.ts';

/** A call and what each program does on it, in the programs' order. */
export type Difference = { readonly call: Call; readonly observations: readonly Observation[] };

/** Calls that are tried at a time, and how often: a question is asked within a second or two. */
const triesAtOnce = 24;
const mostSteps = 12;

/**
 * Whether a difference is worth a question: two programs answer with different values, or one answers where another raises.
 * Time-outs and lost results say nothing about what a person wants.
 */
function differ(observations: readonly (Observation | undefined)[]): observations is readonly Observation[] {
  if (
    observations.some(
      (observation) => observation === undefined || observation.outcome.type === 'limit' || observation.outcome.type === 'missing',
    )
  )
    return false;
  if (observations.every((observation) => observation?.outcome.type === 'raised')) return false;
  return new Set(observations.map((observation) => (observation === undefined ? '' : observationKey(observation)))).size > 1;
}

async function differences(
  programs: readonly string[],
  calls: readonly Call[],
  contract: Contract,
  deps: EngineDeps,
  options: Abortable,
): Promise<readonly Difference[]> {
  const indexed = calls.map((call, index) => ({ index, call }));
  const looks = await Promise.all(programs.map((program) => observe(program, contract, indexed, firstLookSeconds, deps, options)));
  return indexed.flatMap(({ index, call }) => {
    const observations = looks.map((look) => look.observations.find((observation) => observation.call === index));
    return differ(observations) ? [{ call, observations }] : [];
  });
}

const size = (call: Call): number => describeCall(call).length;
const smallest = (found: readonly Difference[]): Difference | undefined => [...found].sort((a, b) => size(a.call) - size(b.call))[0];

/**
 * The smallest input found on which the programs really differ, from calls on which they may: each step runs simpler
 * variants of the best one so far, until none still separates them. Null when no call separates them.
 */
export async function smallestDifference(
  programs: readonly string[],
  calls: readonly Call[],
  contract: Contract,
  deps: EngineDeps,
  options: Abortable,
): Promise<Difference | null> {
  let best = smallest(await differences(programs, calls, contract, deps, options));
  for (let step = 0; best !== undefined && step < mostSteps; step++) {
    const simpler = simplerCalls(best.call, contract, deps).filter((call) => best !== undefined && size(call) <= size(best.call));
    const next = smallest(await differences(programs, simpler.slice(0, triesAtOnce), contract, deps, options));
    if (next === undefined || (size(next.call) === size(best.call) && step > mostSteps / 2)) break;
    best = next;
  }
  return best ?? null;
}

/** Calls with one input simpler, the boldest simplifications of every input first. */
function simplerCalls(call: Call, contract: Contract, deps: EngineDeps): readonly Call[] {
  const inputs = callInputs(call, contract, deps.language);
  if (inputs === null) return [];
  const variants = inputs.values.map((value, position) => simplerValues(value).map((simpler) => inputs.values.with(position, simpler)));
  const longest = Math.max(0, ...variants.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_unused, turn) => variants.flatMap((list) => list.slice(turn, turn + 1))).flat();
  return inTurn.flatMap((changed) => inputs.on(changed) ?? []);
}
