import { createInterface } from 'node:readline/promises';
import { AppError } from '../../../domain/app-error.ts';
import { type BackendFlags, modelServerNamed } from '../backend-choice.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';

/** `anneal models rm NAME`: the model that runs take now is removed only after a question, or with `--yes`. */
export const modelsRmCommand: CliCommand<BackendFlags & { readonly yes?: boolean }, [name: string]> = async (context, options, name) => {
  const { deps, terminal, signal } = context;
  const backend = modelServerNamed(options.backend ?? 'llama-cpp', deps.backends);
  const settings = await deps.settings({});
  const asked = await deps.settings({ backend, ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }) });
  const provider = await deps.backend(backend, asked.values);
  if (options.yes !== true && (await isInUse(context, settings, backend, name)) && !(await confirmed(context, name))) {
    terminal.note(`kept ${name}`);
    return 0;
  }
  await provider.remove(name, { signal });
  terminal.note(`removed ${name}`);
  return 0;
};

async function isInUse(
  { deps, signal }: CliContext,
  settings: Awaited<ReturnType<CliContext['deps']['settings']>>,
  backend: string,
  name: string,
): Promise<boolean> {
  const taken = await (await deps.models()).choice(settings).catch(() => null);
  signal.throwIfAborted();
  return taken?.backend === backend && taken.model === name && taken.present === true;
}

async function confirmed({ terminal, stdin, signal, invocation }: CliContext, name: string): Promise<boolean> {
  if (!terminal.interactive) {
    throw new AppError('conflict', `${name} is the model that runs take now.`, `${invocation} models rm ${name} --yes`);
  }
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    return /^\s*y(es)?\s*$/iu.test(await lines.question(`${name} is the model that runs take now. Remove it? [y/N] `, { signal }));
  } finally {
    lines.close();
  }
}
