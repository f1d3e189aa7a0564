import { resolve } from 'node:path';
import { changeTrust } from '../../../config/trusted-folders.ts';
import type { CliCommand } from '../cli-context.ts';

/** `anneal skills trust [FOLDER]`: from now on its `.agents/skills` and its `anneal.json` count. */
export const skillsTrustCommand: CliCommand<{ readonly remove?: boolean }, [folder: string | undefined]> = async (
  { deps, terminal, workingFolder },
  options,
  folder,
) => {
  const path = await changeTrust(await deps.folders(), resolve(workingFolder, folder ?? '.'), !options.remove);
  terminal.note(options.remove ? `no longer trusted: ${path}` : `trusted: ${path}; its skills and its anneal.json count from now on`);
  return 0;
};
