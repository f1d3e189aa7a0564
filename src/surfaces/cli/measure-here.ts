import type { EffectiveSettings } from '../../config/load-settings.ts';
import { AppError } from '../../domain/app-error.ts';
import { type LanguageId, languageIds } from '../../domain/contract.ts';
import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import { type Finding, findingsOf } from '../../engine/measure/findings.ts';
import { knownTasks } from '../../engine/measure/known-tasks.ts';
import { measureModel } from '../../engine/measure/measure-model.ts';
import { profileFrom } from '../../engine/measure/profile-from.ts';
import type { CliContext } from './cli-context.ts';
import type { RunsOptions } from './cli-deps.ts';
import type { Diagnosis } from './doctor-checks.ts';

export type Measured = {
  readonly measurement: ModelMeasurement;
  readonly findings: readonly Finding[];
  readonly profile: ModelProfile;
  readonly file: string;
};

export type MeasureOptions = Pick<RunsOptions, 'showPull'> & {
  readonly budgetMs: number;
  readonly questionMs: number;
  readonly warn: (text: string) => void;
  readonly onOpen: (model: string, languageTitle: string) => void;
  /** `share`: of the whole, 0 to 1. */
  readonly onStep: (step: { readonly share: number; readonly what: string }) => void;
};

/** Measures the model that a run would take, and stores what was found out. Throws `usage` for the demo, which is a script. */
export async function measureHere(
  { deps, signal, invocation }: Pick<CliContext, 'deps' | 'signal' | 'invocation'>,
  settings: EffectiveSettings,
  language: LanguageId,
  options: MeasureOptions,
): Promise<Measured> {
  if (settings.values.backend === 'mock') {
    throw new AppError('usage', 'the demo is a script: there is nothing to measure', `${invocation} doctor --full --backend llama-cpp`);
  }
  const models = await deps.models();
  const opened = await models.openForMeasuring({ settings, showPull: options.showPull }, language, signal);
  try {
    for (const { feature, detail } of opened.warnings) options.warn(`${feature}: ${detail}`);
    const { model, profile: shipped } = opened.deps;
    options.onOpen(model.id, opened.deps.language.title);
    const measurement = await measured(opened.deps, options, signal);
    const file = await models.measured.save(measurement);
    const profile = profileFrom(measurement, shipped);
    return { measurement, findings: findingsOf(measurement, profile), profile, file };
  } finally {
    await opened.close();
  }
}

async function measured(
  deps: Parameters<typeof measureModel>[0],
  { budgetMs, questionMs, onStep }: MeasureOptions,
  signal: AbortSignal,
): Promise<ModelMeasurement> {
  for await (const step of measureModel(deps, { budgetMs, questionMs, signal })) {
    if ('v' in step) return step;
    onStep(step);
  }
  throw new AppError('internal', 'the measurement ended without a result', 'report this');
}

/** The named language, else the first one with known tasks whose interpreter is here. */
export function languageFor(asked: string | undefined, { checks }: Pick<Diagnosis, 'checks'>): LanguageId {
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
