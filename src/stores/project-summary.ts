import type { RunEvent } from '../domain/run-event.ts';
import type { RunStatus } from '../domain/run-result.ts';
import type { RunPhase } from '../domain/run-state.ts';

/** The part of a summary row that follows from its events. */
export type ProjectedSummary = {
  readonly phase: RunPhase;
  readonly status: RunStatus | null;
  readonly language: string | null;
  readonly model: string | null;
};

/** Folds one event into a row; `phase` is always what `fold` of the whole stream would say. */
export function projectSummary(row: ProjectedSummary, event: RunEvent): ProjectedSummary {
  switch (event.type) {
    case 'run-start':
      return { ...row, phase: 'running', status: null, language: event.language, model: event.model.id };
    case 'run-resume':
      return { ...row, phase: 'running', status: null };
    case 'question-ask':
      return { ...row, phase: 'waiting', status: 'clarify' };
    case 'question-answer':
      // Without an open question an answer changes nothing, as in `fold`.
      return row.phase === 'waiting' ? { ...row, phase: 'running', status: null } : row;
    case 'run-end':
      return { ...row, phase: 'done', status: event.outcome };
    default:
      return row;
  }
}

/** What people see: a run that nobody holds any more is interrupted, not running. One that holds its request waits for its turn. */
export function visiblePhase(
  row: { readonly phase: RunPhase; readonly epoch: number; readonly leaseUntil: number; readonly events: number },
  now: number,
): RunPhase {
  const wasTaken = row.phase === 'running' || (row.phase === 'queued' && row.epoch > 0 && row.events === 0);
  return wasTaken && row.leaseUntil <= now ? 'interrupted' : row.phase;
}
