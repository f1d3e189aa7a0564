import type { LanguageId } from '../../domain/contract.ts';
import { printable, printableJson, printableLine } from '../../domain/printable.ts';
import { highlightCode } from './highlight-code.ts';
import { withInvocation } from './invocation.ts';
import { openScreen, type Screen } from './live/screen.ts';

export type Style = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

/** Where output goes: data on stdout, everything else on stderr. All text is made printable here, so none needs to be before. */
export type Terminal = {
  readonly data: (text: string) => void;
  /** A program on stdout, ending with a line end: coloured on a terminal, bare anywhere else. */
  readonly code: (text: string, language: LanguageId) => void;
  /** A unified diff on stdout: coloured on a terminal, bare anywhere else. */
  readonly diff: (text: string) => void;
  readonly json: (value: unknown, indent?: number) => void;
  /** Lines of progress or explanation; nothing under `--quiet`. */
  readonly note: (text: string, style?: Style) => void;
  /** Only under `--verbose`. */
  readonly detail: (text: string) => void;
  /** Warnings and hints: always, each on one line, and with commands written the way they work here. */
  readonly alert: (text: string, style?: Style) => void;
  /** What an error says: always, on one line, in its own words, because it may quote what a person gave. */
  readonly fault: (text: string) => void;
  /** A person is there to answer: stdin and stderr are terminals. */
  readonly interactive: boolean;
  /** True once something went to stdout. */
  readonly hasData: () => boolean;
  /** Lines of stderr that can be drawn again in place; null where they cannot, and under `--quiet`. */
  readonly screen: Screen | null;
};

export type Streams = { readonly stdin: NodeJS.ReadStream; readonly stdout: NodeJS.WriteStream; readonly stderr: NodeJS.WriteStream };
type Verbosity = { readonly quiet?: boolean | undefined; readonly verbose?: boolean | undefined };

const sgr: Readonly<Record<Style, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  bold: [1, 22],
  dim: [2, 22],
};

/** `invocation`: how a person types this program here, for commands that alerts name. */
export function openTerminal(
  streams: Streams,
  environment: NodeJS.ProcessEnv,
  invocation: string,
  { quiet = false, verbose = false }: Verbosity,
): Terminal {
  const { stdout, stderr, stdin } = streams;
  // Colour needs a terminal, no NO_COLOR (https://no-color.org), and a TERM that names one.
  const mayColour = (environment.NO_COLOR ?? '') === '' && !['dumb', '', undefined].includes(environment.TERM);
  const coloured = stderr.isTTY === true && mayColour;
  const screen = quiet ? null : openScreen(stderr, environment);
  const print = (text: string) => (screen === null ? void stderr.write(text) : screen.printAbove(text));
  const write = (text: string, style?: Style) => {
    const shown = printable(text);
    if (style === undefined || !coloured) print(`${shown}\n`);
    else print(`\u001b[${sgr[style][0]}m${shown}\u001b[${sgr[style][1]}m\n`);
  };
  let hasData = false;
  const put = (text: string): void => {
    hasData = true;
    stdout.write(text);
  };
  return {
    hasData: () => hasData,
    data: (text) => put(printable(text)),
    code: (text, language) => {
      const shown = printable(text.endsWith('\n') ? text : `${text}\n`);
      put(stdout.isTTY === true && mayColour ? highlightCode(shown, language) : shown);
    },
    diff: (text) => {
      const shown = printable(text);
      stdout.write(stdout.isTTY === true && mayColour ? colouredDiff(shown) : shown);
    },
    json: (value, indent) => put(`${printableJson(value, indent)}\n`),
    note: (text, style) => (quiet ? undefined : write(text, style)),
    detail: (text) => (verbose && !quiet ? write(text, 'dim') : undefined),
    alert: (text, style) => write(printableLine(withInvocation(text, invocation), Number.POSITIVE_INFINITY), style),
    fault: (text) => write(printableLine(text, Number.POSITIVE_INFINITY), 'red'),
    screen,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
  };
}

const colouredDiff = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const style: Style | null = /^(?:---|\+\+\+) /.test(line)
        ? 'bold'
        : line.startsWith('-')
          ? 'red'
          : line.startsWith('+')
            ? 'green'
            : line.startsWith('@@')
              ? 'dim'
              : null;
      return style === null ? line : `\u001b[${sgr[style][0]}m${line}\u001b[${sgr[style][1]}m`;
    })
    .join('\n');
