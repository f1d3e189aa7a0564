import type { SandboxLevel } from '../domain/execution.ts';
import type { ModelProfile } from '../domain/model-profile.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Language, SolvedExample } from '../ports/language.ts';
import type { Model } from '../ports/model.ts';
import type { ReplyReader } from '../ports/reply-reader.ts';
import type { SandboxSession } from '../ports/sandbox.ts';
import type { ProgramFiles, TestFile } from '../ports/test-suite.ts';

/** What the engine may touch. */
export type EngineDeps = {
  readonly model: Model;
  readonly profile: ModelProfile;
  readonly language: Language;
  /** Reads long replies beside the engine; without it they are read in place. */
  readonly replies?: ReplyReader;
  /** A session of the language's runtime. */
  readonly session: SandboxSession;
  readonly level: SandboxLevel;
  /** The person's own test file, where the request has one. */
  readonly suite?: TestFile;
  /** The program to mend among the files that it imports, where there is no test file that brings them. */
  readonly beside?: ProgramFiles;
  /** Verified functions of the run's language, for prompts. */
  readonly solvedExamples: readonly SolvedExample[];
  readonly clock: Clock;
  readonly random: Random;
  /** SHA-256 of a text, lower-case hex. */
  readonly sha256: (text: string) => string;
};
