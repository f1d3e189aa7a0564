import type { Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import type { Words } from '../../i18n/words.ts';
import { ProgramText } from '../../parts/program-text.tsx';
import { benchText } from './bench.text.ts';
import { isOurs, wordFor } from './names.ts';

type Report = Schemas['BenchReport'];

/** The report in a sentence, and below it what it is about. */
export function ReportHead({ report }: { readonly report: Report }) {
  const text = useTexts(benchText);
  const words = useWords();
  const { bold, more } = sentenceOf(report, text, words);
  const about = [
    report.kind,
    report.title,
    report.tasks.length > 0 ? text.tasksOf(report.tasks.length) : null,
    report.model,
    words.date(report.at),
  ];
  return (
    <div className="grow basis-80 min-w-0">
      <p className="text-label text-ink-3">
        <ProgramText text={about.filter((part) => part !== null && part !== '').join(' · ')} mono={false} />
      </p>
      <h1>
        {bold} {more !== '' && <span>{more}</span>}
      </h1>
    </div>
  );
}

function sentenceOf(
  { shares, rates, difference }: Report,
  text: (typeof benchText)['en'],
  words: Words,
): { readonly bold: string; readonly more: string } {
  const tenth = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const points = (share: number): string => words.number(share * 100, tenth);
  const percent = (share: number): string => `${points(share)}\u00a0%`;
  const random = shares.find(({ name }) => name === 'random');
  const ours = shares.find(({ name }) => isOurs(name));
  if (random !== undefined && ours !== undefined) {
    const more =
      difference === null || difference.low === null || difference.high === null
        ? ''
        : text.adds(points(difference.value), points(difference.low), points(difference.high));
    return { bold: text.before(percent(random.value), percent(ours.value)), more };
  }
  const [first] = shares;
  if (first !== undefined) return { bold: text.best(wordFor(first.name, text), percent(first.value)), more: '' };
  const fastest = rates.toSorted((one, other) => other.value - one.value)[0];
  if (fastest === undefined) return { bold: text.unknown, more: text.unknownMore };
  const { name, value, baseline, baselineName } = fastest;
  return {
    bold: text.faster(wordFor(name, text), words.number(value, { maximumFractionDigits: 1 })),
    more:
      baseline === null || baseline === 0
        ? ''
        : text.times(
            words.number(value / baseline, { maximumFractionDigits: 1 }),
            baselineName === null ? '' : wordFor(baselineName, text),
          ),
  };
}
