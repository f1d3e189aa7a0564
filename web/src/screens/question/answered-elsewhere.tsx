import { useTexts } from '../../i18n/language.tsx';
import { Glyph } from '../../parts/glyph.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import type { LostAnswer } from './own-answers.ts';
import { questionText } from './question.text.ts';

const mostShown = 200;

/** That another tab or program has answered first: with what, and what of this one is not used. */
export function AnsweredElsewhere({ lost: { asked, answer, mine, isSent } }: { readonly lost: LostAnswer }) {
  const text = useTexts(questionText);
  return (
    <div className="notice warn" role="status">
      <Glyph name="ask" />
      <b>{text.elsewhereAnswered}</b>
      <p>
        <ProgramText text={asked.slice(0, mostShown)} /> → <ProgramText text={answer.slice(0, mostShown)} />. {text.goesOn}
      </p>
      {mine !== '' && (
        <p>
          {isSent ? text.tooLate : text.notSent} <ProgramText text={mine.slice(0, mostShown)} />
        </p>
      )}
    </div>
  );
}
