import { temperOf } from '../../../domain/temper.ts';

/** How settled something is, from ember (`t0`) to steel (`t4`); what is broken is inverse, never red. */
export type Tone = 'plain' | 'bold' | 'dim' | 'broken' | 't0' | 't1' | 't2' | 't3' | 't4';

/** Shapes say which answer: filled when it was returned, hollow when it was raised. */
export type Glyphs = {
  readonly returned: readonly string[];
  readonly raised: readonly string[];
  readonly met: string;
  readonly broken: string;
  readonly brokenByError: string;
  readonly limit: string;
  readonly missing: string;
  readonly open: string;
  readonly chosen: string;
  readonly bar: string;
  readonly track: string;
  readonly threshold: string;
  readonly more: string;
  readonly dot: string;
};

export type Palette = { readonly glyphs: Glyphs; readonly paint: (tone: Tone, text: string) => string };

const shapes: Glyphs = {
  returned: ['●', '▲', '■', '◆'],
  raised: ['○', '△', '□', '◇'],
  met: '✓',
  broken: '✕',
  brokenByError: '!',
  limit: '⧗',
  missing: '?',
  open: '·',
  chosen: '▸',
  bar: '█',
  track: '░',
  threshold: '┊',
  more: '…',
  dot: '·',
};

const letters: Glyphs = {
  returned: ['A', 'B', 'C', 'D'],
  raised: ['a', 'b', 'c', 'd'],
  met: '+',
  broken: 'x',
  brokenByError: '!',
  limit: 't',
  missing: '?',
  open: '.',
  chosen: '>',
  bar: '#',
  track: '-',
  threshold: '|',
  more: '~',
  dot: '-',
};

const indexed: Readonly<Record<Tone, readonly [string, string]>> = {
  plain: ['', ''],
  bold: ['1', '22'],
  dim: ['2', '22'],
  broken: ['7', '27'],
  t0: ['38;5;209', '39'],
  t1: ['38;5;215', '39'],
  t2: ['38;5;179', '39'],
  t3: ['38;5;109', '39'],
  t4: ['38;5;74', '39'],
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Colours of the 256 that nearly every terminal has; none under NO_COLOR. Letters instead of shapes where text is ASCII. */
export function choosePalette(environment: Environment, coloured: boolean): Palette {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || 'UTF-8';
  return {
    glyphs: /utf-?8/i.test(locale) ? shapes : letters,
    paint: (tone, text) => {
      const [on, off] = indexed[tone];
      return !coloured || on === '' || text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`;
    },
  };
}

/** The step of a posterior mass that gives the same value. */
export const heatOf = (mass: number): Tone => `t${temperOf(mass)}`;

/** The shape of the answer with this rank; beyond the fourth, letters. */
export function shapeOf({ returned, raised }: Glyphs, rank: number, isRaised: boolean): string {
  const letter = String.fromCharCode(69 + ((rank - returned.length) % 22));
  return (isRaised ? raised[rank] : returned[rank]) ?? (isRaised ? letter.toLowerCase() : letter);
}
