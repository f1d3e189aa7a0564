import { printableLine } from '../../../domain/printable.ts';
import type { CliCommand } from '../cli-context.ts';
import { numberOption } from '../number-option.ts';
import { languageNamed } from '../program-file.ts';
import { sandboxSettings } from '../sandbox-choice.ts';

type Options = { readonly signature?: string; readonly language?: string; readonly limit: string };

/** `anneal skills find REQUEST`: nearest first; exit 1 when nothing has a word in common. */
export const skillsFindCommand: CliCommand<Options, [request: string]> = async (context, options, text) => {
  const { deps, terminal, signal } = context;
  const limit = numberOption('--limit', options.limit, { min: 1, max: 1000, whole: true });
  const service = await deps.skills(await sandboxSettings(context, {}));
  const finding = await service.find(
    {
      text,
      limit,
      ...(options.signature === undefined ? {} : { signature: options.signature }),
      ...(options.language === undefined ? {} : { language: languageNamed(options.language) }),
    },
    { signal },
  );
  if (options.json) terminal.json(finding, 2);
  for (const { skill, score } of options.json ? [] : finding.found) {
    const mark = skill.name === finding.best ? '*' : ' ';
    terminal.data(`${mark} ${score.toFixed(2)}  ${skill.name}  ${skill.status}  ${printableLine(skill.description, 80)}\n`);
  }
  if (finding.found.length === 0) terminal.note('no skill has a word in common with that');
  return finding.found.length === 0 ? 1 : 0;
};
