import { AppError } from '../../../domain/app-error.ts';
import type { CliCommand } from '../cli-context.ts';
import { openEvidence } from '../evidence/open-evidence.ts';
import { runToShow } from '../run-to-show.ts';
import { showResult } from '../show-result.ts';

/** `anneal runs show ID`: the result object, or its text with the whole evidence. */
export const runsShowCommand: CliCommand<{ readonly code?: boolean }, [id: string]> = async (context, options, id) => {
  const { deps, terminal, invocation } = context;
  const { result } = await (await deps.runs()).show(id);
  if (options.json) terminal.json(result, 2);
  else if (options.code) {
    if (result.code === null) throw new AppError('not-found', `run ${id} has no code`, `anneal runs show ${id}`);
    terminal.data(result.code.endsWith('\n') ? result.code : `${result.code}\n`);
  } else
    showResult(terminal, result, {
      evidence: await openEvidence(context, result, { mutants: null }),
      ...(await runToShow(context, result)),
      invocation,
    });
  return 0;
};
