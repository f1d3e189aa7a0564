import { AppError } from '../../../domain/app-error.ts';
import { nearest } from '../../../domain/nearest-name.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { SkillCategory, SkillStatus, SkillSummary } from '../../../domain/skill.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { withInvocation } from '../invocation.ts';
import { languageNamed } from '../program-file.ts';
import { sandboxSettings } from '../sandbox-choice.ts';

type Options = { readonly category?: string; readonly status?: string; readonly language?: string };
const statuses: readonly SkillStatus[] = ['stub', 'unverified', 'verified', 'quarantined'];

/** `anneal skills list`: the tree with one line a skill; what is no skill is said after it. */
export const skillsListCommand: CliCommand<Options> = async (context, options) => {
  const { deps, terminal, invocation, signal } = context;
  const status = options.status === undefined ? null : statusNamed(options.status);
  const language = options.language === undefined ? null : languageNamed(options.language);
  const service = await deps.skills(await sandboxSettings(context, {}));
  const [{ skills, problems }, categories] = await Promise.all([service.list({ signal }), service.categories({ signal })]);
  const { category = '' } = options;
  const wanted = skills
    .filter((skill) => status === null || skill.status === status)
    .filter((skill) => language === null || skill.language === language)
    .filter((skill) => category === '' || skill.category === category || skill.category.startsWith(`${category}/`));
  if (options.json) {
    terminal.json({ skills: wanted, problems, categories }, 2);
    return 0;
  }
  showTree(context, wanted, categories);
  for (const { reason, hint } of problems) terminal.alert(`${reason}; ${hint}`, 'yellow');
  if (wanted.length === 0)
    terminal.note(withInvocation('no such skills; a program of a run becomes one with: anneal skills keep RUN-ID', invocation));
  return 0;
};

function showTree({ terminal }: CliContext, skills: readonly SkillSummary[], categories: readonly SkillCategory[]): void {
  const described = new Map(categories.map(({ path, description }) => [path, description]));
  const width = Math.max(0, ...skills.map(({ name }) => name.length));
  for (const path of [...new Set(skills.map(({ category }) => category))].sort()) {
    const about = described.get(path) ?? '';
    terminal.data(`${path === '' ? '(not filed)' : path}${about === '' ? '' : `  ${printableLine(about, 90)}`}\n`);
    for (const { name, status, language, root, description } of skills.filter(({ category }) => category === path)) {
      terminal.data(
        `  ${name.padEnd(width)}  ${status.padEnd(11)}  ${(language ?? '-').padEnd(10)}  ${root.padEnd(7)}  ${printableLine(description, 70)}\n`,
      );
    }
  }
}

function statusNamed(name: string): SkillStatus {
  const found = statuses.find((status) => status === name);
  if (found !== undefined) return found;
  const meant = nearest(name, statuses);
  throw new AppError(
    'usage',
    `--status: "${name}" is not a status`,
    `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${statuses.join(', ')}`,
  );
}
