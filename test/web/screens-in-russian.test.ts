import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AllScreens, allScreens, expectAccessible } from './all-screens.ts';
import { hasBrowser, openBrowser, openPage } from './browser.ts';

let screens: AllScreens;
let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) [screens, browser] = await Promise.all([allScreens(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await screens?.close();
});

describe.skipIf(!hasBrowser)('every screen in Russian', () => {
  test.each([360, 1440])(
    'at %d pixels has no serious finding of axe in either theme, and fits',
    (width) => expectAccessible(browser, screens, 'ru-RU', width),
    120_000,
  );

  test('says in Russian what the service says of the machine and the model', async () => {
    const { page } = await openPage(browser, `${screens.bare}/#/models`, 'ru-RU');
    await page.locator('.checks .command').first().waitFor();
    await page.locator('.facts dd').first().waitFor();
    expect(await page.locator('main [lang=en]:not(.command)').allTextContents()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
