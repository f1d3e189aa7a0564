import type { EffectiveSettings, SettingsInput } from '../../config/load-settings.ts';
import type { Folders } from '../../config/folders.ts';
import type { Settings } from '../../config/setting-keys.ts';
import type { LanguageId } from '../../domain/contract.ts';
import type { Language } from '../../ports/language.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { RuntimeSpec, Sandbox } from '../../ports/sandbox.ts';

export type Runtime = { readonly spec: RuntimeSpec; readonly version: string };

/**
 * What commands may use. The composition root supplies it; each part is loaded and opened when it is first asked for,
 * and what was opened is closed by `close`.
 */
export type CliDeps = {
  readonly folders: () => Promise<Folders>;
  readonly settings: (flags: SettingsInput['flags']) => Promise<EffectiveSettings>;
  readonly store: () => Promise<RunStore>;
  readonly backend: (name: 'llama-cpp' | 'ollama' | 'mock', settings: Settings) => Promise<ModelProvider>;
  readonly language: (id: LanguageId) => Promise<Language>;
  /** Throws `runtime-missing` with the command that installs it. */
  readonly runtime: (id: LanguageId, settings: Pick<Settings, 'python'>) => Promise<Runtime>;
  /** Throws `sandbox-unavailable` with the exact fix. */
  readonly sandbox: (settings: Pick<Settings, 'minLevel' | 'allowUnsandboxed'>) => Promise<Sandbox>;
  /** What the sandbox can do on this machine, as measured: plain data. */
  readonly probeSandbox: () => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => Promise<void>;
};
