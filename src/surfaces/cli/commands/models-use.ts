import { changeUserSettings } from '../../../config/change-user-settings.ts';
import { userConfigFile } from '../../../config/folders.ts';
import { type BackendFlags, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand } from '../cli-context.ts';

/** `anneal models use NAME`: writes backend and model into the person's own configuration. */
export const modelsUseCommand: CliCommand<BackendFlags, [name: string]> = async ({ deps, terminal }, options, name) => {
  const backend = modelServerNamed(options.backend ?? 'llama-cpp');
  const folders = await deps.folders();
  await changeUserSettings(folders, { backend, model: name });
  terminal.note(`${backend}:${name} is now the default, in ${userConfigFile(folders)}`);
  return 0;
};
