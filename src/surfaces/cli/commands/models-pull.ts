import type { PullProgress } from '../../../ports/model-provider.ts';
import { type BackendFlags, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand } from '../cli-context.ts';
import { showPull } from '../show-pull.ts';

/** `anneal models pull [NAME]`: fetches, verifies, shows progress. Without a name: the embedded model's own default. */
export const modelsPullCommand: CliCommand<BackendFlags, [name: string | undefined]> = async (context, options, name) => {
  const { deps, terminal, signal } = context;
  const { values } = await deps.settings(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl });
  const provider = await deps.backend(modelServerNamed(options.backend ?? 'llama-cpp'), values);
  const wanted = name ?? deps.defaultEmbeddedModel;
  terminal.note(`fetching ${wanted}`);
  const parts: AsyncIterable<PullProgress> = provider.pull(wanted, { signal });
  await showPull(terminal.note, wanted, parts);
  terminal.note(`ready: ${wanted}`, 'green');
  return 0;
};
