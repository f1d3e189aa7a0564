import { AppError } from '../domain/app-error.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { createRunService } from '../runs/run-service.ts';
import type { RunServiceDeps } from '../runs/run-service-types.ts';
import type { CliDeps, Runs, RunsOptions } from '../surfaces/cli/cli-deps.ts';
import { chooseModel } from './choose-model.ts';
import { joinSkills } from './join-skills.ts';
import { keepPlans } from './keep-plans.ts';
import { loadExamples } from './load-examples.ts';
import type { MeasuredProfiles } from './measured-profiles.ts';
import { createModelShelf, type ModelShelf, shelfKey } from './model-shelf.ts';
import { openModel } from './open-model.ts';
import { createPrepare } from './prepare-run.ts';
import { processOwner } from './process-owner.ts';
import type { RunTools } from './recorded-search.ts';
import { systemClock, systemRandom } from './system-clock.ts';

type Parts = Pick<CliDeps, 'backend' | 'language' | 'runtime' | 'sandbox' | 'defaultEmbeddedModel'> & {
  readonly measured: () => Promise<MeasuredProfiles>;
  /** Kept programs for runs; absent: none join. `records` are written to. */
  readonly skills?: { readonly library: () => Promise<SkillLibrary>; readonly records: () => Promise<SkillRecords> };
};

/** The run service of one command. */
export async function openRuns(
  store: RunStore,
  /** `records`: where decisions are kept, to be written to. `kept`: models that stay open, closed by whoever opened that shelf. */
  parts: Parts & { readonly records: () => Promise<SkillRecords>; readonly kept: () => Promise<ModelShelf> },
  options: RunsOptions | undefined,
): Promise<Runs> {
  const models = options?.keepModel === true ? await parts.kept() : createModelShelf(false);
  const owner = processOwner();
  const service = createRunService<RunTools>({
    store,
    clock: systemClock,
    random: systemRandom,
    owner: owner.name,
    isGone: owner.isGone,
    prepare: options === undefined ? refuse : prepareWith(parts, options, models, await parts.measured()),
    search: keepPlans(parts.records),
    formatter: async (id, profile) => {
      const language = await parts.language(id, profile);
      return (value) => language.formatValue(value);
    },
  });
  const model = options === undefined ? { id: refuse, take: refuse } : modelWith(parts, options, models);
  return {
    ...service,
    model,
    countTokens: countTokensWith(model),
  };
}

const refuse = async (): Promise<never> => {
  throw new AppError('internal', 'runs were opened for reading only', 'report this');
};

/** The model that a run would use now, shared with runs. */
function modelWith(parts: Parts, options: RunsOptions, models: ModelShelf): Runs['model'] {
  const { backend, defaultEmbeddedModel } = parts;
  const { values } = options.settings;
  const choose = (signal = new AbortController().signal) =>
    chooseModel(values, { provider: (name) => backend(name, values), defaultEmbeddedModel, signal });
  return {
    async id({ signal } = {}) {
      const { provider, name } = await choose(signal);
      return `${provider.backend}:${name}`;
    },
    async take() {
      const choice = await choose();
      // It does not end with this caller.
      const model = await models.take(shelfKey(choice, values), () =>
        openModel({ ...options, defaultEmbeddedModel }, choice, new AbortController().signal),
      );
      return { model, giveBack: () => models.giveBack(model) };
    },
  };
}

const countTokensWith =
  (model: Runs['model']): Runs['countTokens'] =>
  async (text, options = {}) => {
    const taken = await model.take();
    try {
      return await taken.model.countTokens([{ role: 'user', content: text }], options);
    } finally {
      await taken.giveBack();
    }
  };

/** How a run, or a measurement of its model, gets what it works with. */
export function prepareWith(
  parts: Parts,
  { settings, showPull, showEstimate, recording }: RunsOptions,
  models: ModelShelf,
  measured: Pick<MeasuredProfiles, 'find' | 'save'>,
): RunServiceDeps<RunTools>['prepare'] {
  const { values } = settings;
  return createPrepare({
    settings,
    models,
    measured,
    showPull,
    ...(showEstimate === undefined ? {} : { showEstimate }),
    ...(recording === undefined ? {} : { recording }),
    ...(parts.skills === undefined
      ? {}
      : {
          skills: joinSkills({
            ...parts.skills,
            runtime: (id, profile) => parts.runtime(id, values, profile),
            timeoutSeconds: values.timeout,
          }),
        }),
    defaultEmbeddedModel: parts.defaultEmbeddedModel,
    provider: parts.backend,
    language: parts.language,
    runtime: (id, profile) => parts.runtime(id, values, profile),
    sandbox: () => parts.sandbox(values),
    solvedExamples: (id, profile) => loadExamples(id, values.fewShot, profile),
  });
}
