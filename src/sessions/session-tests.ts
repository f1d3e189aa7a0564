import type { Entry } from '../domain/contract.ts';
import { callKey, type RunState } from '../domain/run-state.ts';
import type { Call, Expected } from '../domain/test.ts';
import { trustedTests } from '../domain/verdict.ts';
import { readExample } from '../engine/tests/read-example.ts';
import type { Example, Language, Reading } from '../ports/language.ts';

/** Trusted tests of a session, as they are typed; and those that a newer statement has replaced. */
export type SessionTests = {
  readonly examples: readonly string[];
  readonly superseded: readonly { readonly old: string; readonly by: string }[];
};

/** The trusted tests of a run, as examples that can be typed. */
export const examplesOf = (state: RunState, language: Language): readonly string[] =>
  trustedTests(state).flatMap(({ call, expected, source }) =>
    call.type === 'test' ? [] : [typed(call, expected, source, language, state.contract?.entry ?? null)],
  );

/** Adds what a new message states; where it says something else of the same call, the older test goes. */
export const withStatements = (examples: readonly string[], message: string, entry: Entry | null, language: Language): SessionTests =>
  withNewer(examples, language.findExamples(message, entry), entry, language);

/** Adds examples as they were typed; they replace older ones as statements do. */
export const withExamples = (
  examples: readonly string[],
  given: readonly string[],
  entry: Entry | null,
  language: Language,
): SessionTests => {
  const readings = given.map((text) => readExample(text, entry, language));
  return withNewer(
    examples,
    readings.flatMap((reading) => (reading.ok ? [reading.value] : [])),
    entry,
    language,
  );
};

function withNewer(examples: readonly string[], newer: readonly Example[], entry: Entry | null, language: Language): SessionTests {
  // What each is a test of, read once: reading takes its time, and there may be hundreds of both.
  const kept = new Map(examples.map((text) => [text, keyOf(readExample(text, entry, language))]));
  const superseded: { old: string; by: string }[] = [];
  for (const stated of newer) {
    const by = typed(stated.call, stated.expected, stated.source, language, entry);
    if (kept.has(by)) continue;
    const key = callKey(stated.call);
    for (const [old, about] of kept) {
      if (about !== key) continue;
      superseded.push({ old, by });
      kept.delete(old);
    }
    kept.set(by, key);
  }
  return { examples: [...kept.keys()], superseded };
}

const keyOf = (reading: Reading<Example>): string | null => (reading.ok ? callKey(reading.value.call) : null);

/** The form that is read back to the same test; the person's own words where there is none. */
function typed(call: Call, expected: Expected, source: string | undefined, language: Language, entry: Entry | null): string {
  const written = write(call, expected);
  if (written !== null) {
    const reading = readExample(written, entry, language);
    if (reading.ok && isSame(reading.value, call, expected)) return written;
  }
  return source ?? written ?? '';
}

function write(call: Call, expected: Expected): string | null {
  if (call.type === 'context') return expected.type === 'json' ? JSON.stringify({ context: call.context, expected: expected.value }) : null;
  if (call.type === 'program') {
    return expected.type === 'stdout' && call.args.length === 0
      ? `stdin: ${JSON.stringify(call.stdin)} -> ${JSON.stringify(expected.text)}`
      : null;
  }
  if (call.setup !== undefined) return null;
  if (expected.type === 'value') return `${call.expression} == ${expected.source}`;
  return expected.type === 'raises' ? `${call.expression} raises${expected.error === undefined ? '' : ` ${expected.error}`}` : null;
}

const isSame = (example: Example, call: Call, expected: Expected): boolean =>
  callKey(example.call) === callKey(call) && JSON.stringify(example.expected) === JSON.stringify(expected);
