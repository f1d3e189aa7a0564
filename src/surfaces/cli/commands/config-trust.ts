import { resolve } from 'node:path';
import { changeTrust } from '../../../config/trusted-folders.ts';
import type { CliCommand } from '../cli-context.ts';

/** `anneal config trust [FOLDER]`: from now on its `anneal.json` counts in full. */
export const configTrustCommand: CliCommand<{ readonly remove?: boolean }, [folder: string | undefined]> = async (
  { deps, terminal, workingFolder },
  options,
  folder,
) => {
  const path = await changeTrust(await deps.folders(), resolve(workingFolder, folder ?? '.'), !options.remove);
  terminal.note(options.remove ? `no longer trusted: ${path}` : `trusted: ${path}`);
  return 0;
};
