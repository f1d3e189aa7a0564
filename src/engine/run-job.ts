import { AppError } from '../domain/app-error.ts';
import type { Execution } from '../domain/execution.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { SandboxJob, SandboxSession } from '../ports/sandbox.ts';

/** Runs one job of a session. Throws `sandbox-failed` where it could not be set up, which is never the program's fault, or `signal.reason`. */
export async function runJob(session: SandboxSession, job: SandboxJob, options: Abortable): Promise<Execution> {
  const execution = await session.run(job, options);
  const { termination } = execution;
  if (termination.type === 'setup-failed') {
    throw new AppError('sandbox-failed', `the sandbox could not start a job: ${termination.reason}`, 'run: anneal doctor');
  }
  return execution;
}
