import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { emptyAnswerCache } from '../../../src/domain/call-answers.ts';
import { testsSay } from '../../../src/domain/run-grid.ts';
import type { RunState, Selection } from '../../../src/domain/run-state.ts';
import { useTexts } from '../i18n/language.tsx';
import { letterOf } from '../parts/glyph.tsx';
import { gridText } from './grid.text.ts';
import { GridHead } from './grid-head.tsx';
import { type GridModel, gridModel, isWaiting } from './grid-model.ts';
import { GridRowView, gapsIn } from './grid-row.tsx';
import { GroupBand } from './group-band.tsx';
import { Legend } from './legend.tsx';
import { callText, shortCall } from './short-call.ts';

/** A program, and a call's place among the columns; −1 is the program as a whole. */
export type Picked = { readonly row: string; readonly column: number; readonly call: number | null };

type Props = {
  readonly state: RunState;
  readonly picked: Picked | null;
  readonly onPick: (picked: Picked) => void;
  readonly onCompare: (candidate: string) => void;
};

/** With more columns the groups' names stand above their rows, where scrolling sideways does not hide them. */
const mostBesideBands = 20;
/** Above so many programs equal rows are one, until somebody unfolds them. */
const foldAbove = 16;
const foldedHeight = (programs: number): number => Math.min(120, 16 + programs * 4);

