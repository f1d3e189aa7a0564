import type { BodyRunOutcome } from '../../../bodies/body-service.ts';
import type { BodyRun } from '../../../domain/body-run.ts';
import type { CliContext } from '../cli-context.ts';
import { looksSecret } from './body-call.ts';

/** What a command with `--json` says of a run: all that is stored but what only a resumed run needs. */
export function bodyRunObject({ journal: _journal, meta: _meta, hash: _hash, ...run }: BodyRun) {
  return { runId: run.id, ...run };
}

/** Exit codes as of runs: done, failed, or a question that needs an answer. */
export const bodyExitCode = ({ state }: BodyRun): number => (state === 'done' ? 0 : state === 'waiting' ? 4 : 1);

/** The log and the state on stdout; questions, failures and their next step on stderr. */
export function showBodyRun(
  { terminal, invocation }: CliContext,
  { run, missing, ungranted }: BodyRunOutcome,
  saved: readonly string[],
): void {
  const { skill, id, result, reason, printed } = run;
  for (const line of printed.trimEnd().split('\n')) if (printed.trim() !== '') terminal.detail(`printed  ${line}`);
  const [first] = missing;
  if (first !== undefined) {
    const how = looksSecret(first) ? `--secret ${first}` : `${first}=…`;
    terminal.note(`not set: ${missing.join(', ')}; set with: ${invocation} skills config ${skill} ${how}`, 'yellow');
  }
  if (ungranted.length > 0) {
    terminal.note(
      `not granted: ${ungranted.join(', ')}; grant with --allow-net ${ungranted[0] ?? ''}, and --remember to keep it`,
      'yellow',
    );
  }
  if (run.state === 'failed') {
    terminal.alert(`failed: ${reason ?? 'for no reason that was told'}`, 'red');
    return;
  }
  if (run.state === 'waiting') {
    terminal.note(result?.action_log ?? '');
    terminal.alert(`question: ${result?.needs_input ?? ''}`, 'bold');
    terminal.note(`answer with: ${invocation} skills answer ${id} "…"`);
    return;
  }
  terminal.data(`${result?.action_log ?? ''}\n`);
  if ((result?.new_state ?? '') !== '') terminal.note(`state: ${result?.new_state ?? ''}`);
  for (const file of saved) terminal.note(`written: ${file}`);
}
