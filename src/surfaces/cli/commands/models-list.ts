import type { ModelListing } from '../../../ports/model-provider.ts';
import type { ChoiceReport } from '../../choice-report.ts';
import { type BackendFlags, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand } from '../cli-context.ts';
import { formatBytes } from '../format-bytes.ts';
import { listModels, offeredModels, usualBackends } from '../offered-models.ts';

/** `anneal models list`: what each backend offers; one that does not answer is a line, not a failure. */
export const modelsListCommand: CliCommand<BackendFlags> = async (context, options) => {
  const { deps, terminal, signal } = context;
  const settings = await deps.settings({});
  const asked = await deps.settings(given(options));
  const names = options.backend === undefined ? usualBackends(deps.backends, settings) : [modelServerNamed(options.backend, deps.backends)];
  const { values } = asked;
  // The one that was asked for must answer; of several each answers for itself.
  const backends =
    options.backend === undefined
      ? await Promise.all(names.map((name) => offeredModels(context, name, values)))
      : await Promise.all(
          names.map(async (name) => ({ backend: name, models: await listModels(deps, name, values, signal), error: null })),
        );
  const taken = await (await deps.models()).choice(settings).catch(() => null);
  signal.throwIfAborted();
  if (options.json) {
    terminal.json({ backends, taken }, 2);
    return 0;
  }
  for (const { backend, models, error } of backends) {
    for (const model of models) terminal.data(`${line(backend, model, taken)}\n`);
    if (error !== null) terminal.note(`${backend}: ${error.message}`, 'dim');
  }
  if (taken !== null) terminal.note(`* a run takes ${taken.backend}:${taken.model} now: ${taken.why}`);
  return 0;
};

const given = ({ backend, baseUrl }: BackendFlags): Record<string, string> => ({
  ...(backend === undefined ? {} : { backend }),
  ...(baseUrl === undefined ? {} : { baseUrl }),
});

function line(backend: string, model: ModelListing, taken: ChoiceReport | null): string {
  const { name, bytes, present, detail, fitsMemory, partialBytes } = model;
  const mark = taken?.backend === backend && taken.model === name ? '*' : ' ';
  const half =
    partialBytes === undefined || bytes === null ? 'not fetched' : `${Math.min(99, Math.floor((100 * partialBytes) / bytes))} % fetched`;
  const fits = fitsMemory === undefined ? '' : fitsMemory ? 'fits memory' : 'too large';
  const size = bytes === null ? '' : formatBytes(bytes);
  return `${mark} ${backend.padEnd(9)} ${name.padEnd(24)} ${size.padStart(7)}  ${(present ? 'ready' : half).padEnd(12)} ${fits.padEnd(12)} ${detail}`;
}
