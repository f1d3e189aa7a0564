import { z } from 'zod';
import type { RunResult } from '../../domain/run-result.ts';
import { runResultSchema } from '../../domain/run-result.ts';

const { status, language, profile, code, explanation, confidence, calibrated, question, warnings, error } = runResultSchema.shape;
const test = runResultSchema.shape.evidence.shape.tests.element;

/** Tests that a digest shows; all of them are in the run's resource. */
const mostTests = 20;

/** What a client's model needs of a result. The rest, every candidate and every test, is behind `resource`. */
export const runDigestSchema = z.strictObject({
  runId: z.string().nullable().describe('null when no run was needed'),
  status: status.describe(
    'success: verified; unsure: the best found, not certain; clarify: a question needs an answer; failed: nothing passed; cancelled',
  ),
  language,
  profile,
  code: code.describe('the program; null when there is none to hand back'),
  wrapped: z.string().nullable().describe('the program as its host takes it, where that differs'),
  signature: z.string().nullable(),
  explanation,
  confidence,
  calibrated,
  question,
  howToAnswer: z.string().nullable().describe('with clarify: the call that answers the question'),
  trusted: z.strictObject({ passed: z.number(), total: z.number() }).describe('examples and tests of yours that the program passes'),
  tests: z.array(z.strictObject({ ...test.shape })).describe(`at most ${mostTests}`),
  candidates: z.number().describe('programs that were written'),
  rounds: z.number(),
  behaviours: z.number().describe('groups of programs that behave alike'),
  integrity: z.enum(['oracle-outside', 'shared']),
  sandbox: z.string().describe('level: L2, isolated, or L0, limits only'),
  model: z.strictObject({ backend: z.string(), id: z.string(), demo: z.boolean() }),
  seconds: z.number(),
  warnings: z.array(z.strictObject({ ...warnings.element.shape })),
  error: error,
  resource: z.string().nullable().describe('the whole evidence'),
});

export type RunDigest = z.output<typeof runDigestSchema>;

export const runUri = (runId: string): string => `anneal://runs/${runId}`;

/** `tool`: the tool that takes an answer to the question. */
export function digestOf(result: RunResult, tool: string): RunDigest {
  const { runId, evidence, model } = result;
  const trusted = evidence.tests.filter(({ origin }) => origin !== 'generated' && origin !== 'fuzz');
  return {
    runId: runId === '' ? null : runId,
    status: result.status,
    language: result.language,
    profile: result.profile,
    code: result.status === 'clarify' ? null : result.code,
    wrapped: result.wrapped ?? null,
    signature: result.entry?.signature ?? null,
    explanation: result.explanation,
    confidence: result.confidence,
    calibrated: result.calibrated,
    question: result.question,
    howToAnswer: result.question === null ? null : howToAnswer(result, tool),
    trusted: { passed: trusted.filter(({ passed }) => passed === true).length, total: trusted.length },
    // What failed tells most.
    tests: evidence.tests.toSorted((a, b) => Number(a.passed === true) - Number(b.passed === true)).slice(0, mostTests),
    candidates: evidence.candidates.length,
    rounds: evidence.rounds,
    behaviours: evidence.clusters.length,
    integrity: evidence.integrity,
    sandbox: result.sandbox.level,
    model: { backend: model.backend, id: model.id, demo: model.demo },
    seconds: Math.round(result.timing.totalMs / 100) / 10,
    warnings: result.warnings,
    error: result.error,
    resource: runId === '' ? null : runUri(runId),
  };
}

function howToAnswer({ runId, question }: RunResult, tool: string): string {
  const option = question?.options[0];
  const value = `${tool} with {"answer": {"runId": "${runId}", "value": "…"}}`;
  return option === undefined
    ? value
    : `${tool} with {"answer": {"runId": "${runId}", "optionId": "${option.id}"}}, or for another value ${value}`;
}
