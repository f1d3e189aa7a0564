import type { Value } from '../domain/value.ts';
import type { AnsweredCall, SuiteAnswers } from '../ports/test-suite.ts';

/** What a stand-in does on one call. `shown` and `message` are for people; sources are of the language. */
export type ScriptedAnswer = {
  readonly expression: string;
  readonly stdout: string | null;
  /** The arguments afterwards, where the call changed them; null for one that has no source. */
  readonly after: readonly (string | null)[] | null;
} & (
  | { readonly kind: 'value'; readonly source: string }
  | { readonly kind: 'opaque'; readonly shown: string; readonly callable: boolean }
  | { readonly kind: 'raised'; readonly error: string; readonly message: string; readonly bases: readonly string[] }
  | { readonly kind: 'gone'; readonly message: string }
);

/** Answers by test, for the program that runs the tests. */
export function scriptedAnswers(
  answers: SuiteAnswers,
  source: (value: Value) => string | null,
  shown: (value: Value) => string,
): Readonly<Record<string, readonly ScriptedAnswer[]>> {
  return Object.fromEntries([...answers].map(([test, calls]) => [test, calls.map((call) => scripted(call, source, shown))]));
}

function scripted(
  { expression, observation }: AnsweredCall,
  source: (value: Value) => string | null,
  shown: (value: Value) => string,
): ScriptedAnswer {
  const base = { expression, stdout: observation.stdout ?? null, after: observation.argumentsAfter?.map(source) ?? null };
  const { outcome } = observation;
  switch (outcome.type) {
    case 'value': {
      const text = source(outcome.value);
      return text === null
        ? { ...base, kind: 'opaque', shown: shown(outcome.value).slice(0, 200), callable: isFunction(outcome.value) }
        : { ...base, kind: 'value', source: text };
    }
    case 'raised':
      return { ...base, kind: 'raised', error: outcome.error, message: outcome.message, bases: outcome.bases ?? [] };
    case 'limit':
      return { ...base, kind: 'gone', message: `${expression}: stopped at its ${outcome.limit} limit` };
    case 'missing':
      return { ...base, kind: 'gone', message: `${expression}: ${outcome.reason}` };
  }
}

const isFunction = (value: Value): boolean => value.type === 'opaque' && /function|class|type|method|partial/i.test(value.kind);
