import { resolve } from 'node:path';
import type { CliCommand } from '../cli-context.ts';
import { withInvocation } from '../invocation.ts';
import { sandboxSettings } from '../sandbox-choice.ts';

/** `anneal skills import FOLDER`: copied after validation, never run by that. */
export const skillsImportCommand: CliCommand<{ readonly project?: boolean; readonly replace?: boolean }, [folder: string]> = async (
  context,
  options,
  folder,
) => {
  const { deps, terminal, signal, workingFolder, invocation } = context;
  const service = await deps.skills(await sandboxSettings(context, {}));
  const skill = await service.importFolder(resolve(workingFolder, folder), {
    root: options.project ? 'project' : 'user',
    replace: options.replace ?? false,
    signal,
  });
  if (options.json) terminal.json(skill, 2);
  else terminal.data(`${skill.name}: ${skill.status}\n`);
  for (const note of skill.notes) terminal.alert(`note: ${note}`, 'yellow');
  if (skill.body !== null)
    terminal.note(
      withInvocation(`look at it: anneal skills show ${skill.name} --body; then: anneal skills verify ${skill.name}`, invocation),
    );
  return 0;
};