/** What every program did on every call. One tab stop; arrows move inside. */
export function RunGrid({ state, picked, onPick, onCompare }: Props) {
  const text = useTexts(gridText);
  const id = useId();
  const [at, setAt] = useState<{ row: string; column: number } | null>(null);
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const folded = unfolded === null ? state.candidates.length > foldAbove : !unfolded;
  const { selection, hold, release } = useHeldSelection(state.selection);
  const [cache] = useState(emptyAnswerCache);
  const model = useMemo(() => gridModel(state, selection, folded, cache), [state, selection, folded, cache]);
  const { columns, groups, coming } = model;
  const heads = useMemo(() => columns.map(({ call }) => shortCall(state, call)), [columns, state]);
  const calls = useMemo(() => columns.map(({ call }) => callText(state, call)), [columns, state]);
  const rows = groups.flatMap((group) => group.rows);
  const focus =
    at !== null && rows.some(({ key }) => key === at.row)
      ? at
      : rows[0] === undefined
        ? null
        : { row: rows[0].key, column: Math.min(0, columns.length - 1) };

  const pick = (row: string, column: number): void => onPick({ row, column, call: column < 0 ? null : (columns[column]?.call ?? null) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (focus === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = rows.findIndex(({ key }) => key === focus.row);
    const to = (row: number, column: number): void => {
      const target = rows[Math.max(0, Math.min(rows.length - 1, row))];
      if (target === undefined) return;
      setAt({ row: target.key, column: Math.max(-1, Math.min(columns.length - 1, column)) });
      requestAnimationFrame(() => document.getElementById(`${id}-at`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    };
    const key = event.code === 'KeyD' || event.code === 'KeyF' ? event.code : event.key;
    switch (key) {
      case 'ArrowUp':
      case 'ArrowDown':
        to(index + (key === 'ArrowUp' ? -1 : 1), focus.column);
        break;
      case 'ArrowLeft':
      case 'ArrowRight':
        to(index, focus.column + (key === 'ArrowLeft' ? -1 : 1));
        break;
      case 'Home':
        to(index, -1);
        break;
      case 'End':
        to(index, columns.length - 1);
        break;
      case 'Enter':
        pick(focus.row, focus.column);
        break;
      case 'KeyD':
        onCompare(focus.row);
        break;
      case 'KeyF':
        setUnfolded(folded);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (cell === null || cell === undefined || row === undefined) return;
    const column = Number(cell.dataset.column);
    setAt({ row, column });
    pick(row, column);
  };

  return (
    <section className="plate" aria-labelledby={`${id}-title`}>
      <div className="head">
        <h2 id={`${id}-title`}>{text.title}</h2>
        {state.candidates.length > 1 && (
          <button
            type="button"
            className="btn plain small -mr-2 ml-auto order-last"
            aria-pressed={folded}
            onClick={() => setUnfolded(folded)}
          >
            {text.fold}
          </button>
        )}
        <span className="text-label text-ink-3 max-phone:hidden">{text.keys}</span>
      </div>
      <div className="body">
        {columns.length === 0 && rows.length === 0 ? (
          <p className="text-ink-3 min-h-60">{text.empty}</p>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps rows from moving under the pointer
          <div
            className="overflow-x-auto overscroll-x-contain p-0.5"
            onPointerEnter={hold}
            onPointerLeave={release}
            onFocus={hold}
            onBlur={release}
          >
            <table
              className={`grain${folded ? ' folded' : ''}${columns.length > mostBesideBands ? ' heads' : ''}`}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that arrow keys move in is a grid
              role="grid"
              aria-readonly="true"
              tabIndex={0}
              aria-activedescendant={focus === null ? undefined : `${id}-at`}
              onKeyDown={onKeyDown}
              onClick={onClick}
            >
              <caption className="sr-only">{text.caption}</caption>
              <GridHead columns={columns} heads={heads} />
              {groups.map((group) => (
                <tbody key={group.key}>
                  <tr className="bandhead">
                    <th colSpan={columns.length + gapsIn(columns) + 2}>
                      <GroupBand group={group} />
                    </th>
                  </tr>
                  {group.rows.map((row, index) => (
                    <GridRowView
                      key={row.key}
                      row={row}
                      columns={columns}
                      calls={calls}
                      isLeader={group.kind === 'cluster' && index === 0}
                      isRunning={row.candidates.some((candidate) => isWaiting(state, candidate))}
                      at={focus?.row === row.key ? focus.column : null}
                      picked={picked?.row === row.key ? picked.column : null}
                      height={folded ? foldedHeight(row.candidates.length) : null}
                      activeId={`${id}-at`}
                      band={
                        index === 0 ? (
                          <td className="band" rowSpan={group.rows.length}>
                            <GroupBand group={group} />
                          </td>
                        ) : null
                      }
                    />
                  ))}
                </tbody>
              ))}
              {coming > 0 && <Coming count={coming} model={model} folded={folded} />}
              <TestsRow state={state} model={model} />
            </table>
          </div>
        )}
      </div>
      <div className="foot">
        <Legend timeoutSeconds={state.request?.timeoutSeconds ?? null} />
      </div>
    </section>
  );
}

/** Rows move at a selection only, and never under a pointer or the focus: the selection that is shown until both are gone. */
function useHeldSelection(newest: Selection | null) {
  const [held, setHeld] = useState<{ readonly selection: Selection | null } | null>(null);
  const pointers = useRef(0);
  return {
    selection: held === null ? newest : held.selection,
    hold: () => {
      pointers.current += 1;
      setHeld((before) => before ?? { selection: newest });
    },
    release: () => {
      pointers.current = Math.max(0, pointers.current - 1);
      if (pointers.current === 0) setHeld(null);
    },
  };
}

/** Room for the programs that are still being written. */
function Coming({ count, model: { columns }, folded }: { readonly count: number; readonly model: GridModel; readonly folded: boolean }) {
  const text = useTexts(gridText);
  const span = columns.length + gapsIn(columns) + 1;
  const height = folded ? foldedHeight(count) : count;
  return (
    <tbody>
      <tr hidden />
      <tr>
        <td className="id" />
        <td
          colSpan={span}
          className="text-ink-3"
          style={{ height: folded ? `${height}px` : `calc(${height} * var(--cell))`, verticalAlign: 'top' }}
        >
          {text.coming(count)}
        </td>
      </tr>
    </tbody>
  );
}

/** The answer that the model's tests speak for, call by call. */
function TestsRow({ state, model: { columns, answers } }: { readonly state: RunState; readonly model: GridModel }) {
  const text = useTexts(gridText);
  if (!columns.some(({ kind }) => kind === 'generated')) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" className="id">
          {text.testsSay}
        </th>
        {columns.map((column, index) => {
          const says = testsSay(state, column, answers);
          const shape = typeof says === 'string' ? '' : ` g-${['a', 'b', 'c', 'd'][says.rank] ?? 'letter'}${says.raised ? ' hollow' : ''}`;
          const name =
            says === 'none' ? text.nothingExpected : says === 'other' ? text.testsExpectOther : text.testsExpect(letterOf(says.rank));
          return [
            column.kind !== columns[index - 1]?.kind && index > 0 && <td key={`gap ${column.call}`} className="gap" />,
            <td
              key={column.call}
              className={`cell${says === 'none' ? ' invisible' : shape}`}
              aria-label={name}
              data-letter={typeof says === 'string' ? undefined : letterOf(says.rank)}
            />,
          ];
        })}
        <td className="band text-ink-3">{text.testsSayMore}</td>
      </tr>
    </tfoot>
  );
}
