import type { SettingsInput } from '../../config/load-settings.ts';
import { AppError } from '../../domain/app-error.ts';
import { nearest } from '../../domain/nearest-name.ts';
import type { ProfileName } from './cli-deps.ts';

/** The flags of `anneal run` as commander gives them. */
export type RunOptions = {
  readonly task?: string;
  readonly language?: string;
  readonly profile?: string;
  readonly signature?: string;
  readonly example?: readonly string[];
  readonly context?: string;
  readonly fewShot?: string;
  readonly backend?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly price?: string;
  readonly threads?: string;
  readonly seed?: string;
  readonly temperature?: string;
  readonly ollamaModel?: string;
  readonly ollamaUrl?: string;
  readonly listOllamaModels?: boolean;
  readonly nCandidates?: string;
  readonly maxIters?: string;
  readonly nTests?: string;
  readonly timeout?: string;
  readonly budgetSeconds?: string;
  readonly budgetTokens?: string;
  readonly minLevel?: string;
  readonly allowUnsandboxed?: boolean;
  readonly python?: string;
  readonly output?: string;
  readonly acceptUnsure?: boolean;
  readonly evidence?: boolean;
  /** False under `--no-input`. */
  readonly input?: boolean;
  /** False under `--no-skills`. */
  readonly skills?: boolean;
  readonly resume?: string;
  readonly events?: boolean;
};

const settingFlags = [
  'fewShot',
  'backend',
  'model',
  'baseUrl',
  'price',
  'threads',
  'seed',
  'temperature',
  'ollamaModel',
  'ollamaUrl',
  'nCandidates',
  'maxIters',
  'nTests',
  'timeout',
  'budgetSeconds',
  'budgetTokens',
  'minLevel',
  'allowUnsandboxed',
  'python',
] as const satisfies readonly (keyof RunOptions)[];

/** The flags that are settings. `--ollama-model` and `--ollama-url` choose the backend when nothing else does. */
export function settingsFlags(options: RunOptions): SettingsInput['flags'] {
  const flags: Record<string, string | boolean> = {};
  for (const key of settingFlags) {
    const value = options[key];
    if (value !== undefined) flags[key] = value;
  }
  const meansOllama = options.ollamaModel !== undefined || options.ollamaUrl !== undefined;
  if (meansOllama && options.backend === undefined) flags.backend = 'ollama';
  return flags;
}

/** Throws `usage` for a profile that is not there or belongs to another language. */
export function checkProfile(profile: string | undefined, language: string, profiles: readonly ProfileName[]): void {
  if (profile === undefined) return;
  const owner = profiles.find(({ name }) => name === profile)?.language;
  if (owner === language) return;
  const names = profiles.map(({ name }) => name);
  const meant = nearest(profile, names);
  if (owner !== undefined) throw new AppError('usage', `--profile ${profile} is for ${owner}, not ${language}`, `add --language ${owner}`);
  throw new AppError(
    'usage',
    `--profile: "${profile}" is not available`,
    `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${names.join(', ')}`,
  );
}

/** Combinations that contradict each other. */
export function checkCombination(options: RunOptions & { readonly json?: boolean }): void {
  if (options.json && options.events)
    throw new AppError('usage', '--json and --events cannot both write to standard output', 'choose one of them');
  if (options.acceptUnsure && options.output === undefined) {
    throw new AppError('usage', '--accept-unsure needs --output', 'add -o FILE, or leave --accept-unsure out');
  }
}
