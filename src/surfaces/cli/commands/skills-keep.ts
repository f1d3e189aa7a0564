import type { CliCommand, CliContext } from '../cli-context.ts';
import { withInvocation } from '../invocation.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';
import { showCheck } from './skills-verify.ts';

type Options = SandboxFlags & {
  readonly name?: string;
  readonly description?: string;
  readonly category?: string;
  readonly project?: boolean;
  readonly replace?: boolean;
};

/** `anneal skills keep RUN-ID`: exit 1 when the program does not pass its tests again. */
export const skillsKeepCommand: CliCommand<Options, [runId: string]> = async (context, options, runId) => {
  const kept = await keepRun(context, options, runId);
  if (options.json) context.terminal.json(kept, 2);
  else showCheck(context.terminal, kept.check);
  context.terminal.note(withInvocation(`kept as ${kept.skill.name}: anneal skills show ${kept.skill.name}`, context.invocation));
  return kept.check.result === 'verified' || kept.check.result === 'kept' ? 0 : 1;
};

/** Keeps the program of a run and verifies it. */
export async function keepRun(context: CliContext, options: Options, runId: string) {
  const service = await context.deps.skills(await sandboxSettings(context, options));
  const { name, description, category, project, replace } = options;
  return service.keep(
    {
      runId,
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(category === undefined ? {} : { category }),
      root: project ? 'project' : 'user',
      replace: replace ?? false,
    },
    { signal: context.signal },
  );
}
