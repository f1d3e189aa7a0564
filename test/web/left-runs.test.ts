import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../src/domain/app-error.ts';
import type { RunService } from '../../src/runs/run-service-types.ts';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { type TinyServer, tinyServer } from '../http/tiny-server.ts';
import { request, tinyService } from '../runs/child/tiny-service.ts';
import { hasBrowser, openBrowser, openPage, pageFolder, seriousFindings } from './browser.ts';

let folder: string;
let close: () => Promise<void>;
let runs: RunService;
let server: TinyServer;
let browser: Browser;
/** `filling`: full from the third program on. */
let disk: 'filling' | 'full' | 'free' = 'filling';
beforeAll(async () => {
  if (!hasBrowser) return;
  folder = await mkdtemp(join(tmpdir(), 'anneal-left-'));
  const store = await openSqliteStore({ file: join(folder, 'runs.db') });
  const filling: typeof store = {
    ...store,
    append: async (id, at, events) => {
      if (disk === 'filling' && events.some((event) => event.type === 'candidate-add' && event.id === 'c3')) disk = 'full';
      if (disk === 'full') {
        throw new AppError('no-space', 'The disk is full.', 'Make room, then go on with the run.');
      }
      await store.append(id, at, events);
    },
  };
  runs = tinyService(filling);
  close = async () => {
    await runs.close();
    await store.close();
    await rm(folder, { recursive: true });
  };
  [server, browser] = await Promise.all([tinyServer({}, { pageFolder, runs }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await close?.();
});

describe.skipIf(!hasBrowser)('a run that nobody drives any more', () => {
  test('says that a full disk stopped it, in the language of the browser, asks no further, and goes on once there is room', async () => {
    disk = 'filling';
    const { runId } = await runs.enqueue(request({ candidates: 5 }));
    const tabs = await Promise.all(['en-GB', 'ru-RU'].map((locale) => openPage(browser, `${server.url}/#/run/${runId}`, locale)));
    const [english, russian] = tabs.map(({ page }) => page);
    if (english === undefined || russian === undefined) throw new Error('two tabs');
    let streams = 0;
    english.on('request', (sent) => {
      if (sent.url().endsWith('/events')) streams += 1;
    });
    await Promise.all([english.getByText('In line.').waitFor(), russian.getByText('В очереди.').waitFor()]);
    await server.ask('POST', `/api/runs/${runId}/resume`);
    const reason = english.getByRole('alert').filter({ hasText: 'The disk is full.' });
    await reason.waitFor();
    const asked = streams;
    expect(await reason.textContent()).toContain('Make room');
    await russian.getByRole('alert').filter({ hasText: 'На диске нет места.' }).waitFor();
    // What was found stays, and nothing looks as if it went on.
    expect(await english.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Interrupted\./);
    expect(await russian.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Прерван\./);
    expect(await english.getByRole('button', { name: /^Stop/ }).count()).toBe(0);
    expect(await english.getByText('The connection is lost.').count()).toBe(0);
    expect(await seriousFindings(english)).toEqual([]);
    expect(streams).toBe(asked);
    disk = 'free';
    await english.getByRole('button', { name: 'Go on' }).click();
    await english.getByRole('heading', { name: 'Why this one' }).waitFor();
    // The other tab does not know yet; it finds out when it is told to go on.
    await russian.getByRole('button', { name: 'Продолжить' }).click();
    await russian.getByRole('heading', { level: 1 }).filter({ hasText: 'Сошлось' }).waitFor();
    expect(tabs.flatMap(({ faults }) => faults)).toEqual([]);
    await Promise.all(tabs.map(({ page }) => page.context().close()));
  });

  test('is said to be interrupted when its owner has died without a word, and goes on from there', async () => {
    disk = 'filling';
    const { result, runId } = await runs.start(request({ candidates: 5 }));
    await expect(result).rejects.toMatchObject({ code: 'no-space' });
    disk = 'free';
    // Opened afterwards: nobody is left who could say why.
    const { page, faults } = await openPage(browser, `${server.url}/#/run/${runId}`);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Interrupted.' }).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'Why this one' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
