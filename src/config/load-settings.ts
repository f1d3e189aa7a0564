import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import { systemCode } from '../domain/system-error.ts';
import { type Folders, userConfigFile } from './folders.ts';
import { checkSetting, readSettingText, settingNamed } from './read-setting.ts';
import { environmentName, flagName, type SettingKey, type Settings, settingKeys, settingNames } from './setting-keys.ts';
import { readTrustedFolders } from './trusted-folders.ts';

export type SettingLayer = 'flag' | 'environment' | 'project' | 'user' | 'default';
export type SettingSource = { readonly layer: SettingLayer /** Flag, variable or file. */; readonly where: string };

export type EffectiveSettings = {
  readonly values: Settings;
  readonly sources: Readonly<Record<SettingKey, SettingSource>>;
  /** For the person: what was ignored, and how to change that. */
  readonly warnings: readonly string[];
};

export type SettingsInput = {
  /** As typed; switches as booleans. */
  readonly flags: Readonly<Partial<Record<SettingKey, string | boolean>>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folders: Folders;
  readonly workingFolder: string;
  /** Typed in hints, e.g. `anneal`. */
  readonly command: string;
  /** The names that `backend` may have besides `auto`. */
  readonly backends: readonly string[];
};

type Layer = { readonly values: Map<SettingKey, unknown>; readonly where: (key: SettingKey) => string; readonly layer: SettingLayer };

/** Names that other programs of this kind read, honoured after our own. */
const aliases: Readonly<Partial<Record<SettingKey, string>>> = { ollamaUrl: 'OLLAMA_URL', ollamaModel: 'MODEL_NAME' };
const otherVariables = new Set(['ANNEAL_HOME', 'ANNEAL_TOKEN', 'ANNEAL_API_KEY']);

/** Flags over environment over the project's file over the user's file over defaults. Throws `usage` or `bad-config`. */
export async function loadSettings(input: SettingsInput): Promise<EffectiveSettings> {
  const warnings: string[] = [];
  const userFile = userConfigFile(input.folders);
  const user = await readSettingsFile(userFile, input.backends);
  const projectFile = await findProjectFile(input.workingFolder);
  const project = projectFile === null ? null : await readSettingsFile(projectFile, input.backends);
  if (project !== null && projectFile !== null) await limitProject(project, projectFile, input, warnings);
  const layers: Layer[] = [
    { layer: 'flag', values: readFlags(input.flags, input.backends), where: flagName },
    readEnvironment(input.environment, input.backends, warnings),
    { layer: 'project', values: project ?? new Map(), where: () => projectFile ?? '' },
    { layer: 'user', values: user ?? new Map(), where: () => userFile },
  ];
  const values: Partial<Record<SettingKey, unknown>> = {};
  const sources: Partial<Record<SettingKey, SettingSource>> = {};
  for (const key of settingNames) {
    const layer = layers.find((candidate) => candidate.values.has(key) && !belongsToAnother(key, candidate, layers));
    values[key] = layer === undefined ? settingKeys[key].fallback : layer.values.get(key);
    sources[key] = layer === undefined ? { layer: 'default', where: '' } : { layer: layer.layer, where: layer.where(key) };
  }
  return { values: values as Settings, sources: sources as Record<SettingKey, SettingSource>, warnings };
}

/** A model or address that was set together with a backend is no setting for another backend, which a stronger layer names. */
function belongsToAnother(key: SettingKey, layer: Layer, layers: readonly Layer[]): boolean {
  if ((key !== 'model' && key !== 'baseUrl') || !layer.values.has('backend')) return false;
  return layers.find((candidate) => candidate.values.has('backend'))?.values.get('backend') !== layer.values.get('backend');
}

