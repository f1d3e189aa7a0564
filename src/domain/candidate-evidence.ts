import type { Candidate } from './candidate.ts';
import { describeCall, describeExpected, describeObservation, type FormatValue } from './describe-evidence.ts';
import type { RunResult } from './run-result.ts';
import type { RunState } from './run-state.ts';
import { judge, observationOf, observedCandidate } from './verdict.ts';

type CandidateEvidence = RunResult['evidence']['candidates'][number];

const diagnosticCharacters = 300;

/** One row a candidate, in order of arrival; tests without a usable expectation do not count. */
export function candidateEvidence(state: RunState, formatValue: FormatValue): CandidateEvidence[] {
  return state.candidates.map((candidate) => {
    const verdicts = state.tests
      .map((test) => judge(state, candidate, test))
      .filter((verdict) => verdict !== 'unknown' && verdict !== 'invalid');
    const ids = [candidate.id, candidate.duplicateOf];
    return {
      id: candidate.id,
      round: candidate.round,
      passed: verdicts.filter((verdict) => verdict === 'passed').length,
      total: verdicts.length,
      cluster: state.selection?.clusters.find(({ members }) => members.some((member) => ids.includes(member)))?.id ?? null,
      rejected: candidate.rejected?.reason ?? null,
      diagnostic: diagnosticOf(state, candidate, formatValue),
    };
  });
}

/** The first line of what went wrong; null when nothing did. */
function diagnosticOf(state: RunState, candidate: Candidate, formatValue: FormatValue): string | null {
  const observed = observedCandidate(state, candidate);
  const wrong = staticFault(observed) ?? withStderr(dynamicFault(state, observed, formatValue), observed.stderr) ?? typeFault(observed);
  return wrong === null ? null : capped(firstLine(wrong));
}

function staticFault({ rejected, diagnostics }: Candidate): string | null {
  if (rejected !== null) return `${rejected.reason}: ${rejected.detail}`;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error === undefined) return null;
  return error.line === undefined ? error.message : `line ${error.line}: ${error.message}`;
}

/** A program that does right and does not type-check is not all right. */
function typeFault({ diagnostics }: Candidate): string | null {
  const fault = diagnostics.find(({ rule }) => rule === 'type');
  return fault === undefined ? null : `line ${fault.line}: ${fault.message}`;
}

function dynamicFault(state: RunState, candidate: Candidate, formatValue: FormatValue): string | null {
  const { termination } = candidate;
  if (termination?.type === 'setup-failed') return `the sandbox could not be set up: ${termination.reason}`;
  for (const test of state.tests) {
    const verdict = judge(state, candidate, test);
    const call = state.callOfTest.get(test.id);
    const observation = call === undefined ? undefined : observationOf(state, candidate, call);
    if ((verdict !== 'failed' && verdict !== 'missing') || observation === undefined) continue;
    const got = describeObservation(observation, test.expected, formatValue);
    return `${describeCall(test.call)}: ${got}, expected ${describeExpected(test.expected)}`;
  }
  if (termination?.type === 'limit') return `stopped at its ${termination.limit} limit`;
  if (termination?.type === 'signal') return `ended by ${termination.signal}`;
  if (termination?.type === 'exit' && termination.code !== 0) return `ended with exit code ${termination.code}`;
  return null;
}

function withStderr(fault: string | null, stderr: string | undefined): string | null {
  // The last line: that is where interpreters put the error itself.
  const line = stderr
    ?.split('\n')
    .map((text) => text.trim())
    .findLast((text) => text !== '');
  if (fault === null || line === undefined || fault.includes(line)) return fault;
  return `${firstLine(fault)} (stderr: ${line})`;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const capped = (text: string): string => (text.length <= diagnosticCharacters ? text : `${text.slice(0, diagnosticCharacters - 1)}…`);
