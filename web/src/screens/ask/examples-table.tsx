import { useTexts } from '../../i18n/language.tsx';
import { askText } from './ask.text.ts';
import { type ExampleRow, shownRows } from './draft.ts';

type Props = {
  readonly examples: readonly ExampleRow[];
  /** Index of a row that cannot be used; −1 for none. */
  readonly wrong: number;
  readonly onChange: (examples: readonly ExampleRow[]) => void;
};

/** Calls and what they give, one a row, with an empty row at the end. */
export function ExamplesTable({ examples, wrong, onChange }: Props) {
  const text = useTexts(askText);
  const rows = shownRows(examples);
  const change = (index: number, field: keyof ExampleRow, value: string): void =>
    onChange(
      rows
        .map((row, at) => (at === index ? { ...row, [field]: value } : row))
        .filter((row, at) => at === index || row.call !== '' || row.gives !== ''),
    );
  return (
    <table className="pairs">
      <caption className="label">{text.examples}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-[62%]">
            {text.call}
          </th>
          <th scope="col">{text.gives}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <tr key={index}>
            {(['call', 'gives'] as const).map((field) => (
              <td key={field}>
                <input
                  className="input mono"
                  aria-label={field === 'call' ? text.callOf(index + 1) : text.givesOf(index + 1)}
                  aria-invalid={index === wrong ? true : undefined}
                  placeholder={index === rows.length - 1 ? (field === 'call' ? text.addCall : text.value) : undefined}
                  value={row[field]}
                  spellCheck={false}
                  autoComplete="off"
                  onChange={(event) => change(index, field, event.target.value)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
