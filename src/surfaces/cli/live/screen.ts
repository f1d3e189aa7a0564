import { choosePalette, type Palette } from './palette.ts';
import { type Size, smallestView } from './render-live-view.ts';
import { widthOf } from './text-width.ts';

/**
 * Lines at the end of a terminal that are drawn again in place; other text goes above them. No mode of the terminal is ever
 * changed (the cursor stays shown, no other buffer, colours end with each line), so there is nothing to restore, however
 * the process ends.
 */
export type Screen = {
  readonly size: () => Size;
  readonly palette: Palette;
  /** Lines must fit the window; see `renderLiveView`. */
  readonly draw: (lines: readonly string[]) => void;
  /** Puts text, with its line end, above what is drawn. */
  readonly printAbove: (text: string) => void;
  /** What is drawn stays, and what comes next goes below it. */
  readonly settle: () => void;
  readonly onResize: (listener: () => void) => () => void;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences take no columns
const colours = /\u001b\[[\d;]*m/g;

type Environment = Readonly<Record<string, string | undefined>>;

/** Null where lines cannot be drawn again: no terminal, a dumb or unnamed one, or a window that is too small. */
export function openScreen(stream: NodeJS.WriteStream, environment: Environment): Screen | null {
  const term = environment.TERM ?? '';
  if (stream.isTTY !== true || term === '' || term === 'dumb') return null;
  const size = (): Size => ({ columns: stream.columns || 80, rows: stream.rows || 24 });
  if (size().columns < smallestView.columns || size().rows < smallestView.rows) return null;
  let drawn: readonly string[] = [];
  let columnsThen = size().columns;

  /** Back to the start of what is drawn; a window that became narrower has wrapped it. */
  const home = (): string => {
    const { columns } = size();
    const physical = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line.replace(colours, '')) / columns)), 0);
    return physical === 0 ? '\r' : `\r\u001b[${physical}A`;
  };
  const whole = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

  return {
    size,
    palette: choosePalette(environment, (environment.NO_COLOR ?? '') === ''),
    draw: (lines) => {
      const { columns } = size();
      if (columns !== columnsThen) stream.write(`${home()}\u001b[J${whole(lines)}`);
      else {
        const changed = lines.map((line, index) => (line === drawn[index] ? '\n' : `${line}\u001b[K\n`)).join('');
        stream.write(`${home()}${changed}${lines.length < drawn.length ? '\u001b[J' : ''}`);
      }
      columnsThen = columns;
      drawn = lines;
    },
    printAbove: (text) => void stream.write(drawn.length === 0 ? text : `${home()}\u001b[J${text}${whole(drawn)}`),
    settle: () => {
      drawn = [];
    },
    onResize: (listener) => {
      // After a stop (Ctrl-Z) others have written here.
      const onContinue = () => {
        drawn = [];
        listener();
      };
      stream.on('resize', listener);
      process.on('SIGCONT', onContinue);
      return () => {
        stream.off('resize', listener);
        process.off('SIGCONT', onContinue);
      };
    },
  };
}
