import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyServer } from '../http/tiny-server.ts';
import { storeReport } from './bench-report.ts';
import { hasBrowser, openBrowser, openPage, pageFolder, seriousFindings } from './browser.ts';
import { demoMessage, mockService } from './mock-service.ts';

type AllScreens = {
  /** Address of a service without a model, whose runs stand still with a question. */
  readonly bare: string;
  /** Each screen with something in it, and what shows that it is there. */
  readonly places: readonly (readonly [name: string, address: string, shown: string])[];
  readonly close: () => Promise<void>;
};

/** Two services, and the addresses of every screen of the page in them. */
async function allScreens(): Promise<AllScreens> {
  const [demo, bare] = await Promise.all([mockService(), tinyServer({ askAfter: 2 }, { pageFolder })]);
  await storeReport(bare.home);
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message: demoMessage }) };
  const { runId, sessionId } = (await (await fetch(`${demo.url}/api/sessions`, sent)).json()) as Record<string, string>;
  const { body: asked } = await bare.ask('POST', '/api/runs', { task: 'Give me something', interactive: true });
  return {
    bare: bare.url,
    places: [
      ['ask', `${demo.url}/#/`, '.model-line b'],
      ['question', `${bare.url}/#/run/${asked.runId}`, '.option'],
      ['answer', `${demo.url}/#/run/${runId}`, '.evidence tbody tr'],
      ['runs', `${demo.url}/#/runs`, '.runs tbody tr'],
      ['replay', `${demo.url}/#/runs/${runId}`, '.fact-log [aria-current=step]'],
      ['sessions', `${demo.url}/#/sessions`, '.past li'],
      ['session', `${demo.url}/#/sessions/${sessionId}`, '.cm-content'],
      ['models', `${bare.url}/#/models`, '.checks .command'],
      ['bench', `${bare.url}/#/bench`, '.u-wrap'],
      ['a run that is not there', `${demo.url}/#/run/nothing`, '[role=alert]'],
    ],
    close: async () => {
      await bare.close();
      await demo.stop();
    },
  };
}

/** In both themes: nothing that axe finds serious, and nothing wider than the screen. */
async function expectAccessible(browser: Browser, { places }: AllScreens, locale: string, width: number): Promise<void> {
  const { page, faults } = await openPage(browser, 'about:blank', locale);
  await page.setViewportSize({ width, height: 900 });
  for (const [name, address, shown] of places) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.locator(shown).first().waitFor();
    expect(await seriousFindings(page), `${name}, ${locale}, ${width}`).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${name}, ${locale}, ${width}`).toBeLessThanOrEqual(0);
  }
  expect(faults).toEqual([]);
  await page.context().close();
}

/** Tests of every screen in one language, in a file of their own because they take a while; `more`: what else that language is tried for. */
export function describeEveryScreen(name: string, locale: string, more?: (browser: () => Browser, bare: () => string) => void): void {
  let screens: AllScreens;
  let browser: Browser;
  beforeAll(async () => {
    if (hasBrowser) [screens, browser] = await Promise.all([allScreens(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await screens?.close();
  });

  describe.skipIf(!hasBrowser)(name, () => {
    test.each([360, 1440])(
      'at %d pixels has no serious finding of axe in either theme, and fits',
      (width) => expectAccessible(browser, screens, locale, width),
      120_000,
    );
    more?.(
      () => browser,
      () => screens.bare,
    );
  });
}
