import { benchFolder } from '../../config/folders.ts';
import type { EffectiveSettings } from '../../config/load-settings.ts';
import { AppError } from '../../domain/app-error.ts';
import { nearest } from '../../domain/nearest-name.ts';
import { listReports, readReport, removeReport } from '../bench/stored-report.ts';
import type { Machine } from '../http/machine.ts';
import type { CliContext } from './cli-context.ts';
import { diagnose } from './doctor-checks.ts';
import { languageFor, measureHere } from './measure-here.ts';
import { listModels, offeredModels, usualBackends } from './offered-models.ts';

/** Milliseconds of one question to the model, as for `doctor --full`. */
const questionMs = 60_000;
/** A model's name with its owner and tag. An address, which a server would dial, has a dot or a port in its first part. */
const pullableName = /^(?:[\w-]+\/)?[\w][\w.-]*(?::[\w.-]+)?$/;

/** What `anneal models`, `doctor` and `bench` know, for the service. `settings` are those that its runs have. */
export function serveMachine({ deps, invocation }: Pick<CliContext, 'deps' | 'invocation'>, settings: EffectiveSettings): Machine {
  const { values } = settings;
  const choice = async () => (await deps.models()).choice(settings).catch(() => null);

  const fetchingBackends = deps.backends.filter(({ models }) => models === 'fetched').map(({ id }) => id);
  const isFetching = (backend: string): boolean => fetchingBackends.some((id) => id === backend);
  const fetching = (backend: string): string => {
    if (isFetching(backend)) return backend;
    throw new AppError('bad-input', 'backend: fetches and removes no models', `one of ${fetchingBackends.join(', ')}`);
  };

  return {
    async models(signal) {
      const names = usualBackends(deps.backends, settings);
      const [taken, ...backends] = await Promise.all([
        choice(),
        ...names.map((name) => offeredModels({ deps, signal, invocation }, name, values)),
      ]);
      return { backends, taken };
    },

    async pullable(backend, name, signal) {
      const provider = await deps.backend(fetching(backend), values);
      if (name === undefined) return (await provider.suggest?.({ signal }))?.name ?? deps.defaultEmbeddedModel;
      // The embedded weights are a list of their own; a server finds what it is named.
      if (backend === 'llama-cpp') {
        const names = (await listModels(deps, backend, values, signal)).map((model) => model.name);
        if (!names.includes(name)) {
          const meant = nearest(name, names);
          throw new AppError(
            'bad-input',
            'name: no such weights are known',
            meant === null ? `one of ${names.join(', ')}` : `did you mean ${meant}?`,
          );
        }
      } else if (!pullableName.test(name)) {
        throw new AppError('bad-input', 'name: is not the name of a model', 'send a name such as qwen2.5-coder:7b, without an address');
      }
      return name;
    },

    pull: async (backend, name, signal) => (await deps.backend(fetching(backend), values)).pull(name, { signal }),

    async remove(backend, name, inUse, signal) {
      const provider = isFetching(backend) ? await deps.backend(backend, values) : null;
      const found = provider === null ? undefined : (await listModels(deps, backend, values, signal)).find((model) => model.name === name);
      if (provider === null || found === undefined || (!found.present && found.partialBytes === undefined)) {
        throw new AppError('not-found', 'There is no such model here.', 'List them: GET /api/models');
      }
      const taken = await choice();
      if (!inUse && found.present && taken?.backend === backend && taken.model === name) {
        throw new AppError('conflict', 'Runs take this model now.', 'Send ?inUse=true to remove it all the same.');
      }
      await provider.remove(name, { signal });
    },

    async diagnose(signal) {
      const models = await deps.models();
      const [{ ready, checks, next }, measured] = await Promise.all([
        diagnose({ deps, signal, invocation }, settings),
        models.measured.findings(),
      ]);
      const measurements = measured.map(({ measurement, findings }) => {
        const { model, language, at, seconds, questions } = measurement;
        return { model, language, at, seconds, questions, findings };
      });
      return { ready, checks: checks.map(({ exit: _exit, ...check }) => check), next, measurements };
    },

    async measure({ language, budgetSeconds }, tell, signal) {
      const diagnosis = await diagnose({ deps, signal, invocation }, settings);
      await measureHere({ deps, signal, invocation }, settings, languageFor(language, diagnosis), {
        budgetMs: budgetSeconds * 1000,
        questionMs,
        showPull: async (name, parts) => {
          for await (const { status, completedBytes, totalBytes } of parts) {
            tell({ step: { what: `${name}: ${status}`, done: completedBytes, total: totalBytes } });
          }
        },
        warn: (warning) => tell({ warning }),
        onOpen: (model, title) => tell({ step: { what: `${model}, ${title}`, done: 0, total: 1 } }),
        onStep: ({ share, what }) => tell({ step: { what, done: share, total: 1 } }),
      });
    },

    reports: {
      list: async () => listReports(benchFolder(await deps.folders())),
      find: async (id) => readReport(benchFolder(await deps.folders()), id),
      remove: async (id) => removeReport(benchFolder(await deps.folders()), id),
    },
  };
}
