import { shownShare } from '../../../../src/domain/shown-share.ts';
import { successThreshold } from '../../../../src/domain/success-threshold.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { answerText } from './answer.text.ts';

/** The number, where it lies, and what it means in one sentence. */
export function Confidence({ confidence, calibrated }: { readonly confidence: number; readonly calibrated: boolean }) {
  const text = useTexts(answerText);
  const words = useWords();
  return (
    <section className="plate" aria-labelledby="confidence">
      <div className="head">
        <h2 id="confidence">{text.confidence}</h2>
      </div>
      <div className="body grid gap-3">
        <p className="text-value leading-none font-semibold tracking-[-.03em] flex items-baseline gap-3">
          {words.percent(confidence)}
          <span className="text-base tracking-normal font-normal text-ink-2">{calibrated ? text.calibrated : text.uncalibrated}</span>
        </p>
        <div className="scale" aria-hidden="true">
          <div className="steps">
            {[0, 1, 2, 3, 4].map((temper) => (
              <i key={temper} data-temper={temper} />
            ))}
          </div>
          <b style={{ left: `${confidence * 100}%` }} />
          <div className="ends">
            <span>{text.guess}</span>
            <span>{text.settledEnd}</span>
          </div>
        </div>
        <p>{calibrated ? text.of100(Math.round(shownShare(confidence) * 100)) : text.orderOnly}</p>
        <p className="text-ink-2">{text.settledFrom(words.percent(successThreshold))}</p>
      </div>
    </section>
  );
}
