import { AppError } from '../../../domain/app-error.ts';
import type { CliCommand } from '../cli-context.ts';
import { sandboxSettings } from '../sandbox-choice.ts';

/** `anneal skills show NAME`. */
export const skillsShowCommand: CliCommand<{ readonly body?: boolean }, [name: string]> = async (context, options, name) => {
  const { deps, terminal, signal } = context;
  const skill = await (await deps.skills(await sandboxSettings(context, {}))).show(name, { signal });
  if (options.json) {
    terminal.json(skill, 2);
    return 0;
  }
  if (options.body) {
    if (skill.body === null) throw new AppError('not-found', `${name} is instructions alone: it has no body`, `anneal skills show ${name}`);
    if (skill.language === null) terminal.data(skill.body.text);
    else terminal.code(skill.body.text, skill.language);
    return 0;
  }
  const { description, category, status, language, profile, root, kind, signature, compatibility, tests, notes, hash } = skill;
  const lines: readonly (readonly [string, string | null])[] = [
    ['category', category === '' ? null : category],
    ['status', status],
    ['language', profile === null ? language : `${language ?? '-'} (${profile})`],
    ['kind', kind],
    ['signature', signature],
    ['where', root],
    ['needs', compatibility],
    ['hash', hash.slice(0, 12)],
  ];
  terminal.data(`${name}: ${description}\n\n`);
  for (const [label, value] of lines) if (value !== null) terminal.data(`${label.padEnd(10)} ${value}\n`);
  if (tests.length > 0) terminal.data('\ntests\n');
  for (const test of tests)
    terminal.data(`  ${test.type === 'example' ? test.text : `${JSON.stringify(test.request)} -> ${JSON.stringify(test.expect)}`}\n`);
  if (skill.instructions !== '') terminal.data(`\n${skill.instructions}\n`);
  for (const note of notes) terminal.alert(`note: ${note}`, 'yellow');
  return 0;
};
