import type { RunEvent } from '../../src/domain/run-event.ts';
import type { Page, RunQuery, RunStore, RunSummary, SessionQuery, SessionSummary, StoredCommand } from '../../src/ports/run-store.ts';
import { chooseVictims } from '../../src/stores/choose-victims.ts';
import { decodeCursor, encodeCursor, pageSize, searchText } from '../../src/stores/list-cursor.ts';
import { projectSummary, visiblePhase } from '../../src/stores/project-summary.ts';
import { checkSequence, noSuchRun, refuseWhileHeld, runExists, takenOver, wrongSequence } from '../../src/stores/store-errors.ts';

type Stream = {
  /** Events and commands are kept as text, so that nobody shares an object with the store. */
  readonly events: string[];
  readonly commands: { readonly id: number; readonly json: string }[];
  summary: RunSummary;
  owner: string | null;
  epoch: number;
  leaseUntil: number;
  bytes: number;
};

/** A second implementation of the port, which holds the conformance suite to what the port says and not to what SQLite does. */
export function createMemoryStore(): RunStore {
  const streams = new Map<string, Stream>();

  const stream = (id: string): Stream => {
    const found = streams.get(id);
    if (found === undefined) throw noSuchRun(id);
    return found;
  };
  const held = (id: string, epoch: number): Stream => {
    const found = stream(id);
    if (found.epoch !== epoch) throw takenOver(id, epoch, found.epoch);
    return found;
  };
  const visible = (found: Stream, now: number): RunSummary => ({
    ...found.summary,
    phase: visiblePhase({ phase: found.summary.phase, epoch: found.epoch, leaseUntil: found.leaseUntil, events: found.events.length }, now),
  });

  return {
    async create(id, { title, session, at }) {
      if (streams.has(id)) throw runExists(id);
      const summary: RunSummary = {
        id,
        phase: 'queued',
        status: null,
        title,
        language: null,
        model: null,
        session: session ?? null,
        createdAt: at,
        updatedAt: at,
        events: 0,
      };
      streams.set(id, { events: [], commands: [], summary, owner: null, epoch: 0, leaseUntil: 0, bytes: 0 });
    },

    async acquire(id, owner, lease) {
      const found = stream(id);
      refuseWhileHeld(id, found, owner, lease);
      found.owner = owner;
      found.epoch += 1;
      found.leaseUntil = lease.now + lease.leaseMs;
      return { epoch: found.epoch, seq: found.events.length };
    },

    async renew(id, epoch, { now, leaseMs }) {
      held(id, epoch).leaseUntil = now + leaseMs;
    },

    async release(id, epoch) {
      const found = streams.get(id);
      if (found === undefined || found.epoch !== epoch) return;
      found.owner = null;
      found.leaseUntil = 0;
    },

    async append(id, { epoch, expectedSeq }, events) {
      const found = held(id, epoch);
      if (found.events.length !== expectedSeq) throw wrongSequence(id, expectedSeq, found.events.length);
      checkSequence(id, expectedSeq, events);
      const texts = events.map((event) => JSON.stringify(event));
      const last = events.at(-1);
      if (last === undefined) return;
      found.events.push(...texts);
      found.bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      found.summary = {
        ...found.summary,
        ...events.reduce(projectSummary, found.summary),
        updatedAt: last.at,
        events: found.events.length,
      };
    },

    async *read(id, { after = 0, signal } = {}) {
      const { events } = stream(id);
      for (let index = after; index < events.length; index += 1) {
        signal?.throwIfAborted();
        yield JSON.parse(events[index] ?? '') as RunEvent;
      }
    },

    async summary(id, now) {
      const found = streams.get(id);
      return found === undefined ? null : now === undefined ? found.summary : visible(found, now);
    },

    async list(query, now) {
      return page(
        [...streams.values()].map((found) => visible(found, now)),
        query,
      );
    },

    async sessions(query) {
      return sessionPage(
        [...streams.values()].map(({ summary }) => summary),
        query,
      );
    },

    async remove(id) {
      if (!streams.delete(id)) throw noSuchRun(id);
    },

    async prune(policy, now) {
      const victims = chooseVictims(
        [...streams.values()].map(({ summary, bytes }) => ({ id: summary.id, phase: summary.phase, updatedAt: summary.updatedAt, bytes })),
        policy,
        now,
      );
      for (const id of victims) streams.delete(id);
      return victims.length;
    },

    async send(id, command) {
      const { commands } = stream(id);
      commands.push({ id: (commands.at(-1)?.id ?? 0) + 1, json: JSON.stringify(command) });
    },

    async commands(id, after) {
      const pending = streams.get(id)?.commands.filter((command) => command.id > after) ?? [];
      return pending.map((command) => ({ id: command.id, command: JSON.parse(command.json) as StoredCommand['command'] }));
    },

    async close() {
      streams.clear();
    },
  };
}

const newestFirst = (a: RunSummary, b: RunSummary): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

function page(all: readonly RunSummary[], query: RunQuery): Page<RunSummary> {
  const from = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const text = searchText(query.text ?? '');
  const matching = all
    .filter((run) => query.phase === undefined || run.phase === query.phase)
    .filter((run) => query.session === undefined || run.session === query.session)
    .filter((run) => text === '' || searchText(`${run.id} ${run.title}`).includes(text))
    .filter((run) => from === null || run.createdAt < from.createdAt || (run.createdAt === from.createdAt && run.id < from.id))
    .sort(newestFirst);
  const items = matching.slice(0, pageSize(query.limit));
  const last = items.at(-1);
  return { items, nextCursor: last !== undefined && items.length < matching.length ? encodeCursor(last) : null };
}

function sessionPage(all: readonly RunSummary[], { limit, cursor }: SessionQuery): Page<SessionSummary> {
  const groups = new Map<string, RunSummary[]>();
  for (const run of all) if (run.session !== null) groups.set(run.session, [...(groups.get(run.session) ?? []), run]);
  const from = cursor === undefined ? null : decodeCursor(cursor);
  const sessions = [...groups]
    .map(([id, runs]) => ({
      id,
      title: runs.toSorted((a, b) => -newestFirst(a, b))[0]?.title ?? '',
      runs: runs.length,
      createdAt: Math.min(...runs.map(({ createdAt }) => createdAt)),
      updatedAt: Math.max(...runs.map(({ updatedAt }) => updatedAt)),
    }))
    .filter(({ id, updatedAt }) => from === null || updatedAt < from.createdAt || (updatedAt === from.createdAt && id < from.id))
    .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1));
  const items = sessions.slice(0, pageSize(limit));
  const last = items.at(-1);
  const more = last !== undefined && items.length < sessions.length;
  return { items, nextCursor: more ? encodeCursor({ createdAt: last.updatedAt, id: last.id }) : null };
}
