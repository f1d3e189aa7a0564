import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlace, type Place } from '../cli/anneal.ts';
import { type Serving, startServing } from '../cli/serving.ts';
import { testCache } from '../models/llama-cpp/test-cache.ts';
import { hasBrowser, openBrowser, openPage, seriousFindings } from './browser.ts';

let place: Place;
let serving: Serving;
let browser: Browser;
beforeAll(async () => {
  if (!hasBrowser) return;
  place = await makePlace();
  await mkdir(join(place.home, 'cache'), { recursive: true });
  await symlink(await testCache(), join(place.home, 'cache', 'models'));
  serving = await startServing(place, ['-b', 'llama-cpp', '-m', 'smollm2', '-n', '16', '--seed', '7']);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await serving?.stop();
  await place?.remove();
});

describe.skipIf(!hasBrowser)('the page on the embedded model', () => {
  test('says which model it will be, and goes from a request with two examples to what came of it', async () => {
    const { page, faults } = await openPage(browser, serving.url);
    await page.locator('.model-line').filter({ hasText: 'smollm2' }).filter({ hasText: 'measured before release' }).waitFor();
    await page.getByLabel('What should it do?').fill('Return the cube of the number n.\ndef cube(n)');
    await page.getByLabel('Language').selectOption('python');
    for (const [index, call, gives] of [
      [1, 'cube(2)', '8'],
      [2, 'cube(-3)', '-27'],
    ] as const) {
      await page.getByLabel(`Call ${index}`).fill(call);
      await page.getByLabel(`Gives ${index}`).fill(gives);
    }
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('grid').locator('tr[data-row]').first().waitFor({ timeout: 240_000 });
    await page.getByRole('heading', { level: 1, name: /^(Settled on|Not settled:) c\d+/ }).waitFor({ timeout: 240_000 });
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.cm-content').textContent()).toContain('def cube');
    expect(await page.getByRole('row').filter({ hasText: 'cube(-3)' }).first().textContent()).toMatch(/met/);
    expect(await page.getByText('llama-cpp:smollm2').count()).toBeGreaterThan(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  }, 600_000);
});
