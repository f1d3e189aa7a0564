import type { ModelProvider } from '../../../ports/model-provider.ts';
import { type BackendFlags, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { showPull } from '../show-pull.ts';

/** `anneal models pull [NAME]`: fetches, verifies, shows progress. Without a name: the weights that suit this machine. */
export const modelsPullCommand: CliCommand<BackendFlags, [name: string | undefined]> = async (context, options, name) => {
  const { deps, terminal, signal } = context;
  const backend = modelServerNamed(options.backend ?? 'llama-cpp', deps.backends);
  const { values } = await deps.settings({ backend, ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }) });
  const provider = await deps.backend(backend, values);
  const wanted = name ?? (await suggested(provider, context));
  terminal.note(`fetching ${wanted}`);
  await showPull(terminal.note, wanted, provider.pull(wanted, { signal }), (warning) =>
    terminal.alert(`warning: ${warning.feature}: ${warning.detail}`, 'yellow'),
  );
  terminal.note(`ready: ${wanted}`, 'green');
  return 0;
};

async function suggested(provider: ModelProvider, { deps, terminal, signal }: CliContext): Promise<string> {
  const suggestion = await provider.suggest?.({ signal });
  if (suggestion === undefined) return deps.defaultEmbeddedModel;
  if (suggestion.warning !== undefined) terminal.alert(`warning: ${suggestion.warning.feature}: ${suggestion.warning.detail}`, 'yellow');
  terminal.note(`taking ${suggestion.name}: ${suggestion.why}\n${suggestion.expectation}`);
  return suggestion.name;
}
