import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/domain/app-error.ts';
import type { RunStore } from '../../src/ports/run-store.ts';
import { createRunQueue } from '../../src/runs/run-queue.ts';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { collect } from '../conformance/run-store.ts';
import { request, type TinyOptions, tinyService } from './child/tiny-service.ts';

let folder = '';
let store: RunStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-queue-'));
  store = await openSqliteStore({ file: join(folder, 'runs.db') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const open = (tiny: TinyOptions = {}, more: { parallel?: number; mostWaiting?: number } = {}) => {
  const service = tinyService(store, tiny);
  return { service, queue: createRunQueue(service, { parallel: 2, mostWaiting: 100, ...more }) };
};
const refusal = (code: string): unknown => expect.objectContaining({ name: 'AppError', code });

describe('the queue of runs', () => {
  it('stores a run before its turn, drives a few at once and loses none', async () => {
    const { queue } = open({ delayMs: 2 });
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await queue.submit(request({ candidates: 2 }))).runId));
    expect(queue.running()).toBe(2);
    expect(queue.waiting()).toBeGreaterThan(20);
    const last = ids.at(-1) ?? '';
    expect((await store.summary(last, Date.now()))?.phase).toBe('queued');
    const results = await Promise.all(ids.map((runId) => queue.settled(runId)));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 'success'));
    const events = await collect(store.read(last));
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['run-queue', 'run-start']);
    expect(queue.waiting()).toBe(0);
  });

  it('refuses more than it takes, and gives one run for one key', async () => {
    const { queue, service } = open({ delayMs: 30 }, { parallel: 1, mostWaiting: 1 });
    await queue.submit(request());
    const second = await queue.submit(request(), { runId: 'abc' });
    await expect(queue.submit(request())).rejects.toEqual(refusal('busy'));
    expect(second).toEqual({ runId: 'abc', isNew: true });
    await queue.settled('abc');
    expect(await queue.submit(request(), { runId: 'abc' })).toEqual({ runId: 'abc', isNew: false });
    await expect(queue.submit(request({ task: 'Another' }), { runId: 'abc' })).rejects.toEqual(refusal('conflict'));
    expect((await service.list({})).items).toHaveLength(2);
  });

  it('says in the run why it could not begin', async () => {
    const prepare = async () => {
      throw new AppError('model-unreachable', 'No server.', 'Start it.');
    };
    const { queue } = open({ prepare });
    const { runId } = await queue.submit(request());
    expect(await queue.settled(runId)).toMatchObject({ state: 'done', status: 'failed', error: { code: 'model-unreachable' } });
  });

  it('tells whoever waits, early or late, that the disk is full, and takes the run up again when there is room', async () => {
    let isFull = false;
    const filling: RunStore = {
      ...store,
      append: async (...args) => {
        // What was promised is stored already.
        if (isFull) throw new AppError('no-space', 'The disk is full.', 'df -h');
        await store.append(...args);
      },
    };
    const failures: string[] = [];
    const service = tinyService(filling);
    const queue = createRunQueue(service, {
      ...{ parallel: 1, mostWaiting: 10 },
      onFailure: (runId) => {
        failures.push(runId);
      },
    });
    const first = await queue.submit(request());
    await queue.settled(first.runId);
    const { runId } = await service.enqueue(request());
    isFull = true;
    const early = queue.settled(runId);
    queue.goOn(runId);
    await expect(early).rejects.toEqual(refusal('no-space'));
    await expect(queue.settled(runId)).rejects.toEqual(refusal('no-space'));
    expect(failures).toEqual([runId]);
    expect(await queue.recover('later')).toBe(1);
    await expect.poll(() => failures).toEqual([runId, runId]);
    // Each time after twice as many calls.
    expect(await queue.recover('later')).toBe(0);
    isFull = false;
    expect(await queue.recover('later')).toBe(1);
    expect(await queue.settled(runId)).toMatchObject({ state: 'done', status: 'success' });
    for (let call = 0; call < 20; call += 1) expect(await queue.recover('later')).toBe(0);
    expect(failures).toHaveLength(2);
  });

  it('drives a run at once although the disk was too full to say that it was let go', async () => {
    let isFull = true;
    const filling: RunStore = {
      ...store,
      release: async (...args) => {
        if (isFull) throw new AppError('no-space', 'The disk is full.', 'df -h');
        await store.release(...args);
      },
    };
    const queue = createRunQueue(tinyService(filling), { parallel: 1, mostWaiting: 10 });
    const { runId } = await queue.submit(request());
    isFull = false;
    expect(await queue.settled(runId)).toMatchObject({ state: 'done', status: 'success' });
  });

  it('leaves a run alone that could not be driven for a reason that does not pass', async () => {
    const failures: unknown[] = [];
    const search = () => {
      throw new AppError('internal', 'A defect.', 'Report it.');
    };
    const noEnd: RunStore = {
      ...store,
      append: async (id, place, events) => {
        if (events.some(({ type }) => type === 'run-end')) throw new Error('The end cannot be written.');
        await store.append(id, place, events);
      },
    };
    const queue = createRunQueue(tinyService(noEnd, { search }), {
      ...{ parallel: 1, mostWaiting: 10 },
      onFailure: (_runId, error) => {
        failures.push(error);
      },
    });
    const { runId } = await queue.submit(request());
    await expect(queue.settled(runId)).rejects.toEqual(refusal('internal'));
    await expect.poll(() => failures).toHaveLength(1);
    for (let call = 0; call < 20; call += 1) expect(await queue.recover('later')).toBe(0);
    expect(failures).toHaveLength(1);
  });

  it('lets one of two answers win and goes on with it', async () => {
    const { queue } = open({ askAfter: 1 });
    const { runId } = await queue.submit(request());
    expect((await queue.settled(runId)).status).toBe('clarify');
    const outcomes = await Promise.allSettled([queue.answer(runId, { optionId: 'A' }), queue.answer(runId, { optionId: 'B' })]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await queue.settled(runId)).toMatchObject({ status: 'success' });
    const answers = (await collect(store.read(runId))).filter(({ type }) => type === 'question-answer');
    expect(answers).toMatchObject([{ optionId: 'A' }]);
  });

  it('cancels a run that waits for its turn', async () => {
    const { queue } = open({ delayMs: 20 }, { parallel: 1 });
    const first = await queue.submit(request());
    const second = await queue.submit(request());
    await queue.cancel(second.runId);
    expect(queue.waiting()).toBe(0);
    expect(await queue.settled(second.runId)).toMatchObject({ state: 'done', status: 'cancelled' });
    expect(await queue.settled(first.runId)).toMatchObject({ status: 'success' });
  });

  it('takes up what an earlier process left: running, in line, and answered; nothing else', async () => {
    const asking = open({ askAfter: 1 }, { parallel: 5 });
    const [answered, unanswered] = await Promise.all([asking.queue.submit(request()), asking.queue.submit(request())]);
    await Promise.all([asking.queue.settled(answered.runId), asking.queue.settled(unanswered.runId)]);
    const before = open({ delayMs: 500 }, { parallel: 1 });
    const running = await before.queue.submit(request({ candidates: 4 }));
    const inLine = await before.queue.submit(request());
    const own = await before.service.start(request({ candidates: 4 }));
    await new Promise((resolve) => setTimeout(resolve, 60));
    before.queue.close();
    await before.service.close();
    await asking.service.answer(answered.runId, { optionId: 'B' });
    await asking.service.close();

    const after = open({ askAfter: 0 });
    expect(await after.queue.recover('start')).toBe(3);
    for (const { runId } of [running, inLine, answered]) expect(await after.queue.settled(runId)).toMatchObject({ status: 'success' });
    const kinds = (await collect(store.read(running.runId))).map(({ type }) => type);
    expect(kinds.filter((type) => type === 'run-start' || type === 'run-resume')).toEqual(['run-start', 'run-resume']);
    const phases = (await after.service.list({})).items.filter(({ id }) => id === own.runId || id === unanswered.runId);
    expect(phases.map(({ phase }) => phase).sort()).toEqual(['interrupted', 'waiting']);
    await after.service.close();
  });
});
