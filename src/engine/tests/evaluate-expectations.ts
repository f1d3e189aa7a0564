import { AppError } from '../../domain/app-error.ts';
import type { Contract } from '../../domain/contract.ts';
import type { RunFact } from '../../domain/run-event.ts';
import type { EvaluatedExpectation, Test } from '../../domain/test.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { type ObserveDeps, observe } from '../observe/observe.ts';

const evaluationSeconds = 2;

/**
 * Turns the sources of expected values into values, in a sandbox that holds no candidate. Throws `bad-input` when a typed
 * example's source does not evaluate; a generated one is merely invalid.
 */
export async function evaluateExpectations(
  tests: readonly Test[],
  contract: Contract,
  deps: ObserveDeps,
  options: Abortable,
): Promise<Extract<RunFact, { type: 'tests-evaluate' }>> {
  const sources = tests.flatMap((test) => (test.expected.type === 'value' ? [{ test, source: test.expected.source }] : []));
  const results = new Map<string, EvaluatedExpectation>();
  if (sources.length > 0) {
    const calls = sources.map(({ source }, index) => ({ index, call: { type: 'expression', expression: source } as const }));
    const look = await observe('', contract, calls, evaluationSeconds, deps, options);
    for (const [index, { test }] of sources.entries()) {
      const outcome = look.observations.find((observation) => observation.call === index)?.outcome;
      if (outcome?.type === 'value') results.set(test.id, outcome);
      else
        results.set(test.id, {
          type: 'invalid',
          reason: outcome?.type === 'raised' ? `${outcome.error}: ${outcome.message}` : (outcome?.type ?? 'no result'),
        });
    }
  }
  for (const { test, source } of sources) {
    const result = results.get(test.id);
    if (test.origin === 'user' && result?.type === 'invalid') {
      throw new AppError(
        'bad-input',
        `example ${JSON.stringify(test.source ?? source)}: the expected side ${JSON.stringify(source)} is no ${deps.language.title} value (${result.reason})`,
        'write the expected side as a literal, e.g. 6, "text" or [1, 2]',
      );
    }
  }
  return { type: 'tests-evaluate', expectations: [...results].map(([test, expected]) => ({ test, expected })) };
}
