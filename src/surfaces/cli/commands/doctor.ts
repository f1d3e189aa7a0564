import { AppError } from '../../../domain/app-error.ts';
import type { CliCommand, CliContext } from '../cli-context.ts';
import { type Check, type Diagnosis, diagnose } from '../doctor-checks.ts';
import type { FullOptions } from './doctor-full.ts';

type Options = { readonly full?: boolean } & FullOptions;

/** `anneal doctor`: one line a part, with its fix; `--full` measures the model too. Exit code 0 only when programs can be written. */
export const doctorCommand: CliCommand<Options> = async (context, options) => {
  const { deps, terminal } = context;
  const { full, ...flags } = options;
  if (full !== true && (flags.questionSeconds !== undefined || flags.budgetSeconds !== undefined)) {
    throw new AppError('usage', '--budget-seconds and --question-seconds belong to --full', `${context.invocation} doctor --full`);
  }
  const settings = await deps.settings(settingFlags(flags));
  for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  const diagnosis = await diagnose(context, settings);
  if (!options.json) show(context, diagnosis);
  if (full !== true || !diagnosis.ready) {
    if (options.json) terminal.json(plain(diagnosis), 2);
    return diagnosis.exit;
  }
  const { measureAndShow } = await import('./doctor-full.ts');
  const measured = await measureAndShow(context, flags, settings, diagnosis);
  if (options.json) terminal.json({ ...plain(diagnosis), ...measured }, 2);
  return 0;
};

const plain = ({ ready, checks, next }: Diagnosis): object => ({ ready, checks, next });

function settingFlags({ backend, model, baseUrl, threads }: FullOptions): Record<string, string> {
  return Object.fromEntries(Object.entries({ backend, model, baseUrl, threads }).filter((entry) => entry[1] !== undefined)) as Record<
    string,
    string
  >;
}

function show({ terminal }: CliContext, { ready, checks, next }: Diagnosis): void {
  for (const { name, ok, detail, fix, needed } of checks) {
    const mark = ok ? 'ok' : needed ? 'no' : '--';
    terminal.data(`${mark}   ${name.padEnd(8)} ${detail}\n`);
    if (fix !== null) terminal.data(`     ${''.padEnd(8)} ${fixLabel({ ok, fix })}${fix}\n`);
  }
  terminal.data(`${ready ? 'Anneal can write programs here' : 'Anneal cannot write programs here yet'}; next: ${next}\n`);
}

/** Advice on what works already is no fix. */
const fixLabel = ({ ok }: Pick<Check, 'ok' | 'fix'>): string => (ok ? 'better: ' : 'fix: ');
