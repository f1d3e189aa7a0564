import { expect, it } from 'vitest';
import { createAdaptiveLimiter } from '../../../src/models/http/adaptive-limiter.ts';

/** A server on a clock of its own that works on `places` requests of `serveMs` at once and queues the others. */
async function load(options: { readonly max: number; readonly places: number; readonly serveMs: number; readonly requests: number }) {
  let clock = 0;
  const limiter = createAdaptiveLimiter({ initial: 2, max: options.max, now: () => clock });
  const events: { at: number; run: () => void }[] = [];
  const free: number[] = Array.from({ length: options.places }, () => 0);
  const limits: number[] = [];
  let inFlight = 0;
  let most = 0;
  const one = async (): Promise<void> => {
    const place = await limiter.acquire();
    inFlight += 1;
    most = Math.max(most, inFlight);
    free.sort((a, b) => a - b);
    const begins = Math.max(clock, free[0] ?? 0);
    free[0] = begins + options.serveMs;
    events.push({ at: begins + 50, run: place.heard });
    await new Promise<void>((resolve) => events.push({ at: begins + options.serveMs, run: resolve }));
    inFlight -= 1;
    place('done');
    limits.push(limiter.limit);
  };
  const all = Promise.all(Array.from({ length: options.requests }, one));
  let over = false;
  void all.then(() => {
    over = true;
  });
  while (!over) {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    events.sort((a, b) => a.at - b.at);
    const next = events.shift();
    if (next === undefined) continue;
    clock = Math.max(clock, next.at);
    next.run();
  }
  return { limits, most, seconds: clock / 1000 };
}

it('a server with room gets more requests at once, up to the most', async () => {
  const { most, limits } = await load({ max: 8, places: 16, serveMs: 2000, requests: 60 });
  expect(most).toBe(8);
  expect(limits.at(-1)).toBe(8);
});

it('a server that works on one after the other gets hardly more than one, and is never idle', async () => {
  const { limits, seconds } = await load({ max: 8, places: 1, serveMs: 2000, requests: 40 });
  const average = limits.reduce((sum, limit) => sum + limit, 0) / limits.length;
  expect(average).toBeLessThan(2.2);
  expect(Math.max(...limits)).toBeLessThanOrEqual(3);
  expect(seconds).toBeLessThan(81);
});

it('a server with four places is used with about four', async () => {
  const { limits, seconds } = await load({ max: 16, places: 4, serveMs: 2000, requests: 120 });
  const late = limits.slice(40);
  const average = late.reduce((sum, limit) => sum + limit, 0) / late.length;
  expect(average).toBeGreaterThan(3);
  expect(average).toBeLessThan(6);
  // Sixty seconds are the least.
  expect(seconds).toBeLessThan(75);
});

it('a busy answer halves, successes add one, and who waits does so without a limit', async () => {
  const limiter = createAdaptiveLimiter({ initial: 4, max: 6 });
  const places = await Promise.all([limiter.acquire(), limiter.acquire(), limiter.acquire(), limiter.acquire()]);
  const waiting = limiter.acquire();
  places[0]?.('busy');
  expect(limiter.limit).toBe(2);
  for (const place of places.slice(1)) place('done');
  expect(limiter.limit).toBe(3);
  (await waiting)('done');
});

it('who is aborted while waiting leaves the queue with the reason', async () => {
  const limiter = createAdaptiveLimiter({ initial: 1, max: 1 });
  const held = await limiter.acquire();
  const stop = new AbortController();
  const waiting = limiter.acquire({ signal: stop.signal });
  stop.abort('not needed');
  await expect(waiting).rejects.toBe('not needed');
  held('done');
  (await limiter.acquire())('done');
});
