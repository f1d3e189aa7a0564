import { oneLine } from '../../../engine/decide/short-text.ts';
import type { CliCommand } from '../cli-context.ts';
import { openBodyService } from '../skills/open-bodies.ts';
import { bodyRunObject } from '../skills/show-body-run.ts';

/** `anneal skills runs`: what waits for an answer, and how the last runs of skills ended. */
export const skillsRunsCommand: CliCommand<{ readonly limit?: string }> = async (context, options) => {
  const { terminal } = context;
  const { bodies } = await openBodyService(context, {});
  const runs = await bodies.runs(Math.max(1, Number(options.limit ?? 20) || 20));
  if (options.json) {
    terminal.json({ runs: runs.map(bodyRunObject) }, 2);
    return 0;
  }
  for (const { id, skill, state, request, result, reason } of runs) {
    const said =
      state === 'waiting' ? `asks: ${result?.needs_input ?? ''}` : state === 'failed' ? (reason ?? '') : (result?.action_log ?? '');
    terminal.data(`${id}  ${state.padEnd(7)}  ${skill}  ${oneLine(request).slice(0, 60)}  ${oneLine(said).slice(0, 80)}\n`);
  }
  if (runs.length === 0) terminal.note('no skill was run here');
  return 0;
};
