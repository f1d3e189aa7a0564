import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealService, realService } from '../http/real-service.ts';
import { type FakeOllama, type SeenRequest, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { hasBrowser, keepImages, openBrowser, openPage, pageFolder, seriousFindings } from './browser.ts';

let ollama: FakeOllama;
let service: RealService;
let browser: Browser;
beforeAll(async () => {
  if (!hasBrowser) return;
  ollama = await startFakeOllama({ fault: (request) => ({ type: 'text', text: reply(request) }), tokenMs: 12 });
  service = await realService(ollama, undefined, { pageFolder });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await ollama?.close();
});

const sums = ['sum', 'total', 's', 'all', 'acc', 'whole', 'amount'];
const hostileTask = 'Mean, with a comment: function mean(xs)';

/** A model whose samples disagree about the mean of nothing; every second one gives 0. */
function reply(request: SeenRequest): string {
  const prompt = (request.body.messages ?? []).map(({ content }) => content).join('\n');
  if (!prompt.includes('without tests')) return 'none';
  const seed = request.body.options?.seed ?? 0;
  if (prompt.includes('Twice')) return `\`\`\`lua\nfunction twice(n)\n  local v${seed} = n\n  return v${seed} * 2\nend\n\`\`\``;
  const sum = sums[seed % sums.length] ?? 'sum';
  const empty = seed % 2 === 0 ? '0' : 'nil';
  const comment = prompt.includes(hostileTask) ? ' -- <img src=x onerror=alert(1)> \u202e reversed' : '';
  return `\`\`\`lua\nfunction mean(xs)\n  if #xs == 0 then return ${empty} end\n  local ${sum} = 0${comment}\n  for _, x in ipairs(xs) do\n    ${sum} = ${sum} + x\n  end\n  return ${sum} / #xs\nend\n\`\`\``;
}

const task = 'Mean of a list: function mean(xs)';

async function ask(page: Awaited<ReturnType<typeof openPage>>['page'], text = task): Promise<string> {
  await page.getByLabel('What should it do?').fill(text);
  await page.getByLabel('Call 1').fill('mean({1, 3})');
  await page.getByLabel('Gives 1').fill('2');
  await page.getByLabel('Call 2').fill('mean({4})');
  await page.getByLabel('Gives 2').fill('4');
  await page.getByLabel('Language').selectOption('lua');
  await page.getByLabel('Gives 1').press('Control+Enter');
  await page.waitForURL(/#\/run\/./);
  return /run\/([\w-]+)/.exec(page.url())?.[1] ?? '';
}

describe.skipIf(!hasBrowser)('the page', () => {
  test('asks, shows the run live, puts the question, takes a key as its answer, and shows the program with its evidence', async () => {
    const { page, faults } = await openPage(browser, service.url);
    await page.getByText('6 programs, 1 round').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepImages(page, 'ask');
    await ask(page);
    const grid = page.getByRole('grid');
    await grid.locator('td.cell').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('heading', { name: /^One question/ }).waitFor();
    expect(await page.locator('.asked').textContent()).toBe('mean({})');
    expect(await seriousFindings(page)).toEqual([]);
    // As on a Russian layout: the key says another letter.
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyB', key: 'и', bubbles: true })));
    expect(await page.getByRole('radio').nth(1).isChecked()).toBe(true);
    await page.locator('body').press('a');
    expect(await page.getByRole('radio').first().isChecked()).toBe(true);
    await keepImages(page, 'question');
    const value = (await page.locator('.option-value').first().textContent()) ?? '';
    await page.locator('body').press('Enter');
    await page.getByRole('heading', { name: 'Why this one' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^(Settled|Not settled)/);
    // Where the focus was is gone: it is where the new view begins.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    const row = page.getByRole('row').filter({ hasText: 'your answer' });
    expect(await row.textContent()).toContain(value);
    expect(await page.getByText('not calibrated').count()).toBe(1);
    expect(await page.getByText('Settled means 95 % or more; what is not settled has less.').count()).toBe(1);
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('header.bar').textContent()).toMatch(/modelollama:qwen2\.5-coder:1\.5b.*sandboxL\d/);
    expect(await seriousFindings(page)).toEqual([]);
    await keepImages(page, 'answer');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('shows what a program has of markup as text, and a mark that turns text round as a mark', async () => {
    const { body } = await service.post('/api/runs', { task: hostileTask, language: 'lua', examples: ['mean({1, 3}) == 2'] });
    const { page, faults } = await openPage(browser, `${service.url}/#/run/${String(body.runId)}`);
    await page.getByRole('heading', { name: 'Why this one' }).waitFor();
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.cm-content').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('.cm-specialChar').count()).toBeGreaterThan(0);
    // What speaks against a program stands before its code.
    const order = await page.locator('#how, .cm-content').evaluateAll((found) => found.map(({ id, className }) => id || className));
    expect(order[0]).toBe('how');
    expect(await page.locator('#how').textContent()).toBe('Why it is not settled');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('keeps the question of a session open over a value that cannot be read, typed beside it or as a message, and loses neither', async () => {
    const { page, faults } = await openPage(browser, `${service.url}/#/sessions`);
    await page.getByLabel('Language').selectOption('lua');
    await page.getByLabel('What should it do?').fill(`${task}, in a session\nf({1, 3}) == 2`);
    await page.getByRole('button', { name: /^Send/ }).click();
    const other = page.getByLabel('Another answer');
    await other.fill('{1, 2');
    await other.press('Enter');
    await page.getByText('This is no value of Lua.').waitFor();
    expect(await other.inputValue()).toBe('{1, 2');
    expect(await other.getAttribute('aria-invalid')).toBe('true');
    expect(await seriousFindings(page)).toEqual([]);
    const message = page.getByLabel('What should change?');
    await message.fill('{1, 2');
    await message.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'no value of Lua' }).filter({ hasText: 'the question stays open' }).waitFor();
    expect(await message.inputValue()).toBe('{1, 2');
    expect(await page.locator('.turns .mine').count()).toBe(1);
    await other.fill('0');
    expect(await page.getByText('This is no value of Lua.').count()).toBe(0);
    await other.press('Enter');
    await page.getByText('you chose').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('keeps a settled program as a skill with one key', async () => {
    const examples = ['twice(2) == 4', 'twice(-1) == -2'];
    const { body } = await service.post('/api/runs', { task: 'Twice a number: function twice(n)', language: 'lua', examples });
    const { page, faults } = await openPage(browser, `${service.url}/#/run/${String(body.runId)}`);
    await page
      .getByRole('button', { name: /^Keep as a skill/ })
      .first()
      .waitFor();
    // On a phone, all three that can be done have room.
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.locator('.dock').evaluate((dock) => dock.scrollWidth - dock.clientWidth)).toBeLessThanOrEqual(0);
    // As on a Russian layout.
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', key: 'л', bubbles: true })));
    await page.getByText('Kept as twice: it answers').waitFor();
    expect(await page.getByRole('button', { name: /^Keep as a skill/ }).count()).toBe(0);
    expect(await service.get('/api/skills/twice')).toMatchObject({ root: 'user', status: 'verified' });
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('goes on where it was after a reload in mid-run, without the network and with it again, and in a second tab', async () => {
    const { page, faults } = await openPage(browser, service.url);
    const runId = await ask(page, `${task}, once more`);
    await page.reload();
    await page.getByLabel('What should it do?').waitFor();
    expect(await page.getByLabel('What should it do?').inputValue()).toContain('once more');
    await page.context().setOffline(true);
    await page.getByText('The connection is lost.').waitFor();
    const second = await openPage(browser, `${service.url}/#/run/${runId}`);
    await page.context().setOffline(false);
    await Promise.all([page, second.page].map((tab) => tab.getByRole('heading', { name: /^One question/ }).waitFor()));
    // What cannot be read as a value leaves the question open, and the value stays to be mended.
    const other = page.getByLabel('Another answer');
    await other.fill('{1, 2');
    await other.press('Enter');
    await page.getByText('This is no value of Lua.').waitFor();
    expect(await other.inputValue()).toBe('{1, 2');
    expect(await other.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(await other.getAttribute('id'));
    expect(await seriousFindings(page)).toEqual([]);
    await other.fill('{1, 2}');
    expect(await page.getByText('This is no value of Lua.').count()).toBe(0);
    // Answered in one tab; the other is told, with what it had typed.
    await second.page.getByRole('radio').first().check({ force: true });
    const value = (await second.page.locator('.option-value').first().textContent()) ?? '';
    await second.page.getByRole('button', { name: /^Answer/ }).click();
    await Promise.all([page, second.page].map((tab) => tab.getByRole('heading', { name: 'Why this one' }).waitFor()));
    const told = page.getByRole('status').filter({ hasText: 'The question was answered elsewhere.' });
    expect(await told.textContent()).toContain(`mean({}) → ${value}`);
    expect(await told.textContent()).toContain('You had not sent: {1, 2}');
    expect(await second.page.getByText('The question was answered elsewhere.').count()).toBe(0);
    const shown = await Promise.all([page, second.page].map((tab) => tab.getByRole('heading', { level: 1 }).textContent()));
    expect(shown[0]).toBe(shown[1]);
    expect([...faults, ...second.faults]).toEqual([]);
    await Promise.all([page.context().close(), second.page.context().close()]);
  });

  test('speaks Russian to a Russian browser, and says in words what is wrong with a request, losing nothing', async () => {
    const { page } = await openPage(browser, service.url, 'ru-RU');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Опишите программу\./);
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    await page.getByRole('button', { name: 'Запустить' }).click();
    await page.getByRole('alert').filter({ hasText: 'Напишите' }).waitFor();
    const host = page.getByLabel('Среда Lua');
    expect(await host.count()).toBe(1);
    await page.getByLabel('Язык').selectOption('javascript');
    expect(await host.count()).toBe(0);
    await page.getByLabel('Язык').selectOption('');
    await page.getByLabel('Что она должна делать?').fill('f');
    await page.getByLabel('Вызов 1').fill('f(');
    await page.getByLabel('Даёт 1').fill('2');
    await page.getByRole('button', { name: 'Запустить' }).click();
    await page.getByRole('alert').filter({ hasText: 'Пример 1: ' }).waitFor();
    expect(await page.getByLabel('Вызов 1').getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    expect(await page.getByLabel('Вызов 1').inputValue()).toBe('f(');
    await page.context().close();
  });

  test('fits a narrow phone and a wide screen without scrolling sideways', async () => {
    const { page } = await openPage(browser, service.url);
    await page.getByLabel('What should it do?').waitFor();
    for (const width of [320, 390, 768, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `at ${width}`).toBe(0);
    }
    await page.context().close();
  });
});
