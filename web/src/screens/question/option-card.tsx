import { printable } from '../../../../src/domain/printable.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { AnswerShape, Glyph } from '../../parts/glyph.tsx';
import { PosteriorBar } from '../../parts/posterior.tsx';
import { questionText } from './question.text.ts';
import type { QuestionOption } from './question-options.ts';

type Props = {
  readonly option: QuestionOption;
  readonly rank: number;
  readonly programs: number;
  readonly isChosen: boolean;
  readonly group: string;
  readonly onChoose: () => void;
};

/** One possible answer: its key, who gives it, its value, and a line that makes the difference. */
export function OptionCard({ option, rank, programs, isChosen, group, onChoose }: Props) {
  const text = useTexts(questionText);
  const words = useWords();
  const value = printable(option.value);
  return (
    <label className="option" data-chosen={isChosen}>
      <span className="flex gap-2 items-center">
        <input type="radio" className="sr-only" name={group} checked={isChosen} onChange={onChoose} />
        <kbd className="option-key">{option.id}</kbd>
        <AnswerShape rank={rank} hollow={option.raised} />
        {option.programs > 0 && <span className="text-ink-2">{text.programs(option.programs, programs)}</span>}
        <span className={`ml-auto text-label font-semibold inline-flex gap-1.25 items-center${isChosen ? '' : ' invisible'}`}>
          <Glyph name="met" /> {text.chosen}
        </span>
      </span>
      <span className={value.length > 24 ? 'option-value long' : 'option-value'}>
        <bdi>{value.length > 600 ? `${value.slice(0, 600)}…` : value}</bdi>
      </span>
      <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 items-center">
        <span className="sr-only">{text.likelihood}</span>
        <PosteriorBar share={option.support} />
        <span className="font-mono font-bold">{words.percent(option.support)}</span>
      </span>
      {option.line !== null && (
        <span className="grid gap-1.5">
          <span className="text-label text-ink-3">{text.decides}</span>
          <code className="option-line">
            <bdi>{printable(option.line)}</bdi>
          </code>
        </span>
      )}
    </label>
  );
}
