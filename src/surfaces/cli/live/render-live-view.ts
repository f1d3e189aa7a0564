import { type AnswerCache, type CallAnswers, callAnswers, emptyAnswerCache } from '../../../domain/call-answers.ts';
import { describeCall, describeObservation, type FormatValue } from '../../../domain/describe-evidence.ts';
import { printableLine } from '../../../domain/printable.ts';
import { type Column, columnsOf } from '../../../domain/run-grid.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { asDecimal, asPercent } from '../../../domain/shown-share.ts';
import { successThreshold } from '../../../domain/success-threshold.ts';
import { trustedTests } from '../../../domain/verdict.ts';
import { runWords } from '../words/run-words.ts';
import { tongueOfRun } from '../words/tongue.ts';
import { type Cell, columnsThatFit, type Row, rowsOf, testsSayCell } from './grid.ts';
import { heatOf, type Palette, shapeOf, type Tone } from './palette.ts';
import { elapsedMs, runSentence } from './run-sentence.ts';
import { clip, padTo, widthOf } from './text-width.ts';

export type Size = { readonly columns: number; readonly rows: number };
type Segment = readonly [tone: Tone, text: string];
type Line = readonly Segment[];

/** The smallest window that a view is drawn in. */
export const smallestView: Size = { columns: 24, rows: 8 };
const labelColumns = 9;
const mostGroups = 4;
const mostDifferences = 3;

/**
 * The run as lines that fit the window: at most `rows - 1` of them, each at most `columns - 1` wide, so that nothing wraps or
 * scrolls. Pure: the same state, size, time (milliseconds since the epoch) and palette give the same lines.
 */
export function renderLiveView(
  state: RunState,
  size: Size,
  now: number,
  palette: Palette,
  { format = plainValue, cache = emptyAnswerCache() }: { readonly format?: FormatValue; readonly cache?: AnswerCache } = {},
): string[] {
  const width = Math.max(1, size.columns - 1);
  const height = Math.max(1, size.rows - 1);
  const answers = callAnswers(state, cache);
  const { glyphs } = palette;
  const sentence = runSentence(state);
  const words = runWords[tongueOfRun(state)];
  const head: Line[] = [
    [
      ['bold', sentence.state],
      ['plain', sentence.detail === '' ? '' : ` ${sentence.detail}`],
    ],
    [['dim', meta(state, now, glyphs.dot)]],
  ];
  const groups = groupLines(state, palette, width).slice(0, Math.max(0, height - 6));
  const all = columnsOf(state, answers);
  const suffixColumns = width >= 60 ? 16 : 0;
  const columns = columnsThatFit(all, Math.floor((width - labelColumns - suffixColumns) / 2));
  const differences = differenceLines(state, columns, answers, palette, format).slice(0, Math.max(0, height - 8 - groups.length));
  const left = all.length - columns.length;
  const notice: Line[] = left === 0 ? [] : [[['dim', `${glyphs.more} ${words.moreCalls(left, all.length)}`]]];
  const room = height - head.length - groups.length - differences.length - notice.length - 3;
  const grid = state.candidates.length === 0 ? [] : gridLines(state, columns, answers, palette, { room: Math.max(1, room), suffixColumns });
  const shown = [...head, ...grid, ...(grid.length === 0 ? [] : notice), ...groups, ...(grid.length === 0 ? [] : differences)];
  return shown.slice(0, height).map((line) => painted(line, width, palette));
}

function painted(line: Line, width: number, { paint }: Palette): string {
  let left = width;
  let text = '';
  for (const [tone, raw] of line) {
    const part = clip(raw, left);
    text += paint(tone, part);
    left -= widthOf(part);
    if (left <= 0 || part !== raw) break;
  }
  return text;
}

function meta(state: RunState, now: number, dot: string): string {
  const { model, sandbox, spend } = state;
  const words = runWords[tongueOfRun(state)];
  const without = sandbox === null || sandbox.missing.length === 0 ? '' : ` ${words.without(sandbox.missing.join(', '))}`;
  return [
    words.seconds((elapsedMs(state, now) / 1000).toFixed(1)),
    words.tokens(spend.promptTokens + spend.completionTokens),
    ...(model === null ? [] : [`${printableLine(model.id, 40)}${model.demo ? `, ${words.demoShort}` : ''}`]),
    ...(sandbox === null ? [] : [`${words.sandbox(sandbox.level)}${without}`]),
  ].join(` ${dot} `);
}

/** `a` to `z`, then `A` to `Z`: the same name in the grid and below it. */
const nameOf = (index: number): string => String.fromCharCode(index < 26 ? 97 + index : 65 + ((index - 26) % 26));

