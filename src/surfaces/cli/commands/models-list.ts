import type { EffectiveSettings } from '../../../config/load-settings.ts';
import type { ModelListing } from '../../../ports/model-provider.ts';
import { type BackendFlags, type BackendInfo, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand } from '../cli-context.ts';
import type { ChoiceReport } from '../cli-deps.ts';
import { toRunError } from '../failure.ts';
import { formatBytes } from '../format-bytes.ts';

/** `anneal models list`: what each backend offers; one that does not answer is a line, not a failure. */
export const modelsListCommand: CliCommand<BackendFlags> = async ({ deps, terminal, signal, invocation }, options) => {
  const settings = await deps.settings({});
  const asked = await deps.settings(given(options));
  const names = options.backend === undefined ? usual(deps.backends, settings) : [modelServerNamed(options.backend, deps.backends)];
  const backends: { backend: string; models: readonly ModelListing[]; error: ReturnType<typeof toRunError> | null }[] = [];
  for (const name of names) {
    try {
      const provider = await deps.backend(name, asked.values);
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

/** What is on this machine, and what the person uses: nothing that is paid for is asked without need. */
function usual(backends: readonly BackendInfo[], { values }: EffectiveSettings): readonly string[] {
  return backends.filter(({ id, models }) => models === 'fetched' || (models === 'served' && id === values.backend)).map(({ id }) => id);
}

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
