import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TinyServer, tinyServer, until } from '../http/tiny-server.ts';
import { hasBrowser, keepImages, openBrowser, openPage, pageFolder, seriousFindings } from './browser.ts';
import { demoMessage, type MockService, mockService } from './mock-service.ts';

let service: MockService;
let many: TinyServer;
let browser: Browser;
let runId = '';
beforeAll(async () => {
  if (!hasBrowser) return;
  [service, many, browser] = await Promise.all([mockService(), tinyServer({}, { pageFolder }), openBrowser()]);
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ task: demoMessage }) };
  ({ runId } = (await (await fetch(`${service.url}/api/runs`, sent)).json()) as { runId: string });
  for (;;) {
    const { state } = (await (await fetch(`${service.url}/api/runs/${runId}`)).json()) as { state: string };
    if (state === 'done') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
afterAll(async () => {
  await browser?.close();
  await many?.close();
  await service?.stop();
});

describe.skipIf(!hasBrowser)('stored runs', () => {
  test('are searched, filtered and turned over a page at a time', async () => {
    const { page, faults } = await openPage(browser, `${many.url}/#/runs`);
    await page.getByText('Nothing has been asked yet.').waitFor();
    const ids: unknown[] = [];
    for (let index = 0; index < 23; index += 1)
      ids.push((await many.ask('POST', '/api/runs', { task: index === 3 ? 'A <b>needle</b> in hay' : `Straw ${index}` })).body.runId);
    for (const id of ids) await until(many, String(id), 'done');
    await page.reload();
    const rows = page.locator('.runs tbody tr');
    await page.getByText('20 shown').waitFor();
    expect(await rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('23 shown').waitFor();
    expect(await page.getByRole('button', { name: 'Older' }).count()).toBe(0);
    await page.locator('body').press('/');
    await page.keyboard.type('needle');
    await page.getByText('1 shown').waitFor();
    expect(await rows.textContent()).toContain('A <b>needle</b> in hay');
    // In a text field the key is a letter.
    await page.keyboard.type('?');
    await page.getByText('No request holds this.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Search requests').fill('');
    await page.getByLabel('Which').selectOption('waiting');
    await page.getByText('No request holds this.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    // A service that does not answer is not one without runs.
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByText('The service does not answer.').first().waitFor();
    expect(await page.getByText('Nothing has been asked yet.').count()).toBe(0);
    await page.context().close();
  });

  test('are played again by key: a fact, a round, and by themselves; the grid is the one of that moment', async () => {
    const { page, faults } = await openPage(browser, `${service.url}/#/runs`);
    await page.locator('.runs a').first().waitFor();
    await keepImages(page, 'runs');
    await page.locator('.runs a').first().click();
    await page.waitForURL(new RegExp(`#/runs/${runId}`));
    const slider = page.getByRole('slider', { name: 'Moment' });
    await page.locator('.fact-log [aria-current=step]').waitFor();
    const at = async (): Promise<readonly number[]> =>
      (/event (\d+) of (\d+)/.exec((await slider.getAttribute('aria-valuetext')) ?? '') ?? []).slice(1).map(Number);
    // Facts may still have been coming in.
    await page.getByText('This run has not ended').waitFor({ state: 'detached' });
    const [last, all] = await at();
    expect(last).toBe(all);
    await page.getByRole('grid').locator('tr[data-row]').first().waitFor();
    const programs = await page.getByRole('grid').locator('tr[data-row]').count();
    await page.locator('body').press('ArrowLeft');
    expect((await at())[0]).toBe((last ?? 0) - 1);
    await page.locator('body').press('Shift+ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/round \d|repair of/);
    expect(await seriousFindings(page)).toEqual([]);
    await keepImages(page, 'replay');
    await page.locator('body').press('Shift+ArrowLeft');
    await slider.focus();
    const before = (await at())[0] ?? 0;
    await page.keyboard.press('ArrowRight');
    expect((await at())[0]).toBe(before + 1);
    while (((await at())[0] ?? 0) > 6) await page.locator('body').press('ArrowLeft');
    expect(await page.getByRole('grid').locator('tr[data-row]').count()).toBeLessThan(programs);
    await page.getByRole('button', { name: '16×' }).click();
    await slider.press(' ');
    await page.getByRole('button', { name: /^Pause/ }).waitFor();
    await expect.poll(async () => (await at())[0]).toBe(all);
    await page.getByRole('button', { name: /^Play/ }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
