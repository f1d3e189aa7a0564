import { useSingleKeys } from '../../app/single-keys.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { Icon } from '../../parts/icons.tsx';
import { indexAt, nextRound, type Replay } from '../../run/replay.ts';
import { factLine } from './fact-line.ts';
import { factText, runsText } from './runs.text.ts';
import type { Player } from './use-player.ts';

/** Where the curve's axis begins and how far beyond the end it reaches: the slider stands exactly under it. */
const axisPx = 64;
const padPx = 14;
const beyond = 1.12;
const leastMs = 2000;

/** A button keeps its own space bar. */
const isPressed = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary, [role="tab"]') !== null;

/** The moment of a replay as a slider under the curve, with its keys. */
export function ReplayControls({ replay, player }: { readonly replay: Replay; readonly player: Player }) {
  const text = useTexts(runsText);
  const facts = useTexts(factText);
  const words = useWords();
  const { events, times } = replay;
  const { index, isPlaying, goTo, toggle } = player;
  const total = times.at(-1) ?? 0;
  const current = events[index];
  useSingleKeys([
    ['Space', (event) => (isPressed(event) ? false : toggle())],
    ['ArrowLeft', (event) => goTo(event.shiftKey ? nextRound(replay, index, -1) : index - 1)],
    ['ArrowRight', (event) => goTo(event.shiftKey ? nextRound(replay, index, 1) : index + 1)],
  ]);
  const at = text.at(words.number(index + 1), words.number(events.length), words.seconds(times[index] ?? 0));
  const share = total / Math.max(leastMs, total * beyond);
  return (
    <div className="px-3 pb-3 grid gap-2 max-phone:px-2">
      <input
        type="range"
        className="moment"
        style={{ marginLeft: axisPx - 6, width: `calc((100% - ${axisPx + padPx}px) * ${share} + 12px)` }}
        min={0}
        max={Math.max(1, total)}
        step="any"
        value={times[index] ?? 0}
        aria-label={text.slider}
        aria-valuetext={current === undefined ? at : `${at}: ${factLine(current, facts, words).words}`}
        onChange={({ target }) => goTo(indexAt(replay, Number(target.value)))}
      />
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="btn square" aria-label={text.first} disabled={index === 0} onClick={() => goTo(index - 1)}>
          <Icon name="back" />
        </button>
        <button type="button" className="btn min-w-28" onClick={toggle}>
          <Icon name={isPlaying ? 'pause' : 'play'} /> {isPlaying ? text.pause : text.play} <kbd>Space</kbd>
        </button>
        <button
          type="button"
          className="btn square"
          aria-label={text.next}
          disabled={index >= events.length - 1}
          onClick={() => goTo(index + 1)}
        >
          <Icon name="step" />
        </button>
        <span className="ml-auto text-label text-ink-2">{at}</span>
      </div>
    </div>
  );
}
