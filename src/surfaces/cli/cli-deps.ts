import type { BodyService } from '../../bodies/body-service.ts';
import type { Folders } from '../../config/folders.ts';
import type { EffectiveSettings, SettingsInput } from '../../config/load-settings.ts';
import type { NamedModel } from '../../config/named-model.ts';
import type { Settings } from '../../config/setting-keys.ts';
import type { Entry, LanguageId } from '../../domain/contract.ts';
import type { SandboxLevel } from '../../domain/execution.ts';
import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { CostEstimate } from '../../domain/model-price.ts';
import type { Recording } from '../../domain/recording.ts';
import type { Warning } from '../../domain/run-event.ts';
import type { Said } from '../../domain/said.ts';
import type { EngineDeps } from '../../engine/engine-deps.ts';
import type { Finding } from '../../engine/measure/findings.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Model } from '../../ports/model.ts';
import type { ModelProvider, PullProgress } from '../../ports/model-provider.ts';
import type { ReplyReader } from '../../ports/reply-reader.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { SkillLibrary } from '../../ports/skill-library.ts';
import type { SkillRecords } from '../../ports/skill-records.ts';
import type { RunService } from '../../runs/run-service-types.ts';
import type { SkillService } from '../../skill-service/skill-service-types.ts';
import type { BenchService } from '../bench/serve/bench-service.ts';
import type { ChoiceReport } from '../choice-report.ts';
import type { ServedModel } from '../http/http-deps.ts';
import type { RequestReader } from '../read-request-text.ts';
import type { SandboxDeps } from '../suite/open-suite-session.ts';
import type { BackendInfo } from './backend-choice.ts';
import type { LargerWeights } from './next-steps.ts';

/** What `--profile` accepts, and the language that it is of. */
export type ProfileName = { readonly name: string; readonly language: LanguageId };

export type ProfileDescription = { readonly title: string; readonly about: string; readonly notes: string; readonly entry: Entry | null };

/** What the sandbox can do on this machine, measured by attacks on it. */
export type SandboxProbe = {
  readonly level: SandboxLevel;
  readonly missing: readonly string[];
  readonly canaries: readonly { readonly name: string; readonly contained: boolean; readonly detail: string }[];
  readonly advice: readonly string[];
  readonly adviceSaid: readonly Said[];
};

/** How bodies of skills are made and run. */
export type BodiesOptions = {
  readonly settings: EffectiveSettings;
  /** The model that decides and names, and the one that writes; empty: the model of runs. */
  readonly decide: NamedModel;
  readonly write: NamedModel;
  readonly writeTimeoutSeconds: number;
  readonly showPull: (name: string, parts: AsyncIterable<PullProgress>) => Promise<void>;
  readonly warn: (warning: Warning) => void;
};

/** How runs of one command are opened. */
export type RunsOptions = {
  readonly settings: EffectiveSettings;
  /** Many runs follow one another: the model stays open until the service is closed. */
  readonly keepModel?: boolean;
  /** Shows the download of weights that are not there yet. */
  readonly showPull: (name: string, parts: AsyncIterable<PullProgress>) => Promise<void>;
  /** Told before anything is asked what a run may cost, where tokens are paid for. */
  readonly showEstimate?: (estimate: CostEstimate) => void;
  /** Replies of an earlier run, in place of a model. */
  readonly recording?: Recording;
};

/** Runs, and how their model counts. */
export type Runs = RunService & {
  /** Tokens of a text by the tokenizer of the model that a run would use now, which is opened for it. */
  readonly countTokens: (text: string, options?: Abortable) => Promise<number>;
  /** The model itself, for what is asked past a run. */
  readonly model: ServedModel;
};

/** The request that the backend `mock` has an answer for. */
export type DemoRequest = {
  readonly task: string;
  readonly language: LanguageId;
  readonly signature: string;
  readonly examples: readonly string[];
  readonly timeoutSeconds: number;
  /** Whether it has an answer for a request in a person's own words. */
  readonly takes: (task: string) => boolean;
};

export type ModelDeps = {
  readonly choice: (settings: EffectiveSettings) => Promise<ChoiceReport>;
  /** The model with everything that a run of this language has; fetched first where it is not here. Close it in the end. */
  readonly openForMeasuring: (
    options: RunsOptions,
    language: LanguageId,
    signal: AbortSignal,
  ) => Promise<{ readonly deps: EngineDeps; readonly warnings: readonly Warning[]; readonly close: () => Promise<void> }>;
  readonly measured: {
    readonly find: (model: string, fingerprint: string | undefined) => Promise<ModelMeasurement | null>;
    /** All that was measured here, the newest first, and what follows from it. */
    readonly findings: () => Promise<readonly { readonly measurement: ModelMeasurement; readonly findings: readonly Finding[] }[]>;
    /** Returns the file. */
    readonly save: (measurement: ModelMeasurement) => Promise<string>;
  };
};

/**
 * What commands may use. The composition root supplies it; each part is loaded and opened when it is first asked for,
 * and what was opened is closed by `close`.
 */
export type CliDeps = SandboxDeps & {
  readonly folders: () => Promise<Folders>;
  readonly settings: (flags: SettingsInput['flags']) => Promise<EffectiveSettings>;
  /** Throws `store-unavailable` where it cannot be written, unless it is asked for to read. */
  readonly store: (access?: 'read') => Promise<RunStore>;
  /** What this machine knows of skills and decisions; in the store. */
  readonly skillRecords: () => Promise<SkillRecords>;
  /** Skills of the project, the person's own and shipped ones, as folders. */
  readonly skillLibrary: () => Promise<SkillLibrary>;
  /** All that surfaces do with skills. */
  readonly skills: (settings: Pick<Settings, 'python' | 'minLevel' | 'allowUnsandboxed' | 'timeout'>) => Promise<SkillService>;
  /** Skills with `predict` and `act`: made, run, answered, tested. */
  readonly bodies: (options: BodiesOptions) => Promise<BodyService>;
  /** The run service over the store. Without options it can show and answer, but not start or resume. */
  readonly runs: (options?: RunsOptions) => Promise<Runs>;
  /** The model that a run would use now, fetched when it is not there yet; the caller closes it. */
  readonly openModel: (options: RunsOptions) => Promise<Model>;
  readonly demoRequest: () => Promise<DemoRequest>;
  readonly backends: readonly BackendInfo[];
  readonly backend: (name: string, settings: Settings) => Promise<ModelProvider>;
  /** The weights that are fetched when nothing else is there. */
  readonly defaultEmbeddedModel: string;
  /** Weights that this machine holds and that are larger than the model in use, by its id `backend:name`; null where none are. */
  readonly largerWeights: (inUse: string) => Promise<LargerWeights | null>;
  readonly models: () => Promise<ModelDeps>;
  /** Reads long replies in a thread of their own. */
  readonly replyReader: () => Promise<ReplyReader>;
  /** The service that `bench serve` loads, in a process of its own; the caller closes it. */
  readonly benchService: () => Promise<BenchService>;
  /** Reads what callers typed in a thread of its own. */
  readonly requestReader: () => Promise<RequestReader>;
  readonly profiles: readonly ProfileName[];
  /** Throws `bad-config` for a profile that cannot be read. */
  readonly profile: (name: string) => Promise<ProfileDescription>;
  /** Where the built page lies, whether it was built or not. */
  readonly pageFolder: string;
  readonly probeSandbox: (signal: AbortSignal) => Promise<SandboxProbe>;
  readonly close: () => Promise<void>;
};
