import { useTexts, useWords } from '../../i18n/language.tsx';
import { Glyph } from '../../parts/glyph.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Said } from '../../parts/said.tsx';
import type { Replay } from '../../run/replay.ts';
import { factLine } from './fact-line.ts';
import { factText, runsText } from './runs.text.ts';

/** Facts shown before and behind the one that the replay stands at. */
const around = 3;
const shown = 2 * around + 1;

/** What happened around a moment: always as many lines, so that nothing moves while it plays. */
export function FactLog({
  replay,
  index,
  onPick,
}: {
  readonly replay: Replay;
  readonly index: number;
  readonly onPick: (index: number) => void;
}) {
  const text = useTexts(runsText);
  const facts = useTexts(factText);
  const words = useWords();
  const { events, times } = replay;
  const from = Math.max(0, Math.min(index - around, events.length - shown));
  return (
    <ol className="fact-log" aria-label={text.log}>
      {events.slice(from, from + shown).map((event, offset) => {
        const at = from + offset;
        const { glyph, words: about, quote, said } = factLine(event, facts, words);
        return (
          <li key={event.seq} aria-current={at === index ? 'step' : undefined} className={at > index ? 'later' : undefined}>
            <button type="button" onClick={() => onPick(at)}>
              <span className="mono">{text.seconds(words.seconds(times[at] ?? 0))}</span>
              <Glyph name={glyph} />
              <span className="truncate">
                {about}{' '}
                {said !== null ? (
                  <Said text={quote.slice(0, 200)} said={said} />
                ) : (
                  quote !== '' && <ProgramText text={quote.slice(0, 200)} />
                )}
                {at > index && <span className="sr-only">, {text.later}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
