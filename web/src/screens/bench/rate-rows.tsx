import type { Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { benchText } from './bench.text.ts';
import { wordFor } from './names.ts';

type Rate = Schemas['BenchReport']['rates'][number];

/** Something a second beside what it is compared with: two bars of one scale. */
export function RateRows({ rates }: { readonly rates: readonly Rate[] }) {
  const text = useTexts(benchText);
  const words = useWords();
  const most = Math.max(...rates.flatMap(({ value, baseline }) => [value, baseline ?? 0]));
  const tenth = { maximumFractionDigits: 1 };
  return (
    <table className="table">
      <thead>
        <tr>
          <td />
          <td className="w-2/5" />
          <th className="num">{text.rate}</th>
          <th className="num">{text.compared}</th>
          <th className="num">{text.ratio}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ name, value, baseline, baselineName }) => (
          <tr key={name}>
            <td>{wordFor(name, text)}</td>
            <td>
              <span className="grid gap-1" aria-hidden="true">
                <span className="amount" data-ours="">
                  <i style={{ width: `${(100 * value) / most}%` }} />
                </span>
                {baseline !== null && (
                  <span className="amount">
                    <i style={{ width: `${(100 * baseline) / most}%` }} />
                  </span>
                )}
              </span>
            </td>
            <td className="num">{words.number(value, tenth)}</td>
            <td className="num">
              {baseline === null ? '' : `${words.number(baseline, tenth)} ${baselineName === null ? '' : wordFor(baselineName, text)}`}
            </td>
            <td className="num">{baseline === null || baseline === 0 ? '' : words.number(value / baseline, tenth)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
