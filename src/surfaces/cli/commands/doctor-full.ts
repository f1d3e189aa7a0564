import type { EffectiveSettings } from '../../../config/load-settings.ts';
import type { ModelMeasurement } from '../../../domain/model-measurement.ts';
import type { Finding } from '../../../engine/measure/findings.ts';
import type { CliContext } from '../cli-context.ts';
import type { Diagnosis } from '../doctor-checks.ts';
import { languageFor, type Measured, measureHere } from '../measure-here.ts';
import { numberOption } from '../number-option.ts';
import { showPull } from '../show-pull.ts';

export type FullOptions = {
  readonly backend?: string;
  readonly model?: string;
  readonly language?: string;
  readonly baseUrl?: string;
  readonly threads?: string;
  readonly budgetSeconds?: string;
  readonly questionSeconds?: string;
  readonly json?: boolean;
};

/** Measures the model that a run would take, stores what was found out, and says what follows from it. */
export async function measureAndShow(
  context: CliContext,
  options: FullOptions,
  settings: EffectiveSettings,
  diagnosis: Diagnosis,
): Promise<Measured> {
  const { deps, terminal, signal, invocation } = context;
  const budgetSeconds = numberOption('--budget-seconds', options.budgetSeconds ?? '240', { min: 1, max: 7200 });
  const questionSeconds = numberOption('--question-seconds', options.questionSeconds ?? '60', { min: 0.1, max: 3600 });
  const language = languageFor(options.language, diagnosis);
  let shownAt = Number.NEGATIVE_INFINITY;
  const measured = await measureHere({ deps, signal, invocation }, settings, language, {
    budgetMs: budgetSeconds * 1000,
    questionMs: questionSeconds * 1000,
    showPull: (name, parts) => showPull(terminal.note, name, parts),
    warn: (text) => terminal.alert(`warning: ${text}`, 'yellow'),
    onOpen: (model, title) => terminal.note(`\nmeasuring ${model} in ${title}, about ${budgetSeconds} s at most`),
    onStep: ({ share, what }) => {
      const now = performance.now();
      if (now - shownAt < 1000) return;
      shownAt = now;
      terminal.note(`${String(Math.round(share * 100)).padStart(3)} %  ${what}`, 'dim');
    },
  });
  if (options.json !== true) show(context, measured.measurement, measured.findings, measured.file);
  return measured;
}

function show({ terminal }: CliContext, measurement: ModelMeasurement, findings: readonly Finding[], file: string): void {
  terminal.data(`\n${measurement.model}, measured in ${measurement.seconds} s with ${measurement.questions} questions\n`);
  for (const { what, seen, does, good } of findings) terminal.data(`${good ? '+' : '-'} ${what}: ${seen}\n    ${does}\n`);
  terminal.note(`stored in ${file}; runs with these weights go by it from now on`, 'dim');
}
