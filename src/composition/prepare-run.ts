import type { EffectiveSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/setting-keys.ts';
import { AppError } from '../domain/app-error.ts';
import type { LanguageId } from '../domain/contract.ts';
import type { SandboxLevel } from '../domain/execution.ts';
import type { CostEstimate, ModelPrice } from '../domain/model-price.ts';
import type { ModelProfile } from '../domain/model-profile.ts';
import type { Recording } from '../domain/recording.ts';
import type { Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { profileFrom } from '../engine/measure/profile-from.ts';
import { withFrameworkFolders } from '../engine/suite/suite-runtime.ts';
import { retryModel } from '../models/middleware/retry-model.ts';
import { usualRetries } from '../models/middleware/retry-policy.ts';
import type { Language, SolvedExample } from '../ports/language.ts';
import type { Model } from '../ports/model.ts';
import type { ModelProvider, PullProgress } from '../ports/model-provider.ts';
import type { RuntimeSpec, Sandbox, SandboxSession } from '../ports/sandbox.ts';
import type { TestFile } from '../ports/test-suite.ts';
import type { Prepared, RunServiceDeps } from '../runs/run-service-types.ts';
import { inferLanguage } from '../surfaces/infer-language.ts';
import { chooseModel, type ModelChoice, withAlternatives } from './choose-model.ts';
import { closeAll } from './close-all.ts';
import { estimateCost, priceOf } from './cost.ts';
import type { Joined, JoinSkills } from './join-skills.ts';
import type { MeasuredProfiles } from './measured-profiles.ts';
import { modelSettings } from './model-settings.ts';
import type { ModelShelf } from './model-shelf.ts';
import { noModel } from './no-model.ts';
import { openChosen } from './open-chosen.ts';
import { createRecorder, type RunTools } from './recorded-search.ts';
import { createReplyReader } from './reply-reader.ts';
import { sha256, systemClock, systemRandom } from './system-clock.ts';

export type PrepareParts = {
  readonly settings: EffectiveSettings;
  readonly models: ModelShelf;
  readonly defaultEmbeddedModel: string;
  readonly provider: (backend: string, settings: Settings) => Promise<ModelProvider>;
  readonly language: (id: LanguageId, profile?: string) => Promise<Language>;
  readonly runtime: (id: LanguageId, profile?: string) => Promise<{ readonly spec: RuntimeSpec }>;
  readonly sandbox: () => Promise<Sandbox>;
  readonly solvedExamples: (id: LanguageId, profile?: string) => Promise<readonly SolvedExample[]>;
  readonly measured: Pick<MeasuredProfiles, 'find' | 'save'>;
  readonly showPull: (name: string, parts: AsyncIterable<PullProgress>) => Promise<void>;
  /** Told once, before anything is asked, where tokens are paid for. */
  readonly showEstimate?: (estimate: CostEstimate) => void;
  /** Replies of an earlier run, in place of a model. */
  readonly recording?: Recording;
  /** Finds kept programs for a run; absent: none join. */
  readonly skills?: JoinSkills;
};

type Prepare = RunServiceDeps<RunTools>['prepare'];

/** Opens model, sandbox session and language of one run; a failure of one closes the others. */
export function createPrepare(parts: PrepareParts): Prepare {
  return async (request, signal, previous) => {
    const id =
      previous?.language ?? request.language ?? inferLanguage(withoutAbsent(request)) ?? parts.settings.values.language ?? 'python';
    const language = await parts.language(id, request.profile);
    const shipped = await parts.solvedExamples(id, request.profile);
    // Another version of Lua would be taught by examples that it cannot run.
    const solvedExamples = language.host === undefined ? shipped : shipped.filter(({ code }) => suits(language, code));
    const runtime = await parts.runtime(id, request.profile);
    const spec = withFrameworkFolders(runtime.spec, request.suite?.frameworkPaths ?? []);
    const sandbox = await parts.sandbox();
    const { recording } = parts;
    // Side by side, and the first failure ends the other: nobody waits for a download when the sandbox cannot open.
    const failing = new AbortController();
    const within = AbortSignal.any([signal, failing.signal]);
    const noted = <T>(opening: Promise<T>): Promise<T> => {
      opening.catch((error: unknown) => failing.abort(error));
      return opening;
    };
    const opening = noted(sandbox.open(spec, { signal: within, program: language.probeProgram }));
    const joining = noted(joinedSkills(parts, request, language, previous, { session: opening, level: sandbox.level }, within));
    const [opened, session] = await Promise.allSettled([
      noted(
        joining.then(({ skills }) => {
          const answering = skills.find(({ answers }) => answers);
          if (answering !== undefined) return openNone(answering.name);
          return recording === undefined ? openForRun(parts, request, previous, within) : openRecorded(recording);
        }),
      ),
      opening,
    ]);
    if (opened.status === 'rejected' || session.status === 'rejected') {
      await closeAll([
        ...(opened.status === 'fulfilled' ? [opened.value.giveBack] : []),
        ...(session.status === 'fulfilled' ? [() => session.value.close()] : []),
      ]);
      signal.throwIfAborted();
      throw failing.signal.reason;
    }
    const { model, profile, warnings, seed, price, giveBack } = opened.value;
    const joined = await joining;
    const recorder = createRecorder(model);
    const replies = createReplyReader({ threadEntry: new URL('./reply-thread.js', import.meta.url) });
    const deps: RunTools = {
      model: recorder.model,
      takeReplies: recorder.take,
      profile,
      language,
      replies,
      session: session.value,
      level: sandbox.level,
      ...(request.suite === undefined ? {} : { suite: suiteOf(request.suite) }),
      ...(request.siblings === undefined
        ? {}
        : {
            beside: {
              program: request.program ?? '',
              siblings: request.siblings,
              ...(request.data === undefined ? {} : { data: request.data }),
            },
          }),
      solvedExamples,
      clock: systemClock,
      random: systemRandom,
      sha256,
    };
    if (price !== null) parts.showEstimate?.(estimateCost(request, profile, price));
    return {
      deps,
      start: {
        language: id,
        profile,
        seed: seed ?? request.seed ?? deps.random.seed(),
        model: {
          backend: model.backend,
          id: model.id,
          demo: model.backend === 'mock',
          ...(model.address === undefined ? {} : { address: model.address }),
          capabilities: model.capabilities,
          ...(price === null ? {} : { price }),
        },
        sandbox: { level: sandbox.level, missing: sandbox.missing },
        ...(joined.skills.length === 0 ? {} : { skills: joined.skills }),
      },
      warnings: [...warnings, ...joined.warnings, ...notChecked(language)],
      close: () => closeAll([() => replies.close(), () => session.value.close(), giveBack]),
    };
  };
}

const suits = (language: Language, code: string): boolean =>
  language.check(code, { language: language.id, entry: language.host?.entry ?? { kind: 'module', exports: [] } }).length === 0;

/** What a run cannot say of its programs here. */
function notChecked(language: Language): readonly Warning[] {
  if (language.host !== undefined && language.host.unchecked !== null) return [{ feature: 'host', detail: language.host.unchecked }];
  if (language.id !== 'typescript' || language.checkJobs !== undefined) return [];
  return [{ feature: 'type-check', detail: 'types are not checked: the package typescript is not installed (npm install typescript)' }];
}

type OpenedModel = {
  readonly model: Model;
  readonly profile: ModelProfile;
  readonly warnings: readonly Warning[];
  /** Null: the request's own, or a new one. */
  readonly seed: number | null;
  /** Null where nobody pays for tokens. */
  readonly price: ModelPrice | null;
  readonly giveBack: () => Promise<void>;
};

/** What joined a run before joins it again: it goes on with the very same programs. */
async function joinedSkills(
  { skills, recording }: PrepareParts,
  request: RunRequest,
  language: Language,
  previous: Prepared<RunTools>['start'] | null,
  tools: { readonly session: Promise<SandboxSession>; readonly level: SandboxLevel },
  signal: AbortSignal,
): Promise<Joined> {
  const before = previous === null ? recording?.skills : (previous.skills ?? []);
  if (before !== undefined) return { skills: before, warnings: [] };
  return skills === undefined ? { skills: [], warnings: [] } : skills(request, language, { ...tools, random: systemRandom }, { signal });
}

/** A kept program answers, so nothing is loaded. */
async function openNone(skill: string): Promise<OpenedModel> {
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

async function openForRun(
  parts: PrepareParts,
  request: RunRequest,
  previous: Prepared<RunTools>['start'] | null,
  signal: AbortSignal,
): Promise<OpenedModel> {
  const values = modelSettings(parts.settings, previous?.model ?? null);
  const { backend, baseUrl } = values;
  const provider = (name: string) => parts.provider(name, values);
  const { defaultEmbeddedModel } = parts;
  const choice = await inTime(`the backend ${backend}`, request.budgetSeconds, signal, (within) =>
    chooseModel(values, { provider, defaultEmbeddedModel, signal: within }),
  );
  const warnings: Warning[] = [...choice.warnings];
  const open = (within: AbortSignal): Promise<Model> => openModel(parts, choice, within, (warning) => warnings.push(warning));
  // The first fetch of weights is no part of the budget.
  const at = baseUrl === parts.settings.values.baseUrl ? '' : ` at ${baseUrl}`;
  const model = await parts.models.take(`${choice.provider.backend}:${choice.name}${at}`, () =>
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
async function openRecorded(recording: Recording): Promise<OpenedModel> {
  const [{ createReplayModel }, { shippedProfile }] = await Promise.all([
    import('../models/middleware/replay-model.ts'),
    import('../models/shipped-profiles.ts'),
  ]);
  const { model, profile, seed } = recording;
  const detail = `Every reply was taken from a recording of ${model.id}; no model was asked.`;
  return {
    model: createReplayModel(recording),
    profile: profile ?? shippedProfile(model.backend, model.id),
    warnings: [{ feature: 'replay', detail }],
    seed,
    price: null,
    giveBack: async () => undefined,
  };
}

function suiteOf({ ids: _ids, alias, data, ...file }: NonNullable<RunRequest['suite']>): TestFile {
  return { ...file, ...(alias === undefined ? {} : { alias }), ...(data === undefined ? {} : { data }) };
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

/** Opens what was chosen; the first use of known weights fetches them. */
export async function openModel(
  parts: Pick<PrepareParts, 'settings' | 'showPull' | 'defaultEmbeddedModel'>,
  choice: ModelChoice,
  signal: AbortSignal,
  warn: (warning: Warning) => void = () => undefined,
): Promise<Model> {
  try {
    const model = await openChosen(choice, parts, warn, signal);
    return retryModel(model, { policy: usualRetries, chance: () => systemRandom.seed() / 2 ** 31 });
  } catch (error) {
    throw parts.settings.values.backend === 'auto' ? withAlternatives(error) : error;
  }
}

function withoutAbsent(request: { task: string; signature?: string | undefined; examples: readonly string[] }) {
  const { task, signature, examples } = request;
  return { task, examples, ...(signature === undefined ? {} : { signature }) };
}
