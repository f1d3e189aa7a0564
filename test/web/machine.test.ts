import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TinyServer, tinyServer } from '../http/tiny-server.ts';
import { startLocalHub } from '../models/weights/local-hub.ts';
import { storeReport } from './bench-report.ts';
import { hasBrowser, keepImages, openBrowser, openPage, pageFolder, seriousFindings } from './browser.ts';

let server: TinyServer;
let guarded: TinyServer;
let hub: Awaited<ReturnType<typeof startLocalHub>>;
let browser: Browser;
beforeAll(async () => {
  if (!hasBrowser) return;
  hub = await startLocalHub();
  vi.stubEnv('HF_ENDPOINT', hub.url);
  const access = { token: 'correct-horse-battery', onLoopback: true, hosts: [] };
  [server, guarded, browser] = await Promise.all([tinyServer({}, { pageFolder }), tinyServer({}, { pageFolder, access }), openBrowser()]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await browser?.close();
  await server?.close();
  await guarded?.close();
  await hub?.close();
});

describe.skipIf(!hasBrowser)('models and doctor', () => {
  test('say what works, fetch a model with its progress, and remove it after one question', async () => {
    const { page, faults } = await openPage(browser, `${server.url}/#/models`);
    await page.getByRole('heading', { level: 1, name: /^(Ready|Not ready)\./ }).waitFor();
    expect(await page.getByText('Isolation').count()).toBe(1);
    const row = page.getByRole('row').filter({ hasText: 'qwen2.5-coder-0.5b' });
    await row.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepImages(page, 'models');
    hub.mood = { cutAfter: [200_000] };
    await row.getByRole('button', { name: /^Fetch/ }).click();
    await row.getByRole('progressbar').waitFor();
    await row.getByRole('button', { name: /^Remove/ }).waitFor();
    await page.getByText('weights-checksum').waitFor();
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await row.getByRole('button', { name: /^Remove 400/ }).click();
    await row.getByRole('button', { name: /^Fetch/ }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!hasBrowser)('benchmarks', () => {
  test('say how to begin, and draw what was measured, in words too', async () => {
    const { page, faults } = await openPage(browser, `${server.url}/#/bench`);
    await page.getByText('anneal bench sandbox').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await storeReport(server.home);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /^45\.0\s% before, 62\.5\s% after/ }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'one random program' }).textContent()).toContain('45.0 %');
    await page.locator('.u-wrap').first().waitFor();
    expect(await page.getByRole('img', { name: /^Does 80\s% mean 80\s%\? .* stated, .* right, \d+ tasks?/ }).count()).toBe(1);
    expect(await page.getByRole('img', { name: /^Every task, before and after/ }).count()).toBe(1);
    await keepImages(page, 'bench');
    await page.getByText('As a table').first().click();
    expect(await page.getByRole('row').filter({ hasText: 'task-1' }).first().textContent()).toMatch(/right|wrong/);
    expect(await seriousFindings(page)).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download JSON' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^20261130T\d{6}-tasks-0001\.json$/);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: /^Remove this report/ }).click();
    await page.getByText('anneal bench sandbox').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!hasBrowser)('the frame', () => {
  test('lists its keys behind a question mark, gives the focus back, and lets single keys be switched off', async () => {
    const { page, faults } = await openPage(browser, `${server.url}/#/runs`);
    const button = page.getByRole('button', { name: 'Keys' });
    await button.click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.locator('body').press('?');
    await page.getByLabel(/^Single keys work/).uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('body').press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.reload();
    await button.click();
    expect(await page.getByLabel(/^Single keys work/).isChecked()).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('fits screens from a small phone to a wide one, in both languages', async () => {
    for (const locale of ['en-GB', 'ru-RU']) {
      const { page, faults } = await openPage(browser, `${server.url}/#/models`, locale);
      for (const place of ['models', 'bench', 'runs', 'sessions']) {
        await page.goto(`${server.url}/#/${place}`);
        await page.locator('h1').waitFor();
        await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
        for (const width of [320, 390, 720, 1080, 1920]) {
          await page.setViewportSize({ width, height: 800 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(over, `${locale} ${place} at ${width}`).toBeLessThanOrEqual(0);
        }
      }
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  test('lets a browser in by the link that works once, and then it may change things', async () => {
    const { page } = await openPage(browser, guarded.url);
    await page.getByRole('heading', { name: 'This service needs its link' }).waitFor();
    await page.goto(`${guarded.url}${guarded.service.pageLink}`);
    await page.getByLabel('What should it do?').fill('Give me something');
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.waitForURL(/#\/run\/./);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const stranger = await openPage(browser, `${guarded.url}${guarded.service.pageLink}`, 'ru-RU');
    await stranger.page.getByRole('heading', { name: 'Этому сервису нужна его ссылка' }).waitFor();
    await stranger.page.context().close();
    await page.context().close();
  });
});
