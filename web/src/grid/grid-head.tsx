import { printable } from '../../../src/domain/printable.ts';
import type { Column, ColumnKind } from '../../../src/domain/run-grid.ts';
import { useTexts } from '../i18n/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { gridText } from './grid.text.ts';

const kinds: readonly ColumnKind[] = ['locked', 'generated', 'probes'];

/** Where calls come from, and the calls, standing. */
export function GridHead({ columns, heads }: { readonly columns: readonly Column[]; readonly heads: readonly string[] }) {
  const text = useTexts(gridText);
  const groups = kinds
    .map((kind) => ({ kind, count: columns.filter((column) => column.kind === kind).length }))
    .filter(({ count }) => count > 0);
  return (
    <thead>
      <tr className="origin">
        <th className="id" scope="col">
          <span className="sr-only">{text.program}</span>
        </th>
        {groups.map(({ kind, count }, index) => [
          index > 0 && <td key={`gap ${kind}`} className="gap" />,
          <th
            key={kind}
            scope="colgroup"
            colSpan={count}
            className={kind}
            style={{ maxWidth: `calc(${count} * var(--cell) + ${2 * count - 2}px)` }}
          >
            <span title={text[kind]}>
              {kind === 'locked' && (count === 1 || count > 3) && <Icon name="lock" />}{' '}
              <span className={kind === 'locked' && count === 1 ? 'sr-only' : ''}>{text[kind]}</span>
            </span>
          </th>,
        ])}
        <td className="band" />
      </tr>
      <tr className="calls">
        <td className="id" />
        {columns.map((column, index) => [
          column.kind !== columns[index - 1]?.kind && index > 0 && <td key={`gap ${column.call}`} className="gap" />,
          <th key={column.call} scope="col" className={column.tellsApart ? 'differs' : undefined} title={printable(heads[index] ?? '')}>
            <span>
              <bdi>{printable(heads[index] ?? '').slice(0, 60) || '()'}</bdi>
            </span>
          </th>,
        ])}
        <td className="band" />
      </tr>
    </thead>
  );
}