function gridLines(
  state: RunState,
  columns: readonly Column[],
  answers: CallAnswers,
  palette: Palette,
  { room, suffixColumns }: { readonly room: number; readonly suffixColumns: number },
): readonly Line[] {
  const { glyphs } = palette;
  const words = runWords[tongueOfRun(state)];
  const headings: Segment[] = [];
  for (const kind of ['locked', 'generated', 'probes'] as const) {
    const many = columns.filter((column) => column.kind === kind).length;
    if (many === 0) continue;
    const own = many * 2 - 1;
    // The first title may begin left of its columns. Of another one hardly a letter may fit, which says nothing.
    const before = headings.length > 0 ? 0 : labelColumns;
    const left = Math.min(before, Math.max(0, widthOf(words[kind]) - own));
    const title = many > 1 || before > 0 ? clip(words[kind], own + left) : '';
    headings.push(['dim', `${' '.repeat(before - left)}${padTo(title, own + left + 1)}`]);
  }
  const names = columns.map(({ tellsApart }, index): Segment => [tellsApart ? 'bold' : 'dim', `${nameOf(index)} `]);
  const say = columns.map((column) => testsSayCell(state, column, answers, glyphs));
  const saying = say.some(({ glyph }) => glyph !== ' ' && glyph !== glyphs.open);
  const rows = rowsOf(state, columns, answers, glyphs, room - (saying ? 1 : 0));
  const most = room - (saying ? 1 : 0);
  const visible = rows.length > most ? rows.slice(0, Math.max(1, most - 1)) : rows;
  const hidden = rows.slice(visible.length).reduce((sum, { candidates }) => sum + candidates.length, 0);
  return [
    headings,
    [['plain', ' '.repeat(labelColumns)], ...names],
    ...visible.map((row) => rowLine(state, row, glyphs.chosen, suffixColumns > 0)),
    ...(hidden === 0 ? [] : [[['dim', `  ${glyphs.more} ${words.morePrograms(hidden)}`]] as const]),
    ...(saying ? [[['dim', padTo(words.testsRow, labelColumns)], ...runs(say)] as const] : []),
  ];
}

function rowLine(state: RunState, { candidates, cells }: Row, chosen: string, withSuffix: boolean): Line {
  const words = runWords[tongueOfRun(state)];
  const [first] = candidates;
  if (first === undefined) return [];
  const isChosen = candidates.some(({ id }) => id === state.selection?.selected);
  const many = candidates.length > 1 ? ` x${candidates.length}` : '';
  const shown = isChosen ? (state.selection?.selected ?? first.id) : first.id;
  const label: Segment = [isChosen ? 'bold' : 'plain', padTo(`${isChosen ? chosen : ' '} ${shown}${many}`, labelColumns)];
  const fault = first.rejected?.reason ?? first.diagnostics.find(({ severity }) => severity === 'error')?.rule;
  if (fault !== undefined) return [label, ['dim', `${words.notRun}: ${printableLine(words.reason(fault), 40)}`]];
  return [label, ...runs(cells), ...(withSuffix ? suffix(state, first.id) : [])];
}

/** Neighbours of one tone as one segment: inverse signs apart, so that the gaps between them stay plain. */
function runs(cells: readonly Cell[]): Segment[] {
  const segments: [Tone, string][] = [];
  for (const { glyph, tone } of cells) {
    const last = segments.at(-1);
    if (tone === 'broken') segments.push([tone, glyph], ['plain', ' ']);
    else if (last?.[0] === tone) last[1] += `${glyph} `;
    else segments.push([tone, `${glyph} `]);
  }
  return segments;
}

function suffix(state: RunState, id: string): readonly Segment[] {
  const cluster = state.selection?.clusters.find(({ members }) => members.includes(id));
  if (cluster === undefined) return [];
  return [[heatOf(cluster.posterior), ` ${asPercent(cluster.posterior)}`.padStart(6)]];
}

/** Groups by behaviour with their posterior and how far that is from certain enough. */
function groupLines(state: RunState, { glyphs }: Palette, width: number): readonly Line[] {
  const clusters = state.selection?.clusters ?? [];
  if (clusters.length === 0) return [];
  const words = runWords[tongueOfRun(state)];
  const barColumns = Math.max(6, Math.min(30, width - 46));
  const lines = clusters.slice(0, mostGroups).map(({ id, posterior, members, weight }): Line => {
    const full = Math.round(posterior * barColumns);
    const tick = Math.round(successThreshold * barColumns);
    const track = Array.from({ length: barColumns - full }, (_, index) => (index + full === tick ? glyphs.threshold : glyphs.track)).join(
      '',
    );
    const heat = heatOf(posterior);
    return [
      [heat, `${shapeOf(glyphs, id - 1, false)} `],
      ['plain', `${asDecimal(posterior)} `],
      [heat, glyphs.bar.repeat(full)],
      ['dim', track],
      ['plain', `  ${words.programs(weight)}`],
      ['dim', `  ${members.join(' ')}`],
    ];
  });
  const more = clusters.length - lines.length;
  return more === 0 ? lines : [...lines, [['dim', `${glyphs.more} ${words.moreGroups(more)}`]]];
}

/** The calls that tell programs apart, the most divided first, with what each answer is. */
function differenceLines(
  state: RunState,
  columns: readonly Column[],
  answers: CallAnswers,
  { glyphs }: Palette,
  format: FormatValue,
): readonly Line[] {
  const trusted = new Set(trustedTests(state).map((test) => state.callOfTest.get(test.id)));
  return columns
    .map((column, index) => ({ column, name: nameOf(index), given: answers.of(column.call) }))
    .filter(({ column, given }) => given.length > 1 && !trusted.has(column.call))
    .sort((a, b) => (a.given[0]?.mass ?? 0) - (b.given[0]?.mass ?? 0))
    .slice(0, mostDifferences)
    .flatMap(({ column, name, given }): Line[] => {
      const call = state.calls[column.call];
      if (call === undefined) return [];
      const values = given.slice(0, 4).flatMap(({ observation, mass }, rank): Segment[] => {
        const text = printableLine(describeObservation(observation, { type: 'unknown' }, format), 24);
        return [
          [heatOf(mass), `  ${shapeOf(glyphs, rank, observation.outcome.type === 'raised')} `],
          ['plain', text],
        ];
      });
      return [[['bold', `${name}  `], ['plain', printableLine(describeCall(call), 48)], ...values]];
    });
}

/** Stands in until the language is known. */
const plainValue: FormatValue = (value) => ('value' in value ? String(value.value) : value.type);
