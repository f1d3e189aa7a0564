import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Random } from '../ports/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, { signal } = {}) => {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

export const systemRandom: Random = {
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  seed: () => randomInt(2 ** 31),
};

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
