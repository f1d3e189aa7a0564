import { AppError } from '../../domain/app-error.ts';
import type { Observation } from '../../domain/observation.ts';
import type { SuiteTest } from '../../domain/suite.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { runSuite } from '../suite/run-suite.ts';
import type { Look, ObserveDeps } from './observe.ts';

/** Seconds that the calls of a whole test file get at least. */
const leastSeconds = 2;

/** What a program makes of tests of the person's own file: true for one that passed, else what went wrong. */
export async function observeTests(
  code: string,
  tests: readonly { readonly index: number; readonly id: string }[],
  cpuSeconds: number,
  deps: ObserveDeps,
  options: Abortable,
): Promise<Look> {
  const { language, session, random, suite } = deps;
  if (suite === undefined || language.suites === undefined) throw new AppError('internal', 'tests without their file', 'report this');
  const tools = { language, suites: language.suites, session, random, timeoutSeconds: Math.max(leastSeconds, cpuSeconds) };
  const result = await runSuite(code, suite, tools, options);
  const byId = new Map(result.tests.map((test) => [test.id, test]));
  return {
    observations: tests.map(({ index, id }) => ({ call: index, outcome: outcomeOf(byId.get(id), result.tampered) })),
    cpuSeconds,
    termination: { type: 'exit', code: 0 },
    integrity: result.integrity,
    level: deps.level,
    sandboxMs: result.sandboxMs,
  };
}

function outcomeOf(test: SuiteTest | undefined, tampered: boolean): Observation['outcome'] {
  if (tampered) return { type: 'missing', reason: 'tampered: the program attacked the tests', tampered: true };
  if (test === undefined) return { type: 'missing', reason: 'the test did not run' };
  if (test.outcome === 'passed') return { type: 'value', value: { type: 'bool', value: true } };
  const message = test.message ?? test.outcome;
  return test.outcome === 'missing' ? { type: 'missing', reason: message } : { type: 'raised', error: 'TestFailed', message };
}
