import { successThreshold } from '../../../src/domain/success-threshold.ts';
import { useTexts, useWords } from '../i18n/language.tsx';
import { Glyph } from '../parts/glyph.tsx';
import { gridText } from './grid.text.ts';

export function Legend({ timeoutSeconds }: { readonly timeoutSeconds: number | null }) {
  const text = useTexts(gridText);
  const words = useWords();
  return (
    <div className="legend">
      <span>
        <Glyph name="a" />
        <Glyph name="b" />
        <Glyph name="c" />
        {text.sameShape}
      </span>
      <span>
        <Glyph name="a" hollow />
        {text.raisedWord}
      </span>
      <span>
        <Glyph name="met" />
        <Glyph name="broken" />
        {text.metBroken}
      </span>
      {timeoutSeconds !== null && (
        <span>
          <Glyph name="limit" />
          {text.stopped(words.number(timeoutSeconds))}
        </span>
      )}
      <span>
        <span className="ramp" aria-hidden="true">
          {[0, 1, 2, 3, 4].map((temper) => (
            <i key={temper} data-temper={temper} />
          ))}
        </span>
        {text.ramp}
      </span>
      <span>
        <i className="w-0.5 h-3 bg-ink" aria-hidden="true" />
        {text.settles(words.percent(successThreshold))}
      </span>
    </div>
  );
}
