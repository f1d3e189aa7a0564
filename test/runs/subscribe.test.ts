import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/domain/app-error.ts';
import type { LiveDelta, RunFact } from '../../src/domain/run-event.ts';
import { createLiveFeeds } from '../../src/runs/live-feeds.ts';
import type { RunItem } from '../../src/runs/run-service-types.ts';
import { collect } from '../conformance/run-store.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { request, tinyService } from './child/tiny-service.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Step = { readonly kind: 'fact' | 'delta'; readonly wait: number };

/** A search that yields these steps and ends. */
const scripted = (steps: readonly Step[]) =>
  async function* (): AsyncGenerator<RunFact | LiveDelta> {
    for (const [index, { kind, wait }] of steps.entries()) {
      if (wait > 0) await pause(wait - 1);
      if (kind === 'fact') yield { type: 'warning', warning: { feature: 'step', detail: String(index) } };
      else yield { type: 'text-delta', purpose: 'sample', sample: index, text: 'x' };
    }
    yield { type: 'run-end', outcome: 'success', explanation: '', error: null, overlapMs: 0 };
  };

const stepArb = fc.record({ kind: fc.constantFrom('fact', 'delta'), wait: fc.integer({ min: 0, max: 2 }) });
const readerArb = fc.record({
  joinAfter: fc.nat({ max: 15 }),
  after: fc.nat({ max: 12 }),
  wait: fc.integer({ min: 0, max: 3 }),
  here: fc.boolean(),
});

