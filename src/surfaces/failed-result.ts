import type { RunError } from '../domain/run-event.ts';
import type { RunResult } from '../domain/run-result.ts';

/** The result object of a run that never started. */
export function failedResult(error: RunError, language: RunResult['language'] = 'python'): RunResult {
  return {
    runId: '',
    state: 'done',
    status: 'failed',
    language,
    profile: null,
    entry: null,
    code: null,
    explanation: '',
    confidence: 0,
    calibrated: false,
    question: null,
    evidence: { rounds: 0, selected: null, candidates: [], clusters: [], tests: [], integrity: 'oracle-outside' },
    sandbox: { level: '', missing: [] },
    model: { backend: '', id: '', calls: 0, promptTokens: 0, completionTokens: 0, demo: false, cost: null },
    timing: { totalMs: 0, modelMs: 0, sandboxMs: 0, overlapMs: 0 },
    warnings: [],
    error,
  };
}
