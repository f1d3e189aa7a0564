import { emptyAnswerCache } from '../../../domain/call-answers.ts';
import type { LanguageId } from '../../../domain/contract.ts';
import type { FormatValue } from '../../../domain/describe-evidence.ts';
import type { LiveDelta, RunEvent } from '../../../domain/run-event.ts';
import { emptyRunState, fold, type RunState } from '../../../domain/run-state.ts';
import type { Progress } from '../progress-lines.ts';
import type { Terminal } from '../terminal.ts';
import { runWords } from '../words/run-words.ts';
import { tongueOf, tongueOfRun, warningLine } from '../words/tongue.ts';
import { renderLiveView } from './render-live-view.ts';
import type { Screen } from './screen.ts';
import { clip } from './text-width.ts';

/** Milliseconds between two frames; many programs make a frame dearer, so it comes less often. */
const frameMs = (candidates: number): number => (candidates > 64 ? 400 : 200);
const tickMs = 1000;

/** The run as a picture that is drawn again where it stands. `format` writes values in the run's language. */
export function startLiveView(terminal: Terminal, screen: Screen, format: (language: LanguageId) => Promise<FormatValue>): Progress {
  let state: RunState = emptyRunState;
  let doing: string | null = null;
  let formatValue: FormatValue | null = null;
  let active = true;
  let due: NodeJS.Timeout | null = null;
  let drawnAt = 0;
  const startedAt = Date.now();
  const cache = emptyAnswerCache();

  const draw = (): void => {
    if (due !== null) clearTimeout(due);
    due = null;
    drawnAt = Date.now();
    if (state.seq > 0) {
      const known = formatValue === null ? {} : { format: formatValue };
      screen.draw(renderLiveView(state, screen.size(), drawnAt, screen.palette, { cache, ...known }));
    } else if (doing !== null) {
      screen.draw([
        clip(`${doing}, ${runWords[tongueOf(doing)].seconds(String(Math.round((drawnAt - startedAt) / 1000)))}`, screen.size().columns - 1),
      ]);
    }
  };
  const soon = (): void => {
    if (!active) return;
    due ??= setTimeout(draw, Math.max(0, drawnAt + frameMs(state.candidates.length) - Date.now()));
    due.unref();
  };
  const tick = setInterval(() => {
    if (active && Date.now() - drawnAt >= tickMs && state.phase !== 'done') draw();
  }, tickMs / 2);
  tick.unref();
  const stopListening = screen.onResize(soon);

  const settle = (): void => {
    if (!active) return;
    if (state.seq > 0) draw();
    // A line that only said what was being waited for is not worth keeping.
    else screen.draw([]);
    if (due !== null) clearTimeout(due);
    due = null;
    active = false;
    screen.settle();
  };

  return {
    show: (item: RunEvent | LiveDelta) => {
      if (!('seq' in item) || item.seq <= state.seq) return;
      active = true;
      if (item.type === 'warning') terminal.alert(warningLine(item.warning, tongueOfRun(state)), 'yellow');
      state = fold(state, item);
      if (item.type === 'run-start')
        void format(item.language).then(
          (known) => (formatValue = known),
          () => undefined,
        );
      soon();
    },
    say: (line, next) => {
      doing = next ?? doing;
      terminal.note(line);
      if (active && state.seq === 0 && doing !== null) draw();
    },
    from: (known) => {
      state = known;
      if (known.language !== null)
        void format(known.language).then(
          (value) => (formatValue = value),
          () => undefined,
        );
    },
    settle,
    end: () => {
      settle();
      clearInterval(tick);
      stopListening();
    },
  };
}
