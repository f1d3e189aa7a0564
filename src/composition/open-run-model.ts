import type { EffectiveSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/setting-keys.ts';
import { AppError } from '../domain/app-error.ts';
import type { ModelPrice } from '../domain/model-price.ts';
import type { ModelProfile } from '../domain/model-profile.ts';
import type { Recording } from '../domain/recording.ts';
import type { Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { say, warned } from '../domain/said.ts';
import { profileFrom } from '../engine/measure/profile-from.ts';
import type { Model } from '../ports/model.ts';
import type { ModelProvider } from '../ports/model-provider.ts';
import type { Prepared } from '../runs/run-service-types.ts';
import { chooseModel } from './choose-model.ts';
import { priceOf } from './cost.ts';
import type { MeasuredProfiles } from './measured-profiles.ts';
import { modelSettings } from './model-settings.ts';
import { type ModelShelf, shelfKey } from './model-shelf.ts';
import { noModel } from './no-model.ts';
import type { OpenChosenParts } from './open-chosen.ts';
import { openModel } from './open-model.ts';
import type { RunTools } from './recorded-search.ts';

export type RunModelParts = OpenChosenParts & {
  readonly settings: EffectiveSettings;
  readonly models: ModelShelf;
  readonly provider: (backend: string, settings: Settings) => Promise<ModelProvider>;
  readonly measured: Pick<MeasuredProfiles, 'find'>;
};

/** The model of one run, with what the run assumes of it. */
export type OpenedRunModel = {
  readonly model: Model;
  readonly profile: ModelProfile;
  readonly warnings: readonly Warning[];
  /** Null: the request's own, or a new one. */
  readonly seed: number | null;
  /** Null where nobody pays for tokens. */
  readonly price: ModelPrice | null;
  readonly giveBack: () => Promise<void>;
};

/** A kept program answers, so nothing is loaded. */
export async function openNone(skill: string): Promise<OpenedRunModel> {
  const { shippedProfile } = await import('../models/shipped-profiles.ts');
  const model = noModel(skill);
  return {
    model,
    profile: shippedProfile(model.backend, model.id),
    warnings: [],
    seed: null,
    price: null,
    giveBack: async () => undefined,
  };
}

/** The model that the settings, or a resumed run, name; opened within the run's budget, but for the first fetch of weights. */
export async function openForRun(
  parts: RunModelParts,
  request: RunRequest,
  previous: Prepared<RunTools>['start'] | null,
  signal: AbortSignal,
): Promise<OpenedRunModel> {
  const values = modelSettings(parts.settings, previous?.model ?? null);
  const { backend } = values;
  const provider = (name: string) => parts.provider(name, values);
  const { defaultEmbeddedModel } = parts;
  const choice = await inTime(`the backend ${backend}`, request.budgetSeconds, signal, (within) =>
    chooseModel(values, { provider, defaultEmbeddedModel, signal: within }),
  );
  const warnings: Warning[] = [...choice.warnings];
  const open = (within: AbortSignal): Promise<Model> => openModel(parts, choice, within, (warning) => warnings.push(warning));
  // The first fetch of weights is no part of the budget.
  const model = await parts.models.take(shelfKey(choice, values), () =>
    choice.provider.backend === 'llama-cpp' ? open(signal) : inTime(choice.name, request.budgetSeconds, signal, open),
  );
  try {
    const { shippedProfile } = await import('../models/shipped-profiles.ts');
    const assumed = shippedProfile(choice.provider.backend, model.id);
    const measurement = await parts.measured.find(model.id, model.fingerprint);
    const { price, warnings: ofPrice } = await priceOf(model, parts.settings.values);
    return {
      model,
      profile: measurement === null ? assumed : profileFrom(measurement, assumed),
      warnings: [...warnings, ...ofPrice],
      seed: null,
      price,
      giveBack: () => parts.models.giveBack(model),
    };
  } catch (error) {
    await parts.models.giveBack(model);
    throw error;
  }
}

/** No model at all: what one said in an earlier run. */
export async function openRecorded(recording: Recording): Promise<OpenedRunModel> {
  const [{ createReplayModel }, { shippedProfile }] = await Promise.all([
    import('../models/middleware/replay-model.ts'),
    import('../models/shipped-profiles.ts'),
  ]);
  const { model, profile, seed } = recording;
  return {
    model: createReplayModel(recording),
    profile: profile ?? shippedProfile(model.backend, model.id),
    warnings: [warned('replay', say('replayed', { model: model.id }))],
    seed,
    price: null,
    giveBack: async () => undefined,
  };
}

/** A server that takes the request and says nothing would hold the run for ever. */
async function inTime<T>(whose: string, budgetSeconds: number, signal: AbortSignal, open: (within: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(budgetSeconds * 1000);
  try {
    return await open(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal.aborted || !limit.aborted) throw error;
    throw new AppError(
      'model-timeout',
      `The server of ${whose} did not answer within the budget of ${budgetSeconds} s.`,
      'See whether the server works and the model fits its memory, or allow more time: --budget-seconds 900',
      { cause: error },
    );
  }
}
