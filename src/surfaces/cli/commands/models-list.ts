import type { ModelListing } from '../../../ports/model-provider.ts';
import { type BackendFlags, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand } from '../cli-context.ts';
import { toRunError } from '../failure.ts';
import { formatBytes } from '../format-bytes.ts';

/** `anneal models list`: what each backend offers; one that does not answer is a line, not a failure. */
export const modelsListCommand: CliCommand<BackendFlags> = async ({ deps, terminal, signal, invocation }, options) => {
  const { values } = await deps.settings(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl });
  const names = options.backend === undefined ? (['llama-cpp', 'ollama'] as const) : [modelServerNamed(options.backend)];
  const backends: { backend: string; models: readonly ModelListing[]; error: ReturnType<typeof toRunError> | null }[] = [];
  for (const name of names) {
    try {
      const provider = await deps.backend(name, values);
      backends.push({
        backend: name,
        models: await provider.list({ signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) }),
        error: null,
      });
    } catch (thrown) {
      if (options.backend !== undefined || signal.aborted) throw thrown;
      backends.push({ backend: name, models: [], error: toRunError(thrown, invocation) });
    }
  }
  if (options.json) {
    terminal.json({ backends }, 2);
    return 0;
  }
  for (const { backend, models, error } of backends) {
    for (const { name, bytes, present, detail } of models) {
      terminal.data(
        `${backend.padEnd(10)} ${name.padEnd(28)} ${(bytes === null ? '' : formatBytes(bytes)).padStart(9)}  ${present ? 'ready' : 'not fetched'}  ${detail}\n`,
      );
    }
    if (error !== null) terminal.note(`${backend}: ${error.message}`, 'dim');
  }
  return 0;
};
