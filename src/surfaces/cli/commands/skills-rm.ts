import type { CliCommand } from '../cli-context.ts';
import { withInvocation } from '../invocation.ts';
import { sandboxSettings } from '../sandbox-choice.ts';

/** `anneal skills rm NAME…`: all of them, or none when one does not exist. */
export const skillsRmCommand: CliCommand<object, [names: readonly string[]]> = async (context, _options, names) => {
  const { deps, terminal, signal, invocation } = context;
  const service = await deps.skills(await sandboxSettings(context, {}));
  const { skills, problems } = await service.list({ signal });
  // A folder that cannot be read as a skill can still be removed.
  const there = new Set([...skills.map(({ name }) => name), ...problems.map(({ folder }) => folder.split('/').at(-1) ?? '')]);
  for (const name of names) if (!there.has(name)) await service.show(name, { signal });
  for (const name of names) {
    await service.remove(name);
    terminal.note(withInvocation(`removed ${name}; it can be had again: anneal skills history ${name}`, invocation));
  }
  return 0;
};
