import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunFact } from '../../src/domain/run-event.ts';
import type { RunState } from '../../src/domain/run-state.ts';
import { type TinyServer, tinyServer } from '../http/tiny-server.ts';
import { hasBrowser, keepImages, openBrowser, openPage, pageFolder, seriousFindings } from './browser.ts';

const programs = 64;
const calls = 40;
let server: TinyServer;
let browser: Browser;
beforeAll(async () => {
  if (!hasBrowser) return;
  server = await tinyServer({ search: bigSearch }, { pageFolder });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** 64 programs of four behaviours on 40 calls. It stays open, so that the page shows it as running. */
async function* bigSearch(_state: RunState, _tools: unknown, { signal }: { readonly signal?: AbortSignal }): AsyncGenerator<RunFact> {
  yield {
    type: 'contract-end',
    contract: { language: 'lua', entry: { kind: 'function', name: 'f', parameters: [{ name: 'n' }] } },
    signature: 'function f(n)',
    source: 'request',
  };
  yield {
    type: 'tests-add',
    tests: Array.from({ length: calls }, (_none, index) => ({
      id: `t${index + 1}`,
      call: { type: 'expression', expression: `f(${index})` },
      expected: index < 3 ? { type: 'value', source: String(index) } : { type: 'unknown' },
      origin: index < 3 ? 'user' : 'fuzz',
      votes: index < 3 ? 1 : 0,
    })),
  };
  yield {
    type: 'tests-evaluate',
    expectations: [0, 1, 2].map((index) => ({
      test: `t${index + 1}`,
      expected: { type: 'value', value: { type: 'int', value: String(index) } },
    })),
  };
  yield { type: 'tests-end', lock: 'x', stubPasses: [] };
  yield { type: 'round-start', round: 0, kind: 'sample', samples: programs, seed: 1 };
  const groups: string[][] = [[], [], [], []];
  for (let index = 0; index < programs; index += 1) {
    const id = `c${index + 1}`;
    const group = index % 7 === 0 ? 3 : index % 5 === 0 ? 2 : index % 3 === 0 ? 1 : 0;
    groups[group]?.push(id);
    yield {
      type: 'candidate-add',
      id,
      round: 0,
      sample: index,
      seed: index,
      recipe: 'chat',
      code: `function f(n)\n  return n -- ${index}\nend`,
      rejected: null,
    };
    yield {
      type: 'candidate-observe',
      candidate: id,
      repeat: false,
      cpuSeconds: 5,
      observations: Array.from({ length: calls }, (_none, call) => ({
        call,
        outcome: { type: 'value', value: { type: 'int', value: String(call > 5 && call % 3 === 0 ? call + group : call) } },
      })),
      termination: { type: 'exit', code: 0 },
      integrity: 'oracle-outside',
      level: 'L2',
      sandboxMs: 10,
    };
  }
  const posteriors = [0.6, 0.25, 0.1, 0.05];
  yield {
    type: 'selection-end',
    round: 0,
    clusters: groups.map((members, at) => ({ id: at + 1, posterior: posteriors[at] ?? 0, members, weight: members.length })),
    selected: groups[0]?.[0] ?? null,
    confidence: 0.6,
    verdict: 'unsure',
    reason: 'not settled',
  };
  yield { type: 'round-start', round: 1, kind: 'repair', samples: 4, seed: 2, parent: 'c1' };
  await new Promise((resolve) => signal?.addEventListener('abort', resolve));
}

describe.skipIf(!hasBrowser)('a run of 64 programs on 40 calls', () => {
  test('folds equal rows, unfolds them by key, moves by arrows under one tab stop, and scrolls', async () => {
    const { body } = await server.ask('POST', '/api/runs', { task: 'A function of a number', language: 'lua', candidates: programs });
    const { page, faults } = await openPage(browser, `${server.url}/#/run/${body.runId}`);
    const grid = page.getByRole('grid');
    await grid.getByText('×').first().waitFor();
    const rows = grid.locator('tr[data-row]');
    expect(await rows.count()).toBe(4);
    // The service's one round is over: a number past what was planned is said alone.
    expect(await page.getByText(/· round 2 ·/).count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    await keepImages(page, 'run-folded');
    await grid.focus();
    await page.keyboard.press('f');
    await page.waitForFunction((wanted) => document.querySelectorAll('tr[data-row]').length === wanted, programs);
    expect(await grid.locator('tr[data-row] > td.cell').count()).toBe(programs * calls);
    expect(await page.locator('[role=grid] [tabindex], [role=grid] button, [role=grid] a').count()).toBe(0);
    const active = () =>
      page.evaluate(() =>
        document
          .getElementById(document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') ?? '')
          ?.getAttribute('aria-label'),
      );
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    expect(await active()).toMatch(/^c\d+ on f\(1\): meets your example$/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'One observation' }).waitFor();
    expect(await page.getByRole('region', { name: 'One observation' }).textContent()).toContain('f(1)');
    await page.keyboard.press('d');
    await page.getByRole('tab', { name: /^Against/, selected: true }).waitFor();
    const longest = await page.evaluate(async () => {
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
      observer.observe({ entryTypes: ['longtask'] as never[] });
      for (let at = 0; at < document.documentElement.scrollHeight; at += 120) {
        scrollTo(0, at);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      return Math.max(0, ...tasks);
    });
    // A figure for the reader: what a loaded machine takes is no test.
    console.log(`longest task while scrolling ${programs}×${calls} cells: ${longest.toFixed(0)} ms`);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
