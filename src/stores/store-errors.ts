import { AppError } from '../domain/app-error.ts';
import type { RunEvent } from '../domain/run-event.ts';

export const noSuchRun = (id: string): AppError =>
  new AppError('not-found', `There is no run ${id}.`, 'List the stored runs: `anneal runs list`');

export const runExists = (id: string): AppError =>
  new AppError(
    'conflict',
    `A run ${id} exists already.`,
    `Look at it with \`anneal runs show ${id}\`, or start a run without naming its id.`,
  );

export const leaseHeld = (id: string, owner: string, leftMs: number): AppError =>
  new AppError(
    'store-conflict',
    // What follows @ or # tells owners apart, but nothing to people.
    `Run ${id} is owned by ${owner.split(/[@#]/, 1)[0]}, for at least another ${Math.max(1, Math.ceil(leftMs / 1000))} s.`,
    `Wait for it to end, or stop that process and try again. See: \`anneal runs show ${id}\``,
  );

/** Throws unless `owner` may take a run: it is free, its own, over its lease, or held by an owner that is gone. */
export function refuseWhileHeld(
  id: string,
  held: { readonly owner: string | null; readonly leaseUntil: number },
  owner: string,
  { now, isGone = () => false }: { readonly now: number; readonly isGone?: (owner: string) => boolean },
): void {
  if (held.owner === null || held.owner === owner || held.leaseUntil <= now || isGone(held.owner)) return;
  throw leaseHeld(id, held.owner, held.leaseUntil - now);
}

export const takenOver = (id: string, epoch: number, held: number): AppError =>
  new AppError(
    'store-conflict',
    `Run ${id} was taken over: epoch ${epoch} is past, ${held} holds it now.`,
    `Another process goes on with it; follow it with \`anneal runs show ${id}\`.`,
  );

export const wrongSequence = (id: string, expected: number, stored: number): AppError =>
  new AppError(
    'store-conflict',
    `Run ${id} has ${stored} events, not ${expected}: someone else wrote to it.`,
    `Follow it with \`anneal runs show ${id}\`.`,
  );

/** Events must continue the stream without a gap; anything else is a defect of the caller. */
export function checkSequence(id: string, expectedSeq: number, events: readonly RunEvent[]): void {
  events.forEach((event, index) => {
    if (event.seq !== expectedSeq + index + 1) {
      throw new AppError(
        'internal',
        `Event ${event.seq} of run ${id} does not follow ${expectedSeq + index}.`,
        'This is a defect in Anneal; nothing was stored. Please report it with this message.',
      );
    }
  });
}
