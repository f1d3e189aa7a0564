import type { EffectiveSettings } from '../../config/load-settings.ts';
import type { Settings } from '../../config/setting-keys.ts';
import type { RunError } from '../../domain/run-event.ts';
import type { ModelListing } from '../../ports/model-provider.ts';
import type { BackendInfo } from './backend-choice.ts';
import type { CliContext } from './cli-context.ts';
import { shownError } from './failure.ts';

export type OfferedModels = { readonly backend: string; readonly models: readonly ModelListing[]; readonly error: RunError | null };

const answerMs = 5000;

/** What is on this machine, and what the person uses: nothing that is paid for is asked without need. */
export function usualBackends(backends: readonly BackendInfo[], { values }: EffectiveSettings): readonly string[] {
  return backends.filter(({ id, models }) => models === 'fetched' || (models === 'served' && id === values.backend)).map(({ id }) => id);
}

/** What a backend offers. Throws where it does not answer in time. */
export async function listModels(deps: CliContext['deps'], name: string, values: Settings, signal: AbortSignal) {
  const provider = await deps.backend(name, values);
  return provider.list({ signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) });
}

/** What a backend offers; one that does not answer offers nothing, and says why. Throws only when `signal` aborts. */
export async function offeredModels(
  { deps, signal, invocation }: Pick<CliContext, 'deps' | 'signal' | 'invocation'>,
  backend: string,
  values: Settings,
): Promise<OfferedModels> {
  try {
    return { backend, models: await listModels(deps, backend, values, signal), error: null };
  } catch (thrown) {
    signal.throwIfAborted();
    return { backend, models: [], error: shownError(thrown, invocation) };
  }
}
