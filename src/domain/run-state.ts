import type { Candidate } from './candidate.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Contract, LanguageId } from './contract.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { SandboxLevel } from './execution.ts';
import type { ModelProfile } from './model-profile.ts';
import type { Observation } from './observation.ts';
import type { ClusterSummary, Doubt, Question, RunError, RunEvent, RunModel, RunOutcome, RunSkill, Warning } from './run-event.ts';
import type { RunRequest } from './run-request.ts';
import type { Call, EvaluatedExpectation, SuiteCall, Test } from './test.ts';

export type RunPhase = 'queued' | 'running' | 'waiting' | 'interrupted' | 'done';

export type Round = {
  readonly round: number;
  readonly kind: 'sample' | 'repair';
  readonly samples: number;
  readonly seed: number;
  readonly parent?: string;
  readonly ended: 'all-samples' | 'decided' | 'budget' | null;
};

export type Selection = {
  readonly round: number;
  readonly clusters: readonly ClusterSummary[];
  readonly selected: string | null;
  readonly confidence: number;
  readonly verdict: 'success' | 'unsure' | 'none';
  readonly reason: string;
  readonly doubts?: readonly Doubt[];
};

/** All that is known of a run; the engine's next step derives from this and nothing else. */
export type RunState = {
  readonly seq: number;
  readonly phase: RunPhase;
  readonly request: RunRequest | null;
  readonly language: LanguageId | null;
  readonly model: RunModel | null;
  readonly sandbox: { readonly level: SandboxLevel; readonly missing: readonly string[] } | null;
  readonly profile: ModelProfile | null;
  readonly seed: number | null;
  readonly skills: readonly RunSkill[];
  readonly plan: {
    readonly action: 'generate' | 'revise' | 'clarify';
    readonly reason: string;
    readonly decision?: DecisionRecord;
  } | null;
  readonly contract: Contract | null;
  readonly signature: string;
  readonly tests: readonly Test[];
  readonly retracted: ReadonlySet<string>;
  readonly expectations: ReadonlyMap<string, EvaluatedExpectation>;
  /** SHA-256 over the trusted tests once they are fixed. */
  readonly lock: string | null;
  /** Tests that a program without a body passes. */
  readonly stubPasses: ReadonlySet<string>;
  /** Distinct calls of all tests, in order of first use; observations point into this list. */
  readonly calls: readonly (Call | SuiteCall)[];
  /** Call index by test id. */
  readonly callOfTest: ReadonlyMap<string, number>;
  readonly rounds: readonly Round[];
  readonly candidates: readonly Candidate[];
  /** What the program to revise did, by call index; empty until somebody needs to know. */
  readonly original: readonly Observation[];
  readonly selection: Selection | null;
  readonly question: Question | null;
  readonly questionsAsked: number;
  readonly answers: readonly { readonly question: Question; readonly optionId?: string; readonly value?: string }[];
  readonly warnings: readonly Warning[];
  readonly spend: {
    readonly modelCalls: number;
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly modelMs: number;
    readonly sandboxMs: number;
    /** Milliseconds under an owner, without waiting and downtime. */
    readonly activeMs: number;
  };
  /** When a service promised the run; null for one that began at once. */
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
  /** Time of the last event that an active owner wrote. */
  readonly lastAt: number | null;
  readonly end: {
    readonly outcome: RunOutcome;
    readonly explanation: string;
    readonly error: RunError | null;
    readonly overlapMs: number;
  } | null;
};

export const emptyRunState: RunState = {
  seq: 0,
  phase: 'queued',
  request: null,
  language: null,
  model: null,
  sandbox: null,
  profile: null,
  seed: null,
  skills: [],
  plan: null,
  contract: null,
  signature: '',
  tests: [],
  retracted: new Set(),
  expectations: new Map(),
  lock: null,
  stubPasses: new Set(),
  calls: [],
  callOfTest: new Map(),
  rounds: [],
  candidates: [],
  original: [],
  selection: null,
  question: null,
  questionsAsked: 0,
  answers: [],
  warnings: [],
  spend: { modelCalls: 0, promptTokens: 0, completionTokens: 0, modelMs: 0, sandboxMs: 0, activeMs: 0 },
  queuedAt: null,
  startedAt: null,
  lastAt: null,
  end: null,
};

/** The identity of a call: two tests with the same key are one probe. */
export const callKey = (call: Call | SuiteCall): string => canonicalJson(call);

function withCandidate(state: RunState, id: string, change: (candidate: Candidate) => Candidate): RunState {
  return { ...state, candidates: state.candidates.map((candidate) => (candidate.id === id ? change(candidate) : candidate)) };
}

/** The state with these tests at the end of its own, and their calls among its calls. */
export function withTests(state: RunState, tests: readonly Test[]): RunState {
  const calls = [...state.calls];
  const indexByKey = new Map(calls.map((call, index) => [callKey(call), index]));
  const callOfTest = new Map(state.callOfTest);
  for (const test of tests) {
    const key = callKey(test.call);
    let index = indexByKey.get(key);
    if (index === undefined) {
      index = calls.push(test.call) - 1;
      indexByKey.set(key, index);
    }
    callOfTest.set(test.id, index);
  }
  return { ...state, tests: [...state.tests, ...tests], calls, callOfTest };
}

