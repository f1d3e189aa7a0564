import { z } from 'zod';
import { languageIds } from '../domain/contract.ts';
import { defaultAddresses } from '../domain/default-addresses.ts';
import { sandboxLevels } from '../domain/execution.ts';

/**
 * Every setting: its type and range, its default, and what it means. `guarded`: a project's own file may not set it until
 * the person trusts the folder, because it could send requests elsewhere or weaken the sandbox.
 */
export const settingKeys = {
  // Which backends there are is known to the composition root alone: names are checked where settings are loaded.
  backend: { schema: z.string().min(1), fallback: 'auto', about: 'where the model runs', guarded: false },
  model: { schema: z.string().min(1), fallback: null, about: 'model name, or the path of a GGUF file', guarded: true },
  baseUrl: { schema: z.url({ protocol: /^https?$/ }), fallback: null, about: "address of the backend's server", guarded: true },
  ollamaUrl: {
    schema: z.url({ protocol: /^https?$/ }),
    fallback: defaultAddresses.ollama,
    about: 'address of Ollama',
    guarded: true,
  },
  ollamaModel: { schema: z.string().min(1), fallback: null, about: 'model name for the backend ollama', guarded: false },
  language: { schema: z.enum(languageIds), fallback: null, about: 'language when the request names none', guarded: false },
  nCandidates: { schema: z.number().int().min(1).max(512), fallback: 4, about: 'candidates a round', guarded: false },
  maxIters: { schema: z.number().int().min(1).max(32), fallback: 3, about: 'round 0 plus repair rounds', guarded: false },
  nTests: { schema: z.number().int().min(0).max(64), fallback: 4, about: 'samples of generated tests', guarded: false },
  timeout: { schema: z.number().min(0.1).max(600), fallback: 5, about: "CPU seconds of one candidate's run", guarded: false },
  budgetSeconds: { schema: z.number().min(1).max(86_400), fallback: 300, about: 'seconds for the whole run', guarded: false },
  budgetTokens: { schema: z.number().int().min(1), fallback: null, about: 'tokens for the whole run', guarded: false },
  seed: {
    schema: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    fallback: null,
    about: 'seed of the sampling',
    guarded: false,
  },
  temperature: { schema: z.number().min(0).max(2), fallback: 0.8, about: 'sampling temperature', guarded: false },
  price: {
    schema: z.string().regex(/^\d+(?:\.\d+)?,\d+(?:\.\d+)?$/),
    fallback: null,
    about: 'US dollars for a million tokens of the prompt and of the answer, e.g. 0.15,0.6; else the shipped list',
    guarded: false,
  },
  threads: { schema: z.number().int().min(1).max(256), fallback: null, about: 'threads of the embedded model', guarded: false },
  minLevel: { schema: z.enum(sandboxLevels), fallback: null, about: 'the weakest sandbox accepted', guarded: true },
  allowUnsandboxed: { schema: z.boolean(), fallback: false, about: 'accept running code without a sandbox', guarded: true },
  python: { schema: z.string().min(1), fallback: null, about: 'Python interpreter or virtual environment', guarded: true },
  fewShot: { schema: z.string().min(1), fallback: null, about: 'file of own solved examples (JSON lines)', guarded: true },
  keepRuns: {
    schema: z.number().int().min(1),
    fallback: 10_000,
    about: 'finished runs kept by `anneal store prune` and `anneal serve`',
    guarded: false,
  },
  keepDays: {
    schema: z.number().min(0.01),
    fallback: 365,
    about: 'days that `anneal store prune` and `anneal serve` keep a finished run',
    guarded: false,
  },
  keepMegabytes: {
    schema: z.number().min(1),
    fallback: 2000,
    about: 'megabytes of events that `anneal store prune` and `anneal serve` keep, the newest',
    guarded: false,
  },
  localscriptContext: {
    schema: z.number().int().min(1024).max(1_048_576),
    fallback: 4096,
    about: "LocalScript's paths: tokens of a prompt and its answer",
    guarded: false,
  },
  localscriptPredict: {
    schema: z.number().int().min(16).max(65_536),
    fallback: 256,
    about: "LocalScript's paths: tokens of an answer at first; one that is cut off is asked for again with more",
    guarded: false,
  },
  localscriptTemperature: {
    schema: z.number().min(0).max(2),
    fallback: 0.2,
    about: "LocalScript's paths: temperature of a round's first sample",
    guarded: false,
  },
  localscriptRepairs: {
    schema: z.number().int().min(0).max(31),
    fallback: 4,
    about: "LocalScript's paths: rounds of repair",
    guarded: false,
  },
  localscriptQuestions: {
    schema: z.number().int().min(0).max(3),
    fallback: 3,
    about: "LocalScript's paths: questions in a row",
    guarded: false,
  },
} as const satisfies Record<string, { schema: z.ZodType; fallback: unknown; about: string; guarded: boolean }>;

export type SettingKey = keyof typeof settingKeys;
export const settingNames = Object.keys(settingKeys) as readonly SettingKey[];

/** Effective values; null is "not set". */
export type Settings = {
  readonly [K in SettingKey]:
    | z.output<(typeof settingKeys)[K]['schema']>
    | ((typeof settingKeys)[K]['fallback'] extends null ? null : never);
};

/** `nCandidates` is `ANNEAL_N_CANDIDATES` in the environment. */
export function environmentName(key: SettingKey): string {
  return `ANNEAL_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** `nCandidates` is `--n-candidates` on the command line. */
export function flagName(key: SettingKey): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What a setting accepts, in words, for messages and for `anneal config`. `backends`: without `auto`. */
export function allowedValues(key: SettingKey, backends: readonly string[]): string {
  if (key === 'backend') return ['auto', ...backends].join(', ');
  const schema = z.toJSONSchema(settingKeys[key].schema) as { type?: string; enum?: string[]; minimum?: number; maximum?: number };
  if (schema.enum) return schema.enum.join(', ');
  if (key === 'baseUrl' || key === 'ollamaUrl') return 'an http:// or https:// address';
  if (key === 'price') return 'PROMPT,ANSWER, two numbers';
  if (schema.type === 'boolean') return 'true, false';
  if (schema.type === 'string') return 'text';
  const kind = schema.type === 'integer' ? 'a whole number' : 'a number';
  const { minimum, maximum } = schema;
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return `${kind} from ${minimum ?? 0}`;
  return `${kind} from ${minimum ?? 0} to ${maximum}`;
}
