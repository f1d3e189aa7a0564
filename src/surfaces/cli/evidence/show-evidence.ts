import { describeCall, describeObservation, type FormatValue } from '../../../domain/describe-evidence.ts';
import { printableLine } from '../../../domain/printable.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { asDecimal, asPercent } from '../../../domain/shown-share.ts';
import { observationOf } from '../../../domain/verdict.ts';
import { clip, padTo, widthOf } from '../live/text-width.ts';
import type { Terminal } from '../terminal.ts';

type Evidence = RunResult['evidence'];

/** Every test with what was expected and observed, why this program, all candidates and groups. `integrity`: lines of its report. */
export function showEvidence(
  terminal: Terminal,
  evidence: Evidence,
  state: RunState,
  format: FormatValue,
  integrity: readonly string[],
): void {
  terminal.note('\ntests', 'bold');
  for (const line of testTable(evidence)) terminal.note(line);
  if (evidence.selected !== null) {
    terminal.note(`why ${evidence.selected}`, 'bold');
    for (const line of whyThisOne(evidence, state, format)) terminal.note(`  ${line}`);
  }
  terminal.note('candidates', 'bold');
  for (const { id, round, passed, total, cluster, rejected, diagnostic } of evidence.candidates) {
    const chosen = id === evidence.selected ? ' selected' : '';
    const group = cluster === null ? '' : ` group ${cluster}`;
    const why = rejected ?? diagnostic;
    terminal.note(
      `  ${id.padEnd(5)} round ${round}  ${passed}/${total}${group}${chosen}${why === null ? '' : `  ${printableLine(why, 100)}`}`,
    );
  }
  terminal.note('groups by behaviour', 'bold');
  for (const { id, posterior, members } of evidence.clusters) {
    terminal.note(`  ${String(id).padEnd(3)} posterior ${asDecimal(posterior)}, ${members} candidate${members === 1 ? '' : 's'}`);
  }
  const [first, ...others] = integrity;
  if (first !== undefined) terminal.note(first, 'bold');
  for (const line of others) terminal.note(line);
}

const sources: Readonly<Record<string, string>> = { user: 'yours', answer: 'your answer', docstring: 'docstring', prose: 'request' };

/** One line a test: mark, call, expected, observed, and whose it is, in columns. */
function testTable({ tests }: Evidence): readonly string[] {
  const rows = tests.map(({ call, expected, observed, origin, votes, passed }) => [
    passed === null ? '·' : passed ? '✓' : '✗',
    clip(printableLine(call), 48),
    origin === 'fuzz' ? '' : clip(printableLine(expected), 28),
    observed === null ? '' : clip(printableLine(observed), 36),
    origin === 'generated'
      ? `model, ${votes} vote${votes === 1 ? '' : 's'}`
      : origin === 'fuzz'
        ? 'input only'
        : (sources[origin] ?? origin),
  ]);
  const table = [['', 'call', 'expected', 'observed', 'from'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
  return table.map((row) => `  ${row.map((text, column) => padTo(text, widths[column] ?? 0)).join('  ')}`.trimEnd());
}

const mostRivals = 3;

/** The reason of the selection, and for the next groups the first call on which they did something else. */
function whyThisOne({ selected }: Evidence, state: RunState, format: FormatValue): readonly string[] {
  const { selection } = state;
  const own = state.candidates.find(({ id }) => id === selected);
  if (selection === null || own === undefined) return [];
  const rivals = selection.clusters.filter(({ members }) => !members.includes(own.id)).slice(0, mostRivals);
  return [
    printableLine(selection.reason),
    ...rivals.map(({ id, posterior, members }) => {
      const rival = state.candidates.find((candidate) => candidate.id === members[0]);
      const share = `group ${id} (${members.join(', ')}; ${asPercent(posterior)})`;
      for (const [index, call] of rival === undefined ? [] : state.calls.entries()) {
        const mine = observationOf(state, own, index);
        const other = rival === undefined ? undefined : observationOf(state, rival, index);
        if (mine === undefined || other === undefined) continue;
        const show = (observation: typeof mine) => printableLine(describeObservation(observation, { type: 'unknown' }, format), 40);
        if (show(mine) !== show(other))
          return `not ${share}: ${printableLine(describeCall(call), 60)} is ${show(other)} there, ${show(mine)} here`;
      }
      return `not ${share}`;
    }),
  ];
}
