import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunRequest, runRequestSchema } from '../../../src/domain/run-request.ts';
import type { Clock, Random } from '../../../src/ports/clock.ts';
import type { RunStore } from '../../../src/ports/run-store.ts';
import { createRunService } from '../../../src/runs/run-service.ts';
import type { RunService, RunServiceDeps } from '../../../src/runs/run-service-types.ts';
import { type TinyTools, tinySearch } from './tiny-search.ts';

export const clock: Clock = {
  now: () => Date.now(),
  async sleep(ms, options) {
    await sleep(ms, undefined, options);
  },
};

/** A clock that goes before: for whoever comes when a lease is over, without waiting for that. */
export const clockAhead = (ms: number): Clock => ({ ...clock, now: () => clock.now() + ms });

export const random: Random = {
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  seed: () => randomBytes(4).readUInt32LE() >>> 1,
};

export const request = (input: Partial<RunRequest> = {}): RunRequest => runRequestSchema.parse({ task: 'Give me something', ...input });

export type TinyOptions = Partial<Pick<TinyTools, 'delayMs' | 'askAfter' | 'fail'>> &
  Partial<Pick<RunServiceDeps<TinyTools>, 'owner' | 'isGone' | 'timing' | 'prepare' | 'search' | 'clock'>>;

/** The real run service on the tiny search. */
export function tinyService(store: RunStore, options: TinyOptions = {}): RunService {
  const { delayMs = 0, askAfter = 0, fail, owner = 'me', timing = {}, search = tinySearch, clock: now = clock } = options;
  const deps: TinyTools = { clock: now, random, delayMs, askAfter, ...(fail === undefined ? {} : { fail }) };
  return createRunService<TinyTools>({
    store,
    clock: now,
    random,
    owner,
    ...(options.isGone === undefined ? {} : { isGone: options.isGone }),
    search,
    prepare:
      options.prepare ??
      (async () => ({
        deps,
        start: { language: 'lua', model: { backend: 'tiny', id: 'tiny:tiny', demo: true }, sandbox: { level: 'L1', missing: [] } },
        warnings: [],
        close: async () => {},
      })),
    formatter: async () => (value) => JSON.stringify(value),
    timing: { inboxMs: 20, followMs: 20, ...timing },
  });
}