/** Applies one event. Pure; unknown event types of later versions leave the state as it is, apart from `seq`. */
export function fold(previous: RunState, event: RunEvent): RunState {
  const continues = previous.phase === 'running' && event.type !== 'run-resume' && previous.lastAt !== null;
  const activeMs = previous.spend.activeMs + (continues ? Math.max(0, event.at - (previous.lastAt ?? event.at)) : 0);
  const state: RunState = { ...previous, seq: event.seq, lastAt: event.at, spend: { ...previous.spend, activeMs } };
  switch (event.type) {
    case 'run-queue':
      // An ended run stays ended, whatever is stored behind its end.
      return state.phase === 'queued' ? { ...state, request: event.request, queuedAt: event.at } : state;
    case 'run-start':
      return {
        ...state,
        phase: 'running',
        request: event.request,
        language: event.language,
        model: event.model,
        sandbox: event.sandbox,
        profile: event.profile ?? null,
        seed: event.seed ?? event.request.seed ?? null,
        skills: event.skills ?? [],
        startedAt: event.at,
        end: null,
      };
    case 'run-resume':
      return { ...state, phase: 'running', end: null };
    case 'plan-end':
      return {
        ...state,
        plan: { action: event.action, reason: event.reason, ...(event.decision === undefined ? {} : { decision: event.decision }) },
      };
    case 'contract-end':
      return { ...state, contract: event.contract, signature: event.signature };
    case 'tests-add':
      return withTests(state, event.tests);
    case 'tests-retract':
      return { ...state, retracted: new Set([...state.retracted, ...event.tests]) };
    case 'tests-evaluate':
      return {
        ...state,
        expectations: new Map([...state.expectations, ...event.expectations.map(({ test, expected }) => [test, expected] as const)]),
      };
    case 'tests-end':
      return { ...state, lock: event.lock, stubPasses: new Set(event.stubPasses) };
    case 'round-start': {
      const { round, kind, samples, seed, parent } = event;
      return {
        ...state,
        rounds: [...state.rounds, { round, kind, samples, seed, ended: null, ...(parent === undefined ? {} : { parent }) }],
      };
    }
    case 'round-end':
      return { ...state, rounds: state.rounds.map((round) => (round.round === event.round ? { ...round, ended: event.stopped } : round)) };
    case 'candidate-add': {
      const { v: _v, seq: _seq, at: _at, type: _type, ...added } = event;
      return { ...state, candidates: [...state.candidates, { ...added, diagnostics: [], observations: [], repeats: [] }] };
    }
    case 'candidate-check':
      return withCandidate(state, event.candidate, (candidate) => ({
        ...candidate,
        diagnostics: [...candidate.diagnostics, ...event.diagnostics],
      }));
    case 'candidate-observe': {
      const spent = { ...state, spend: { ...state.spend, sandboxMs: state.spend.sandboxMs + event.sandboxMs } };
      return withCandidate(spent, event.candidate, (candidate) =>
        event.repeat
          ? { ...candidate, repeats: [...candidate.repeats, ...event.observations] }
          : {
              ...candidate,
              observations: [...candidate.observations, ...event.observations],
              termination: event.termination,
              cpuSeconds: Math.max(candidate.cpuSeconds ?? 0, event.cpuSeconds),
              ...(event.stderr === undefined ? {} : { stderr: event.stderr }),
              ...(event.integrity === 'shared' ? { integrity: event.integrity } : {}),
            },
      );
    }
    case 'original-observe':
      return {
        ...state,
        original: [...state.original, ...event.observations],
        spend: { ...state.spend, sandboxMs: state.spend.sandboxMs + event.sandboxMs },
      };
    case 'selection-end': {
      const { round, clusters, selected, confidence, verdict, reason, doubts } = event;
      const known = { round, clusters, selected, confidence, verdict, reason };
      return { ...state, selection: doubts === undefined ? known : { ...known, doubts } };
    }
    case 'model-call': {
      const { spend } = state;
      return {
        ...state,
        spend: {
          ...spend,
          modelCalls: spend.modelCalls + 1,
          promptTokens: spend.promptTokens + event.promptTokens,
          completionTokens: spend.completionTokens + event.completionTokens,
          modelMs: spend.modelMs + event.ms,
        },
      };
    }
    case 'question-ask':
      return { ...state, phase: 'waiting', question: event.question, questionsAsked: state.questionsAsked + 1 };
    case 'question-answer':
      return state.question === null
        ? state
        : {
            ...state,
            phase: 'running',
            question: null,
            answers: [
              ...state.answers,
              {
                question: state.question,
                ...(event.optionId === undefined ? {} : { optionId: event.optionId }),
                ...(event.value === undefined ? {} : { value: event.value }),
              },
            ],
          };
    case 'warning':
      return { ...state, warnings: [...state.warnings, event.warning] };
    case 'run-end': {
      const { outcome, explanation, error, overlapMs } = event;
      return { ...state, phase: 'done', question: null, end: { outcome, explanation, error, overlapMs } };
    }
    default:
      return state;
  }
}
