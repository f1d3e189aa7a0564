import { AppError } from '../../domain/app-error.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Test, TestOrigin } from '../../domain/test.ts';
import type { Example, Language } from '../../ports/language.ts';
import { messageText } from '../task-text.ts';
import { readExample } from './read-example.ts';

/**
 * Examples that the person gave: typed ones, doctest lines and plain statements in the request. Throws `bad-input` for a
 * typed example that cannot be read; what only looks like an example in prose is left alone.
 */
export function trustedTestsOf(state: RunState, language: Language): readonly Test[] {
  const entry = state.contract?.entry ?? null;
  const found: { readonly example: Example; readonly origin: TestOrigin }[] = [];
  for (const text of state.request?.examples ?? []) {
    const reading = readExample(text, entry, language);
    if (!reading.ok) {
      throw new AppError(
        'bad-input',
        `example ${JSON.stringify(text)}: ${reading.reason}`,
        'write it as a call and its result, e.g. "f(3) == 6" or "f(\'\') raises ValueError"',
      );
    }
    found.push({ example: reading.value, origin: 'user' });
  }
  for (const example of language.findExamples(messageText(state), entry)) found.push({ example, origin: example.origin });

  const seen = new Set<string>();
  const tests: Test[] = [];
  for (const { example, origin } of found) {
    const key = canonicalJson([example.call, example.expected]);
    if (seen.has(key)) continue;
    seen.add(key);
    tests.push({
      id: `t${state.tests.length + tests.length + 1}`,
      call: example.call,
      expected: example.expected,
      origin,
      votes: 1,
      source: example.source,
    });
  }
  for (const id of state.request?.suite?.ids ?? []) {
    tests.push({
      id: `t${state.tests.length + tests.length + 1}`,
      call: { type: 'test', id },
      expected: { type: 'passes' },
      origin: 'user',
      votes: 1,
    });
  }
  return tests;
}
