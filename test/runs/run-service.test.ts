import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/domain/app-error.ts';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { runResultSchema } from '../../src/domain/run-result.ts';
import type { RunStore } from '../../src/ports/run-store.ts';
import type { RunItem } from '../../src/runs/run-service-types.ts';
import { titleOf } from '../../src/runs/run-title.ts';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { collect } from '../conformance/run-store.ts';
import { request, tinyService } from './child/tiny-service.ts';

let folder = '';
let store: RunStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-runs-'));
  store = await openSqliteStore({ file: join(folder, 'runs.db') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const refusal = (code: string, text = ''): unknown =>
  expect.objectContaining({ name: 'AppError', code, message: expect.stringContaining(text) });
const facts = (items: readonly RunItem[]): RunEvent[] => items.filter((item): item is RunEvent => 'seq' in item);
const types = (items: readonly RunItem[]): string[] => items.map((item) => item.type);

describe('a run', () => {
  it('is stored before it is shown, from its start to its end', async () => {
    const service = tinyService(store);
    const { runId, events, result } = await service.start(request({ candidates: 2, task: '\n  Sort it\u0007 \nplease' }), { session: 's' });
    const shown: RunItem[] = [];
    for await (const item of events) {
      shown.push(item);
      if ('seq' in item) expect((await store.summary(runId))?.events).toBeGreaterThanOrEqual(item.seq);
    }
    expect(types(facts(shown))).toEqual(['run-start', 'round-start', 'candidate-add', 'candidate-add', 'selection-end', 'run-end']);
    expect(facts(shown)).toEqual(await collect(store.read(runId)));
    const ended = runResultSchema.parse(await result);
    expect(ended).toMatchObject({ runId, state: 'done', status: 'success', language: 'lua', confidence: 0.9, error: null });
    expect(ended.code).toMatch(/^return "/);
    expect(await service.show(runId)).toMatchObject({
      result: ended,
      summary: { title: 'Sort it', session: 's', status: 'success', model: 'tiny:tiny' },
    });
    expect((await service.list({})).items).toHaveLength(1);
  });

  it('goes on when nobody reads it', async () => {
    const { result } = await tinyService(store).start(request({ candidates: 3 }));
    expect((await result).status).toBe('success');
  });

  it('shows live deltas where they happened, and never stores them', async () => {
    const { events, runId } = await tinyService(store, { delayMs: 15 }).start(request({ candidates: 2 }));
    const shown = types(await collect(events));
    expect(shown).toEqual([
      'run-start',
      'round-start',
      'text-delta',
      'candidate-add',
      'text-delta',
      'candidate-add',
      'selection-end',
      'run-end',
    ]);
    expect(types(await collect(store.read(runId)))).not.toContain('text-delta');
  });

  it('is not stored when it cannot be prepared', async () => {
    const prepare = async (): Promise<never> => {
      throw new AppError('model-unreachable', 'No server.', 'Start it.');
    };
    await expect(tinyService(store, { prepare }).start(request())).rejects.toEqual(refusal('model-unreachable'));
    expect((await store.list({}, 1)).items).toEqual([]);
  });

  it('ends as failed with the error that stopped it, keeping what it had', async () => {
    const fail = { after: 1, error: new AppError('model-crashed', 'The model ended.', 'Try again.') };
    const { runId, events, result } = await tinyService(store, { fail }).start(request({ candidates: 3 }));
    expect(types(facts(await collect(events))).at(-1)).toBe('run-end');
    expect(runResultSchema.parse(await result)).toMatchObject({
      status: 'failed',
      error: { code: 'model-crashed', message: 'The model ended.', hint: 'Try again.', retryable: true },
    });
    expect((await tinyService(store).show(runId)).state.candidates).toHaveLength(1);
  });

  it('ends as failed with a report on a defect, or on a search without an end', async () => {
    const fail = { after: 0, error: new TypeError('x is undefined') };
    const broken = await tinyService(store, { fail }).start(request());
    expect((await broken.result).error).toMatchObject({ code: 'internal', message: 'TypeError: x is undefined' });
    const endless = await tinyService(store, { search: async function* () {} }).start(request());
    expect((await endless.result).error).toMatchObject({ code: 'internal' });
  });

  it('ends as cancelled when its signal aborts, and has closed everything then', async () => {
    const stop = new AbortController();
    const log: string[] = [];
    const service = tinyService(store, {
      search: async function* (_state, _tools, { signal }) {
        try {
          yield { type: 'progress', what: 'waiting', done: 0, total: null };
          await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
        } finally {
          log.push('search closed');
        }
      },
    });
    const { runId, events, result } = await service.start(request(), { signal: stop.signal });
    const shown: string[] = [];
    for await (const item of events) {
      shown.push(item.type);
      setTimeout(() => stop.abort(), 20);
    }
    expect(shown.at(-1)).toBe('run-end');
    expect(await result).toMatchObject({ status: 'cancelled', state: 'done', code: null });
    expect(log).toEqual(['search closed']);
    expect(await store.summary(runId)).toMatchObject({ phase: 'done', status: 'cancelled' });
  });

  it('that was cancelled goes on when it is resumed, and is followed to its new end', async () => {
    const service = tinyService(store, { delayMs: 20 });
    const stop = new AbortController();
    const { runId, events, result } = await service.start(request({ candidates: 3 }), { signal: stop.signal });
    for await (const item of events) if (item.type === 'candidate-add') stop.abort();
    expect((await result).status).toBe('cancelled');
    const before = await collect(store.read(runId));
    // Cancelled once more by command: that one must not end the next part either.
    const again = await service.resume(runId);
    await service.cancel(runId);
    expect((await again.result).status).toBe('cancelled');
    const last = await service.resume(runId);
    expect(await last.result).toMatchObject({ status: 'success', state: 'done' });
    const all = await collect(store.read(runId));
    expect(all.slice(0, before.length)).toEqual(before);
    expect(types(all).filter((type) => type === 'candidate-add')).toHaveLength(3);
    expect(facts(await collect(service.subscribe(runId)))).toEqual(all);
    await expect(service.resume(runId)).rejects.toEqual(refusal('conflict', 'success'));
  });

  it('never starts with a signal that is aborted', async () => {
    await expect(tinyService(store).start(request(), { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
    expect((await store.list({}, 1)).items).toEqual([]);
  });

  it('is interrupted when its process closes the service, and goes on elsewhere at once', async () => {
    const first = tinyService(store, { delayMs: 20, owner: 'first' });
    const { runId, events, result } = await first.start(request({ candidates: 5 }));
    for await (const item of events) if (item.type === 'candidate-add') break;
    await first.close();
    expect(runResultSchema.parse(await result)).toMatchObject({ state: 'interrupted', status: 'failed', code: null });
    const before = (await first.show(runId)).state;
    expect(before.phase).toBe('interrupted');
    const resumed = await tinyService(store, { owner: 'second' }).resume(runId);
    expect((await resumed.result).status).toBe('success');
    const { state } = await first.show(runId);
    expect(state.candidates.slice(0, before.candidates.length)).toEqual(before.candidates);
    expect(state.candidates).toHaveLength(5);
  });

  it('that is still being prepared when its process closes the service is given up, and nothing of it is left', async () => {
    const never = async (_request: unknown, signal: AbortSignal): Promise<never> => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    };
    const service = tinyService(store, { prepare: never });
    const starting = service.start(request());
    const refused = expect(starting).rejects.toMatchObject({ name: 'AbortError' });
    await service.close();
    await refused;
    expect((await store.list({}, 1)).items).toEqual([]);
    await expect(service.start(request())).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('that is just going on when its process closes the service stays interrupted, free for anyone', async () => {
    const first = tinyService(store, { delayMs: 20 });
    const { runId } = await first.start(request({ candidates: 3 }));
    await first.close();
    let prepared: () => void = () => undefined;
    const isPreparing = new Promise<void>((resolve) => {
      prepared = resolve;
    });
    const second = tinyService(store, {
      prepare: async (_request, signal) => {
        prepared();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw signal.reason;
      },
    });
    const refused = expect(second.resume(runId)).rejects.toMatchObject({ name: 'AbortError' });
    await isPreparing;
    await second.close();
    await refused;
    const { result } = await tinyService(store).resume(runId);
    expect((await result).status).toBe('success');
  });

  it('is exported as JSON lines and removed, but not while it runs', async () => {
    const service = tinyService(store, { delayMs: 30 });
    const { runId, result } = await service.start(request({ candidates: 2 }));
    await expect(service.remove(runId)).rejects.toEqual(refusal('conflict'));
    await result;
    const lines = await collect(service.exportRun(runId));
    expect(lines.map((line) => JSON.parse(line))).toEqual(await collect(store.read(runId)));
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
    await service.remove(runId);
    await expect(service.show(runId)).rejects.toEqual(refusal('not-found'));
  });
});

describe('a question', () => {
  const asked = async (options = {}): Promise<{ runId: string; service: ReturnType<typeof tinyService> }> => {
    const service = tinyService(store, { askAfter: 2, ...options });
    const { runId, events, result } = await service.start(request({ candidates: 4 }));
    expect(types(await collect(events)).at(-1)).toBe('question-ask');
    expect(runResultSchema.parse(await result)).toMatchObject({
      state: 'waiting',
      status: 'clarify',
      code: null,
      question: { text: 'What is f({})?', call: 'f({})', options: [{ id: 'A' }, { id: 'B' }] },
    });
    return { runId, service };
  };

  it('lets the run go, and its answer takes it on with the same candidates', async () => {
    const { runId, service } = await asked();
    const before = (await service.show(runId)).state.candidates;
    await expect(service.resume(runId)).rejects.toEqual(refusal('conflict', 'What is f({})?'));
    await service.answer(runId, { optionId: 'b' });
    const { events, result } = await service.resume(runId);
    expect(types(facts(await collect(events)))).toEqual([
      'run-resume',
      'question-answer',
      'candidate-add',
      'candidate-add',
      'selection-end',
      'run-end',
    ]);
    expect((await result).status).toBe('success');
    const { state } = await service.show(runId);
    expect(state.candidates.slice(0, 2)).toEqual(before);
    expect(state.answers).toMatchObject([{ optionId: 'B' }]);
  });

  it('can be answered and resumed as soon as it is seen', async () => {
    const service = tinyService(store, { askAfter: 1 });
    const { runId } = await service.start(request({ candidates: 2 }));
    let resumed: Promise<string> | null = null;
    for await (const item of service.subscribe(runId)) {
      if (item.type !== 'question-ask') continue;
      await service.answer(runId, { value: 'something else' });
      resumed = service.resume(runId).then(async ({ result }) => (await result).status);
    }
    expect(await resumed).toBe('success');
  });

  it('does not spend the time of waiting', async () => {
    const { runId, service } = await asked();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await service.answer(runId, { optionId: 'A' });
    await (await service.resume(runId)).result;
    const { spend, startedAt, lastAt } = (await service.show(runId)).state;
    expect(spend.activeMs).toBeLessThanOrEqual((lastAt ?? 0) - (startedAt ?? 0) - 590);
  });

  it('takes only an answer that fits, and only one', async () => {
    const { runId, service } = await asked();
    await expect(service.answer(runId, { optionId: 'C' })).rejects.toEqual(
      expect.objectContaining({ code: 'bad-input', hint: expect.stringContaining('A (nil), B (0)') }),
    );
    await expect(service.answer(runId, {})).rejects.toEqual(refusal('bad-input'));
    await expect(service.answer(runId, { value: '  ' })).rejects.toEqual(refusal('bad-input'));
    await expect(service.answer(runId, { optionId: 'A', value: '1' })).rejects.toEqual(refusal('bad-input'));
    await expect(service.answer('nobody', { optionId: 'A' })).rejects.toEqual(refusal('not-found'));
    await service.answer(runId, { optionId: 'A' });
    await expect(service.answer(runId, { optionId: 'B' })).rejects.toEqual(refusal('conflict'));
    await (await service.resume(runId)).result;
    await expect(service.answer(runId, { optionId: 'B' })).rejects.toEqual(refusal('conflict', 'has ended'));
  });

  it('is left with its run when that is cancelled', async () => {
    const { runId, service } = await asked();
    await service.cancel(runId);
    expect((await service.show(runId)).result).toMatchObject({ state: 'done', status: 'cancelled', question: null });
    await expect(service.cancel(runId)).rejects.toEqual(refusal('conflict', 'has ended'));
    await expect(service.answer(runId, { optionId: 'A' })).rejects.toEqual(refusal('conflict', 'has ended'));
    expect((await (await service.resume(runId)).result).status).toBe('success');
  });
});

describe('two owners', () => {
  it('are never allowed: a run that is driven cannot be resumed, not even by its own process', async () => {
    const service = tinyService(store, { delayMs: 50, owner: 'host:1' });
    const { runId, result } = await service.start(request({ candidates: 2 }));
    await expect(service.resume(runId)).rejects.toEqual(refusal('store-conflict', 'host:1'));
    await expect(tinyService(store, { owner: 'host:2' }).resume(runId)).rejects.toEqual(refusal('store-conflict', 'host:1'));
    expect((await result).status).toBe('success');
    await expect(service.resume(runId)).rejects.toEqual(refusal('conflict'));
  });

  it('end in the favour of the later one when the first was silent for too long', async () => {
    // A lease that is over at once stands for a process that was stopped or asleep.
    const asleep = tinyService(store, { delayMs: 500, owner: 'asleep', timing: { leaseMs: 1, renewMs: 60_000 } });
    const { runId, events, result } = await asleep.start(request({ candidates: 3 }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = await tinyService(store, { owner: 'second' }).resume(runId);
    expect((await second.result).status).toBe('success');
    await expect(result).rejects.toEqual(refusal('store-conflict'));
    await expect(collect(events)).resolves.toBeDefined();
    const seqs = (await collect(store.read(runId))).map((event) => event.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect((await asleep.show(runId)).state.candidates).toHaveLength(3);
  });

  it('are not waited for when they are gone: their run can be resumed, cancelled or removed', async () => {
    const lost = tinyService(store, { delayMs: 2000, owner: 'lost' });
    const start = async (): Promise<string> => {
      const { runId, result } = await lost.start(request({ candidates: 3 }));
      result.catch(() => {});
      return runId;
    };
    const heir = tinyService(store, { owner: 'heir', isGone: (owner) => owner === 'lost' });
    expect((await (await heir.resume(await start())).result).status).toBe('success');
    const cancelled = await start();
    await heir.cancel(cancelled);
    expect(await store.summary(cancelled)).toMatchObject({ phase: 'done', status: 'cancelled' });
    const removed = await start();
    await heir.remove(removed);
    expect(await store.summary(removed)).toBeNull();
    await lost.close();
  });

  it('keep a lease for as long as the run takes', async () => {
    const timing = { leaseMs: 2000, renewMs: 100 };
    const { runId, result } = await tinyService(store, { delayMs: 1500, owner: 'first', timing }).start(request({ candidates: 2 }));
    await new Promise((resolve) => setTimeout(resolve, 2200));
    await expect(tinyService(store).resume(runId)).rejects.toEqual(refusal('store-conflict', 'first'));
    expect((await result).status).toBe('success');
  });
});

describe('a title', () => {
  it.each([
    ['first line', 'Sort it\nplease', 'Sort it'],
    ['skips blank lines', '\r\n \n  x', 'x'],
    ['no control characters', 'a\u0000\u001b[31mb\ud800', 'a [31mb'],
    ['capped between characters', '😀'.repeat(200), `${'😀'.repeat(119)}…`],
  ])('%s', (_name, task, title) => {
    expect(titleOf({ task })).toBe(title);
  });

  it('of a turn in a session is what the person said, also where the run begins at once', async () => {
    const { runId, result } = await tinyService(store).start(
      request({ task: 'Earlier: sort it.\nNow: the other way', message: 'the other way' }),
    );
    await result;
    expect((await store.summary(runId))?.title).toBe('the other way');
  });
});
