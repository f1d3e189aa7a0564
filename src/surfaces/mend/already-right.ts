import { describeCall, describeExpected, describeObservation } from '../../domain/describe-evidence.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { successThreshold } from '../../domain/success-threshold.ts';
import type { SuiteResult } from '../../domain/suite.ts';
import type { CheckedExample } from '../../engine/tests/check-examples.ts';
import type { Language } from '../../ports/language.ts';
import { failedResult } from '../failed-result.ts';

export type AlreadyRight = {
  readonly code: string;
  readonly suite: SuiteResult | null;
  readonly examples: readonly CheckedExample[];
  readonly sandbox: { readonly level: string; readonly missing: readonly string[] };
};

/** The result of a program that needs no mending; no model was asked. */
export function alreadyRight({ code, suite, examples, sandbox }: AlreadyRight, language: Language): RunResult {
  const nothing = failedResult({ code: 'internal', message: '', hint: '', retryable: false }, language.id);
  const total = examples.length + (suite?.total ?? 0);
  const shown = examples.map(({ test, observation }) => ({
    call: describeCall(test.call),
    expected: describeExpected(test.expected),
    origin: test.origin,
    votes: test.votes,
    observed: observation === undefined ? null : describeObservation(observation, test.expected, (value) => language.formatValue(value)),
    passed: true,
  }));
  const tests = (suite?.tests ?? []).map(({ id, outcome }) => ({
    call: id,
    expected: 'passes',
    origin: 'user' as const,
    votes: 1,
    observed: outcome,
    passed: outcome === 'skipped' ? null : outcome === 'passed',
  }));
  return {
    ...nothing,
    status: 'success',
    error: null,
    code,
    explanation: `${passAlready(total, suite === null)}; nothing was changed.`,
    // What anything has that passes all of the person's own tests, and no more: tests are never all there is to say.
    confidence: successThreshold,
    evidence: { ...nothing.evidence, integrity: suite?.integrity ?? 'oracle-outside', tests: [...shown, ...tests] },
    sandbox: { level: sandbox.level, missing: [...sandbox.missing] },
  };
}

/** `All 3 tests pass already`, with a word for what there is. */
export function passAlready(total: number, onlyExamples: boolean): string {
  const what = onlyExamples ? 'example' : 'test';
  return total === 1 ? `The one ${what} passes already` : `All ${total} ${what}s pass already`;
}
