import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import { describeCall } from '../../../domain/describe-evidence.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { RunEvent } from '../../../domain/run-event.ts';
import { emptyRunState, fold, type RunState } from '../../../domain/run-state.ts';
import { trustedTests } from '../../../domain/verdict.ts';
import type { MutationScore } from './mutation-score.ts';

const meaning = {
  'oracle-outside': 'the sandbox saw inputs only; results were compared outside it, so no program could read or forge them',
  shared: 'tests ran beside the program: tampering would be noticed at best',
} as const;

/** What speaks for the tests themselves, as lines; `events` are all of the run. */
export function integrityReport(events: readonly RunEvent[], mutation: MutationScore | null): readonly string[] {
  const state = events.reduce(fold, emptyRunState);
  const classes = new Set(events.flatMap((event) => (event.type === 'candidate-observe' ? [event.integrity] : [])));
  const worst = classes.has('shared') ? 'shared' : 'oracle-outside';
  return [`integrity: ${worst}: ${meaning[worst]}`, ...lockLines(events), ...stubLines(state), ...mutationLines(mutation)];
}

/** The lock is computed again from the tests as they are stored now. */
function lockLines(events: readonly RunEvent[]): readonly string[] {
  const at = events.findIndex(({ type }) => type === 'tests-end');
  if (at < 0) return [];
  const then = events.slice(0, at + 1).reduce(fold, emptyRunState);
  const trusted = trustedTests(then);
  const text = canonicalJson(trusted.map(({ call, expected }) => [call, expected]));
  const same = createHash('sha256').update(text).digest('hex') === then.lock;
  const first = events.findIndex(({ type }) => type === 'candidate-add');
  const order = first < 0 || first > at ? 'before the first program existed' : 'AFTER a program existed';
  return [
    `  lock      sha256 ${then.lock?.slice(0, 16)}… over ${trusted.length} trusted test${trusted.length === 1 ? '' : 's'}, set ${order}; ${
      same ? 'the stored tests still have it' : 'THE STORED TESTS HAVE ANOTHER ONE'
    }`,
  ];
}

function stubLines(state: RunState): readonly string[] {
  const trusted = trustedTests(state);
  if (state.lock === null || trusted.length === 0) return [];
  const passed = trusted.filter(({ id }) => state.stubPasses.has(id));
  const which = passed.length === 0 ? '' : `: ${passed.map(({ call }) => printableLine(describeCall(call), 40)).join(', ')}`;
  return [`  stub      a program without a body passes ${passed.length} of ${trusted.length} trusted tests${which}`];
}

function mutationLines(mutation: MutationScore | null): readonly string[] {
  if (mutation === null || mutation.total === 0) return [];
  const { noticed, total, unnoticed } = mutation;
  const missed = unnoticed
    .slice(0, 4)
    .map(({ line, change }) => `line ${line}: ${printableLine(change, 30)}`)
    .join('; ');
  const share = Math.round((100 * noticed) / total);
  return [
    `  mutants   your examples notice ${noticed} of ${total} small changes to the chosen program (${share} %)${missed === '' ? '' : `; not ${missed}`}`,
  ];
}
