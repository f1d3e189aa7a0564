import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CatalogueEntry, HubSource } from '../../../src/models/weights/catalogue.ts';
import { downloadHubFile } from '../../../src/models/weights/download-hub-file.ts';
import { createHubClient } from '../../../src/models/weights/hub-file.ts';
import type { PullProgress } from '../../../src/ports/model-provider.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type LocalHub, startLocalHub } from './local-hub.ts';

let hub: LocalHub;
let folder: string;
let target: string;

beforeEach(async () => {
  hub = await startLocalHub();
  folder = await temporaryFolder('hub');
  target = join(folder, 'tiny-q4_k_m.gguf');
});
afterEach(() => hub.close());

const source: HubSource = { type: 'hub', repository: 'Someone/Tiny-GGUF' };
const entry: CatalogueEntry = {
  name: 'tiny',
  aliases: [],
  about: 'made for a test',
  licence: 'none',
  anyUse: true,
  expectation: 'expect-tiny',
  file: 'tiny-q4_k_m.gguf',
  bytes: 400_000,
  sha256: null,
  source,
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function fetched(given = entry, waitsMs: readonly number[] = [], signal?: AbortSignal, stallMs = 5000): Promise<PullProgress[]> {
  const client = createHubClient({ HF_ENDPOINT: hub.url }, stallMs);
  const steps: PullProgress[] = [];
  try {
    for await (const step of downloadHubFile(given, source, target, { client, waitsMs, signal })) steps.push(step);
  } finally {
    await client.close();
  }
  return steps;
}
const files = async (): Promise<readonly string[]> => (await readdir(folder)).sort();
const gets = () => hub.requests.filter(({ method, path }) => method === 'GET' && path.startsWith('/cdn'));

describe('a file of the hub', () => {
  test('is verified against the checksum on the redirect, and says that only the source names it', async () => {
    const steps = await fetched();
    expect(await readFile(target)).toEqual(Buffer.from(hub.content));
    expect(await files()).toEqual(['tiny-q4_k_m.gguf', 'tiny-q4_k_m.gguf.verified']);
    expect(steps[0]?.warning).toEqual({ feature: 'weights-checksum', detail: expect.stringContaining(sha256(hub.content)) });
    expect(steps[0]?.status).toMatch(/^fetching tiny-q4_k_m.gguf from 127\.0\.0\.1:\d+ \(0 MB, licence: none\)$/);
    expect(steps.at(-1)).toEqual({ status: 'tiny is ready', completedBytes: 400_000, totalBytes: 400_000 });
    expect(hub.requests[0]).toEqual({ method: 'HEAD', path: '/Someone/Tiny-GGUF/resolve/main/tiny-q4_k_m.gguf', range: undefined });
  });

  test('with a pinned checksum needs no warning, and the pin outranks the source', async () => {
    const steps = await fetched({ ...entry, sha256: sha256(hub.content) });
    expect(steps.some(({ warning }) => warning !== undefined)).toBe(false);
    await expect(fetched({ ...entry, sha256: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'weights-corrupt' });
  });

  test('goes on from where the connection was cut', async () => {
    hub.mood = { cutAfter: [150_000] };
    const steps = await fetched(entry, [10]);
    expect(await readFile(target)).toEqual(Buffer.from(hub.content));
    expect(gets().map(({ range }) => range)).toEqual([undefined, 'bytes=150000-']);
    expect(steps.map(({ status }) => status).join('\n')).toContain('broke off');
  });

  test('keeps what came, and a later command goes on from there', async () => {
    hub.mood = { cutAfter: [100_000] };
    await expect(fetched()).rejects.toMatchObject({
      code: 'weights-unavailable',
      message: expect.stringContaining('25 % of tiny-q4_k_m.gguf is kept'),
      hint: expect.stringContaining('models pull tiny'),
    });
    expect(await files()).toEqual(['tiny-q4_k_m.gguf.partial', 'tiny-q4_k_m.gguf.partial.json']);
    hub.mood = {};
    await fetched();
    expect(gets().at(-1)?.range).toBe('bytes=100000-');
    expect(await readFile(target)).toEqual(Buffer.from(hub.content));
  });

  test('starts again where the source cannot go on from the middle, or holds another file now', async () => {
    hub.mood = { cutAfter: [100_000] };
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-unavailable' });
    hub.mood = { ignoreRange: true };
    await fetched();
    expect(await readFile(target)).toEqual(Buffer.from(hub.content));

    await writeFile(`${target}.partial`, 'GGUF of another version');
    await writeFile(`${target}.partial.json`, JSON.stringify({ sha256: 'a'.repeat(64), bytes: 400_000, from: hub.url }));
    hub.mood = {};
    await fetched();
    expect(gets().at(-1)?.range).toBeUndefined();
  });

  test('whose half was damaged meanwhile is refused and not kept', async () => {
    hub.mood = { cutAfter: [100_000] };
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-unavailable' });
    const half = await readFile(`${target}.partial`);
    half[50_000] = (half[50_000] ?? 0) ^ 1;
    await writeFile(`${target}.partial`, half);
    hub.mood = {};
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-corrupt' });
    expect(await files()).toEqual([]);
  });

  test('with another content than its checksum says', async () => {
    hub.mood = { checksum: 'b'.repeat(64) };
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-corrupt', message: expect.stringContaining('b'.repeat(64)) });
    expect(await files()).toEqual([]);
  });

  test('without any checksum is not fetched', async () => {
    hub.mood = { checksum: null };
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-unavailable', message: expect.stringContaining('names no checksum') });
    expect(gets()).toEqual([]);
  });

  test.each([
    ['a login page of the network', { page: true }, /web page instead of the file/],
    ['a missing file', { status: 404 }, /does not offer Someone\/Tiny-GGUF.*HTTP 404/],
    ['an overloaded source', { status: 503 }, /HTTP 503/],
    ['something that is no GGUF', { answerWith: Buffer.alloc(400_000, 'x') }, /no GGUF file/],
    ['more than was announced', { answerWith: Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(500_000)]) }, /sends more than/],
    ['a redirect to another kind of address', { downgradeTo: 'file:///etc/passwd' }, /redirects to file:/],
  ] as const)('%s', async (_what, mood, message) => {
    hub.mood = mood;
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-unavailable', message: expect.stringMatching(message) });
  });

  test('from a source that is silent, or not there', async () => {
    hub.mood = { silent: true };
    await expect(fetched(entry, [], undefined, 300)).rejects.toMatchObject({
      code: 'weights-unavailable',
      hint: expect.stringContaining('models pull smollm2'),
    });
    await hub.close();
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-unavailable', message: expect.stringContaining('ECONNREFUSED') });
  });

  test('stops at once when cancelled, and keeps what came', async () => {
    hub.mood = { cutAfter: [100_000] };
    const stop = new AbortController();
    const running = fetched(entry, [60_000], stop.signal);
    await new Promise((resolve) => setTimeout(resolve, 400));
    stop.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(await files()).toContain('tiny-q4_k_m.gguf.partial');
  });
});

test('a proxy that hangs up is asked once a try and named as out of reach; what is no proxy is an error of the environment', async () => {
  let asked = 0;
  const proxy = createServer();
  proxy.on('connect', (_, socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const describeBehind = async (https_proxy: string): Promise<unknown> => {
    const client = createHubClient({ HF_ENDPOINT: 'https://hub.invalid', https_proxy });
    try {
      return await client
        .describe('Someone/Tiny-GGUF', 'tiny.gguf', { signal: AbortSignal.timeout(5000) })
        .catch((error: unknown) => error);
    } finally {
      await client.close();
    }
  };
  expect(await describeBehind(`127.0.0.1:${port}`)).toMatchObject({ message: 'https://hub.invalid cannot be reached (the proxy hung up)' });
  expect(asked).toBe(1);
  expect(await describeBehind('ftp://proxy')).toMatchObject({ code: 'bad-config', hint: expect.stringContaining('HTTPS_PROXY=') });
  proxy.close();
});
