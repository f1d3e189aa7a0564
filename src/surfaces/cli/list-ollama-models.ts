import type { SettingsInput } from '../../config/load-settings.ts';
import type { CliContext } from './cli-context.ts';

/** `--list-ollama-models`: one name a line. */
export async function listOllamaModels({ deps, terminal, signal }: CliContext, flags: SettingsInput['flags']): Promise<number> {
  const { values } = await deps.settings(flags);
  const models = await (await deps.backend('ollama', values)).list({ signal });
  for (const { name } of models) terminal.data(`${name}\n`);
  if (models.length === 0) terminal.note('Ollama has no model; get one with: ollama pull qwen2.5-coder:7b');
  return 0;
}
