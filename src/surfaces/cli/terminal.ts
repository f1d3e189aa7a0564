import { printable, printableJson } from './printable.ts';

export type Style = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

/** Where output goes: data on stdout, everything else on stderr. All text is made printable here, so none needs to be before. */
export type Terminal = {
  readonly data: (text: string) => void;
  readonly json: (value: unknown, indent?: number) => void;
  /** Lines of progress or explanation; nothing under `--quiet`. */
  readonly note: (text: string, style?: Style) => void;
  /** Only under `--verbose`. */
  readonly detail: (text: string) => void;
  /** Warnings and errors: always. */
  readonly alert: (text: string, style?: Style) => void;
  /** A person is there to answer: stdin and stderr are terminals. */
  readonly interactive: boolean;
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

export function openTerminal(streams: Streams, environment: NodeJS.ProcessEnv, { quiet = false, verbose = false }: Verbosity): Terminal {
  const { stdout, stderr, stdin } = streams;
  // Colour needs a terminal, no NO_COLOR (https://no-color.org), and a TERM that is not `dumb`.
  const coloured = stderr.isTTY === true && (environment.NO_COLOR ?? '') === '' && environment.TERM !== 'dumb';
  const write = (text: string, style?: Style) => {
    const shown = printable(text);
    if (style === undefined || !coloured) stderr.write(`${shown}\n`);
    else stderr.write(`\u001b[${sgr[style][0]}m${shown}\u001b[${sgr[style][1]}m\n`);
  };
  return {
    data: (text) => void stdout.write(printable(text)),
    json: (value, indent) => void stdout.write(`${printableJson(value, indent)}\n`),
    note: (text, style) => (quiet ? undefined : write(text, style)),
    detail: (text) => (verbose && !quiet ? write(text, 'dim') : undefined),
    alert: write,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
  };
}
