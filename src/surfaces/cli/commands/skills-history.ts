import type { CliCommand } from '../cli-context.ts';
import { withInvocation } from '../invocation.ts';
import { sandboxSettings } from '../sandbox-choice.ts';

/** `anneal skills history NAME`: newest first. */
export const skillsHistoryCommand: CliCommand<object, [name: string]> = async (context, options, name) => {
  const { deps, terminal, invocation } = context;
  const entries = await (await deps.skills(await sandboxSettings(context, {}))).history(name);
  if (options.json) {
    terminal.json({ name, entries }, 2);
    return 0;
  }
  for (const { at, hash, folder } of entries) terminal.data(`${new Date(at).toISOString()}  ${hash.slice(0, 12)}  ${folder}\n`);
  if (entries.length === 0) terminal.note(`nothing named ${name} was replaced or removed`);
  else terminal.note(withInvocation('to have one again: anneal skills import FOLDER', invocation));
  return 0;
};
