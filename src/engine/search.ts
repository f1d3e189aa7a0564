import { AppError } from '../domain/app-error.ts';
import type { LiveDelta, RunFact } from '../domain/run-event.ts';
import { fold, type RunState } from '../domain/run-state.ts';
import { say, warned } from '../domain/said.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Language } from '../ports/language.ts';
import { explain } from './answer/explain.ts';
import { unchangedWarning } from './answer/unchanged-warning.ts';
import { remainingMs } from './budget.ts';
import { adoptAnswer } from './clarify/adopt-answer.ts';
import { askBetweenClusters } from './clarify/ask-between-clusters.ts';
import { settleContract } from './contract/settle-contract.ts';
import { startDeadline } from './deadline.ts';
import type { EngineDeps } from './engine-deps.ts';
import { nextStep, type Step } from './next-step.ts';
import { observe } from './observe/observe.ts';
import { adoptOriginal } from './plan/adopt-original.ts';
import { adoptSkill } from './plan/adopt-skill.ts';
import { askForTask } from './plan/ask-for-task.ts';
import { plan } from './plan/plan.ts';
import { cutWarnings } from './prompts/cut-warnings.ts';
import { sampleRound } from './sample/sample-round.ts';
import { prepareTests } from './tests/prepare-tests.ts';

type Item = RunFact | LiveDelta;

/** Remembered as a fact, so that nobody tries to ask again. */
const unaskable = warned('question', say('no-short-question'));

const isLive = (item: Item): item is LiveDelta => item.type === 'text-delta' || item.type === 'progress';

/**
 * Drives a run from `state` to its end or to a question. The caller stores each fact before it asks for the next item,
 * so a run that stops anywhere goes on from its stored facts. Ends after `run-end` or `question-ask`.
 * Throws `AppError` or `signal.reason`; only `runs` turns these into a `run-end`.
 */
export async function* search(state: RunState, tools: EngineDeps, options: Abortable): AsyncGenerator<Item> {
  // A resumed run goes on with what it assumed of its model when it began, as long as it is the same model.
  const assumed = state.model?.id === tools.model.id ? state.profile : null;
  const deps = { ...tools, profile: assumed ?? tools.profile };
  let now = state;
  const current = (): RunState => now;
  while (now.phase === 'running') {
    options.signal?.throwIfAborted();
    const step = nextStep(now, {
      now: deps.clock.now(),
      testValidity: deps.profile.testValidity.value,
      repairs: now.request?.repairs ?? deps.profile.repairs,
    });
    for await (const item of perform(step, current, deps, options)) {
      if (!isLive(item)) now = fold(now, { ...item, v: 1, seq: now.seq + 1, at: deps.clock.now() });
      yield item;
    }
  }
}

async function* perform(step: Step, current: () => RunState, deps: EngineDeps, options: Abortable): AsyncGenerator<Item> {
  const state = current();
  const seed = state.seed ?? deps.random.seed();
  switch (step.type) {
    case 'plan':
      yield* withinBudget(state, deps, options, (limited) => plan(state, deps, limited));
      return;
    case 'ask-for-task':
      yield askForTask(state);
      return;
    case 'contract':
      yield* withinBudget(state, deps, options, (limited) => settleContract(state, seed, deps, limited));
      return;
    case 'tests': {
      const { contract } = state;
      if (contract === null) return;
      yield* withinBudget(state, deps, options, (limited) => prepareTests(current, contract, seed, deps, limited));
      for (const warning of cutWarnings(current(), deps)) yield { type: 'warning', warning };
      return;
    }
    case 'adopt-original':
      yield* adoptOriginal(step.code, current, deps);
      return;
    case 'adopt-skill':
      yield* adoptSkill(step.skill, current, deps);
      return;
    case 'skill-unsteady': {
      const { name } = step.skill;
      throw new AppError(
        'conflict',
        `the skill ${name} passed the examples and then did not`,
        `run without it: --no-skills; or look at it: anneal skills verify ${name} --again`,
      );
    }
    case 'adopt-answer':
      yield* adoptAnswer(current, step.answer, deps, options);
      return;
    case 'start-round': {
      const round = state.rounds.length;
      const { kind, parent } = step;
      const samples = state.request?.candidates ?? 1;
      yield {
        type: 'round-start',
        round,
        kind,
        samples,
        seed: (seed + round * 7919) % 2 ** 31,
        ...(parent === undefined ? {} : { parent }),
      };
      return;
    }
    case 'sample':
      if (state.contract !== null) yield* sampleRound(current, step.round, state.contract, deps, options);
      return;
    case 'observe': {
      const { candidate, calls, seconds, repeat } = step;
      if (candidate.code === null || state.contract === null) return;
      const indexed = calls.flatMap((index) => {
        const call = state.calls[index];
        return call === undefined ? [] : [{ index, call }];
      });
      const look = await observe(candidate.code, state.contract, indexed, seconds, deps, options);
      yield { type: 'candidate-observe', candidate: candidate.id, repeat, ...look };
      return;
    }
    case 'observe-original': {
      if (state.contract === null) return;
      const calls = step.calls.flatMap((index) => {
        const call = state.calls[index];
        return call === undefined ? [] : [{ index, call }];
      });
      const { observations, sandboxMs } = await observe(step.code, state.contract, calls, step.seconds, deps, options);
      yield { type: 'original-observe', observations, sandboxMs };
      return;
    }
    case 'select':
      yield step.selection;
      return;
    case 'ask-between': {
      yield* askBetweenClusters(state, deps, options);
      if (current().phase === 'running') yield { type: 'warning', warning: unaskable };
      return;
    }
    case 'answer':
      if (state.candidates.length === 0 && state.rounds.at(-1)?.ended === 'budget') throw budgetSpent(state, deps);
      if (step.outcome === 'unsure') yield* unchangedWarning(state, deps.language);
      yield runEnd(state, step.outcome, deps.language);
      return;
  }
}

/** Nothing came of the model before the budget was over: an error of its own, not a failed program. */
function budgetSpent(state: RunState, deps: EngineDeps, cause?: unknown): AppError {
  const seconds = state.request?.budgetSeconds ?? 0;
  return new AppError(
    'model-timeout',
    `${deps.model.id} gave no answer within the budget of ${seconds} s`,
    `allow more with --budget-seconds ${seconds * 2}, or ${deps.model.address === undefined ? 'ask for less: -n 2, a shorter --context, a smaller model' : `look at the model server at ${deps.model.address}`}`,
    { cause },
  );
}

/** Work without which there is no candidate: when it outlasts the budget, the run fails with an error of its own. */
async function* withinBudget(
  state: RunState,
  deps: EngineDeps,
  options: Abortable,
  work: (options: Abortable) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const deadline = startDeadline(remainingMs(state, deps.clock.now()), deps.clock, options.signal);
  try {
    yield* work({ signal: deadline.signal });
  } catch (error) {
    if (!deadline.passed() || options.signal?.aborted === true) throw error;
    throw budgetSpent(state, deps, error);
  } finally {
    deadline.stop('closed');
  }
}

function runEnd(state: RunState, outcome: 'success' | 'unsure' | 'failed', language: Language): RunFact {
  return { type: 'run-end', outcome, explanation: explain(state, outcome, language), error: null, overlapMs: overlapMs(state) };
}

/** Milliseconds in which the model and the sandbox worked at the same time, as far as their sums exceed the wall time. */
function overlapMs(state: RunState): number {
  return Math.max(0, Math.round(state.spend.modelMs + state.spend.sandboxMs - state.spend.activeMs));
}
