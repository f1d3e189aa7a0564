import { type DecisionStats, leastJudged } from '../decision-stats.ts';

/** One line a kind and decider, with a last one that names figures which mean nothing yet. */
export function decisionTable(stats: readonly DecisionStats[], indent = ''): string {
  const columns = ['kind', 'by', 'made', 'judged', 'accuracy', 'NLL', 'ECE'] as const;
  const rows = stats.map(({ kind, by, model, decisions, judged, accuracy, accuracyCi, nll, ece, eceCi, enough }) => [
    kind,
    model ?? by,
    String(decisions),
    `${judged}${enough ? '' : '*'}`,
    withInterval(accuracy, accuracyCi),
    nll === null ? '–' : nll.toFixed(2),
    withInterval(ece, eceCi),
  ]);
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `${indent}${cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  const few = stats.some(({ enough }) => !enough);
  return [
    line(columns),
    ...rows.map(line),
    few ? `${indent}* fewer than ${leastJudged} with a known outcome: too few to say anything\n` : '',
  ].join('');
}

const withInterval = (value: number | null, interval: readonly [number, number] | null): string =>
  value === null || interval === null ? '–' : `${value.toFixed(2)} (${interval[0].toFixed(2)}–${interval[1].toFixed(2)})`;
