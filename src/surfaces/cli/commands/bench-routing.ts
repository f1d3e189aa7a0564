import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../domain/app-error.ts';
import type { Model } from '../../../ports/model.ts';
import { benchRouting, type Half, type RoutingReport, type RoutingResult } from '../../bench/routing/bench-routing.ts';
import type { RoutingFigures, Share } from '../../bench/routing/routing-figures.ts';
import type { CliCommand } from '../cli-context.ts';
import { decisionTable } from '../decision-table.ts';
import { numberOption } from '../number-option.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { showPull } from '../show-pull.ts';

type Options = Omit<RunOptions, 'model'> & { readonly half: string; readonly limit?: string; readonly model?: readonly string[] };

/** `anneal bench routing`: requests with known places in a library, filed by rules and by models. */
export const benchRoutingCommand: CliCommand<Options> = async ({ deps, terminal, signal }, options) => {
  const halves = halvesOf(options.half);
  const limit = options.limit === undefined ? undefined : numberOption('--limit', options.limit, { min: 1, max: 1000, whole: true });
  const { model: names, ...others } = options;
  const asked = names ?? (options.backend === undefined ? [] : [undefined]);
  const models: Model[] = [];
  try {
    for (const name of asked) {
      const settings = await deps.settings(settingsFlags(name === undefined ? others : { ...others, model: name }));
      for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
      models.push(await deps.openModel({ settings, showPull: (model, parts) => showPull(terminal.note, model, parts) }));
    }
    if (models.length === 0) terminal.note('rules alone; --backend and --model measure models too');
    const base = {
      clock: { now: () => Date.now(), sleep: (ms: number, how?: { readonly signal?: AbortSignal }) => sleep(ms, undefined, how) },
      random: { hex: (bytes: number) => randomBytes(bytes).toString('hex'), seed: () => randomBytes(4).readUInt32BE() >>> 1 },
      sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
    };
    const report = await benchRouting(models, base, () => performance.now(), {
      halves,
      ...(limit === undefined ? {} : { limit }),
      signal,
      onCase: (decider, done, total) => {
        if (done % 10 === 0) terminal.note(`${decider}: ${done} of ${total}`);
      },
    });
    if (options.json) terminal.json(report, 2);
    else terminal.data(text(report));
    return 0;
  } finally {
    for (const model of models) await model.close();
  }
};

const allHalves: readonly Half[] = ['tuning', 'reserved'];

function halvesOf(half: string): readonly Half[] {
  const chosen = allHalves.filter((one) => one === half || half === 'both');
  if (chosen.length > 0) return chosen;
  throw new AppError('usage', `--half: "${half}" is not one`, 'allowed: tuning, reserved, both');
}

const shown = ({ right, of, ci: [low, high] }: Share): string =>
  of === 0 ? '–' : `${right}/${of} ${percent(right / of)} (${percent(low)}–${percent(high)})`;
const percent = (value: number): string => `${Math.round(value * 100)} %`;

function text({ skills, categories, cases, results, cost }: RoutingReport): string {
  const [rules] = results;
  const summary = [
    `cases=${cases}`,
    `rulesCategory=${rules?.all.category.value.toFixed(3)}`,
    `rulesSkill=${rules?.all.skill.value.toFixed(3)}`,
    `rulesNear3=${rules?.all.near3.value.toFixed(3)}`,
    ...results
      .slice(1)
      .flatMap(({ all }, at) => [
        `model${at + 1}Category=${all.category.value.toFixed(3)}`,
        `model${at + 1}Skill=${all.skill.value.toFixed(3)}`,
      ]),
  ];
  const costs = cost.map(
    (one) =>
      `${one.library.padEnd(14)}${String(one.skills).padStart(7)}${String(one.branches).padStart(10)}${String(one.inOneCategory).padStart(13)}${one.options.toFixed(1).padStart(9)}${one.growMs.toFixed(1).padStart(10)}${one.routeMs.toFixed(2).padStart(10)}\n`,
  );
  return [
    `${cases} requests, ${skills} skills in ${categories} categories; 95 % intervals in brackets\n`,
    ...results.map(resultText),
    `\n${'library'.padEnd(14)}${'skills'.padStart(7)}${'branches'.padStart(10)}${'in one'.padStart(13)}${'options'.padStart(9)}${'grow ms'.padStart(10)}${'route ms'.padStart(10)}\n`,
    ...costs,
    `${summary.join(' ')}\n`,
  ].join('');
}

function resultText({ decider, questions, seconds, halves, all }: RoutingResult): string {
  const rows: (readonly [string, RoutingFigures])[] = [...Object.entries(halves), ['all', all]];
  const lines = rows.map(
    ([name, figures]) =>
      `  ${name.padEnd(9)} category ${shown(figures.category)}  skill ${shown(figures.skill)}  known ${shown(figures.known)}  near3 ${shown(figures.near3)}  handed on ${shown(figures.handedOn)}\n`,
  );
  const languages = Object.entries(all.byLanguage).map(
    ([lang, { category, skill, near3 }]) =>
      `  ${lang.padEnd(9)} category ${shown(category)}  skill ${shown(skill)}  near3 ${shown(near3)}\n`,
  );
  const decisions = rows.map(([name, figures]) => `  single decisions, ${name}:\n${decisionTable(figures.decisions, '    ')}`);
  const cost = questions === 0 ? '' : `, ${questions} questions in ${seconds.toFixed(0)} s`;
  return [`\n${decider}${cost}\n`, ...lines, ...languages, ...decisions].join('');
}
