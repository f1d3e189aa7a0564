import { type Candidate, recipeOfSkill } from '../domain/candidate.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { RunFact, RunSkill } from '../domain/run-event.ts';
import type { Round, RunState } from '../domain/run-state.ts';
import { successThreshold } from '../domain/success-threshold.ts';
import { observationOf, trustedTests } from '../domain/verdict.ts';
import { isSpent } from './budget.ts';
import { unadoptedAnswer } from './clarify/adopt-answer.ts';
import { plausiblePosterior } from './clarify/ask-between-clusters.ts';
import { firstLookSeconds } from './observe/observe.ts';
import { observedCandidates } from './select/behaviour-clusters.ts';
import { type SelectionFact, select } from './select/select.ts';
import { selectSkill } from './select/select-skill.ts';
import { changesNothing, programToRevise, unseenOfOriginal } from './select/unchanged.ts';

export type Step =
  | { readonly type: 'plan' }
  | { readonly type: 'ask-for-task' }
  | { readonly type: 'contract' }
  | { readonly type: 'tests' }
  /** The program to mend becomes the first candidate. */
  | { readonly type: 'adopt-original'; readonly code: string }
  /** A kept program becomes a candidate before any is written. */
  | { readonly type: 'adopt-skill'; readonly skill: RunSkill }
  /** A kept program that passed before the run does not pass in it, and there is no model to go on with. */
  | { readonly type: 'skill-unsteady'; readonly skill: RunSkill }
  | { readonly type: 'adopt-answer'; readonly answer: RunState['answers'][number] }
  | { readonly type: 'start-round'; readonly kind: Round['kind']; readonly parent?: string }
  | { readonly type: 'sample'; readonly round: Round }
  /** Observe a candidate on calls that it has not seen, or again with more time, or a second time. */
  | {
      readonly type: 'observe';
      readonly candidate: Candidate;
      readonly calls: readonly number[];
      readonly seconds: number;
      readonly repeat: boolean;
    }
  /** See what the program to revise does, to know whether a revision changes anything. */
  | { readonly type: 'observe-original'; readonly code: string; readonly calls: readonly number[]; readonly seconds: number }
  | { readonly type: 'select'; readonly selection: SelectionFact }
  | { readonly type: 'ask-between' }
  | { readonly type: 'answer'; readonly outcome: 'success' | 'unsure' | 'failed' };

export type StepContext = {
  readonly now: number;
  readonly testValidity: number;
  /** False: this model gains nothing from repair, so a new round samples afresh. */
  readonly repairs: boolean;
};

/** Most questions of one run. */
const mostQuestions = 3;
/** Candidates that get more time when nothing passed in the first, short look. */
const mostSecondLooks = 2;

/** The next thing to do, from recorded facts alone: this is what makes a run resumable anywhere. */
export function nextStep(state: RunState, context: StepContext): Step {
  if (state.plan === null) return { type: 'plan' };
  if (state.plan.action === 'clarify' && state.answers.length === 0) return { type: 'ask-for-task' };
  if (state.contract === null) return { type: 'contract' };
  if (state.lock === null) return { type: 'tests' };
  const answer = unadoptedAnswer(state);
  if (answer !== undefined && !answerFailed(state)) return { type: 'adopt-answer', answer };
  const round = state.rounds.at(-1);
  if (round === undefined) return beforeRounds(state, context);
  if (round.ended === null) return { type: 'sample', round };
  return afterRound(state, context);
}

/** A program to mend, or a kept one, is looked at before anything is asked of the model. */
function beforeRounds(state: RunState, context: StepContext): Step {
  const { request } = state;
  const skill = state.skills.find(({ name }) => !state.candidates.some(({ recipe }) => recipe === recipeOfSkill(name)));
  if (skill !== undefined) return { type: 'adopt-skill', skill };
  const answering = state.skills.find(({ answers }) => answers);
  if (answering !== undefined) return bySkill(state, answering);
  if (request?.mends !== true || request.code === undefined) return { type: 'start-round', kind: 'sample' };
  const original = state.candidates[0];
  if (original === undefined) return { type: 'adopt-original', code: request.code };
  const unseen = observeUnseen(state, request.timeoutSeconds);
  if (unseen !== null) return unseen;
  return context.repairs ? { type: 'start-round', kind: 'repair', parent: original.id } : { type: 'start-round', kind: 'sample' };
}

/** A kept program is seen twice, as every program that is handed back. */
function bySkill(state: RunState, skill: RunSkill): Step {
  const seconds = state.request?.timeoutSeconds ?? 1;
  const unseen = observeUnseen(state, seconds);
  if (unseen !== null) return unseen;
  const selection = selectSkill(state);
  const chosen = state.candidates.find(({ id }) => id === selection?.selected);
  if (selection === null || chosen === undefined) return { type: 'skill-unsteady', skill };
  const calls = answeredCalls(state, chosen);
  if (chosen.repeats.length === 0 && calls.length > 0) return { type: 'observe', candidate: chosen, calls, seconds, repeat: true };
  if (canonicalJson(state.selection) !== canonicalJson(withoutType(selection))) return { type: 'select', selection };
  return { type: 'answer', outcome: selection.verdict === 'success' ? 'success' : 'unsure' };
}

/** An answer that was no value stays what it is; asking it to become a test again would never end. */
const answerFailed = (state: RunState): boolean =>
  state.tests.filter((test) => test.origin === 'answer').some((test) => state.expectations.get(test.id)?.type === 'invalid');

