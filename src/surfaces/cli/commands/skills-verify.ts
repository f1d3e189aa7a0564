import { printableLine } from '../../../domain/printable.ts';
import type { SkillCheck } from '../../../skill-service/skill-service-types.ts';
import type { CliCommand } from '../cli-context.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';
import type { Style, Terminal } from '../terminal.ts';

/** `anneal skills verify [NAME…]`: exit 1 when a skill failed its tests. */
export const skillsVerifyCommand: CliCommand<SandboxFlags & { readonly again?: boolean }, [names: readonly string[]]> = async (
  context,
  options,
  names,
) => {
  const { deps, terminal, signal } = context;
  const service = await deps.skills(await sandboxSettings(context, options));
  const checks = await service.verify(
    { names: names.length === 0 ? 'all' : names, again: options.again ?? false },
    { signal, onCheck: (check) => (options.json ? undefined : showCheck(terminal, check)) },
  );
  if (options.json) terminal.json({ checks }, 2);
  const count = (result: SkillCheck['result']): number => checks.filter((check) => check.result === result).length;
  terminal.note(
    `${count('verified')} verified, ${count('kept')} unchanged, ${count('quarantined')} quarantined, ${count('skipped')} skipped`,
  );
  return count('quarantined') > 0 || checks.some(({ result, verification }) => result === 'kept' && verification?.status === 'quarantined')
    ? 1
    : 0;
};

const styles: Readonly<Partial<Record<SkillCheck['result'], Style>>> = { quarantined: 'red' };

/** One line a skill, and one a test that failed. */
export function showCheck(terminal: Terminal, { name, result, verification, detail, failures }: SkillCheck): void {
  const score = verification === null ? '' : `  ${verification.passed}/${verification.total}`;
  const status = result === 'kept' ? `${verification?.status ?? ''}, unchanged` : result;
  terminal.data(`${name}  ${status}${score}${detail === '' || failures.length > 0 ? '' : `  ${printableLine(detail, 160)}`}\n`);
  for (const { test, observed } of failures) terminal.alert(`  ${test}: observed ${observed}`, styles[result] ?? 'yellow');
}