function readFlags(flags: SettingsInput['flags'], backends: readonly string[]): Map<SettingKey, unknown> {
  const values = new Map<SettingKey, unknown>();
  for (const key of settingNames) {
    const raw = flags[key];
    if (raw === undefined) continue;
    const place = { name: flagName(key), code: 'usage' } as const;
    values.set(key, typeof raw === 'string' ? readSettingText(key, raw, place, backends) : checkSetting(key, raw, place, backends));
  }
  return values;
}

function readEnvironment(environment: SettingsInput['environment'], backends: readonly string[], warnings: string[]): Layer {
  const values = new Map<SettingKey, unknown>();
  const names = new Map<SettingKey, string>();
  for (const key of settingNames) {
    for (const name of [environmentName(key), aliases[key]]) {
      const text = name === undefined ? undefined : environment[name];
      if (name === undefined || text === undefined || text === '' || values.has(key)) continue;
      values.set(key, readSettingText(key, text, { name, code: 'bad-config' }, backends));
      names.set(key, name);
    }
  }
  const known = new Set([...settingNames.map(environmentName), ...otherVariables]);
  for (const name of Object.keys(environment)) {
    if (name.startsWith('ANNEAL_') && !known.has(name)) warnings.push(`${name} in the environment is not a setting and is ignored`);
  }
  return { layer: 'environment', values, where: (key) => names.get(key) ?? environmentName(key) };
}

/** `anneal.json` in the working folder or the nearest one above it, up to the repository's root. */
async function findProjectFile(workingFolder: string): Promise<string | null> {
  let folder = workingFolder;
  for (;;) {
    const file = join(folder, 'anneal.json');
    if (await isThere(file)) return file;
    const parent = dirname(folder);
    if (parent === folder || (await isThere(join(folder, '.git')))) return null;
    folder = parent;
  }
}

async function isThere(path: string): Promise<boolean> {
  return realpath(path).then(
    () => true,
    () => false,
  );
}

async function readSettingsFile(file: string, backends: readonly string[]): Promise<Map<SettingKey, unknown> | null> {
  let text: string;
  try {
    text = await readRegularFile(file);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (systemCode(cause) === 'ENOENT') return null;
    throw new AppError('bad-config', `${file}: cannot be read`, `check its permissions: ls -l ${file}`, { cause });
  }
  const data = parseJson(text, file);
  const values = new Map<SettingKey, unknown>();
  for (const [name, raw] of Object.entries(data)) {
    if (name === '$schema') continue;
    const key = settingNamed(name, file);
    values.set(key, checkSetting(key, raw, { name: `${file}: key "${name}"`, code: 'bad-config' }, backends));
  }
  return values;
}

const maxSettingsBytes = 1024 * 1024;

/** A cloned folder may hold anything under this name: a pipe must not make us wait, nor a device fill the memory. */
async function readRegularFile(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new AppError('bad-config', `${file}: not a regular file`, `see what it is: ls -l ${file}`);
    if (stats.size > maxSettingsBytes) {
      throw new AppError('bad-config', `${file}: too large, ${stats.size} bytes`, `correct or remove ${file}`);
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function parseJson(text: string, file: string): Record<string, unknown> {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AppError('bad-config', `${file}: not valid JSON (${(cause as Error).message})`, `correct or remove ${file}`, { cause });
  }
  if (data === null || typeof data !== 'object' || Array.isArray(data)) {
    throw new AppError('bad-config', `${file}: must hold one JSON object`, `for example {"backend": "ollama", "nCandidates": 8}`);
  }
  return data as Record<string, unknown>;
}

async function limitProject(project: Map<SettingKey, unknown>, file: string, input: SettingsInput, warnings: string[]): Promise<void> {
  const guarded = [...project.keys()].filter((key) => settingKeys[key].guarded);
  if (guarded.length === 0) return;
  const folder = await realpath(dirname(file));
  if ((await readTrustedFolders(input.folders)).has(folder)) return;
  for (const key of guarded) project.delete(key);
  warnings.push(
    `${file}: ${guarded.join(', ')} ignored, because this folder is not trusted; to trust it: ${input.command} config trust ${folder}`,
  );
}
