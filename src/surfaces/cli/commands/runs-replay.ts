import { emptyRunState, fold, type RunState } from '../../../domain/run-state.ts';
import { asDecimal } from '../../../domain/shown-share.ts';
import { select } from '../../../engine/select/select.ts';
import type { CliCommand } from '../cli-context.ts';
import { openProgress } from '../open-progress.ts';
import { readEvents } from '../read-events.ts';
import { runToShow } from '../run-to-show.ts';
import { showResult } from '../show-result.ts';

type Options = { readonly events?: boolean; readonly reselect?: boolean };

/** `anneal runs replay ID`: what the run showed, from its events and nothing else. */
export const runsReplayCommand: CliCommand<Options, [id: string]> = async (context, options, id) => {
  const { deps, terminal, signal, invocation } = context;
  const events = await readEvents(await deps.store('read'), id, signal);
  if (options.events) {
    for (const event of events) terminal.json(event);
    return 0;
  }
  if (options.reselect) {
    const chosen = reselect(events.reduce(fold, emptyRunState));
    if (options.json) terminal.json(chosen, 2);
    else terminal.data(`${describe(chosen)}\n`);
    return 0;
  }
  const progress = await openProgress(context, options);
  for (const event of events) progress.show(event);
  progress.end();
  const { result } = await (await deps.runs()).show(id);
  if (options.json) terminal.json(result, 2);
  else showResult(terminal, result, { ...(await runToShow(context, result)), invocation });
  return 0;
};

type Choice = { readonly selected: string | null; readonly verdict: string; readonly confidence: number; readonly reason: string };
type Reselection = { readonly stored: Choice | null; readonly now: Choice; readonly code: string | null };

/** Selects again from the recorded candidates and observations with the rules of this version: no model, no sandbox. */
function reselect(state: RunState): Reselection {
  const pick = ({ selected, verdict, confidence, reason }: Choice): Choice => ({ selected, verdict, confidence, reason });
  const now = select(state, state.profile?.testValidity.value ?? 0);
  return {
    stored: state.selection === null ? null : pick(state.selection),
    now: pick(now),
    code: state.candidates.find(({ id }) => id === now.selected)?.code ?? null,
  };
}

const describe = ({ stored, now }: Reselection): string =>
  [
    `stored  ${stored === null ? 'nothing was selected' : choiceText(stored)}`,
    `now     ${choiceText(now)}`,
    stored !== null && stored.selected === now.selected ? 'the same program' : 'another program than then',
  ].join('\n');

const choiceText = ({ selected, verdict, confidence, reason }: Choice): string =>
  `${selected ?? 'none'} (${verdict}, confidence ${asDecimal(confidence)}): ${reason}`;
