import { describeCall, describeObservation, type FormatValue } from '../../../domain/describe-evidence.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { asDecimal, asPercent } from '../../../domain/shown-share.ts';
import type { Tongue } from '../../../domain/texts.ts';
import { observationOf } from '../../../domain/verdict.ts';
import { clip, padTo, widthOf } from '../live/text-width.ts';
import type { Terminal } from '../terminal.ts';
import { runWords } from '../words/run-words.ts';
import { said, tongueOfRun } from '../words/tongue.ts';

type Evidence = RunResult['evidence'];

/** Every test with what was expected and observed, why this program, all candidates and groups. `integrity`: lines of its report. */
export function showEvidence(
  terminal: Terminal,
  evidence: Evidence,
  state: RunState,
  format: FormatValue,
  integrity: readonly string[],
): void {
  const tongue = tongueOfRun(state);
  const words = runWords[tongue];
  terminal.note(`\n${words.testsTitle}`, 'bold');
  for (const line of testTable(evidence, tongue)) terminal.note(line);
  if (evidence.selected !== null) {
    terminal.note(words.why(evidence.selected), 'bold');
    for (const line of whyThisOne(evidence, state, format)) terminal.note(`  ${line}`);
    const share = words.confidence(asDecimal(state.selection?.confidence ?? 0));
    if ((state.selection?.confidence ?? 0) > 0) terminal.note(`  ${share}: ${words.meaning}`);
  }
  terminal.note(words.candidatesTitle, 'bold');
  for (const { id, round, passed, total, cluster, rejected, diagnostic } of evidence.candidates) {
    const chosen = id === evidence.selected ? ` ${words.selectedMark}` : '';
    const group = cluster === null ? '' : ` ${words.group(cluster)}`;
    const why = rejected === null ? (diagnostic === null ? null : said(printableLine(diagnostic), tongue)) : words.reason(rejected);
    terminal.note(
      `  ${id.padEnd(5)} ${words.round(round)}  ${passed}/${total}${group}${chosen}${why === null ? '' : `  ${printableLine(why, 100)}`}`,
    );
  }
  terminal.note(words.groupsTitle, 'bold');
  for (const { id, posterior, members } of evidence.clusters) {
    terminal.note(`  ${String(id).padEnd(3)} ${words.posterior(asDecimal(posterior), members)}`);
  }
  const [first, ...others] = integrity;
  if (first !== undefined) terminal.note(first, 'bold');
  for (const line of others) terminal.note(line);
}

/** One line a test: mark, call, expected, observed, and whose it is, in columns. */
function testTable({ tests }: Evidence, tongue: Tongue): readonly string[] {
  const words = runWords[tongue];
  const rows = tests.map(({ call, expected, observed, origin, votes, passed }) => [
    passed === null ? '·' : passed ? '✓' : '✗',
    clip(printableLine(call), 48),
    origin === 'fuzz' ? '' : clip(printableLine(expected), 28),
    observed === null ? '' : clip(printableLine(observed), 36),
    origin === 'generated' ? words.fromModel(votes) : origin === 'fuzz' ? words.inputOnly : words.from(origin),
  ]);
  const table = [['', ...words.columns.split(' ')], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
  return table.map((row) => `  ${row.map((text, column) => padTo(text, widths[column] ?? 0)).join('  ')}`.trimEnd());
}

const mostRivals = 3;

/** The reason of the selection, and for the next groups the first call on which they did something else. */
function whyThisOne({ selected }: Evidence, state: RunState, format: FormatValue): readonly string[] {
  const { selection } = state;
  const tongue = tongueOfRun(state);
  const words = runWords[tongue];
  const own = state.candidates.find(({ id }) => id === selected);
  if (selection === null || own === undefined) return [];
  const rivals = selection.clusters.filter(({ members }) => !members.includes(own.id)).slice(0, mostRivals);
  return [
    printableLine(said(selection.reason, tongue)),
    ...rivals.map(({ id, posterior, members }) => {
      const rival = state.candidates.find((candidate) => candidate.id === members[0]);
      const share = words.rival(id, members.join(', '), asPercent(posterior));
      for (const [index, call] of rival === undefined ? [] : state.calls.entries()) {
        const mine = observationOf(state, own, index);
        const other = rival === undefined ? undefined : observationOf(state, rival, index);
        if (mine === undefined || other === undefined) continue;
        const show = (observation: typeof mine) => printableLine(describeObservation(observation, { type: 'unknown' }, format), 40);
        if (show(mine) !== show(other)) return `${share}: ${words.differs(printableLine(describeCall(call), 60), show(other), show(mine))}`;
      }
      return share;
    }),
  ];
}
