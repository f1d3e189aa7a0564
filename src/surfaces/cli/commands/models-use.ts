import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { changeUserSettings } from '../../../config/change-user-settings.ts';
import { userConfigFile } from '../../../config/folders.ts';
import { AppError } from '../../../domain/app-error.ts';
import { nearest } from '../../../domain/nearest-name.ts';
import { type BackendFlags, backendIds, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';

/**
 * `anneal models use NAME`: writes backend and model, and with `--base-url` the server's address, into the person's own configuration. A file is noted by its whole path.
 * `auto` takes the note back: each run chooses again, with `--backend` among the models of that one.
 */
export const modelsUseCommand: CliCommand<BackendFlags, [name: string]> = async (context, options, name) => {
  const { deps, terminal, workingFolder } = context;
  const folders = await deps.folders();
  if (name === 'auto') {
    const among = options.backend === undefined ? undefined : modelServerNamed(options.backend, deps.backends);
    const address = await addressFor(context, among ?? 'auto', options);
    await changeUserSettings(folders, { backend: among, model: undefined, ...address }, backendIds(deps.backends));
    terminal.note(`each run chooses its model again${among === undefined ? '' : `, of ${among}`}, in ${userConfigFile(folders)}`);
    return 0;
  }
  const backend = modelServerNamed(options.backend ?? 'llama-cpp', deps.backends);
  const isFile = backend === 'llama-cpp' && (name.endsWith('.gguf') || name.includes('/'));
  const model = isFile ? resolve(workingFolder, name) : name;
  if (isFile) await mustExist(model);
  else await mustBeOffered(context, backend, name, options);
  const address = await addressFor(context, backend, options);
  await changeUserSettings(folders, { backend, model, ...address }, backendIds(deps.backends));
  terminal.note(`${backend}:${model} is now the default, in ${userConfigFile(folders)}`);
  return 0;
};

/** The address to note. One that was noted for another backend goes; one that is there for this backend stays. */
async function addressFor(
  { deps }: CliContext,
  backend: string,
  { baseUrl }: BackendFlags,
): Promise<{ readonly baseUrl?: string | undefined }> {
  if (baseUrl !== undefined) return { baseUrl };
  const { values, sources } = await deps.settings({});
  return values.backend === backend || sources.backend.layer !== 'user' ? {} : { baseUrl: undefined };
}

async function mustExist(file: string): Promise<void> {
  await access(file).catch((cause: unknown) => {
    throw new AppError('not-found', `${file} does not exist or cannot be read`, 'name an existing GGUF file', { cause });
  });
}

/** A name that nobody offers would make every later run fail; a server that is off now may have it later. */
async function mustBeOffered(
  { deps, terminal, signal, invocation }: CliContext,
  backend: string,
  name: string,
  { baseUrl }: BackendFlags,
): Promise<void> {
  const { values } = await deps.settings({ backend, ...(baseUrl === undefined ? {} : { baseUrl }) });
  const provider = await deps.backend(backend, values);
  const listed = await provider.list({ signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) }).catch(() => null);
  signal.throwIfAborted();
  if (listed === null) {
    terminal.alert(`warning: ${backend} does not answer, so nobody knows whether it has ${name}`, 'yellow');
    return;
  }
  const found = listed.find((model) => model.name === name || model.name === `${name}:latest`);
  const fetches = deps.backends.find(({ id }) => id === backend)?.models === 'fetched';
  const pull = `${invocation} models pull ${name}${backend === 'llama-cpp' ? '' : ` --backend ${backend}`}`;
  if (found === undefined) {
    const names = listed.map((model) => model.name);
    const meant = nearest(name, names);
    const hint = meant !== null ? `did you mean ${meant}?` : backend !== 'llama-cpp' && fetches ? pull : `known: ${names.join(', ')}`;
    throw new AppError('model-missing', `${backend} offers no model ${name}`, hint);
  }
  if (!found.present) terminal.note(`${name} is not fetched yet; the first run fetches it, or: ${pull}`);
}
