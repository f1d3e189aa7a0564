import { benchGenerate, type GenerateReport } from '../../bench/generate.ts';
import type { CliCommand } from '../cli-context.ts';
import { keepReport } from '../keep-report.ts';
import { numberOption } from '../number-option.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { showPull } from '../show-pull.ts';

type Options = RunOptions & { readonly samples: string; readonly tokens: string };

/** `anneal bench generate`: samples one by one against all at once, on prompts seen before and not. */
export const benchGenerateCommand: CliCommand<Options> = async (context, options) => {
  const { deps, terminal, signal } = context;
  const samples = numberOption('--samples', options.samples, { min: 1, max: 256, whole: true });
  const tokens = numberOption('--tokens', options.tokens, { min: 1, max: 4096, whole: true });
  const settings = await deps.settings(settingsFlags(options));
  for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  terminal.note('opening the model');
  const model = await deps.openModel({ settings, showPull: (name, parts) => showPull(terminal.note, name, parts) });
  try {
    terminal.note(`${model.id}: ${samples} samples of ${tokens} tokens, one by one and at once`);
    const report = await benchGenerate(model, { samples, tokens, signal });
    await keepReport(context, { kind: 'generate', title: `${samples} samples of ${tokens} tokens`, model: model.id }, report);
    if (options.json) terminal.json({ ...report, model: model.id }, 2);
    else terminal.data(table(report));
    return 0;
  } finally {
    await model.close();
  }
};

function table(report: GenerateReport): string {
  const row = (name: string, oneByOne: number, atOnce: number, ratio: number) =>
    `${name.padEnd(18)} ${oneByOne.toFixed(1).padStart(12)} ${atOnce.toFixed(1).padStart(10)} ${ratio.toFixed(2).padStart(7)}\n`;
  const { sequentialTokensPerSecond, batchedTokensPerSecond, sequentialCachedTokensPerSecond, batchedCachedTokensPerSecond } = report;
  const summary = [
    `samples=${report.samples}`,
    `sequentialTokensPerSecond=${sequentialTokensPerSecond.toFixed(1)}`,
    `batchedTokensPerSecond=${batchedTokensPerSecond.toFixed(1)}`,
    `ratio=${report.ratio.toFixed(2)}`,
    `cachedRatio=${report.cachedRatio.toFixed(2)}`,
    `promptTokens=${report.promptTokens}`,
  ];
  return [
    `${'tokens a second'.padEnd(18)} ${'one by one'.padStart(12)} ${'at once'.padStart(10)} ${'ratio'.padStart(7)}\n`,
    row('prompt not seen', sequentialTokensPerSecond, batchedTokensPerSecond, report.ratio),
    row('prompt seen', sequentialCachedTokensPerSecond, batchedCachedTokensPerSecond, report.cachedRatio),
    `${summary.join(' ')}\n`,
  ].join('');
}
