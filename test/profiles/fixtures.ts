import { readFile } from 'node:fs/promises';
import type { Json } from '../../src/domain/json.ts';

/** One line of a profile's `fixtures.jsonl`: what a program gives for its input, on the real host. */
export type Fixture = {
  readonly code: string;
  /** Data, for hosts that give some. */
  readonly context?: Json;
  /** A call, for hosts whose programs are entered by name. */
  readonly call?: string;
  readonly expected?: Json;
  readonly raises?: string;
  /** What the check says of a program that the host's own compiler refuses. */
  readonly refused?: string;
};

export async function readFixtures(profile: string): Promise<readonly Fixture[]> {
  const text = await readFile(new URL(`../../src/languages/profiles/${profile}/fixtures.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fixture);
}
