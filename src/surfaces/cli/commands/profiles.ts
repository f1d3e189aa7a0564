import { AppError } from '../../../domain/app-error.ts';
import { nearest } from '../../../domain/nearest-name.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';

type Row = {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly runtime: string | null;
  readonly install: string | null;
};

/** `anneal profiles [NAME]`: the hosts that `--profile` knows and whether their Lua is here; with a name, what a prompt says of it. */
export const profilesCommand: CliCommand<object, [name: string | undefined]> = async (context, options, name) => {
  const { deps, terminal } = context;
  if (name !== undefined) return showOne(context, options, name);
  const rows = await Promise.all(deps.profiles.map((profile) => rowOf(context, profile.name)));
  if (options.json) {
    terminal.json(rows, 2);
    return 0;
  }
  const width = Math.max(...rows.map((row) => row.name.length));
  for (const { name: id, about, runtime, install } of rows)
    terminal.data(`${id.padEnd(width)}  ${(runtime ?? `needs: ${install ?? ''}`).padEnd(20)}  ${about}\n`);
  return 0;
};

async function showOne({ deps, terminal }: CliContext, options: { readonly json?: boolean }, name: string): Promise<number> {
  const names = deps.profiles.map((profile) => profile.name);
  if (!names.includes(name)) {
    const meant = nearest(name, names);
    throw new AppError(
      'not-found',
      `there is no profile "${name}"`,
      `${meant === null ? '' : `did you mean ${meant}? `}there are: ${names.join(', ')}`,
    );
  }
  const { title, about, entry, notes } = await deps.profile(name);
  if (options.json) terminal.json({ name, title, about, entry, notes }, 2);
  else terminal.data(`${title}: ${about}\n${notes === '' ? '' : `\n${notes}\n`}`);
  return 0;
}

async function rowOf({ deps }: CliContext, name: string): Promise<Row> {
  const { title, about } = await deps.profile(name);
  try {
    return { name, title, about, runtime: (await deps.runtime('lua', { python: null }, name)).version, install: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { name, title, about, runtime: null, install: error.hint };
  }
}
