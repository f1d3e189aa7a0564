import type { RunPhase } from '../domain/run-state.ts';
import type { Retention } from '../ports/run-store.ts';

/** The ids that a policy removes: finished runs only, the one that was written to longest ago first. */
export function chooseVictims(
  all: readonly { readonly id: string; readonly phase: RunPhase; readonly updatedAt: number; readonly bytes: number }[],
  policy: Retention,
  now: number,
): readonly string[] {
  let runs = all.length;
  let bytes = all.reduce((sum, run) => sum + run.bytes, 0);
  const finished = all.filter((run) => run.phase === 'done').sort((a, b) => a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : 1));
  const victims: string[] = [];
  for (const run of finished) {
    const tooOld = policy.maxAgeMs !== undefined && run.updatedAt < now - policy.maxAgeMs;
    const tooMany = policy.maxRuns !== undefined && runs > policy.maxRuns;
    const tooLarge = policy.maxBytes !== undefined && bytes > policy.maxBytes;
    if (!tooOld && !tooMany && !tooLarge) continue;
    victims.push(run.id);
    runs -= 1;
    bytes -= run.bytes;
  }
  return victims;
}