function afterRound(state: RunState, context: StepContext): Step {
  const timeout = state.request?.timeoutSeconds ?? 1;
  const unseen = isSpent(state, context.now) ? null : observeUnseen(state, Math.min(timeout, firstLookSeconds));
  if (unseen !== null) return unseen;
  const selection = select(state, context.testValidity);
  const chosen = state.candidates.find((candidate) => candidate.id === selection.selected);
  if (selection.verdict === 'none') {
    const slow = slowCandidate(state, timeout);
    if (slow !== null && !isSpent(state, context.now)) {
      return { type: 'observe', candidate: slow, calls: state.calls.map((_call, index) => index), seconds: timeout, repeat: false };
    }
  }
  if (chosen !== undefined && selection.verdict !== 'none' && chosen.repeats.length === 0) {
    const calls = answeredCalls(state, chosen);
    if (calls.length > 0) return { type: 'observe', candidate: chosen, calls, seconds: timeout, repeat: true };
  }
  const original = programToRevise(state);
  const calls = original === null || selection.verdict === 'none' ? [] : unseenOfOriginal(state);
  if (original !== null && calls.length > 0) return { type: 'observe-original', code: original, calls, seconds: timeout };
  if (canonicalJson(state.selection) !== canonicalJson(withoutType(selection))) return { type: 'select', selection };
  if (selection.verdict === 'success') return { type: 'answer', outcome: 'success' };
  const unaskable = state.warnings.some(({ feature }) => feature === 'question');
  const asking =
    selection.verdict === 'unsure' && isOpen(selection) && state.questionsAsked < (state.request?.questions ?? mostQuestions) && !unaskable;
  const mayAsk = asking && !answerFailed(state);
  if (mayAsk && state.request?.interactive === true) return { type: 'ask-between' };
  if (isSettledAsBefore(state, selection)) return { type: 'answer', outcome: 'unsure' };
  const last = state.rounds.at(-1);
  const roundsLeft = (state.request?.maxRounds ?? 1) - state.rounds.length;
  if (roundsLeft > 0 && !isSpent(state, context.now) && last?.ended !== 'budget') {
    const worthRepair = context.repairs && selection.verdict === 'none' && chosen?.code != null && trustedTests(state).length > 0;
    return worthRepair ? { type: 'start-round', kind: 'repair', parent: chosen.id } : { type: 'start-round', kind: 'sample' };
  }
  // With nobody there, all that can be found out without an answer comes first, and only a tie waits for a person.
  if (mayAsk && isTie(selection) && state.request?.mayWait === true) return { type: 'ask-between' };
  return { type: 'answer', outcome: selection.verdict === 'none' ? 'failed' : 'unsure' };
}

/** All evidence is for what the program did before: more samples would say the same again. */
function isSettledAsBefore(state: RunState, { selected, verdict, clusters: [first] }: SelectionFact): boolean {
  const chosen = state.candidates.find(({ id }) => id === selected);
  return verdict === 'unsure' && chosen !== undefined && (first?.posterior ?? 0) >= successThreshold && changesNothing(state, chosen);
}

/** At least two behaviours are plausible. */
const isOpen = (selection: SelectionFact): boolean =>
  selection.clusters.filter((cluster) => cluster.posterior >= plausiblePosterior).length > 1;

/** The second behaviour is nearly as plausible as the first: handing back either would be a toss-up. */
function isTie({ clusters: [first, second] }: SelectionFact): boolean {
  return first !== undefined && second !== undefined && second.posterior >= 0.75 * first.posterior;
}

function withoutType({ type: _type, ...selection }: Extract<RunFact, { type: 'selection-end' }>) {
  return selection;
}

/** Calls on which a candidate returned a value: the ones worth a second look at the same program. */
function answeredCalls(state: RunState, candidate: Candidate): readonly number[] {
  return state.calls.flatMap((_call, index) => (observationOf(state, candidate, index)?.outcome.type === 'value' ? [index] : []));
}

/** A runnable candidate that lacks some call, after an answer became a test or a round was interrupted. */
function observeUnseen(state: RunState, seconds: number): Step | null {
  for (const candidate of state.candidates) {
    if (candidate.rejected !== null || candidate.duplicateOf !== undefined) continue;
    const calls = state.calls.flatMap((_call, index) => (observationOf(state, candidate, index) === undefined ? [index] : []));
    if (calls.length > 0) return { type: 'observe', candidate, calls, seconds, repeat: false };
  }
  return null;
}

/** A candidate that was cut short on a trusted call in the first look and may be right with the full time. */
function slowCandidate(state: RunState, timeout: number): Candidate | null {
  const looked = state.candidates.filter((candidate) => candidate.cpuSeconds === timeout).length;
  if (looked >= mostSecondLooks) return null;
  const trusted = trustedTests(state).map((test) => state.callOfTest.get(test.id));
  return (
    observedCandidates(state).find(
      (candidate) =>
        candidate.duplicateOf === undefined &&
        candidate.cpuSeconds !== undefined &&
        candidate.cpuSeconds < timeout &&
        candidate.observations.some(
          ({ call, outcome }) =>
            outcome.type === 'limit' &&
            (outcome.limit === 'cpu' || outcome.limit === 'wall') &&
            (trusted.length === 0 || trusted.includes(call)),
        ),
    ) ?? null
  );
}
