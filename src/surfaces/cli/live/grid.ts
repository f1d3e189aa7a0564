import type { Candidate } from '../../../domain/candidate.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { type Test, trustedOrigins } from '../../../domain/test.ts';
import { judgeObservation } from '../../../domain/verdict.ts';
import type { CallAnswers } from './call-answers.ts';
import { type Glyphs, heatOf, shapeOf, type Tone } from './palette.ts';

export type Cell = { readonly glyph: string; readonly tone: Tone };
export type ColumnKind = 'locked' | 'generated' | 'probes';
export type Column = {
  readonly call: number;
  readonly kind: ColumnKind;
  readonly tests: readonly Test[];
  /** Programs answer differently here. */
  readonly tellsApart: boolean;
};
/** Programs that are one line: equal rows, or equal programs. */
export type Row = { readonly candidates: readonly Candidate[]; readonly cells: readonly Cell[] };

const kinds: readonly ColumnKind[] = ['locked', 'generated', 'probes'];

/** One column a call: trusted ones first, then those with a generated test, then inputs without an expectation. */
export function columnsOf(state: RunState, answers: CallAnswers): readonly Column[] {
  const tests = new Map<number, Test[]>();
  for (const test of state.tests) {
    const call = state.callOfTest.get(test.id);
    if (call === undefined || state.retracted.has(test.id) || state.expectations.get(test.id)?.type === 'invalid') continue;
    tests.set(call, [...(tests.get(call) ?? []), test]);
  }
  const columns = [...tests].map(([call, own]): Column => {
    const kind = own.some(({ origin }) => trustedOrigins.has(origin))
      ? 'locked'
      : own.some(({ votes }) => votes > 0)
        ? 'generated'
        : 'probes';
    return { call, kind, tests: own, tellsApart: answers.of(call).length > 1 };
  });
  return columns.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.call - b.call);
}

/** The columns that fit: locked ones before those that tell programs apart, before the rest; their order stays. */
export function columnsThatFit(columns: readonly Column[], most: number): readonly Column[] {
  if (columns.length <= most) return columns;
  const worth = ({ kind, tellsApart }: Column): number => (kind === 'locked' ? 0 : tellsApart ? 1 : 2);
  const kept = new Set([...columns].sort((a, b) => worth(a) - worth(b)).slice(0, Math.max(0, most)));
  return columns.filter((column) => kept.has(column));
}

/** Groups of the last selection first, in their order, then what came after it. Rows move at a selection only. */
export function rowsOf(state: RunState, columns: readonly Column[], answers: CallAnswers, glyphs: Glyphs, most: number): readonly Row[] {
  const place = new Map<string, number>();
  for (const [index, { members }] of (state.selection?.clusters ?? []).entries()) for (const id of members) place.set(id, index);
  const last = state.selection?.clusters.length ?? 0;
  const placeOf = (candidate: Candidate): number => place.get(candidate.id) ?? (candidate.rejected === null ? last : last + 1);
  const ordered = [...state.candidates].sort((a, b) => placeOf(a) - placeOf(b));
  const single = ordered.map(
    (candidate): Row => ({
      candidates: [candidate],
      cells: columns.map((column) => cellOf(state, candidate, column, answers, glyphs)),
    }),
  );
  const withoutCopies = fold(single, ({ candidates: [candidate] }) => candidate?.duplicateOf ?? candidate?.id ?? '');
  if (withoutCopies.length <= most) return withoutCopies;
  return fold(withoutCopies, ({ candidates: [candidate], cells }) =>
    candidate === undefined ? '' : `${placeOf(candidate)} ${candidate.rejected?.reason ?? ''} ${cells.map(({ glyph }) => glyph).join('')}`,
  );
}

function fold(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const folded = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = folded.get(key);
    folded.set(key, known === undefined ? row : { ...known, candidates: [...known.candidates, ...row.candidates] });
  }
  return [...folded.values()];
}

function cellOf(state: RunState, candidate: Candidate, { call, tests, kind }: Column, answers: CallAnswers, glyphs: Glyphs): Cell {
  if (candidate.rejected !== null || candidate.diagnostics.some(({ severity }) => severity === 'error'))
    return { glyph: ' ', tone: 'plain' };
  const observation = answers.observation(candidate, call);
  if (observation === undefined) return { glyph: glyphs.open, tone: 'dim' };
  const { outcome } = observation;
  if (outcome.type === 'limit') return { glyph: glyphs.limit, tone: 'bold' };
  const isRaised = outcome.type === 'raised';
  const rank = answers.rank(candidate, call);
  const heat = heatOf(answers.of(call)[rank]?.mass ?? 0);
  if (kind === 'locked') {
    const trusted = tests.filter(({ origin }) => trustedOrigins.has(origin));
    const met = trusted.every((test) => judgeObservation(observation, test, state) === 'passed');
    if (met) return { glyph: glyphs.met, tone: heat };
    return { glyph: isRaised ? glyphs.brokenByError : glyphs.broken, tone: 'broken' };
  }
  if (outcome.type === 'missing') return { glyph: glyphs.missing, tone: 'dim' };
  return { glyph: shapeOf(glyphs, rank, isRaised), tone: heat };
}

/** Which answer the tests of a model speak for: that of the most votes that any program gives. */
export function testsSay(state: RunState, { call, tests, kind }: Column, answers: CallAnswers, glyphs: Glyphs): Cell {
  const open: Cell = { glyph: ' ', tone: 'plain' };
  if (kind === 'probes') return open;
  const given = answers.of(call);
  for (const test of [...tests].sort((a, b) => b.votes - a.votes)) {
    const rank = given.findIndex(({ observation }) => judgeObservation(observation, test, state) === 'passed');
    const answer = given[rank];
    if (answer !== undefined) {
      return { glyph: shapeOf(glyphs, rank, answer.observation.outcome.type === 'raised'), tone: 'dim' };
    }
  }
  return given.length === 0 ? open : { glyph: glyphs.open, tone: 'dim' };
}
