import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/domain/app-error.ts';
import type { RunEvent, RunFact } from '../../src/domain/run-event.ts';
import { emptyRunState, fold } from '../../src/domain/run-state.ts';
import type { RunStore } from '../../src/ports/run-store.ts';

type Capabilities = {
  /** True when a second `open` of the same place sees the same runs. */
  readonly shared: boolean;
};

/** The events of a list of facts, from `first` on, one millisecond apart. */
export const stamp = (facts: readonly RunFact[], first = 1, at = 1_000): RunEvent[] =>
  facts.map((fact, index) => ({ ...fact, v: 1, seq: first + index, at: at + first + index }));

const warning = (detail: string): RunFact => ({ type: 'warning', warning: { feature: 'test', detail } });

const runStart: Extract<RunFact, { type: 'run-start' }> = {
  type: 'run-start',
  request: {
    task: 'x',
    examples: [],
    candidates: 1,
    maxRounds: 1,
    testSamples: 0,
    timeoutSeconds: 1,
    budgetSeconds: 9,
    temperature: 0,
    interactive: false,
  },
  language: 'lua',
  model: { backend: 'scripted', id: 'scripted:m', demo: false },
  sandbox: { level: 'L2', missing: [] },
};
const ask: RunFact = { type: 'question-ask', question: { id: 'q1', text: 'Which?', options: [{ id: 'A', value: '1', support: 0.5 }] } };
const answer: RunFact = { type: 'question-answer', question: 'q1', optionId: 'A' };
const end = (outcome: 'success' | 'failed' = 'success'): RunFact => ({
  type: 'run-end',
  outcome,
  explanation: '',
  error: null,
  overlapMs: 0,
});

const lease = { now: 1_000, leaseMs: 10_000 };

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const refusal = (code: string): unknown => expect.objectContaining({ name: 'AppError', code });

