import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { openSqliteStore, openSqliteStoreToRead } from '../../src/stores/kysely/open-sqlite-store.ts';
import { startChild } from './child/start-child.ts';

// A full or read-only disk needs a mount of its own, which bubblewrap gives without being root.
const bubblewrap = 'bwrap';
const canMount = spawnSync(bubblewrap, ['--dev-bind', '/', '/', '--size', '4096', '--tmpfs', '/tmp', 'true']).status === 0;

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-sqlite-'));
  file = join(folder, 'deep', 'er', 'runs.db');
});
afterEach(() => rm(folder, { recursive: true }));

const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

const warning = (seq: number, detail: string): RunEvent => ({ type: 'warning', warning: { feature: 'test', detail }, v: 1, seq, at: seq });

describe('the SQLite store', () => {
  it('makes its folder and files for this user only', async () => {
    const store = await openSqliteStore({ file });
    await store.create('r', { title: 'a run', at: 1 });
    expect(await mode(join(folder, 'deep', 'er'))).toBe('700');
    const files = await readdir(join(folder, 'deep', 'er'));
    expect(files.sort()).toEqual(['runs.db', 'runs.db-shm', 'runs.db-wal']);
    for (const name of files) expect(await mode(join(folder, 'deep', 'er', name))).toBe('600');
    await store.close();
  });

  it('refuses a pipe in the place of the file at once, also one that somebody reads', async () => {
    file = join(folder, 'runs.db');
    expect(spawnSync('mkfifo', ['-m', '644', file]).status).toBe(0);
    const refused = { code: 'store-unavailable', message: `The run store ${file} is no file, or a part of its path is no folder.` };
    await expect(openSqliteStore({ file })).rejects.toMatchObject(refused);
    const reader = await open(file, constants.O_RDWR);
    try {
      await expect(openSqliteStore({ file })).rejects.toMatchObject(refused);
    } finally {
      await reader.close();
    }
    expect(await mode(file)).toBe('644');
  });

  it.runIf(process.platform === 'linux')('refuses a place where no folder can be made at once', async () => {
    await expect(openSqliteStore({ file: '/proc/nowhere/deep/runs.db' })).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  it('keeps every acknowledged event when both of two writing processes are killed', async () => {
    (await openSqliteStore({ file })).close();
    const script = new URL('./child/append-forever.ts', import.meta.url);
    const children = ['a', 'b'].map((stream) => ({ stream, child: startChild(script, [file, stream]) }));
    const acknowledged = await Promise.all(
      children.map(async ({ stream, child }) => {
        let last = 0;
        for await (const line of child.lines) {
          last = Number(line);
          if (last === 300) await child.kill();
        }
        return { stream, last };
      }),
    );
    const store = await openSqliteStore({ file });
    for (const { stream, last } of acknowledged) {
      expect(last).toBeGreaterThanOrEqual(300);
      const seqs: number[] = [];
      for await (const event of store.read(stream)) seqs.push(event.seq);
      expect(seqs.length).toBeGreaterThanOrEqual(last);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
      expect((await store.summary(stream))?.events).toBe(seqs.length);
    }
    await store.close();
    const check = new Database(file);
    expect(check.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    check.close();
  });

  it('opens for several processes at the same first moment', async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => openSqliteStore({ file })));
    await Promise.all(stores.map((store, index) => store.create(`r${index}`, { title: '', at: index })));
    expect((await stores[0]?.list({}, 1))?.items).toHaveLength(6);
    for (const store of stores) await store.close();
  });

  it('waits for a lock without blocking the process, and then says who to look for', async () => {
    const store = await openSqliteStore({ file });
    const other = new Database(file);
    other.exec('begin immediate');
    let beats = 0;
    const pulse = setInterval(() => {
      beats += 1;
    }, 5);
    const waiting = store.create('r', { title: '', at: 1 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    other.exec('commit');
    await waiting;
    clearInterval(pulse);
    // A process that is blocked while it waits has none, and could not have let the lock go either.
    expect(beats).toBeGreaterThan(2);
    expect(await store.summary('r')).not.toBeNull();
    other.close();
    await store.close();
  });

  it('is opened and read while another process holds the lock', async () => {
    const store = await openSqliteStore({ file });
    await store.create('kept', { title: 'x', at: 1 });
    await store.close();
    const other = new Database(file);
    other.exec('begin immediate');
    const reader = await openSqliteStoreToRead({ file });
    expect((await reader.list({}, 5)).items.map(({ id }) => id)).toEqual(['kept']);
    await reader.close();
    expect(other.inTransaction).toBe(true);
    other.close();
  });

  it('brings a store of the first version to this one and keeps its runs', async () => {
    const store = await openSqliteStore({ file });
    await store.create('kept', { title: 'x', at: 1 });
    await store.close();
    const first = new Database(file);
    first.exec('drop table skill_verifications; drop table decisions; update schema_version set version = 1');
    first.close();
    const upgraded = await openSqliteStore({ file });
    expect(await upgraded.summary('kept')).toMatchObject({ title: 'x' });
    expect(await upgraded.skills.decisions({ limit: 1 })).toEqual([]);
    await upgraded.close();
  });

  it('leaves a store of a newer version alone', async () => {
    await (await openSqliteStore({ file })).close();
    const newer = new Database(file);
    newer.exec('update schema_version set version = 99');
    newer.close();
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: 'store-newer',
      exitCode: 7,
      message: expect.stringMatching(/version 99.*up to \d/),
    });
    const after = new Database(file);
    expect(after.prepare('select version from schema_version').all()).toEqual([{ version: 99 }]);
    after.close();
  });

  it('gives a hint that works for a file that is no database', async () => {
    await (await openSqliteStore({ file })).close();
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
    await writeFile(file, 'not a database '.repeat(1_000));
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: 'store-unavailable',
      hint: expect.stringContaining(`mv '${file}'`),
    });
  });

  it('says so when its place is a folder or below a file', async () => {
    await expect(openSqliteStore({ file: folder })).rejects.toMatchObject({
      code: 'store-unavailable',
      message: expect.stringContaining(folder),
    });
    await writeFile(join(folder, 'deep'), '');
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  describe.runIf(canMount)('on a file system that', () => {
    const refused = async (mount: readonly string[]): Promise<unknown> => {
      const place = join(folder, 'mounted');
      await mkdir(place);
      const script = new URL('./child/fill-store.ts', import.meta.url);
      const child = startChild(script, [join(place, 'runs.db')], [bubblewrap, '--dev-bind', '/', '/', ...mount, place]);
      const { value } = await child.lines.next();
      await child.kill();
      return JSON.parse(String(value));
    };

    it('fills up, keeps what was acknowledged and says that the disk is full', async () => {
      const refusal = await refused(['--size', String(1 << 20), '--tmpfs']);
      expect(refusal).toMatchObject({ code: 'no-space', exitCode: 7, hint: expect.stringContaining('df -h') });
      const { acknowledged, readable } = refusal as { acknowledged: number; readable: number };
      expect(acknowledged).toBeGreaterThan(10);
      expect(readable).toBe(acknowledged);
    });

    it('has no room at all, says so at the start', async () => {
      expect(await refused(['--size', '4096', '--tmpfs'])).toMatchObject({ code: 'no-space', acknowledged: 0 });
    });

    it('is read-only, names the place', async () => {
      const mount = ['--ro-bind', join(folder, 'mounted')];
      expect(await refused(mount)).toMatchObject({
        code: 'store-unavailable',
        hint: expect.stringContaining(`ls -ld '${join(folder, 'mounted')}'`),
      });
    });
  });

  describe.runIf(canMount)('in a place that may only be read', () => {
    const stored = async (): Promise<void> => {
      const store = await openSqliteStore({ file });
      await store.create('r', { title: 'a run', at: 1 });
      const { epoch } = await store.acquire('r', 'one', { now: 1, leaseMs: 1 });
      await store.append('r', { epoch, expectedSeq: 0 }, [warning(1, 'a'), warning(2, 'b')]);
      await store.close();
    };
    // A copy: the library may still hold the original, and takes its side files away when it lets go.
    const copied = async (name: string): Promise<string> => {
      const copy = join(folder, name);
      await copyFile(file, copy);
      return copy;
    };
    const look = async (place = file): Promise<unknown> => {
      const mount = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
      const child = startChild(new URL('./child/read-store.ts', import.meta.url), [place], [bubblewrap, ...mount]);
      const { value } = await child.lines.next();
      await child.kill();
      return JSON.parse(String(value));
    };
    const readOnly = {
      readable: 2,
      listed: 1,
      write: { code: 'store-unavailable', message: expect.stringContaining('cannot be written') },
    };

    it('shows its runs, with and without SQLite’s side files, and refuses to write', async () => {
      await stored();
      const reader = await openSqliteStore({ file });
      expect((await readdir(join(folder, 'deep', 'er'))).length).toBe(3);
      expect(await look()).toEqual({ ...readOnly, write: expect.objectContaining(readOnly.write) });
      await reader.close();
      expect(await look(await copied('alone.db'))).toEqual({ ...readOnly, write: expect.objectContaining(readOnly.write) });
    });

    it('says how to read a log that was left without its index', async () => {
      await stored();
      const copy = await copied('with-log.db');
      await writeFile(`${copy}-wal`, 'x'.repeat(100));
      expect(await look(copy)).toMatchObject({
        open: { code: 'store-unavailable', hint: expect.stringContaining(`cp '${copy}' '${copy}-wal'`) },
      });
    });

    it('does not hide that a newer version wrote it', async () => {
      await stored();
      const newer = new Database(file);
      newer.exec('update schema_version set version = 99');
      newer.pragma('wal_checkpoint(truncate)');
      newer.close();
      expect(await look(await copied('newer.db'))).toMatchObject({ open: { code: 'store-newer' } });
    });
  });

  it('pain 41: gives the space of pruned runs back to the disk', async () => {
    const store = await openSqliteStore({ file });
    await store.create('r', { title: '', at: 1 });
    const { epoch } = await store.acquire('r', 'one', { now: 1, leaseMs: 1 });
    const end: RunEvent = { type: 'run-end', outcome: 'failed', explanation: '', error: null, overlapMs: 0, v: 1, seq: 5, at: 5 };
    await store.append('r', { epoch, expectedSeq: 0 }, [...[1, 2, 3, 4].map((seq) => warning(seq, 'x'.repeat(1_000_000))), end]);
    expect(await store.prune({ maxRuns: 0 }, 10)).toBe(1);
    await store.close();
    expect((await stat(file)).size).toBeLessThan(500_000);
  });

  it('prunes some at a time: others write meanwhile, what is taken up again stays, and it can be left half done', async () => {
    const store = await openSqliteStore({ file });
    const end: RunEvent = { type: 'run-end', outcome: 'cancelled', explanation: '', error: null, overlapMs: 0, v: 1, seq: 1, at: 1 };
    const make = async (id: string): Promise<void> => {
      await store.create(id, { title: id, at: 1 });
      const { epoch } = await store.acquire(id, 'one', { now: 1, leaseMs: 1 });
      await store.append(id, { epoch, expectedSeq: 0 }, [end]);
    };
    const names = Array.from({ length: 200 }, (_, index) => `run${String(index).padStart(3, '0')}`);
    for (const name of names) await make(name);
    const last = names.at(-1) ?? '';

    let isOver = false;
    const pruned = store.prune({ maxRuns: 0 }, 10).finally(() => {
      isOver = true;
    });
    let turns = 0;
    const turning = (async () => {
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
    })();
    const { epoch } = await store.acquire(last, 'two', { now: 2, leaseMs: 1000 });
    await store.append(last, { epoch, expectedSeq: 1 }, [{ type: 'run-resume', v: 1, seq: 2, at: 2 }]);
    expect(isOver).toBe(false);
    expect(await pruned).toBe(199);
    await turning;
    expect(turns).toBeGreaterThan(20);
    expect((await store.list({}, 3)).items.map(({ id }) => id)).toEqual([last]);

    for (const name of names.slice(0, 100)) await make(name);
    const stop = new AbortController();
    const left = store.prune({ maxRuns: 0 }, 10, { signal: stop.signal });
    stop.abort();
    await expect(left).rejects.toBe(stop.signal.reason);
    expect((await store.list({ limit: 500 }, 3)).items.length).toBeGreaterThan(50);
    await store.close();
  });
});
