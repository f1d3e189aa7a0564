import { AppError } from '../domain/app-error.ts';
import type { RunStore } from '../ports/run-store.ts';
import { createRunService } from '../runs/run-service.ts';
import type { RunService, RunServiceDeps } from '../runs/run-service-types.ts';
import type { CliDeps, RunsOptions } from '../surfaces/cli/cli-deps.ts';
import { loadExamples } from './load-examples.ts';
import type { MeasuredProfiles } from './measured-profiles.ts';
import { createModelShelf, type ModelShelf } from './model-shelf.ts';
import { createPrepare } from './prepare-run.ts';
import { processOwner } from './process-owner.ts';
import { type RunTools, recordedSearch } from './recorded-search.ts';
import { systemClock, systemRandom } from './system-clock.ts';

type Parts = Pick<CliDeps, 'backend' | 'language' | 'runtime' | 'sandbox' | 'defaultEmbeddedModel'> & {
  readonly measured: () => Promise<MeasuredProfiles>;
};

/** The run service of one command. */
export async function openRuns(store: RunStore, parts: Parts, options: RunsOptions | undefined): Promise<RunService> {
  const models = createModelShelf(options?.keepModel ?? false);
  const owner = processOwner();
  const service = createRunService<RunTools>({
    store,
    clock: systemClock,
    random: systemRandom,
    owner: owner.name,
    isGone: owner.isGone,
    prepare: options === undefined ? refuse : prepareWith(parts, options, models, await parts.measured()),
    search: recordedSearch,
    formatter: async (id, profile) => {
      const language = await parts.language(id, profile);
      return (value) => language.formatValue(value);
    },
  });
  return {
    ...service,
    close: async () => {
      await service.close();
      await models.close();
    },
  };
}

const refuse: RunServiceDeps<RunTools>['prepare'] = async () => {
  throw new AppError('internal', 'runs were opened for reading only', 'report this');
};

/** How a run, or a measurement of its model, gets what it works with. */
export function prepareWith(
  parts: Parts,
  { settings, showPull, showEstimate, recording }: RunsOptions,
  models: ModelShelf,
  measured: MeasuredProfiles,
): RunServiceDeps<RunTools>['prepare'] {
  const { values } = settings;
  return createPrepare({
    settings,
    models,
    measured,
    showPull,
    ...(showEstimate === undefined ? {} : { showEstimate }),
    ...(recording === undefined ? {} : { recording }),
    defaultEmbeddedModel: parts.defaultEmbeddedModel,
    provider: (backend) => parts.backend(backend, values),
    language: parts.language,
    runtime: (id, profile) => parts.runtime(id, values, profile),
    sandbox: () => parts.sandbox(values),
    solvedExamples: (id, profile) => loadExamples(id, values.fewShot, profile),
  });
}
