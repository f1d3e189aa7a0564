import { decisionStats, leastJudged } from '../../decision-stats.ts';
import type { CliCommand } from '../cli-context.ts';
import { decisionTable } from '../decision-table.ts';

type Options = { readonly kind?: string };

/** The newest ones: older habits of a model that was replaced say little of today's. */
const mostDecisions = 10_000;

/** `anneal skills stats`: how right decisions were, and how much their probabilities were worth, by kind and decider. */
export const skillsStatsCommand: CliCommand<Options> = async ({ deps, terminal }, options) => {
  const records = await deps.skillRecords();
  const decisions = await records.decisions({ ...(options.kind === undefined ? {} : { kind: options.kind }), limit: mostDecisions });
  const stats = decisionStats(decisions);
  if (options.json) {
    terminal.json({ decisions: decisions.length, leastJudged, stats }, 2);
    return 0;
  }
  if (stats.length === 0) {
    terminal.note(options.kind === undefined ? 'no decision was kept yet' : `no decision of the kind "${options.kind}" was kept yet`);
    return 0;
  }
  terminal.data(decisionTable(stats));
  const judged = decisions.filter(({ outcome }) => outcome !== null).length;
  terminal.data(`decisions=${decisions.length} judged=${judged} right=${stats.reduce((sum, { right }) => sum + right, 0)}\n`);
  return 0;
};