describe('subscribe', () => {
  it('gives every reader each event once and in order, whenever it joins, however slow it is, in this process or another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepArb, { maxLength: 25 }),
        fc.array(readerArb, { minLength: 1, maxLength: 4 }),
        async (steps, readers) => {
          const store = createMemoryStore();
          const owner = tinyService(store, { search: scripted(steps) });
          // A service of its own has no live feed of this run, like another process.
          const elsewhere = tinyService(store, { timing: { followMs: 2 } });
          const { runId, result } = await owner.start(request());
          const read = async ({ joinAfter, after, wait, here }: (typeof readers)[number]): Promise<RunItem[]> => {
            await pause(joinAfter);
            const seen: RunItem[] = [];
            for await (const item of (here ? owner : elsewhere).subscribe(runId, { after })) {
              seen.push(item);
              if (wait > 0) await pause(wait - 1);
            }
            return seen;
          };
          const seen = await Promise.all(readers.map(read));
          await result;
          const all = await collect(store.read(runId));
          for (const [index, items] of seen.entries()) {
            expect(items.filter((item) => 'seq' in item)).toEqual(all.slice(readers[index]?.after ?? 0));
            checkDeltas(items);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a crowd that watches a run which nobody drives reads it once each, and asks together whether there is more', async () => {
    const store = createMemoryStore();
    let reads = 0;
    const counting = {
      ...store,
      read: (...args: Parameters<typeof store.read>) => {
        reads += 1;
        return store.read(...args);
      },
    };
    const followMs = 10;
    const service = tinyService(counting, { timing: { followMs } });
    const { runId } = await service.enqueue(request());
    const before = reads;
    const readers = 40;
    const watching = Array.from({ length: readers }, async () => {
      let seen = 0;
      for await (const _item of service.subscribe(runId)) seen += 1;
      return seen;
    });
    await pause(30 * followMs);
    expect(reads - before).toBeLessThanOrEqual(2 * readers);
    // What happens then reaches each of them, also from another process.
    const elsewhere = tinyService(store);
    await (await elsewhere.resume(runId)).result;
    const all = (await collect(store.read(runId))).length;
    expect(await Promise.all(watching)).toEqual(Array.from({ length: readers }, () => all));
  });

  it('gives whoever joins a crowd what another of it read already', async () => {
    const store = createMemoryStore();
    let reads = 0;
    const counting = {
      ...store,
      read: (...args: Parameters<typeof store.read>) => {
        reads += 1;
        return store.read(...args);
      },
    };
    const before = tinyService(store, { askAfter: 2 });
    const { runId } = await (await before.start(request({ candidates: 4 }))).result;
    const all = await collect(store.read(runId));
    const service = tinyService(counting);
    const stops: AbortController[] = [];
    const seenBy = async (after: number): Promise<readonly RunItem[]> => {
      const seen: RunItem[] = [];
      const stop = new AbortController();
      stops.push(stop);
      const reader = service.subscribe(runId, { after, signal: stop.signal })[Symbol.asyncIterator]();
      for (let index = after; index < all.length; index += 1) seen.push((await reader.next()).value as RunItem);
      // It stays, as one of the crowd.
      reader.next().catch(() => undefined);
      return seen;
    };
    expect(await seenBy(0)).toEqual(all);
    const readBefore = reads;
    for (let reader = 0; reader < 50; reader += 1) {
      const after = reader % all.length;
      expect(await seenBy(after)).toEqual(all.slice(after));
    }
    expect(reads).toBe(readBefore);
    for (const stop of stops) stop.abort();
  });

  it('tells every reader when the run cannot be stored any further, behind all that is stored', async () => {
    const store = createMemoryStore();
    let isFull = false;
    const filling = {
      ...store,
      append: async (...args: Parameters<typeof store.append>) => {
        if (isFull) throw new AppError('no-space', 'The disk is full.', 'df -h');
        await store.append(...args);
      },
    };
    const service = tinyService(filling, { delayMs: 5 });
    const { runId, result } = await service.start(request({ candidates: 40 }));
    result.catch(() => undefined);
    const reading = Array.from({ length: 20 }, async () => {
      const seen: number[] = [];
      try {
        for await (const item of service.subscribe(runId)) {
          if ('seq' in item) seen.push(item.seq);
          isFull ||= item.type === 'candidate-add';
        }
        return { seen, error: null };
      } catch (error) {
        return { seen, error };
      }
    });
    const all = await Promise.all(reading);
    const stored = (await collect(store.read(runId))).map(({ seq }) => seq);
    for (const { seen, error } of all) {
      expect(error).toMatchObject({ code: 'no-space' });
      expect(seen).toEqual(stored);
    }
    await expect(result).rejects.toMatchObject({ code: 'no-space' });
  });

  it('keeps a bounded number of deltas for a reader that does not come', () => {
    const feeds = createLiveFeeds();
    const watcher = feeds.watch('r');
    for (let index = 0; index < 100_000; index += 1) feeds.show('r', 1, { type: 'progress', what: 'x', done: index, total: null });
    let kept = 0;
    let last: LiveDelta | undefined;
    for (let delta = watcher.nextDelta(1); delta !== undefined; delta = watcher.nextDelta(1)) {
      kept += 1;
      last = delta;
    }
    expect(kept).toBeLessThanOrEqual(512);
    expect(last).toMatchObject({ done: 99_999 });
    // Those of one text come in one piece, those of many texts are dropped when they are too many.
    for (const text of ['a', 'b', 'c']) feeds.show('r', 1, { type: 'text-delta', purpose: 'sample', sample: 0, text });
    expect(watcher.nextDelta(1)).toMatchObject({ text: 'abc' });
    for (let sample = 0; sample < 100_000; sample += 1) feeds.show('r', 1, { type: 'text-delta', purpose: 'sample', sample, text: 'x' });
    kept = 0;
    while (watcher.nextDelta(1) !== undefined) kept += 1;
    expect(kept).toBeLessThanOrEqual(1024);
  });

  it('ends with its signal, also while it waits', async () => {
    const store = createMemoryStore();
    const service = tinyService(store, { askAfter: 1 });
    const { runId, result } = await service.start(request({ candidates: 2 }));
    await result;
    const stop = new AbortController();
    const reading = collect(service.subscribe(runId, { signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(reading).rejects.toThrow('enough');
    expect((await collect(service.subscribe(runId, { until: 'question' }))).at(-1)?.type).toBe('question-ask');
  });

  it('says at once when there is no such run, and later when it was removed', async () => {
    const store = createMemoryStore();
    const service = tinyService(store, { askAfter: 1 });
    await expect(collect(service.subscribe('nobody'))).rejects.toMatchObject({ code: 'not-found' });
    const { runId, result } = await service.start(request({ candidates: 2 }));
    await result;
    const reading = collect(service.subscribe(runId));
    await pause(30);
    await service.remove(runId);
    await expect(reading).rejects.toMatchObject({ code: 'not-found' });
  });
});

/** A delta comes between the facts it was made between: steps only ever go up. */
function checkDeltas(items: readonly RunItem[]): void {
  const steps = items.flatMap((item) =>
    item.type === 'warning' ? Number(item.warning.detail) : item.type === 'text-delta' ? item.sample : [],
  );
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(new Set(steps).size).toBe(steps.length);
}
