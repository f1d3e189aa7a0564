import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunEvent } from '../../domain/run-event.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { SkillRecords } from '../../ports/skill-records.ts';
import { appendEvents, readCommands, readEvents, sendCommand } from './event-work.ts';
import { createKyselySkillRecords } from './kysely-skill-records.ts';
import { listRuns, listSessions, prunableRuns, removeFinished, removeRun, runSummary } from './list-work.ts';
import { acquireRun, createRun, releaseRun, renewRun } from './ownership-work.ts';
import type { Executor, Work } from './work.ts';

/** Events fetched at once: enough to be quick, few enough that large events do not fill the memory. */
const readBatch = 64;

/** Runs that are removed in one go: thousands of them would keep everything else waiting. */
const removedAtOnce = 8;

/** What people wait for or said themselves; the facts between can be found again by resuming the run. */
const isTurn = ({ type }: RunEvent): boolean =>
  type === 'run-queue' || type === 'run-start' || type === 'run-end' || type === 'question-ask' || type === 'question-answer';

/** One database: its runs, and what is known of skills. `close` ends both. */
export type Store = RunStore & { readonly skills: SkillRecords };

/** A store on any database that an executor reaches. */
export function createKyselyStore(executor: Executor): Store {
  const { db } = executor;
  return {
    skills: createKyselySkillRecords(executor),
    create: (id, summary) => executor.write(() => createRun(db, id, summary)),
    acquire: (id, owner, lease) => executor.write(() => acquireRun(db, id, owner, lease)),
    renew: (id, epoch, lease) => executor.write(() => renewRun(db, id, epoch, lease)),
    release: (id, epoch) => executor.write(() => releaseRun(db, id, epoch)),
    append(id, at, events) {
      const work = (): Work<void> => appendEvents(db, id, at, events);
      return events.some(isTurn) ? executor.writeThrough(work) : executor.write(work);
    },
    async *read(id, { after = 0, signal } = {}) {
      let cursor = after;
      for (;;) {
        signal?.throwIfAborted();
        const from = cursor;
        const batch = await executor.read(() => readEvents(db, id, from, readBatch));
        for (const { seq, json } of batch) {
          signal?.throwIfAborted();
          cursor = seq;
          yield JSON.parse(json) as RunEvent;
        }
        if (batch.length < readBatch) return;
      }
    },
    summary: (id, now) => executor.read(() => runSummary(db, id, now)),
    list: (query, now) => executor.read(() => listRuns(db, query, now)),
    sessions: (query) => executor.read(() => listSessions(db, query)),
    remove: (id) => executor.write(() => removeRun(db, id)),
    async prune(policy, now, { signal } = {}) {
      const old = await executor.read(() => prunableRuns(db, policy, now));
      let removed = 0;
      for (let at = 0; at < old.length; at += removedAtOnce) {
        signal?.throwIfAborted();
        removed += await executor.write(() => removeFinished(db, old.slice(at, at + removedAtOnce)));
        await nextTurn();
      }
      if (removed > 0) await executor.reclaim(signal === undefined ? {} : { signal });
      return removed;
    },
    send: (id, command, at) => executor.writeThrough(() => sendCommand(db, id, command, at)),
    commands: (id, after) => executor.read(() => readCommands(db, id, after)),
    close: () => executor.close(),
  };
}
