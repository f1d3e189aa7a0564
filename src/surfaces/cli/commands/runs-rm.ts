import type { CliCommand } from '../cli-context.ts';

/** `anneal runs rm ID…`: all of them, or none when one does not exist. */
export const runsRmCommand: CliCommand<object, [ids: readonly string[]]> = async ({ deps, terminal }, _options, ids) => {
  const runs = await deps.runs();
  for (const id of ids) await runs.show(id);
  for (const id of ids) {
    await runs.remove(id);
    terminal.note(`removed ${id}`);
  }
  return 0;
};
