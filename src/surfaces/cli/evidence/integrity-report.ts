import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import { describeCall } from '../../../domain/describe-evidence.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { RunEvent } from '../../../domain/run-event.ts';
import { emptyRunState, fold, type RunState } from '../../../domain/run-state.ts';
import { asPercent } from '../../../domain/shown-share.ts';
import type { Tongue } from '../../../domain/texts.ts';
import { trustedTests } from '../../../domain/verdict.ts';
import { runWords } from '../words/run-words.ts';
import { tongueOfRun } from '../words/tongue.ts';
import type { MutationScore } from './mutation-score.ts';

type Words = (typeof runWords)[Tongue];

/** What speaks for the tests themselves, as lines; `events` are all of the run. */
export function integrityReport(events: readonly RunEvent[], mutation: MutationScore | null): readonly string[] {
  const state = events.reduce(fold, emptyRunState);
  const classes = new Set(events.flatMap((event) => (event.type === 'candidate-observe' ? [event.integrity] : [])));
  const worst = classes.has('shared') ? 'shared' : 'oracle-outside';
  const words = runWords[tongueOfRun(state)];
  return [words.integrity(worst), ...lockLines(events, words), ...stubLines(state, words), ...mutationLines(mutation, words)];
}

/** The lock is computed again from the tests as they are stored now. */
function lockLines(events: readonly RunEvent[], words: Words): readonly string[] {
  const at = events.findIndex(({ type }) => type === 'tests-end');
  if (at < 0) return [];
  const then = events.slice(0, at + 1).reduce(fold, emptyRunState);
  const trusted = trustedTests(then);
  const text = canonicalJson(trusted.map(({ call, expected }) => [call, expected]));
  const same = createHash('sha256').update(text).digest('hex') === then.lock;
  const first = events.findIndex(({ type }) => type === 'candidate-add');
  const before = first < 0 || first > at;
  return [`  ${words.lock(then.lock?.slice(0, 16) ?? '', trusted.length, before, same)}`];
}

function stubLines(state: RunState, words: Words): readonly string[] {
  const trusted = trustedTests(state);
  if (state.lock === null || trusted.length === 0) return [];
  const passed = trusted.filter(({ id }) => state.stubPasses.has(id));
  const which = passed.map(({ call }) => printableLine(describeCall(call), 40)).join(', ');
  return [`  ${words.stub(passed.length, trusted.length, which)}`];
}

function mutationLines(mutation: MutationScore | null, words: Words): readonly string[] {
  if (mutation === null || mutation.total === 0) return [];
  const { noticed, total, unnoticed } = mutation;
  const missed = unnoticed
    .slice(0, 4)
    .map(({ line, change }) => `${words.line(line)}: ${printableLine(change, 30)}`)
    .join('; ');
  return [`  ${words.mutants(noticed, total, asPercent(noticed / total))}${missed === '' ? '' : words.notNoticed(missed)}`];
}
