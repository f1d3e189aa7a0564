import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type AllScreens, allScreens, expectAccessible } from './all-screens.ts';
import { hasBrowser, openBrowser } from './browser.ts';

let screens: AllScreens;
let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) [screens, browser] = await Promise.all([allScreens(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await screens?.close();
});

describe.skipIf(!hasBrowser)('every screen in English', () => {
  test.each([360, 1440])(
    'at %d pixels has no serious finding of axe in either theme, and fits',
    (width) => expectAccessible(browser, screens, 'en-GB', width),
    120_000,
  );
});
