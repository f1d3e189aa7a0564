import { AppError } from '../../domain/app-error.ts';
import { matchesExpected } from '../../domain/as-expected.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import { trustedTests } from '../../domain/verdict.ts';

function agree(state: RunState, a: Test, b: Test): boolean {
  const first = state.expectations.get(a.id);
  const second = state.expectations.get(b.id);
  if (first?.type === 'value' && second?.type === 'value') return matchesExpected(first.value, second.value);
  return canonicalJson(a.expected) === canonicalJson(b.expected);
}

/**
 * Tests that a typed example overrules: examples read from prose or a docstring which expect something else of the same
 * call. Throws `bad-input` when two statements of equal standing contradict each other, because no program meets both.
 */
export function supersededTests(state: RunState): readonly string[] {
  const trusted = trustedTests(state);
  const superseded = new Set<string>();
  for (const [index, a] of trusted.entries()) {
    for (const b of trusted.slice(index + 1)) {
      if (state.callOfTest.get(a.id) !== state.callOfTest.get(b.id) || agree(state, a, b)) continue;
      const aTyped = a.origin === 'user' || a.origin === 'answer';
      const bTyped = b.origin === 'user' || b.origin === 'answer';
      if (aTyped === bTyped && a.origin !== 'answer' && b.origin !== 'answer') {
        throw new AppError(
          'bad-input',
          `the examples ${JSON.stringify(a.source)} and ${JSON.stringify(b.source)} contradict each other`,
          'leave one of them out',
        );
      }
      superseded.add(b.origin === 'answer' || (bTyped && !aTyped) ? a.id : b.id);
    }
  }
  return [...superseded];
}
