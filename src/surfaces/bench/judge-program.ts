import type { Contract } from '../../domain/contract.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Random } from '../../ports/clock.ts';
import type { Language } from '../../ports/language.ts';
import { defaultLimits, type SandboxSession } from '../../ports/sandbox.ts';

/** Whether every check, a boolean expression, is true for the program. */
export async function meetsChecks(
  program: string,
  checks: readonly string[],
  contract: Contract,
  deps: { readonly language: Language; readonly session: SandboxSession; readonly random: Random },
  options: Abortable,
): Promise<boolean> {
  if (program === '') return false;
  const nonce = deps.random.hex(16);
  const calls = checks.map((expression) => ({ type: 'expression', expression }) as const);
  const execution = await deps.session.run(deps.language.probe(program, contract, calls, { nonce, limits: defaultLimits }), options);
  return deps.language
    .read(execution, calls, { nonce })
    .every(({ outcome }) => outcome.type === 'value' && outcome.value.type === 'bool' && outcome.value.value);
}
