/// <reference lib="dom" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunFact } from '../../src/domain/run-event.ts';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { type TinyServer, tinyServer } from '../http/tiny-server.ts';
import { request, tinyService } from '../runs/child/tiny-service.ts';
import { hasBrowser, openBrowser, openPage, pageFolder } from './browser.ts';

const manyRuns = 2000;
const manySessions = 300;
/** Elements of the document at most, however far one has paged. */
const mostElements = 3000;
let close: () => Promise<void>;
let server: TinyServer;
let browser: Browser;
beforeAll(async () => {
  if (!hasBrowser) return;
  const folder = await mkdtemp(join(tmpdir(), 'anneal-many-'));
  const store = await openSqliteStore({ file: join(folder, 'runs.db') });
  const now = Date.now();
  for (let index = 0; index < manyRuns; index += 1) {
    const id = `run${String(index).padStart(5, '0')}`;
    const at = now - (manyRuns - index) * 60_000;
    const task = `Task ${index}: ${index % 100 === 0 ? 'the median' : 'the mean'} of a list`;
    const facts: readonly RunFact[] = [
      {
        type: 'run-start',
        request: request({ task }),
        language: 'lua',
        model: { backend: 'tiny', id: 'tiny:tiny', demo: true },
        sandbox: { level: 'L1', missing: [] },
      },
      { type: 'run-end', outcome: 'unsure', explanation: 'The first one.', error: null, overlapMs: 0 },
    ];
    await store.create(id, { title: task, at, ...(index < manySessions ? { session: `session${index}` } : {}) });
    const { epoch } = await store.acquire(id, 'filler', { now: at, leaseMs: 1000 });
    await store.append(
      id,
      { epoch, expectedSeq: 0 },
      facts.map((fact, place) => ({ ...fact, v: 1, seq: place + 1, at: at + place })),
    );
    await store.release(id, epoch);
  }
  const runs = tinyService(store);
  close = async () => {
    await runs.close();
    await store.close();
    await rm(folder, { recursive: true });
  };
  [server, browser] = await Promise.all([tinyServer({}, { pageFolder, runs }), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await close?.();
});

const elements = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

/** Reads on, so many times. */
async function readOn(page: Page, rows: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const last = await page.locator(rows).last().textContent();
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => page.locator(rows).last().textContent(), { timeout: 20_000 }).not.toBe(last);
  }
}

describe.skipIf(!hasBrowser)('with 2,000 runs and 300 sessions', () => {
  test('the lists stay as large as they are, however far one reads on, and lead back to the newest', async () => {
    const { page, faults } = await openPage(browser, `${server.url}/#/runs`);
    const runs = 'table.runs tbody tr';
    await page.locator(runs).filter({ hasText: 'Task 1999:' }).waitFor();
    await readOn(page, runs, 12);
    expect(await page.locator(runs).count()).toBe(200);
    expect(await elements(page)).toBeLessThan(mostElements);
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.locator(runs).filter({ hasText: 'Task 1999:' }).waitFor();
    expect(await page.getByRole('button', { name: 'Newest' }).count()).toBe(0);
    await page.getByRole('searchbox').fill('median');
    await page.locator(runs).filter({ hasText: 'Task 1900:' }).waitFor();
    expect(await page.locator(runs).count()).toBe(20);
    await page.locator(runs).filter({ hasText: 'Task 1900:' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Replay' }).waitFor();

    await page.goto(`${server.url}/#/sessions`);
    await page.locator('.past li').filter({ hasText: 'Task 299:' }).waitFor();
    await readOn(page, '.past li', 12);
    expect(await page.locator('.past li').count()).toBe(200);
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.locator('.past li').filter({ hasText: 'Task 299:' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
