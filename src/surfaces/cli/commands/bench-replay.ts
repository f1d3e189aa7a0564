import { basename } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import { nearest } from '../../../domain/nearest-name.ts';
import { readRecordedTasks } from '../../bench/recorded-behaviour.ts';
import { benchReplay } from '../../bench/replay.ts';
import { selectors } from '../../bench/selectors.ts';
import type { CliCommand } from '../cli-context.ts';
import { keepReport } from '../keep-report.ts';
import { numberOption } from '../number-option.ts';

type Options = { readonly selector?: string; readonly testValidity: string };

/** `anneal bench replay FILE`: selectors compared on recorded behaviour, with no model and no execution. */
export const benchReplayCommand: CliCommand<Options, [file: string]> = async (context, options, file) => {
  const { terminal } = context;
  const validity = numberOption('--test-validity', options.testValidity, { min: 0, max: 1 });
  const names = Object.keys(selectors(validity));
  if (options.selector !== undefined && !names.includes(options.selector)) {
    const meant = nearest(options.selector, names);
    throw new AppError(
      'usage',
      `--selector: "${options.selector}" is not one`,
      `${meant === null ? '' : `did you mean ${meant}? `}allowed: ${names.join(', ')}`,
    );
  }
  terminal.note(`replaying ${file}`);
  const report = await benchReplay(readRecordedTasks(file), validity, options.selector, () => performance.now());
  await keepReport(context, { kind: 'replay', title: basename(file) }, report);
  if (options.json) {
    terminal.json(report, 2);
    return 0;
  }
  terminal.data(`${'selector'.padEnd(18)} pass@1  pass@2  pass@10  ECE    AUROC\n`);
  for (const [name, { pass1, pass2, pass10, ece, auroc }] of Object.entries(report.selectors)) {
    const share = (value: number) => value.toFixed(3);
    terminal.data(`${name.padEnd(18)} ${share(pass1)}   ${share(pass2)}   ${share(pass10)}    ${share(ece)}  ${share(auroc)}\n`);
  }
  const pass1 = Object.entries(report.selectors).map(([name, figures]) => `${name}=${figures.pass1.toFixed(4)}`);
  terminal.data(`tasks=${report.tasks} ${pass1.join(' ')} seconds=${report.seconds.toFixed(1)}\n`);
  return 0;
};
