import { memo, type ReactNode } from 'react';
import type { CellState, Column } from '../../../src/domain/run-grid.ts';
import { useTexts } from '../i18n/language.tsx';
import { ProgramText } from '../parts/program-text.tsx';
import { cellLook } from './cell-look.ts';
import { gridText } from './grid.text.ts';
import type { GridRow } from './grid-model.ts';

type Props = {
  readonly row: GridRow;
  readonly columns: readonly Column[];
  /** The calls, as they are typed. */
  readonly calls: readonly string[];
  readonly isLeader: boolean;
  /** A first look at it is being taken. */
  readonly isRunning: boolean;
  /** Column with the grid's one focus, −1 for the program itself; null when it is in another row. */
  readonly at: number | null;
  /** What the panels show: a column, −1, or null. */
  readonly picked: number | null;
  /** Equal rows are one, as tall as its programs are many. */
  readonly height: number | null;
  readonly activeId: string;
  readonly band: ReactNode;
};

const sameCell = (a: CellState | undefined, b: CellState | undefined): boolean =>
  a?.kind === b?.kind &&
  (a === undefined ||
    !('rank' in a) ||
    (b !== undefined && 'rank' in b && a.rank === b.rank && a.mass === b.mass && a.raised === b.raised));

function isSame(before: Props, after: Props): boolean {
  const { row: a, columns: b, band: _a, ...beforeRest } = before;
  const { row: c, columns: d, band: _b, ...afterRest } = after;
  if (a.key !== c.key || a.candidates.length !== c.candidates.length || a.candidates[0] !== c.candidates[0] || b.length !== d.length)
    return false;
  if (before.band !== null || after.band !== null) return false;
  const names = Object.keys(beforeRest) as (keyof typeof beforeRest)[];
  return names.every((name) => beforeRest[name] === afterRest[name]) && a.cells.every((cell, index) => sameCell(cell, c.cells[index]));
}

/** A row of the grid; drawn anew only when something in it changed. */
export const GridRowView = memo(function GridRowView(props: Props) {
  const { row, columns, calls, isLeader, isRunning, at, picked, height, activeId, band } = props;
  const text = useTexts(gridText);
  const [first] = row.candidates;
  const name = row.candidates.length === 1 ? (first?.id ?? '') : `${first?.id} ×${row.candidates.length}`;
  const rejected = first?.rejected ?? null;
  const faults = first?.diagnostics.find(({ severity }) => severity === 'error');
  const refusal = rejected === null ? faults?.message : `${rejected.reason}: ${rejected.detail}`;
  const open = row.cells.findIndex(({ kind }) => kind === 'open');
  return (
    <tr
      className={isLeader ? 'leads' : undefined}
      data-row={row.key}
      style={height === null ? undefined : ({ '--h': `${height}px` } as React.CSSProperties)}
    >
      <th
        scope="row"
        className={`id${at === -1 ? ' at' : ''}${picked === -1 ? ' picked' : ''}`}
        id={at === -1 ? activeId : undefined}
        data-column={-1}
      >
        {name}
        {first?.parent !== undefined && row.candidates.length === 1 && <small> {text.from(first.parent)}</small>}
      </th>
      {refusal !== undefined ? (
        <td className="reject" colSpan={Math.max(1, columns.length + gapsIn(columns))}>
          <span>
            <ProgramText text={refusal.slice(0, 160)} mono={false} />
          </span>
        </td>
      ) : (
        row.cells.map((cell, index) => {
          const look = cellLook(cell, isRunning && index === open, text);
          const isPicked = picked === index;
          return [
            columns[index]?.kind !== columns[index - 1]?.kind && index > 0 && <td key={`gap ${columns[index]?.call}`} className="gap" />,
            <td
              key={columns[index]?.call}
              className={`${look.className}${at === index ? ' at' : ''}${isPicked ? ' picked' : ''}`}
              id={at === index ? activeId : undefined}
              data-column={index}
              data-letter={look.letter}
              aria-label={text.cell(name, calls[index] ?? '', look.name)}
            />,
          ];
        })
      )}
      {band}
    </tr>
  );
}, isSame);

/** Empty columns between locked, generated and probes. */
export const gapsIn = (columns: readonly Column[]): number =>
  new Set(columns.map(({ kind }) => kind)).size - (columns.length === 0 ? 0 : 1);
