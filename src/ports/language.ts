import type { RejectionReason } from '../domain/candidate.ts';
import type { Contract, Entry, LanguageId } from '../domain/contract.ts';
import type { Diagnostic } from '../domain/diagnostic.ts';
import type { Execution } from '../domain/execution.ts';
import type { Json } from '../domain/json.ts';
import type { Observation } from '../domain/observation.ts';
import type { ProgramPlace } from '../domain/program-place.ts';
import type { Call, Expected } from '../domain/test.ts';
import type { Value } from '../domain/value.ts';
import type { StopRule } from './model.ts';
import type { SandboxJob, SandboxLimits, TrustedProgram } from './sandbox.ts';
import type { TestSuites } from './test-suite.ts';

/** What a model said. `prefill` is what the prompt had already begun, e.g. a fence and a signature. */
export type Reply = { readonly text: string; readonly finish: 'stop' | 'length'; readonly prefill?: string };

export type Extraction =
  | { readonly type: 'code'; readonly code: string; readonly why: string }
  | { readonly type: 'rejected'; readonly reason: RejectionReason; readonly detail: string };

/** A value of a reply instead of code: JSON, or a list of tests as `{ fn, args, expected }`. */
export type ValueExtraction =
  | { readonly type: 'value'; readonly value: Json; readonly why: string }
  | { readonly type: 'rejected'; readonly reason: RejectionReason; readonly detail: string };

/** A result or the reason why there is none, in words for the person who typed the input. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

export type Example = { readonly call: Call; readonly expected: Expected; readonly source: string };

/** A solved request, for prompts. */
export type SolvedExample = {
  readonly request: string;
  readonly code: string;
  /** Boolean expressions of the language that hold for the code; their calls show the shape of arguments and results. */
  readonly checks?: readonly string[];
};

/** What a host asks of programs beyond their language. */
export type HostRules = {
  /** The name that `--profile` has, e.g. `wf-vars`. */
  readonly profile: string;
  /** How programs are entered where the host decides it; null: the request does. */
  readonly entry: Entry | null;
  /** Why this data cannot be what a program is run on here, and what it may have instead; null: it can. */
  readonly contextProblem: (context: Json) => string | null;
  /** What a program must know of it, for prompts; empty when there is nothing to say. */
  readonly notes: string;
  /** Its own solved examples are there, entered as its entry says. */
  readonly hasExamples: boolean;
  /** What is not checked here, because another interpreter than the host's own runs its programs; null: nothing. */
  readonly unchecked: string | null;
};

/**
 * All that Anneal knows of one language. Pure: no I/O, no time, no randomness; parsers and program texts are loaded by
 * an async factory.
 */
export interface Language {
  readonly id: LanguageId;
  /** For people, e.g. `Lua 5.4`. */
  readonly title: string;
  /** The info string of fenced blocks. */
  readonly fence: string;
  /** The host that programs are written for, where it is more than the language itself, e.g. a Lua profile. */
  readonly host?: HostRules;

  /** Reads `--signature`. */
  parseSignature(text: string): Reading<Entry>;
  /** A signature or a definition with a docstring inside the request, if there is one. */
  findSignature(request: string): Entry | null;
  /** The signature that a model's reply proposes, thoughts left out; null where there is none. */
  extractSignature(reply: Reply): Entry | null;
  /** `def f(xs: list[int]) -> int` or `function f(n)`: one line, no body. */
  formatSignature(entry: Entry): string;
  /** The first lines of a solution, to prefill an answer; ends exactly where the body starts, without a newline. */
  prefill(entry: Entry): string;
  /** Ends a sample once the entry's definition is complete. */
  stopRules(entry: Entry): readonly StopRule[];
  /** GBNF for a reply that continues the prefill, where one is known to help. */
  grammar?(entry: Entry): string | undefined;

  /** Reads one `--example`, e.g. `f(3) == 6`, `f("") raises ValueError`, `stdin: "1" -> "2"`. `entry` null: not yet known. */
  parseExample(text: string, entry: Entry | null): Reading<Example>;
  /** Doctest lines (`docstring`) and forms such as "f(2) returns 4" (`prose`) in the request. */
  findExamples(request: string, entry: Entry | null): readonly (Example & { readonly origin: 'docstring' | 'prose' })[];
  /** The name and the number of arguments that an example's call uses; null when it calls no single function. */
  entryFromExample(example: Example): Entry | null;
  /** Test expectations from a model's reply about the entry; everything else is dropped. */
  extractTests(reply: Reply, contract: Contract): readonly Example[];

  /** The literal arguments of a call on the entry; null when they are not plain literals. */
  literalArguments(call: Call, contract: Contract): readonly Value[] | null;
  /** A call on the entry with these arguments; null when a value has no literal in this language. */
  callWith(values: readonly Value[], contract: Contract): Call | null;
  /** A value as a person of this language writes it, at most `maxCharacters` long. */
  formatValue(value: Value, maxCharacters?: number): string;

  /** Code from a reply, or a typed rejection. */
  extract(reply: Reply, contract: Contract): Extraction;
  /** The JSON value of a reply; where it holds several, the last that fits the schema. */
  extractJson(reply: Reply, schema?: Json): ValueExtraction;
  /** Test expectations as `{ fn, args, expected }`, with `{ $expr: source }` for what is no literal. */
  extractTestCases(reply: Reply, contract: Contract): ValueExtraction;
  /** Parse errors, a missing entry, a stub body, known faults. Any `error` keeps a candidate from being run. */
  check(code: string, contract: Contract): readonly Diagnostic[];
  /**
   * Jobs that look at a program without running it: the target's own compiler or type checker. They run in the session of the
   * language's runtime, beside the observation. None: there is nothing to add to `check`.
   */
  checkJobs?(code: string, contract: Contract, limits: SandboxLimits): readonly SandboxJob[];
  /** What a check job said; nothing when it could not say anything. */
  readCheck?(execution: Execution): readonly Diagnostic[];
  /** The program without comments and layout, so that equal programs have equal text. */
  normalise(code: string): string;
  /** A program whose entry does nothing, for the stub check. */
  stub(contract: Contract): string;

  /** The `main` of the jobs that `probe` makes, where a session that has loaded it beforehand runs them faster. */
  readonly probeProgram?: TrustedProgram;
  /**
   * Inputs only: the job that runs calls against a candidate. `nonce` (hex) guards the result channel. An empty candidate evaluates bare
   * expressions. `place`: where the candidate lies among the files that the caller adds; absent: at their root.
   */
  probe(
    candidate: string,
    contract: Contract,
    calls: readonly Call[],
    options: { readonly nonce: string; readonly limits: SandboxLimits; readonly place?: ProgramPlace },
  ): SandboxJob;
  /** One observation a call, in order, whatever happened; a call without a report is `missing` or `limit`. */
  read(execution: Execution, calls: readonly Call[], options: { readonly nonce: string }): readonly Observation[];
  /** The failing line ±3 and what was wrong, from an observation's traceback or stderr, for repair prompts. */
  explainFailure(code: string, observation: Observation, stderr: string): Diagnostic | null;
  /** Existing test files; absent where the language cannot run them. */
  readonly suites?: TestSuites;
}
