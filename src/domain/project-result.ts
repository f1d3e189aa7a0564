import { skillOfRecipe } from './candidate.ts';
import { candidateEvidence } from './candidate-evidence.ts';
import { describeCall, describeExpected, describeObservation, type FormatValue } from './describe-evidence.ts';
import { costOf } from './model-price.ts';
import type { RunResult } from './run-result.ts';
import type { RunState } from './run-state.ts';
import type { Test } from './test.ts';
import { judge, observationOf } from './verdict.ts';

/**
 * The result object of a run, from its state alone. `formatValue` writes a value in the run's language. A run that is
 * not done and not waiting has status `failed`; its `state` says why.
 */
export function projectResult(runId: string, state: RunState, formatValue: FormatValue): RunResult {
  const { contract, question, selection } = state;
  const status = statusOf(state);
  const code = status === 'clarify' || status === 'cancelled' || state.phase !== 'done' ? null : selectedCode(state);
  const wrap = contract?.entry.kind === 'chunk-return' ? contract.entry.wrap : undefined;
  // A function, because `$&` in a program means nothing here.
  const wrapped = code === null || wrap === undefined ? null : wrap.replace('%s', () => code.trimEnd());
  return {
    runId,
    state: state.phase,
    status,
    language: state.language ?? state.request?.language ?? 'python',
    profile: contract?.profile ?? state.request?.profile ?? null,
    entry:
      contract === null
        ? null
        : { kind: contract.entry.kind, name: contract.entry.kind === 'function' ? contract.entry.name : null, signature: state.signature },
    code,
    ...(wrapped === null ? {} : { wrapped }),
    skill: code === null ? null : skillOf(state),
    explanation: explanationOf(state),
    confidence: selection?.confidence ?? 0,
    calibrated: false,
    question:
      question === null
        ? null
        : {
            text: question.text,
            call: question.call ?? null,
            options: question.options.map(({ id, value, support }) => ({ id, value, support })),
          },
    evidence: {
      rounds: state.rounds.length,
      selected: selection?.selected ?? null,
      candidates: candidateEvidence(state, formatValue),
      clusters: (selection?.clusters ?? []).map(({ id, posterior, members }) => ({ id, posterior, members: members.length })),
      tests: state.tests.filter((test) => !state.retracted.has(test.id)).map((test) => testEvidence(state, test, formatValue)),
      integrity: state.candidates.find(({ id }) => id === selection?.selected)?.integrity ?? 'oracle-outside',
    },
    sandbox: { level: state.sandbox?.level ?? 'L0', missing: [...(state.sandbox?.missing ?? [])] },
    model: {
      backend: state.model?.backend ?? '',
      id: state.model?.id ?? '',
      calls: state.spend.modelCalls,
      promptTokens: state.spend.promptTokens,
      completionTokens: state.spend.completionTokens,
      demo: state.model?.demo ?? false,
      cost: state.model?.price === undefined ? null : { dollars: costOf(state.spend, state.model.price), ...state.model.price },
    },
    timing: {
      totalMs: state.spend.activeMs,
      modelMs: state.spend.modelMs,
      sandboxMs: state.spend.sandboxMs,
      overlapMs: state.end?.overlapMs ?? 0,
    },
    warnings: state.warnings.map(({ feature, detail, detailSaid }) => ({ feature, detail, detailSaid })),
    error: state.end?.error ?? null,
  };
}

function statusOf(state: RunState): RunResult['status'] {
  if (state.end !== null && state.phase === 'done') return state.end.outcome;
  return state.phase === 'waiting' ? 'clarify' : 'failed';
}

const selectedCode = ({ candidates, selection }: RunState): string | null =>
  candidates.find((candidate) => candidate.id === selection?.selected)?.code ?? null;

/** The name of the kept program that was selected. */
function skillOf({ candidates, selection }: RunState): string | null {
  const chosen = candidates.find((candidate) => candidate.id === selection?.selected);
  return chosen === undefined ? null : skillOfRecipe(chosen.recipe);
}

function explanationOf(state: RunState): string {
  switch (state.phase) {
    case 'done':
      return state.end?.explanation ?? '';
    case 'waiting':
      return state.question?.text ?? '';
    case 'interrupted':
      return 'The run was interrupted before its end; it can be resumed.';
    default:
      return 'The run has not ended yet.';
  }
}

type TestEvidence = RunResult['evidence']['tests'][number];

function testEvidence(state: RunState, test: Test, formatValue: FormatValue): TestEvidence {
  const selected = state.candidates.find((candidate) => candidate.id === state.selection?.selected);
  const call = state.callOfTest.get(test.id);
  const observation = selected === undefined || call === undefined ? undefined : observationOf(state, selected, call);
  const verdict = selected === undefined ? 'unknown' : judge(state, selected, test);
  return {
    call: describeCall(test.call),
    expected: describeExpected(test.expected),
    origin: test.origin,
    votes: test.votes,
    observed: observation === undefined ? null : describeObservation(observation, test.expected, formatValue),
    passed: verdict === 'unknown' || verdict === 'invalid' ? null : verdict === 'passed',
  };
}
