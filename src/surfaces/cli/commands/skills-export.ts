import { resolve } from 'node:path';
import type { CliCommand } from '../cli-context.ts';
import { sandboxSettings } from '../sandbox-choice.ts';

/** `anneal skills export NAME`: prints the new folder. */
export const skillsExportCommand: CliCommand<{ readonly into: string }, [name: string]> = async (context, options, name) => {
  const { deps, terminal, signal, workingFolder } = context;
  const service = await deps.skills(await sandboxSettings(context, {}));
  terminal.data(`${await service.exportFolder(name, resolve(workingFolder, options.into), { signal })}\n`);
  return 0;
};
