import type { Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { benchText } from './bench.text.ts';
import { XyChart } from './xy-chart.tsx';

type Report = Pick<Schemas['BenchReport'], 'reliability' | 'coverage' | 'ece' | 'tasks'>;

/** Of answers that may be wrong, at most this share. */
const wrongAtMost = 0.1;

/** Whether stated confidence can be believed, and what staying silent would buy. */
export function ConfidenceCharts({ report: { reliability, coverage, ece } }: { readonly report: Report }) {
  const text = useTexts(benchText);
  const words = useWords();
  const percent = (share: number): string => `${words.number(share * 100, { maximumFractionDigits: 1 })}\u00a0%`;
  const tasks = reliability.reduce((sum, bin) => sum + bin.tasks, 0);
  const rows = reliability.map((bin) => text.reliabilityRow(percent(bin.confidence), percent(bin.right), text.tasksOf(bin.tasks)));
  const held = coverage.findLast(({ wrong }) => wrong <= wrongAtMost);
  const summary = held === undefined ? text.coverageNever : text.coverageSummary(percent(held.answered));
  const mostWrong = Math.max(0, ...coverage.map(({ wrong }) => wrong * 100));
  const mostY = mostWrong <= 20 ? 20 : mostWrong <= 60 ? 60 : 100;
  return (
    <>
      <section className="plate" aria-labelledby="reliability">
        <div className="head">
          <h2 id="reliability">{text.reliability}</h2>
          {ece !== null && (
            <span className="ml-auto text-label text-ink-3">
              {text.ece(words.number(ece, { minimumFractionDigits: 3, maximumFractionDigits: 3 }))}
            </span>
          )}
        </div>
        <div className="body grid gap-2">
          <XyChart
            summary={`${text.reliability} ${rows.join('; ')}`}
            points={reliability.map((bin) => ({ x: bin.confidence * 100, y: bin.right * 100, size: 4 + 5 * Math.sqrt(bin.tasks / tasks) }))}
            ideal="diagonal"
            mostY={100}
            labels={{ x: text.stated, y: text.right }}
          />
          <details className="text-label text-ink-2">
            <summary>{text.asTable}</summary>
            <ul>
              {rows.map((row) => (
                <li key={row}>{row}</li>
              ))}
            </ul>
          </details>
        </div>
      </section>
      <section className="plate" aria-labelledby="coverage">
        <div className="head">
          <h2 id="coverage">{text.coverage}</h2>
        </div>
        <div className="body grid gap-2">
          <XyChart
            summary={`${text.coverage}: ${summary}`}
            points={coverage.map((point) => ({
              x: point.answered * 100,
              y: point.wrong * 100,
              ...(point === held ? { size: 5 } : coverage.length < 2 ? { size: 4 } : {}),
            }))}
            ideal={wrongAtMost * 100}
            mostY={mostY}
            labels={{ x: text.answered, y: text.wrong }}
          />
          <p className="text-label text-ink-2">{summary}</p>
        </div>
      </section>
    </>
  );
}
