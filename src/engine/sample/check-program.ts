import type { Contract } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { defaultLimits } from '../../ports/sandbox.ts';
import type { EngineDeps } from '../engine-deps.ts';

/** A compiler takes longer than a program of a few lines, and more on a busy machine. */
const limits = { ...defaultLimits, cpuSeconds: 10, wallSeconds: 30 };

/** What the language's own compiler or type checker says of a program, in the sandbox; nothing where there is none. */
export async function checkProgram(
  code: string,
  contract: Contract,
  { language, session }: Pick<EngineDeps, 'language' | 'session'>,
  options: Abortable,
): Promise<readonly Diagnostic[]> {
  const jobs = language.checkJobs?.(code, contract, limits) ?? [];
  const executions = await Promise.all(jobs.map((job) => session.run(job, options)));
  return executions.flatMap((execution) => language.readCheck?.(execution) ?? []);
}
