import type { RunState } from '../../../domain/run-state.ts';
import type { Call } from '../../../domain/test.ts';
import { judgeObservation, trustedTests } from '../../../domain/verdict.ts';
import type { Abortable } from '../../../ports/abortable.ts';
import type { Random } from '../../../ports/clock.ts';
import type { Language } from '../../../ports/language.ts';
import { defaultLimits, type SandboxSession } from '../../../ports/sandbox.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/** How many small changes to the chosen program the trusted tests notice, and those that they do not. */
export type MutationScore = { readonly noticed: number; readonly total: number; readonly unnoticed: readonly Omit<Mutant, 'code'>[] };

const mostMutants = 24;
/** CPU seconds of one mutant: those that never end are common, and noticed. */
const secondsEach = 0.5;

type Tools = { readonly language: Language; readonly session: SandboxSession; readonly random: Random };

/** Null without a chosen program, a contract or a trusted test. */
export async function mutationScore(state: RunState, tools: Tools, options: Abortable): Promise<MutationScore | null> {
  const { contract } = state;
  const code = state.candidates.find(({ id }) => id === state.selection?.selected)?.code ?? null;
  const tests = trustedTests(state).filter(({ call }) => call.type !== 'test');
  if (contract === null || code === null || tests.length === 0) return null;
  const calls: Call[] = tests.flatMap(({ call }) => (call.type === 'test' ? [] : [call]));
  const own = tools.language.normalise(code);
  const mutants = mutantsOf(code, contract.language, mostMutants).filter(
    (mutant) =>
      tools.language.normalise(mutant.code) !== own &&
      !tools.language.check(mutant.code, contract).some(({ severity, rule }) => severity === 'error' && rule === 'syntax'),
  );
  const noticed = await Promise.all(
    mutants.map(async (mutant) => {
      const nonce = tools.random.hex(16);
      const limits = { ...defaultLimits, cpuSeconds: secondsEach, wallSeconds: secondsEach + 1 };
      const execution = await tools.session.run(tools.language.probe(mutant.code, contract, calls, { nonce, limits }), options);
      const observations = tools.language.read(execution, calls, { nonce });
      return tests.some((test, index) => judgeObservation(observations[index], test, state) !== 'passed');
    }),
  );
  return {
    noticed: noticed.filter(Boolean).length,
    total: mutants.length,
    unnoticed: mutants.filter((_mutant, index) => noticed[index] !== true).map(({ line, change }) => ({ line, change })),
  };
}
