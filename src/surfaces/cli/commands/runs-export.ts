import { resolve } from 'node:path';
import { printableJson } from '../../../domain/printable.ts';
import { checkOutput } from '../check-output.ts';
import type { CliCommand } from '../cli-context.ts';
import { readEvents } from '../read-events.ts';
import { writeAtomically } from '../write-atomically.ts';

/** `anneal runs export ID`: every event as one JSON line. */
export const runsExportCommand: CliCommand<{ readonly output?: string }, [id: string]> = async (context, options, id) => {
  const { deps, terminal, signal, workingFolder } = context;
  const events = await readEvents(await deps.store('read'), id, signal);
  if (options.output === undefined) {
    for (const event of events) terminal.json(event);
    return 0;
  }
  const file = resolve(workingFolder, options.output);
  await checkOutput(file);
  await writeAtomically(file, events.map((event) => `${printableJson(event)}\n`).join(''));
  terminal.note(`${events.length} events written to ${options.output}`);
  return 0;
};
