import type { Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { benchText } from './bench.text.ts';
import { isOurs, wordFor } from './names.ts';

type Share = Schemas['BenchReport']['shares'][number];

/** Shares of tasks with their intervals, a row each: drawn, and readable as a table. */
export function ShareRows({ shares }: { readonly shares: readonly Share[] }) {
  const text = useTexts(benchText);
  const words = useWords();
  const tenth = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const percent = (share: number): string => words.number(share * 100, tenth);
  const hasInterval = shares.some(({ low }) => low !== null);
  return (
    <table className="table shares">
      <thead>
        <tr>
          <th>{text.choice}</th>
          <td>
            <span className="axis" aria-hidden="true">
              <i>0</i>
              <i>50</i>
              <i>100 %</i>
            </span>
          </td>
          <th className="num">{text.share}</th>
          {hasInterval && <th className="num max-phone:hidden">{text.interval}</th>}
        </tr>
      </thead>
      <tbody>
        {shares.map(({ name, value, low, high }) => (
          <tr key={name} className={isOurs(name) ? 'selected' : undefined}>
            <td>{isOurs(name) ? <b>{wordFor(name, text)}</b> : wordFor(name, text)}</td>
            <td>
              <span className="interval" aria-hidden="true" data-ours={isOurs(name) ? '' : undefined}>
                {low !== null && high !== null && (
                  <i style={{ left: `${Math.max(0, low) * 100}%`, right: `${100 - Math.min(1, high) * 100}%` }} />
                )}
                <b style={{ left: `${value * 100}%` }} />
              </span>
            </td>
            <td className="num">{percent(value)} %</td>
            {hasInterval && (
              <td className="num max-phone:hidden">
                {low === null || high === null ? '' : `${percent(Math.max(0, low))} – ${percent(Math.min(1, high))}`}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
