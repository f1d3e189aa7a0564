import { join } from 'node:path';
import { unreachable } from '../bodies/ask-model.ts';
import { type BodyService, createBodyService } from '../bodies/body-service.ts';
import { createDecideForBody } from '../bodies/decide-for-body.ts';
import type { NamedModel } from '../config/named-model.ts';
import { changeGrants, grantedHosts, settingsOfSkill } from '../config/skill-settings.ts';
import { AppError } from '../domain/app-error.ts';
import type { DecideDeps } from '../engine/decide/decide-deps.ts';
import { fileRequest } from '../engine/decide/file-request.ts';
import { profileFrom } from '../engine/measure/profile-from.ts';
import { jsonIn } from '../languages/extraction/extract-json.ts';
import { loadPythonBodies } from '../languages/python/body-language.ts';
import { shippedProfile } from '../models/shipped-profiles.ts';
import { createHttpBroker } from '../network/http-broker.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';
import { openFolderBodyRuns } from '../stores/folder-body-runs.ts';
import type { BodiesOptions, CliDeps } from '../surfaces/cli/cli-deps.ts';
import { once } from '../surfaces/once.ts';
import { chooseModel } from './choose-model.ts';
import type { MeasuredProfiles } from './measured-profiles.ts';
import type { ModelShelf } from './model-shelf.ts';
import { addressOf, type OpenedModel, openNamedModel } from './named-model.ts';
import { processOwner } from './process-owner.ts';
import { sha256, systemClock, systemRandom } from './system-clock.ts';

type Parts = Pick<CliDeps, 'folders' | 'language' | 'runtime' | 'sandbox' | 'backend' | 'defaultEmbeddedModel'> & {
  readonly library: SkillLibrary;
  readonly records: SkillRecords;
  readonly measured: () => Promise<MeasuredProfiles>;
  /** Models that runs of this process may have open, and whose owner closes them. */
  readonly models: ModelShelf;
  readonly signal: AbortSignal;
};

/** Skills with `predict` and `act`, and what they need; each part is opened when it is needed first. */
export async function openBodies(parts: Parts, options: BodiesOptions): Promise<BodyService> {
  const { library, records } = parts;
  const { settings, showPull, warn } = options;
  const folders = await parts.folders();
  const opened = new Map<string, Promise<OpenedModel>>();
  const open = (named: NamedModel): Promise<OpenedModel> => {
    const key = JSON.stringify([named.model ?? null, named.url ?? null]);
    const { defaultEmbeddedModel, models, signal } = parts;
    const opening =
      opened.get(key) ?? openNamedModel(named, { settings, showPull, defaultEmbeddedModel, models, signal, provider: parts.backend });
    opened.set(key, opening);
    // One that could not be opened is tried again when it is asked for again.
    opening.catch(() => opened.delete(key));
    return opening;
  };

  const rulesAlone: Pick<DecideDeps, 'clock' | 'random' | 'sha256'> = { clock: systemClock, random: systemRandom, sha256 };
  /** Nobody named a model and only the embedded one is left: it decides no better than chance, and may not even be fetched yet. */
  const isEmbeddedByItself = async (): Promise<boolean> => {
    const { values } = settings;
    if (options.decide.model !== undefined || options.decide.url !== undefined) return false;
    if (values.backend !== 'auto' || values.model !== null) return false;
    const { defaultEmbeddedModel, signal } = parts;
    const choice = await chooseModel(values, { provider: (name) => parts.backend(name, values), defaultEmbeddedModel, signal });
    return choice.provider.backend === 'llama-cpp';
  };

  const decideDeps = once(async (): Promise<DecideDeps> => {
    try {
      if (await isEmbeddedByItself()) return { ...rulesAlone, model: null, profile: { decides: false } };
      const { model, named } = await open(options.decide);
      const measurement = await (await parts.measured()).find(model.id, model.fingerprint);
      const assumed = shippedProfile(model.backend, model.id);
      return {
        ...rulesAlone,
        model,
        profile: { decides: named || (measurement === null ? assumed : profileFrom(measurement, assumed)).decides },
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      warn({ feature: 'decisions', detail: `${error.message.replace(/\.$/u, '')}; rules decide` });
      return { ...rulesAlone, model: null, profile: { decides: false } };
    }
  });

  const file = async (text: string, abortable: { readonly signal?: AbortSignal }) => {
    const tree = { categories: await library.categories(abortable), skills: (await library.list(abortable)).skills };
    const deps = await decideDeps();
    try {
      return await fileRequest({ text }, tree, { ...deps, jsonIn }, abortable);
    } catch (error) {
      if (!(error instanceof AppError) || deps.model === null) throw error;
      warn({ feature: 'decisions', detail: `${error.message.replace(/\.$/u, '')}; rules decide` });
      return fileRequest({ text }, tree, { ...deps, jsonIn, model: null, profile: { decides: false } }, abortable);
    }
  };

  const tools = once(async () => {
    const [language, runtime, sandbox] = await Promise.all([
      parts.language('python'),
      parts.runtime('python', settings.values),
      parts.sandbox(settings.values),
    ]);
    const bodies = await loadPythonBodies(language);
    return { sandbox, runtime: runtime.spec, runtimeName: `python ${runtime.version}`, bodies, sha256 };
  });

  return createBodyService({
    ...{ library, tools, file, clock: systemClock, random: systemRandom },
    store: openFolderBodyRuns(join(folders.data, 'skill-runs'), processOwner()),
    broker: createHttpBroker(),
    decider: (skill) => async (question, abortable) => createDecideForBody(skill, await decideDeps(), records, warn)(question, abortable),
    world: async (skill, declared) => {
      const [{ values, secrets }, hosts] = await Promise.all([settingsOfSkill(folders, skill, declared), grantedHosts(folders, skill)]);
      return { values, secrets, hosts };
    },
    remember: (skill, hosts) => changeGrants(folders, skill, hosts),
    creating: async () => ({
      records,
      language: await parts.language('python'),
      writer: async () => {
        const { model, address } = await open(options.write).catch((error: unknown) => {
          parts.signal.throwIfAborted();
          throw unreachable(error, addressOf(options.write, settings.values));
        });
        return { model, address, timeoutSeconds: options.writeTimeoutSeconds, seed: settings.values.seed ?? systemRandom.seed() };
      },
    }),
  });
}
