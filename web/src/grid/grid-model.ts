import { type AnswerCache, type CallAnswers, callAnswers } from '../../../src/domain/call-answers.ts';
import type { Candidate } from '../../../src/domain/candidate.ts';
import { type CellState, type Column, cellStateOf, columnsOf, isOut } from '../../../src/domain/run-grid.ts';
import type { RunState, Selection } from '../../../src/domain/run-state.ts';

/** Programs that are one line of the grid: one, or several that are alike in all that is shown. */
export type GridRow = { readonly key: string; readonly candidates: readonly Candidate[]; readonly cells: readonly CellState[] };
export type GridGroup = {
  readonly key: string;
  /** `cluster`: programs that behave alike; `fresh`: not compared yet; `out`: they do not vote. */
  readonly kind: 'cluster' | 'fresh' | 'out';
  /** Place of a cluster, 0 the likeliest; −1 for the others. */
  readonly rank: number;
  readonly posterior: number;
  readonly rows: readonly GridRow[];
  readonly programs: number;
};
export type GridModel = {
  readonly columns: readonly Column[];
  readonly answers: CallAnswers;
  readonly groups: readonly GridGroup[];
  /** Programs that are asked for and not there yet: their room is kept. */
  readonly coming: number;
};

/**
 * The grid as groups of rows. `selection` orders it: the last one that may be shown, which is an earlier one while somebody
 * points at the grid. `folded` makes one row of programs that are alike.
 */
export function gridModel(state: RunState, selection: Selection | null, folded: boolean, cache: AnswerCache): GridModel {
  const answers = callAnswers(state, cache);
  const columns = columnsOf(state, answers);
  const clusters = selection?.clusters ?? [];
  const place = new Map(clusters.flatMap(({ members }, rank) => members.map((id) => [id, rank] as const)));
  const rankOf = (candidate: Candidate): number => place.get(candidate.id) ?? place.get(candidate.duplicateOf ?? '') ?? -1;
  const members: Candidate[][] = clusters.map(() => []);
  const fresh: Candidate[] = [];
  const out: Candidate[] = [];
  for (const candidate of state.candidates) {
    const own = members[rankOf(candidate)];
    if (own !== undefined) own.push(candidate);
    else if (selection !== null && candidate.round <= selection.round) out.push(candidate);
    else fresh.push(candidate);
  }
  const rowsOf = (candidates: readonly Candidate[]): readonly GridRow[] => {
    const single = candidates.map((candidate) => ({
      key: candidate.id,
      candidates: [candidate],
      cells: columns.map((column) => cellStateOf(state, candidate, column, answers)),
    }));
    return folded ? fold(single) : single;
  };
  const groups: readonly GridGroup[] = [
    ...members.map((own, rank): GridGroup => {
      const posterior = clusters[rank]?.posterior ?? 0;
      return {
        key: `cluster ${clusters[rank]?.members[0] ?? rank}`,
        kind: 'cluster',
        rank,
        posterior,
        rows: rowsOf(own),
        programs: own.length,
      };
    }),
    { key: 'fresh', kind: 'fresh', rank: -1, posterior: 0, rows: rowsOf(fresh), programs: fresh.length },
    { key: 'out', kind: 'out', rank: -1, posterior: 0, rows: rowsOf(out), programs: out.length },
  ];
  const round = state.rounds.at(-1);
  const isOpen = round !== undefined && round.ended === null && state.phase !== 'done';
  const coming = isOpen ? Math.max(0, round.samples - state.candidates.filter((candidate) => candidate.round === round.round).length) : 0;
  return { columns, answers, groups: groups.filter(({ rows }) => rows.length > 0), coming };
}

/** What two rows must have in common to be one. */
const lookOf = ({ candidates: [candidate], cells }: GridRow): string =>
  candidate?.rejected != null
    ? candidate.rejected.reason
    : cells.map((cell) => ('rank' in cell ? `${cell.kind}${cell.rank}${cell.raised ? '!' : ''}` : cell.kind)).join(' ');

function fold(rows: readonly GridRow[]): readonly GridRow[] {
  const folded = new Map<string, GridRow>();
  for (const row of rows) {
    const look = lookOf(row);
    const known = folded.get(look);
    folded.set(look, known === undefined ? row : { ...known, candidates: [...known.candidates, ...row.candidates] });
  }
  return [...folded.values()];
}

/** Whether a program waits for its first look, which is being taken now or next. */
export const isWaiting = (state: RunState, candidate: Candidate): boolean =>
  state.phase === 'running' && !isOut(candidate) && candidate.observations.length === 0 && candidate.duplicateOf === undefined;
