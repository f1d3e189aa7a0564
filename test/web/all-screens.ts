import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { tinyServer } from '../http/tiny-server.ts';
import { storeReport } from './bench-report.ts';
import { openPage, pageFolder, seriousFindings } from './browser.ts';
import { demoMessage, mockService } from './mock-service.ts';

export type AllScreens = {
  /** Address of a service without a model, whose runs stand still with a question. */
  readonly bare: string;
  /** Each screen with something in it, and what shows that it is there. */
  readonly places: readonly (readonly [name: string, address: string, shown: string])[];
  readonly close: () => Promise<void>;
};

/** Two services, and the addresses of every screen of the page in them. */
export async function allScreens(): Promise<AllScreens> {
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
export async function expectAccessible(browser: Browser, { places }: AllScreens, locale: string, width: number): Promise<void> {
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
