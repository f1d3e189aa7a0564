import type { EffectiveSettings } from '../../../config/load-settings.ts';
import { AppError } from '../../../domain/app-error.ts';
import { type LanguageId, languageIds } from '../../../domain/contract.ts';
import type { ModelMeasurement } from '../../../domain/model-measurement.ts';
import type { ModelProfile } from '../../../domain/model-profile.ts';
import { type Finding, findingsOf } from '../../../engine/measure/findings.ts';
import { knownTasks } from '../../../engine/measure/known-tasks.ts';
import { measureModel } from '../../../engine/measure/measure-model.ts';
import { profileFrom } from '../../../engine/measure/profile-from.ts';
import type { CliContext } from '../cli-context.ts';
import type { Diagnosis } from '../doctor-checks.ts';
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

export type Measured = {
  readonly measurement: ModelMeasurement;
  readonly findings: readonly Finding[];
  readonly profile: ModelProfile;
  readonly file: string;
};

/** Measures the model that a run would take, stores what was found out, and says what follows from it. */
export async function measureAndShow(
  context: CliContext,
  options: FullOptions,
  settings: EffectiveSettings,
  diagnosis: Diagnosis,
): Promise<Measured> {
  const { deps, terminal, signal } = context;
  const budgetSeconds = numberOption('--budget-seconds', options.budgetSeconds ?? '240', { min: 1, max: 7200 });
  const questionSeconds = numberOption('--question-seconds', options.questionSeconds ?? '60', { min: 0.1, max: 3600 });
  if (settings.values.backend === 'mock') {
    throw new AppError(
      'usage',
      'the demo is a script: there is nothing to measure',
      `${context.invocation} doctor --full --backend llama-cpp`,
    );
  }
  const language = languageFor(options.language, diagnosis);
  const models = await deps.models();
  const opened = await models.openForMeasuring(
    { settings, showPull: (name, parts) => showPull(terminal.note, name, parts) },
    language,
    signal,
  );
  try {
    for (const { feature, detail } of opened.warnings) terminal.alert(`warning: ${feature}: ${detail}`, 'yellow');
    const { model, profile: shipped } = opened.deps;
    terminal.note(`\nmeasuring ${model.id} in ${opened.deps.language.title}, about ${budgetSeconds} s at most`);
    const measurement = await measured(context, opened.deps, budgetSeconds * 1000, questionSeconds * 1000);
    const file = await models.measured.save(measurement);
    const profile = profileFrom(measurement, shipped);
    const findings = findingsOf(measurement, profile);
    if (options.json !== true) show(context, measurement, findings, file);
    return { measurement, findings, profile, file };
  } finally {
    await opened.close();
  }
}

async function measured(
  { terminal, signal }: CliContext,
  deps: Parameters<typeof measureModel>[0],
  budgetMs: number,
  questionMs: number,
): Promise<ModelMeasurement> {
  let shownAt = Number.NEGATIVE_INFINITY;
  for await (const step of measureModel(deps, { budgetMs, questionMs, signal })) {
    if ('v' in step) return step;
    const now = performance.now();
    if (now - shownAt < 1000) continue;
    shownAt = now;
    terminal.note(`${String(Math.round(step.share * 100)).padStart(3)} %  ${step.what}`, 'dim');
  }
  throw new AppError('internal', 'the measurement ended without a result', 'report this');
}

function show({ terminal }: CliContext, measurement: ModelMeasurement, findings: readonly Finding[], file: string): void {
  terminal.data(`\n${measurement.model}, measured in ${measurement.seconds} s with ${measurement.questions} questions\n`);
  for (const { what, seen, does, good } of findings) terminal.data(`${good ? '+' : '-'} ${what}: ${seen}\n    ${does}\n`);
  terminal.note(`stored in ${file}; runs with these weights go by it from now on`, 'dim');
}

/** The named language, else the first one with known tasks whose interpreter is here. */
function languageFor(asked: string | undefined, { checks }: Diagnosis): LanguageId {
  const measurable = languageIds.filter((id) => knownTasks[id].length > 0);
  if (asked !== undefined) {
    const found = measurable.find((id) => id === asked);
    if (found !== undefined) return found;
    throw new AppError('usage', `--language: ${JSON.stringify(asked)} has no known tasks`, `allowed: ${measurable.join(', ')}`);
  }
  const names = { python: 'python', lua: 'lua', node: 'javascript' } as const;
  const here = checks.find(({ name, ok }) => ok && name in names)?.name as keyof typeof names | undefined;
  return here === undefined ? 'python' : names[here];
}
