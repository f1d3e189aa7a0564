import { type BackendFlags, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand } from '../cli-context.ts';

/** `anneal models rm NAME` */
export const modelsRmCommand: CliCommand<BackendFlags, [name: string]> = async ({ deps, terminal, signal }, options, name) => {
  const { values } = await deps.settings(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl });
  const provider = await deps.backend(modelServerNamed(options.backend ?? 'llama-cpp'), values);
  await provider.remove(name, { signal });
  terminal.note(`removed ${name}`);
  return 0;
};
