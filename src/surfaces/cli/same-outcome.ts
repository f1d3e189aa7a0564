import type { RunEvent } from '../../domain/run-event.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { emptyRunState, fold } from '../../domain/run-state.ts';

export type OutcomeComparison = { readonly same: boolean; readonly detail: string };

/** Whether a run that was run again came to the same status, the same programs and the same choice. */
export function sameOutcome(before: readonly RunEvent[], now: RunResult): OutcomeComparison {
  const then = before.reduce(fold, emptyRunState);
  const status = then.end?.outcome ?? (then.phase === 'waiting' ? 'clarify' : 'unfinished');
  const differences = [
    ...(status === now.status ? [] : [`status ${status} then, ${now.status} now`]),
    ...(then.candidates.length === now.evidence.candidates.length
      ? []
      : [`${then.candidates.length} programs then, ${now.evidence.candidates.length} now`]),
    ...((then.selection?.selected ?? null) === now.evidence.selected
      ? []
      : [`chose ${then.selection?.selected ?? 'none'} then, ${now.evidence.selected ?? 'none'} now`]),
    ...(sameCode(then, now) ? [] : ['another program']),
  ];
  return differences.length === 0
    ? { same: true, detail: 'rerun: the same programs and the same result as then' }
    : { same: false, detail: `rerun: not as then: ${differences.join('; ')}` };
}

function sameCode(then: ReturnType<typeof fold>, now: RunResult): boolean {
  if (now.code === null) return true;
  return then.candidates.find(({ id }) => id === then.selection?.selected)?.code === now.code;
}
