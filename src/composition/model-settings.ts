import type { EffectiveSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/setting-keys.ts';
import { defaultAddressOf } from '../domain/default-addresses.ts';
import type { RunModel } from '../domain/run-event.ts';
import { backendNames } from './backends.ts';

/**
 * The settings by which a run finds its model: a resumed run keeps its own, where that was, unless the person names another one
 * now. `before`: null for a new run. What was stored of an address holds no password: settings that name the same server are taken.
 */
export function modelSettings({ values, sources }: EffectiveSettings, before: RunModel | null): Settings {
  const asked = sources.backend.layer === 'flag' || sources.model.layer === 'flag';
  if (asked || before === null || !backendNames.includes(before.backend)) return values;
  const { backend, address } = before;
  return { ...values, backend, model: before.id.slice(backend.length + 1), baseUrl: addressFor(values, sources, backend, address) };
}

function addressFor(
  { backend, baseUrl, ollamaUrl }: Settings,
  sources: EffectiveSettings['sources'],
  kept: string,
  address: string | undefined,
): string | null {
  if (sources.baseUrl.layer === 'flag') return baseUrl;
  if (kept === 'ollama' && sources.ollamaUrl.layer === 'flag') return null;
  // In runs of earlier versions.
  if (address === undefined) return backend === kept ? baseUrl : null;
  if (baseUrl !== null && isSameServer(baseUrl, address)) return baseUrl;
  const usual = kept === 'ollama' ? ollamaUrl : defaultAddressOf(kept);
  return usual !== undefined && isSameServer(usual, address) ? null : address;
}

/** Host and port alone: of the rest a stored address has what the server made of it. */
function isSameServer(one: string, other: string): boolean {
  const hosts = [one, other].map((text) => (URL.canParse(text) ? new URL(text).origin.replace('//localhost', '//127.0.0.1') : text));
  return hosts[0] === hosts[1];
}
