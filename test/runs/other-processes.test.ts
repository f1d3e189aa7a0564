import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processOwner } from '../../src/composition/process-owner.ts';
import type { RunEvent } from '../../src/domain/run-event.ts';
import type { RunStore } from '../../src/ports/run-store.ts';
import type { RunItem } from '../../src/runs/run-service-types.ts';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { collect } from '../conformance/run-store.ts';
import { type Child, startChild } from '../stores/child/start-child.ts';
import { clockAhead, tinyService } from './child/tiny-service.ts';

let folder = '';
let file = '';
let store: RunStore;
const children: Child[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-processes-'));
  file = join(folder, 'runs.db');
  store = await openSqliteStore({ file });
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  await store.close();
  await rm(folder, { recursive: true });
});

type RunOptions = { readonly candidates: number; readonly delayMs: number; readonly leaseMs: number; readonly owner?: string };

async function startRun(options: RunOptions): Promise<{ runId: string; child: Child }> {
  const args = [file, options.candidates, options.delayMs, options.leaseMs, options.owner ?? 'child'].map(String);
  const child = startChild(new URL('./child/start-run.ts', import.meta.url), args);
  children.push(child);
  const { value: runId } = await child.lines.next();
  return { runId: String(runId), child };
}

const stored = (items: readonly RunItem[]): RunEvent[] => items.filter((item): item is RunEvent => 'seq' in item);
/** No test takes as long: whoever comes after it has a clock that goes before. */
const leaseMs = 600_000;

describe('a run of another process', () => {
  it('that was killed has lost nothing that was shown, and goes on with the same candidates', async () => {
    const candidates = 300;
    const { runId, child } = await startRun({ candidates, delayMs: 20, leaseMs });
    const shown: RunItem[] = [];
    for await (const line of child.lines) {
      shown.push(JSON.parse(line) as RunItem);
      if (shown.length === 30) await child.kill();
    }
    const kept = await collect(store.read(runId));
    expect(kept.slice(0, stored(shown).length)).toEqual(stored(shown));

    await expect(tinyService(store, { owner: 'heir' }).resume(runId)).rejects.toMatchObject({
      code: 'store-conflict',
      message: expect.stringContaining('child'),
    });
    const service = tinyService(store, { owner: 'heir', clock: clockAhead(leaseMs + 1) });
    expect((await service.list({ phase: 'interrupted' })).items.map((run) => run.id)).toEqual([runId]);
    const before = (await service.show(runId)).state;
    const { events, result } = await service.resume(runId);
    const later = stored(await collect(events));
    expect(later[0]).toMatchObject({ type: 'run-resume', seq: kept.length + 1 });
    expect((await result).status).toBe('success');
    const { state } = await service.show(runId);
    expect(state.candidates).toHaveLength(candidates);
    expect(state.candidates.slice(0, before.candidates.length)).toEqual(before.candidates);
    // The time between the owners was nobody's.
    expect(state.spend.activeMs).toBeLessThan((state.lastAt ?? 0) - (state.startedAt ?? 0) - leaseMs / 2);
  });

  it('that was killed can be resumed at once where its end is known, and not before its end', async () => {
    const { runId, child } = await startRun({ candidates: 500, delayMs: 20, leaseMs, owner: 'process' });
    const { name: owner, isGone } = processOwner();
    const service = tinyService(store, { owner, isGone });
    await expect(service.resume(runId)).rejects.toMatchObject({ code: 'store-conflict', message: expect.stringContaining(':') });
    await child.kill();
    expect((await (await service.resume(runId)).result).status).toBe('success');
  });

  it('can be followed from its start to its end', async () => {
    const { runId, child } = await startRun({ candidates: 20, delayMs: 5, leaseMs });
    const followed = await collect(tinyService(store).subscribe(runId));
    const shown: RunItem[] = [];
    for await (const line of child.lines) shown.push(JSON.parse(line) as RunItem);
    expect(followed).toEqual(stored(shown));
    expect(followed.at(-1)?.type).toBe('run-end');
  });

  it('stops when it is cancelled', async () => {
    const { runId, child } = await startRun({ candidates: 500, delayMs: 20, leaseMs });
    const service = tinyService(store);
    const followed = collect(service.subscribe(runId));
    await service.cancel(runId);
    expect((await followed).at(-1)).toMatchObject({ type: 'run-end', outcome: 'cancelled' });
    // The child ends by itself: nothing that it started keeps it alive.
    for await (const line of child.lines) expect(line).toContain('"type"');
  });

  it('is ended at once when it is cancelled after its process was killed', async () => {
    const { runId, child } = await startRun({ candidates: 500, delayMs: 20, leaseMs });
    await child.kill();
    const service = tinyService(store, { clock: clockAhead(leaseMs + 1) });
    await service.cancel(runId);
    expect((await service.show(runId)).result).toMatchObject({ state: 'done', status: 'cancelled' });
  });

  it('is not resumed when a cancel was left for it', async () => {
    const { runId, child } = await startRun({ candidates: 500, delayMs: 20, leaseMs });
    await child.kill();
    const service = tinyService(store);
    await service.cancel(runId);
    expect((await service.show(runId)).result.state).toBe('running');
    const { events, result } = await tinyService(store, { clock: clockAhead(leaseMs + 1) }).resume(runId);
    expect(stored(await collect(events)).map((event) => event.type)).toEqual(['run-end']);
    expect((await result).status).toBe('cancelled');
  });
});
