import type { CellState } from '../../../src/domain/run-grid.ts';
import { temperOf } from '../../../src/domain/temper.ts';
import { letterOf } from '../parts/glyph.tsx';
import type { gridText } from './grid.text.ts';

export type CellLook = {
  /** Classes of `grid.css` and `shapes.css`. */
  readonly className: string;
  /** What stands for an answer beyond the fourth. */
  readonly letter?: string;
  readonly name: string;
};

const shapes = ['a', 'b', 'c', 'd'];

/** How a cell is drawn, and what it is called. */
export function cellLook(cell: CellState, isRunning: boolean, text: typeof gridText.en): CellLook {
  switch (cell.kind) {
    case 'out':
      return { className: 'cell skipped', name: text.outCell };
    case 'open':
      return isRunning ? { className: 'cell running', name: text.running } : { className: 'cell open', name: text.open };
    case 'limit':
      return { className: 'cell limit g-limit', name: text.limit };
    case 'missing':
      return { className: 'cell limit g-ask', name: text.missing };
    case 'met':
      return { className: `cell t${temperOf(cell.mass)} g-met`, name: text.met };
    case 'broken':
      return { className: 'cell broken g-broken', name: text.broken };
    case 'answer': {
      const letter = letterOf(cell.rank);
      const name = cell.raised ? text.raised(letter) : text.same(letter);
      const shape = shapes[cell.rank];
      const className = `cell t${temperOf(cell.mass)} g-${shape ?? 'letter'}${cell.raised ? ' hollow' : ''}`;
      return shape === undefined ? { className, name, letter: cell.raised ? letter.toLowerCase() : letter } : { className, name };
    }
  }
}
