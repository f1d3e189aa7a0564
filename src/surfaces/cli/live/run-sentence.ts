import { printableLine } from '../../../domain/printable.ts';
import type { RunState } from '../../../domain/run-state.ts';
import { asPercent } from '../../../domain/shown-share.ts';
import type { Tongue } from '../../../domain/texts.ts';
import { runWords } from '../words/run-words.ts';
import { said, tongueOfRun } from '../words/tongue.ts';

/** Where the run stands: the state in bold, then the detail. */
export type Sentence = { readonly state: string; readonly detail: string };

export function runSentence(run: RunState): Sentence {
  const tongue = tongueOfRun(run);
  const words = runWords[tongue];
  if (run.phase === 'done') return ending(run, tongue);
  if (run.question !== null) return { state: words.waitingState, detail: printableLine(run.question.text, 120) };
  if (run.contract === null) return { state: words.readingState, detail: '' };
  if (run.lock === null)
    return { state: words.writingTestsState, detail: run.tests.length === 0 ? '' : sentence(words.testsSoFar(run.tests.length)) };
  const round = run.rounds.at(-1);
  if (round === undefined || round.ended !== null) {
    const [first] = run.selection?.clusters ?? [];
    return { state: words.comparingState, detail: first === undefined ? '' : sentence(words.leader(asPercent(first.posterior))) };
  }
  const own = run.candidates.filter((candidate) => candidate.round === round.round);
  const seen = own.filter(
    ({ observations, rejected, duplicateOf }) => observations.length > 0 || rejected !== null || duplicateOf !== undefined,
  );
  const [at, of] = [round.round + 1, run.request?.maxRounds ?? 1];
  return {
    state: round.kind === 'repair' ? words.repairState(at, of, round.parent ?? null) : words.roundState(at, of),
    detail: sentence(words.written(own.length, round.samples, seen.length)),
  };
}

function ending({ selection, end }: RunState, tongue: Tongue): Sentence {
  const words = runWords[tongue];
  const share = asPercent(selection?.confidence ?? 0);
  const selected = selection?.selected ?? null;
  const because = (reason: string): string => sentence(said(reason, tongue));
  switch (end?.outcome) {
    case 'success':
      return { state: words.settledState(selected, share), detail: because(selection?.reason ?? '') };
    case 'unsure':
      return { state: words.unsettledState(selected, share), detail: because(selection?.reason ?? '') };
    case 'cancelled':
      return { state: words.cancelledState, detail: '' };
    default:
      return { state: words.failedState, detail: because(selection?.reason ?? end?.explanation ?? '') };
  }
}

/** A reason on one line, as a sentence after another; names of candidates keep their small letter. */
function sentence(reason: string): string {
  const line = printableLine(reason, 120);
  return /^c\d/.test(line) ? line : line.charAt(0).toUpperCase() + line.slice(1);
}

/** Time under an owner, with what has passed since its last event, in milliseconds. */
export function elapsedMs({ phase, spend, lastAt }: RunState, now: number): number {
  return spend.activeMs + (phase === 'running' && lastAt !== null ? Math.max(0, now - lastAt) : 0);
}
