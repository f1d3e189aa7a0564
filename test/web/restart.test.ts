import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlace, type Place } from '../cli/anneal.ts';
import { type Serving, startServing } from '../cli/serving.ts';
import { startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { hasBrowser, openBrowser, openPage } from './browser.ts';

let place: Place;
let browser: Browser;
let serving: Serving | null = null;
beforeAll(async () => {
  if (!hasBrowser) return;
  [place, browser] = await Promise.all([makePlace(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await serving?.stop();
  await place?.remove();
});

const program = '```lua\nfunction twice(n)\n  return n * 2\nend\n```';

describe.skipIf(!hasBrowser)('the page of a service', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'that is stopped by %s in mid-run says so, and goes on with it after the restart',
    async (signal) => {
      // The model answers nothing before the service has been stopped, so that this is in mid-run.
      let isHeld = true;
      let held = 0;
      const ollama = await startFakeOllama({
        fault: ({ body }) => {
          const prompt = (body.messages ?? []).map(({ content }) => content).join('\n');
          if (!prompt.includes('without tests')) return { type: 'text', text: 'none' };
          if (!isHeld) return { type: 'text', text: program };
          held += 1;
          return { type: 'slow', ms: 600_000 };
        },
      });
      const start = (port = '0') =>
        startServing(place, ['-b', 'ollama', '-m', 'qwen2.5-coder:1.5b', '--base-url', ollama.url, '--port', port, '-n', '2']);
      serving = await start();
      const { url } = serving;
      const { page } = await openPage(browser, url);
      await page.getByLabel('What should it do?').fill('Twice a number: function twice(n)');
      await page.getByLabel('Call 1').fill('twice(2)');
      await page.getByLabel('Gives 1').fill('4');
      await page.getByLabel('Language').selectOption('lua');
      await page.getByLabel('Gives 1').press('Control+Enter');
      await page.waitForURL(/#\/run\/./);
      await page.getByRole('button', { name: /^Stop/ }).waitFor();
      await expect.poll(() => held, { timeout: 40_000 }).toBeGreaterThan(0);
      const typed = `${signal}: and what else it should do`;
      await page.getByLabel('What should it do?').fill(typed);
      await serving.stop(signal);
      await page.getByText('The connection is lost.').waitFor();
      await page.getByRole('button', { name: /^Run again/ }).click();
      await page.getByRole('alert').filter({ hasText: 'The service does not answer.' }).waitFor();
      isHeld = false;
      serving = await start(new URL(url).port);
      await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Why this one' }).waitFor();
      // What was being written meanwhile is where requests are written.
      await page.goto(`${url}/#/`);
      await expect.poll(() => page.getByLabel('What should it do?').inputValue()).toBe(typed);
      await serving.stop();
      serving = null;
      await ollama.close();
      await page.context().close();
    },
  );
});
