import type { CliCommand } from '../cli-context.ts';
import { startProgress } from '../progress-lines.ts';
import { readEvents } from '../read-events.ts';
import { showResult } from '../show-result.ts';

/** `anneal runs replay ID`: what the run showed, from its events and nothing else. */
export const runsReplayCommand: CliCommand<{ readonly events?: boolean }, [id: string]> = async (context, options, id) => {
  const { deps, terminal, signal, invocation } = context;
  const events = await readEvents(await deps.store(), id, signal);
  if (options.events) {
    for (const event of events) terminal.json(event);
    return 0;
  }
  const progress = startProgress(terminal);
  for (const event of events) progress.show(event);
  progress.end();
  const { result } = await (await deps.runs()).show(id);
  if (options.json) terminal.json(result, 2);
  else showResult(terminal, result, { evidence: false, invocation });
  return 0;
};
