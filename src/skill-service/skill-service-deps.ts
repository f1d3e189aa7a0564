import type { LanguageId } from '../domain/contract.ts';
import type { RunState } from '../domain/run-state.ts';
import type { Skill } from '../domain/skill.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Language } from '../ports/language.ts';
import type { RuntimeSpec, Sandbox } from '../ports/sandbox.ts';
import type { SkillLibrary } from '../ports/skill-library.ts';
import type { SkillRecords } from '../ports/skill-records.ts';

export type FoundRuntime = { readonly spec: RuntimeSpec; readonly version: string };

/** What the tests of a body came to. */
export type TestedBody = {
  readonly passed: number;
  readonly total: number;
  /** What is wrong beside the failures, or that nothing is; one line. */
  readonly detail: string;
  readonly failures: readonly { readonly test: string; readonly observed: string }[];
};

export type SkillServiceDeps = {
  readonly library: SkillLibrary;
  readonly records: SkillRecords;
  readonly clock: Clock;
  readonly random: Random;
  /** SHA-256 of a text, lower-case hex. */
  readonly sha256: (text: string) => string;
  readonly language: (id: LanguageId, profile?: string) => Promise<Language>;
  /** Throws `runtime-missing`. */
  readonly runtime: (id: LanguageId, profile?: string) => Promise<FoundRuntime>;
  readonly sandbox: () => Promise<Sandbox>;
  /** CPU seconds of one call. */
  readonly timeoutSeconds: number;
  /** Tests a body with `predict` and `act`; absent where such bodies cannot be run. */
  readonly testPredictAct?: (skill: Skill, options: Abortable) => Promise<TestedBody>;
  /** A stored run, for keeping its program. Throws `not-found`. */
  readonly runState: (runId: string) => Promise<RunState>;
};
