/// <reference lib="dom" />
/// <reference lib="dom.asynciterable" />
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium, or the one that is named. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const hasBrowser = existsSync(executablePath);
if (!hasBrowser) console.warn(`left out: ${executablePath} is not there (apt-get install chromium, or CHROMIUM=PATH)`);

export const pageFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));

export const openBrowser = (): Promise<Browser> =>
  // Without a sandbox of its own, as root has none; it opens our page only.
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

export type Opened = {
  readonly page: Page /** What the console said that it should not, policies included. */;
  readonly faults: readonly string[];
};

/** A tab of a browser that knows nothing yet. */
export async function openPage(browser: Browser, url: string, locale = 'en-GB'): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // What the network refuses while a test has cut it is no fault of the page.
    if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  await page.goto(url);
  return { page, faults };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type Finding = { readonly id: string; readonly impact: string | null; readonly nodes: readonly { readonly html: string }[] };

/** What axe finds serious or critical, in both themes. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.evaluate(axe);
    const violations = await page.evaluate(
      () =>
        (globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Finding[] }> } }).axe
          .run({ resultTypes: ['violations'] })
          .then((result) => result.violations) as Promise<Finding[]>,
    );
    for (const { id, impact, nodes } of violations) {
      if (impact === 'serious' || impact === 'critical')
        found.push(`${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    }
  }
  return found;
}

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** With ANNEAL_IMAGES set, the screen as it is goes into docs/images: dark and light, wide and narrow. */
export async function keepImages(page: Page, name: string): Promise<void> {
  if (process.env.ANNEAL_IMAGES === undefined) return;
  mkdirSync(images, { recursive: true });
  const before = page.viewportSize();
  for (const [size, width, height] of [
    ['wide', 1280, 900],
    ['narrow', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen;
        scrollTo(0, 0);
      }, theme);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${images}${name}-${theme}-${size}.png` });
    }
  }
  if (before !== null) await page.setViewportSize(before);
}