/** What every run store does. `open` gives a store at a place that is fresh for each test. */
export function describeRunStore(name: string, openPlace: () => Promise<() => Promise<RunStore>>, capabilities: Capabilities): void {
  describe(`run store: ${name}`, () => {
    const opened: RunStore[] = [];
    const fresh = async (): Promise<{ store: RunStore; again: () => Promise<RunStore> }> => {
      const place = await openPlace();
      const again = async (): Promise<RunStore> => {
        const store = await place();
        opened.push(store);
        return store;
      };
      return { store: await again(), again };
    };
    const owned = async (): Promise<{ store: RunStore; epoch: number; again: () => Promise<RunStore> }> => {
      const { store, again } = await fresh();
      await store.create('r', { title: 'a run', at: 1 });
      const { epoch } = await store.acquire('r', 'one', lease);
      return { store, epoch, again };
    };
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });

    it('gives back the events as they were appended, from any place on', async () => {
      const { store, epoch } = await owned();
      const events = stamp([runStart, warning('\u0000 "\ud800" ☃ \u{1f600}'), warning('two'), end()]);
      await store.append('r', { epoch, expectedSeq: 0 }, events.slice(0, 2));
      await store.append('r', { epoch, expectedSeq: 2 }, events.slice(2));
      expect(await collect(store.read('r'))).toEqual(events);
      expect(await collect(store.read('r', { after: 2 }))).toEqual(events.slice(2));
      expect(await collect(store.read('r', { after: 4 }))).toEqual([]);
    });

    it('reads streams longer than any batch in order', async () => {
      const { store, epoch } = await owned();
      const events = stamp(Array.from({ length: 300 }, (_, index) => warning(String(index))));
      await store.append('r', { epoch, expectedSeq: 0 }, events);
      expect((await collect(store.read('r', { after: 100 }))).map((event) => event.seq)).toEqual(
        events.slice(100).map((event) => event.seq),
      );
    });

    it('keeps an event of a megabyte', async () => {
      const { store, epoch } = await owned();
      const events = stamp([warning('щ'.repeat(500_000))]);
      await store.append('r', { epoch, expectedSeq: 0 }, events);
      expect(await collect(store.read('r'))).toEqual(events);
    });

    it('hands out copies', async () => {
      const { store, epoch } = await owned();
      const request = { examples: ['f(1) == 1'] };
      const [event] = stamp([{ ...runStart, request: { ...runStart.request, ...request } }]);
      await store.append('r', { epoch, expectedSeq: 0 }, event === undefined ? [] : [event]);
      request.examples.push('changed later');
      expect(await collect(store.read('r'))).toMatchObject([{ request: { examples: ['f(1) == 1'] } }]);
    });

    it('stops reading when asked', async () => {
      const { store, epoch } = await owned();
      await store.append('r', { epoch, expectedSeq: 0 }, stamp([warning('1'), warning('2')]));
      const stop = new AbortController();
      const reading = store.read('r', { signal: stop.signal })[Symbol.asyncIterator]();
      await reading.next();
      stop.abort(new Error('enough'));
      await expect(reading.next()).rejects.toThrow('enough');
    });

    it('knows no stream that was not created, and creates none twice', async () => {
      const { store } = await fresh();
      await expect(collect(store.read('none'))).rejects.toEqual(refusal('not-found'));
      await expect(store.acquire('none', 'one', lease)).rejects.toEqual(refusal('not-found'));
      await expect(store.append('none', { epoch: 1, expectedSeq: 0 }, [])).rejects.toEqual(refusal('not-found'));
      await expect(store.send('none', { type: 'cancel' }, 1)).rejects.toEqual(refusal('not-found'));
      await expect(store.remove('none')).rejects.toEqual(refusal('not-found'));
      expect(await store.summary('none')).toBeNull();
      await store.create('r', { title: 'a run', at: 1 });
      await expect(store.create('r', { title: 'another', at: 2 })).rejects.toEqual(refusal('conflict'));
      expect((await store.summary('r'))?.title).toBe('a run');
      expect(await collect(store.read('r'))).toEqual([]);
    });

    it('refuses an append that does not follow, and stores no part of it', async () => {
      const { store, epoch } = await owned();
      await store.append('r', { epoch, expectedSeq: 0 }, stamp([runStart]));
      const before = await store.summary('r');
      await expect(store.append('r', { epoch, expectedSeq: 0 }, stamp([warning('stale')]))).rejects.toEqual(refusal('store-conflict'));
      await expect(store.append('r', { epoch, expectedSeq: 5 }, stamp([warning('gap')], 6))).rejects.toEqual(refusal('store-conflict'));
      const broken = [...stamp([warning('good')], 2), ...stamp([end()], 4)];
      await expect(store.append('r', { epoch, expectedSeq: 1 }, broken)).rejects.toBeInstanceOf(AppError);
      expect(await collect(store.read('r'))).toHaveLength(1);
      expect(await store.summary('r')).toEqual(before);
    });

    it('stores no part of an append that breaks off in the middle', async () => {
      const { store, epoch } = await owned();
      const [first, second] = stamp([warning('good'), warning('bad')]);
      // No JSON can hold a bigint, so that storing the second one fails after the first was accepted.
      const bad = { ...second, at: 1n as unknown as number } as RunEvent;
      await expect(store.append('r', { epoch, expectedSeq: 0 }, first === undefined ? [] : [first, bad])).rejects.toThrow();
      expect(await collect(store.read('r'))).toEqual([]);
      await store.append('r', { epoch, expectedSeq: 0 }, first === undefined ? [] : [first]);
      expect(await collect(store.read('r'))).toEqual([first]);
    });

    it('keeps another owner out while the lease is fresh, naming the owner', async () => {
      const { store } = await owned();
      const attempt = store.acquire('r', 'two', { now: lease.now + lease.leaseMs - 1, leaseMs: 10_000 });
      await expect(attempt).rejects.toEqual(expect.objectContaining({ code: 'store-conflict', message: expect.stringContaining('one') }));
      const next = await store.acquire('r', 'two', { now: lease.now + lease.leaseMs, leaseMs: 10_000 });
      expect(next).toEqual({ epoch: 2, seq: 0 });
    });

    it('gives a run to another owner at once when the last one is gone', async () => {
      const { store, epoch } = await owned();
      const other = { now: lease.now + 1, leaseMs: 10_000 };
      await expect(store.acquire('r', 'two', { ...other, isGone: (owner) => owner !== 'one' })).rejects.toEqual(refusal('store-conflict'));
      expect((await store.acquire('r', 'two', { ...other, isGone: (owner) => owner === 'one' })).epoch).toBe(epoch + 1);
    });

    it('extends a lease, and gives it up on release', async () => {
      const { store, epoch } = await owned();
      await store.renew('r', epoch, { now: 9_000, leaseMs: 10_000 });
      await expect(store.acquire('r', 'two', { now: 18_999, leaseMs: 1 })).rejects.toEqual(refusal('store-conflict'));
      await store.release('r', epoch);
      expect((await store.acquire('r', 'two', { now: 9_001, leaseMs: 1 })).epoch).toBe(2);
    });

    it('refuses everything of an owner that was taken over', async () => {
      const { store, epoch } = await owned();
      await store.append('r', { epoch, expectedSeq: 0 }, stamp([runStart]));
      const next = await store.acquire('r', 'two', { now: 50_000, leaseMs: 10_000 });
      expect(next).toEqual({ epoch: epoch + 1, seq: 1 });
      await expect(store.append('r', { epoch, expectedSeq: 1 }, stamp([end()], 2))).rejects.toEqual(refusal('store-conflict'));
      await expect(store.renew('r', epoch, { now: 50_001, leaseMs: 10_000 })).rejects.toEqual(refusal('store-conflict'));
      await store.release('r', epoch);
      await expect(store.acquire('r', 'three', { now: 50_002, leaseMs: 1 })).rejects.toEqual(refusal('store-conflict'));
      await store.append('r', { epoch: next.epoch, expectedSeq: 1 }, stamp([end()], 2));
    });

    it('projects its row as the events fold, whatever their order', async () => {
      const { store } = await fresh();
      const facts: RunFact[] = [
        { type: 'run-queue', request: runStart.request },
        runStart,
        { type: 'run-resume' },
        ask,
        answer,
        end(),
        end('failed'),
        warning('w'),
      ];
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat({ max: facts.length - 1 }), { maxLength: 12 }), async (picks) => {
          const id = `p${++run}`;
          await store.create(id, { title: 't', at: run });
          const { epoch } = await store.acquire(id, 'one', lease);
          const events = stamp(picks.flatMap((pick) => facts[pick] ?? []));
          for (const event of events) await store.append(id, { epoch, expectedSeq: event.seq - 1 }, [event]);
          const state = events.reduce(fold, emptyRunState);
          const status = state.phase === 'waiting' ? 'clarify' : state.phase === 'done' ? state.end?.outcome : null;
          expect(await store.summary(id)).toMatchObject({
            phase: state.phase,
            status: status ?? null,
            language: state.language,
            model: state.model === null ? null : 'scripted:m',
            events: events.length,
            createdAt: run,
            updatedAt: events.at(-1)?.at ?? run,
          });
        }),
        { numRuns: 60 },
      );
    });

    it('lists a running stream as interrupted once its lease is over', async () => {
      const { store, epoch } = await owned();
      await store.append('r', { epoch, expectedSeq: 0 }, stamp([runStart]));
      await store.create('q', { title: 'never started', at: 2 });
      const phases = async (now: number): Promise<string[]> => (await store.list({}, now)).items.map((run) => `${run.id} ${run.phase}`);
      expect(await phases(10_999)).toEqual(['q queued', 'r running']);
      expect(await phases(11_000)).toEqual(['q queued', 'r interrupted']);
      expect((await store.list({ phase: 'interrupted' }, 11_000)).items).toHaveLength(1);
      expect((await store.list({ phase: 'running' }, 11_000)).items).toHaveLength(0);
      expect((await store.list({ phase: 'running' }, 10_999)).items).toHaveLength(1);
      expect((await store.summary('r', 11_000))?.phase).toBe('interrupted');
      expect((await store.summary('r'))?.phase).toBe('running');
      await store.append('r', { epoch, expectedSeq: 1 }, stamp([ask], 2));
      await store.release('r', epoch);
      expect(await phases(99_000)).toEqual(['q queued', 'r waiting']);
    });

    it('pages newest first, without a repeat when runs are added between', async () => {
      const { store } = await fresh();
      for (let index = 0; index < 7; index += 1) await store.create(`r${index}`, { title: `run ${index}`, at: Math.floor(index / 2) });
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await store.list({ limit: 2, ...(cursor === null ? {} : { cursor }) }, 1);
        seen.push(...page.items.map((run) => run.id));
        cursor = page.nextCursor;
        if (seen.length === 2) await store.create('later', { title: 'later', at: 9 });
      } while (cursor !== null);
      expect(seen).toEqual(['r6', 'r5', 'r4', 'r3', 'r2', 'r1', 'r0']);
      await expect(store.list({ cursor: 'nonsense' }, 1)).rejects.toEqual(refusal('bad-input'));
    });

    it('finds text in title and id, letter case aside, with nothing special in it', async () => {
      const { store } = await fresh();
      await store.create('r1', { title: 'Отсортируй СПИСОК 100%', at: 1, session: 's' });
      await store.create('r2', { title: 'sort_a list', at: 2 });
      const found = async (text: string): Promise<string[]> => (await store.list({ text }, 3)).items.map((run) => run.id);
      expect(await found('список')).toEqual(['r1']);
      expect(await found('SORT_A')).toEqual(['r2']);
      expect(await found('%')).toEqual(['r1']);
      expect(await found('sortxa')).toEqual([]);
      expect(await found('\\')).toEqual([]);
      expect(await found('R2')).toEqual(['r2']);
      expect(await found('%_'.repeat(100_000))).toEqual([]);
      expect((await store.list({ session: 's' }, 3)).items.map((run) => run.id)).toEqual(['r1']);
    });

    it('keeps commands in order for whoever reads them', async () => {
      const { store } = await owned();
      await store.create('other', { title: 'other', at: 1 });
      await store.send('r', { type: 'answer', question: 'q1', optionId: 'A' }, 1);
      await store.send('other', { type: 'cancel' }, 1);
      await store.send('r', { type: 'cancel' }, 2);
      const commands = await store.commands('r', 0);
      expect(commands.map(({ command }) => command)).toEqual([{ type: 'answer', question: 'q1', optionId: 'A' }, { type: 'cancel' }]);
      expect(await store.commands('r', commands[0]?.id ?? 0)).toEqual(commands.slice(1));
      expect(await store.commands('r', commands[1]?.id ?? 0)).toEqual([]);
    });

    it('removes a stream with all that belongs to it', async () => {
      const { store, epoch } = await owned();
      await store.append('r', { epoch, expectedSeq: 0 }, stamp([runStart, end()]));
      await store.send('r', { type: 'cancel' }, 1);
      await store.remove('r');
      expect(await store.summary('r')).toBeNull();
      await store.create('r', { title: 'new', at: 5 });
      expect(await collect(store.read('r'))).toEqual([]);
      expect(await store.commands('r', 0)).toEqual([]);
    });

    it('pain 41: prunes finished runs, oldest first, and nothing else', async () => {
      const { store } = await fresh();
      const make = async (id: string, facts: readonly RunFact[], at: number): Promise<void> => {
        await store.create(id, { title: id, at });
        const { epoch } = await store.acquire(id, 'one', { now: at, leaseMs: 1 });
        await store.append(id, { epoch, expectedSeq: 0 }, stamp(facts, 1, at));
      };
      const left = async (): Promise<string[]> => (await store.list({}, 0)).items.map((run) => run.id).sort();
      await make('done1', [runStart, end()], 100);
      await make('done2', [runStart, warning('x'.repeat(5_000)), end()], 200);
      await make('done3', [runStart, end()], 300);
      await make('interrupted', [runStart], 1);
      await make('waiting', [runStart, ask], 2);
      expect(await store.prune({ maxAgeMs: 1_000 }, 1_102)).toBe(0);
      expect(await store.prune({ maxAgeMs: 1_000 }, 1_103)).toBe(1);
      expect(await left()).toEqual(['done2', 'done3', 'interrupted', 'waiting']);
      expect(await store.prune({ maxBytes: 5_000 }, 0)).toBe(1);
      expect(await left()).toEqual(['done3', 'interrupted', 'waiting']);
      expect(await store.prune({ maxRuns: 0, maxBytes: 0, maxAgeMs: 0 }, 1e9)).toBe(1);
      expect(await left()).toEqual(['interrupted', 'waiting']);
    });

    it.runIf(capabilities.shared)('lets exactly one of two connections append each event', async () => {
      const { store, epoch, again } = await owned();
      const other = await again();
      let won = 0;
      const compete = async (mine: RunStore, who: string): Promise<void> => {
        for (let seq = 1; seq <= 100; seq += 1) {
          try {
            await mine.append('r', { epoch, expectedSeq: seq - 1 }, stamp([warning(who)], seq));
            won += 1;
          } catch (error) {
            expect(error).toEqual(refusal('store-conflict'));
          }
          // Where one lost, the event is there: either both go on to the next, or the store lied.
          expect((await mine.summary('r'))?.events).toBeGreaterThanOrEqual(seq);
        }
      };
      await Promise.all([compete(store, 'one'), compete(other, 'two')]);
      expect(won).toBe(100);
      expect((await collect(other.read('r'))).map((event) => event.seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    });

    it.runIf(capabilities.shared)('shows one connection what another wrote, also after a restart', async () => {
      const { store, epoch, again } = await owned();
      const other = await again();
      await store.append('r', { epoch, expectedSeq: 0 }, stamp([runStart]));
      expect(await collect(other.read('r'))).toHaveLength(1);
      await other.send('r', { type: 'cancel' }, 1);
      expect(await store.commands('r', 0)).toHaveLength(1);
      await store.close();
      await other.close();
      expect(await collect((await again()).read('r'))).toHaveLength(1);
    });
  });
}
