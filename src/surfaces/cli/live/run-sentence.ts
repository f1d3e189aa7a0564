import { printableLine } from '../../../domain/printable.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { asPercent } from '../../../domain/shown-share.ts';

/** Where the run stands: the state in bold, then the detail. */
export type Sentence = { readonly state: string; readonly detail: string };

export function runSentence(run: RunState): Sentence {
  if (run.phase === 'done') return ending(run);
  if (run.question !== null) return { state: 'Waiting for an answer.', detail: printableLine(run.question.text, 120) };
  if (run.contract === null) return { state: 'Reading the request.', detail: '' };
  if (run.lock === null) return { state: 'Writing tests.', detail: count(run.tests.length, 'test', 'so far') };
  const round = run.rounds.at(-1);
  if (round === undefined || round.ended !== null) return { state: 'Comparing what the programs do.', detail: leader(run) };
  const own = run.candidates.filter((candidate) => candidate.round === round.round);
  const seen = own.filter(
    ({ observations, rejected, duplicateOf }) => observations.length > 0 || rejected !== null || duplicateOf !== undefined,
  );
  const doing = round.kind === 'repair' ? `repairing ${round.parent ?? 'the best program'}` : 'writing programs';
  return {
    state: `Round ${round.round + 1} of ${run.request?.maxRounds ?? 1}, ${doing}.`,
    detail: `${own.length} of ${round.samples} written, ${seen.length} run`,
  };
}

function ending(run: RunState): Sentence {
  const { selection, end } = run;
  const at = `${selection?.selected ?? 'nothing'}, at ${asPercent(selection?.confidence ?? 0)}.`;
  switch (end?.outcome) {
    case 'success':
      return { state: `Settled on ${at}`, detail: sentence(selection?.reason ?? '') };
    case 'unsure':
      return { state: `Not settled: ${at}`, detail: sentence(selection?.reason ?? '') };
    case 'cancelled':
      return { state: 'Cancelled.', detail: '' };
    default:
      return { state: 'Not solved.', detail: sentence(selection?.reason ?? end?.explanation ?? '') };
  }
}

/** A reason on one line, as a sentence after another; names of candidates keep their small letter. */
function sentence(reason: string): string {
  const line = printableLine(reason, 120);
  return /^c\d/.test(line) ? line : line.charAt(0).toUpperCase() + line.slice(1);
}

function leader({ selection }: RunState): string {
  const [first] = selection?.clusters ?? [];
  return first === undefined ? '' : `the likeliest behaviour has ${asPercent(first.posterior)}`;
}

const count = (many: number, what: string, more: string): string => (many === 0 ? '' : `${many} ${what}${many === 1 ? '' : 's'} ${more}`);

/** Time under an owner, with what has passed since its last event, in milliseconds. */
export function elapsedMs({ phase, spend, lastAt }: RunState, now: number): number {
  return spend.activeMs + (phase === 'running' && lastAt !== null ? Math.max(0, now - lastAt) : 0);
}
