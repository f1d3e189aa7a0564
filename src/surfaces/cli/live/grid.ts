import type { CallAnswers } from '../../../domain/call-answers.ts';
import type { Candidate } from '../../../domain/candidate.ts';
import { type Column, cellStateOf, testsSay } from '../../../domain/run-grid.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { type Glyphs, heatOf, shapeOf, type Tone } from './palette.ts';

export type Cell = { readonly glyph: string; readonly tone: Tone };
/** Programs that are one line: equal rows, or equal programs. */
export type Row = { readonly candidates: readonly Candidate[]; readonly cells: readonly Cell[] };

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

function cellOf(state: RunState, candidate: Candidate, column: Column, answers: CallAnswers, glyphs: Glyphs): Cell {
  const cell = cellStateOf(state, candidate, column, answers);
  switch (cell.kind) {
    case 'out':
      return { glyph: ' ', tone: 'plain' };
    case 'open':
      return { glyph: glyphs.open, tone: 'dim' };
    case 'limit':
      return { glyph: glyphs.limit, tone: 'bold' };
    case 'missing':
      return { glyph: glyphs.missing, tone: 'dim' };
    case 'met':
      return { glyph: glyphs.met, tone: heatOf(cell.mass) };
    case 'broken':
      return { glyph: cell.raised ? glyphs.brokenByError : glyphs.broken, tone: 'broken' };
    case 'answer':
      return { glyph: shapeOf(glyphs, cell.rank, cell.raised), tone: heatOf(cell.mass) };
  }
}

/** Which answer the tests of a model speak for. */
export function testsSayCell(state: RunState, column: Column, answers: CallAnswers, glyphs: Glyphs): Cell {
  const says = testsSay(state, column, answers);
  if (says === 'none') return { glyph: ' ', tone: 'plain' };
  return { glyph: says === 'other' ? glyphs.open : shapeOf(glyphs, says.rank, says.raised), tone: 'dim' };
}
