import type { Json } from './json.ts';
import type { Value } from './value.ts';

/** One use of a candidate. */
export type Call =
  /** Source text in the candidate's language, evaluated where the candidate's names are visible. */
  | { readonly type: 'expression'; readonly expression: string; readonly setup?: string }
  | {
      readonly type: 'program';
      readonly stdin: string;
      readonly args: readonly string[];
      readonly files?: Readonly<Record<string, string>>;
    }
  | { readonly type: 'context'; readonly context: Json };

/** A test of the person's own test file, by its id: observed as a whole, and expected to be true. */
export type SuiteCall = { readonly type: 'test'; readonly id: string };

export type Expected =
  /** Source text; evaluated in a sandbox that holds no candidate. */
  | { readonly type: 'value'; readonly source: string }
  | { readonly type: 'raises'; readonly error?: string }
  /** Compared without trailing white space at line ends and at the end. */
  | { readonly type: 'stdout'; readonly text: string }
  | { readonly type: 'json'; readonly value: Json }
  /** A test of the person's own file passes. */
  | { readonly type: 'passes' }
  /** An input that only separates behaviours. */
  | { readonly type: 'unknown' };

export type TestOrigin = 'user' | 'docstring' | 'prose' | 'answer' | 'generated' | 'fuzz';

/** Origins that a candidate must satisfy to win. `prose` examples can be retracted by the user. */
export const trustedOrigins: ReadonlySet<TestOrigin> = new Set<TestOrigin>(['user', 'docstring', 'prose', 'answer']);

export type Test = {
  /** `t1`, `t2`, … in order of addition. */
  readonly id: string;
  readonly call: Call | SuiteCall;
  readonly expected: Expected;
  readonly origin: TestOrigin;
  /** How many independent test samples proposed this very expectation; 1 for trusted tests, 0 for `fuzz`. */
  readonly votes: number;
  /** The text it was read from, as the person wrote it. */
  readonly source?: string;
};

/** The value that an expectation's source evaluated to, or why it did not. */
export type EvaluatedExpectation =
  /** `more`: the values after the first, where the source lists several. */
  | { readonly type: 'value'; readonly value: Value; readonly more?: readonly Value[] }
  | { readonly type: 'invalid'; readonly reason: string };
