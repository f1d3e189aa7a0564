import { randomBytes, randomInt } from 'node:crypto';
import type { Random } from '../ports/clock.ts';

export const cryptoRandom: Random = {
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  seed: () => randomInt(2 ** 31),
};
