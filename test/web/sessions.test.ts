import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TinyServer, tinyServer } from '../http/tiny-server.ts';
import { hasBrowser, keepImages, openBrowser, openPage, pageFolder, seriousFindings } from './browser.ts';
import { demoMessage, type MockService, mockService } from './mock-service.ts';

let service: MockService;
/** Each of its runs asks once. */
let asking: TinyServer;
let browser: Browser;
beforeAll(async () => {
  if (!hasBrowser) return;
  [service, asking, browser] = await Promise.all([mockService(), tinyServer({ askAfter: 2 }, { pageFolder }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await asking?.close();
  await service?.stop();
});

describe.skipIf(!hasBrowser)('sessions', () => {
  test('begin, go on under their examples, show what changed, take a step back, begin anew and are deleted', async () => {
    const { page, faults } = await openPage(browser, `${service.url}/#/sessions`);
    await page.getByText('There are no sessions yet.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const message = page.getByLabel('What should it do?');
    await message.press('Control+Enter');
    await page.getByText('Write a message first.').waitFor();
    await page.getByLabel('Language').selectOption('python');
    await message.fill(demoMessage);
    await message.press('Control+Enter');
    await page.waitForURL(/#\/sessions\/./);

    const next = page.getByLabel('What should change?');
    await page.locator('.turns').getByText('Settled').first().waitFor();
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.cm-content').textContent()).toContain('def second_largest');
    await page.getByText('4 examples are locked').waitFor();

    await next.fill('Let it skip whatever is no number');
    await next.press('Control+Enter');
    await page.locator('.turns').getByText('Let it skip whatever').waitFor();
    await page.getByRole('button', { name: 'Version 2' }).waitFor();
    expect(await next.inputValue()).toBe('');
    expect(await page.locator('.turns').getByText('Settled').count()).toBe(2);
    expect(await seriousFindings(page)).toEqual([]);
    await keepImages(page, 'session');
    await page.getByRole('tab', { name: 'What changed' }).click();
    await page.getByText('Against version 1.').waitFor();
    await page.getByRole('button', { name: 'Version 1' }).click();
    expect(await page.getByRole('tab').count()).toBe(0);

    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: /^Forget the last message/ }).click();
    await page.getByText('Let it skip whatever').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Version 2' }).count()).toBe(0);

    await page.getByRole('button', { name: /^Start over/ }).click();
    await page.getByRole('button', { name: /^Forget the whole/ }).click();
    await page.getByText('Nothing has been said yet.').waitFor();

    await next.fill(demoMessage);
    await next.press('Control+Enter');
    await page.locator('.turns').getByText('Settled').first().waitFor();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: /^Delete the session/ }).click();
    await page.getByText('There are no sessions yet.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('put the question in the conversation, take an option by its button or a value in words, and undo it while it is open', async () => {
    const { page, faults } = await openPage(browser, `${asking.url}/#/sessions`);
    await page.getByLabel('What should it do?').fill('Give me something');
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByText('What is f({})?').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: /^Forget the last message/ }).click();
    await page.getByText('Nothing has been said yet.').waitFor();
    const message = page.getByLabel('What should change?');
    await message.fill('Give me something');
    await message.press('Control+Enter');
    await page.getByRole('button', { name: /^B.*0.*40\s%/ }).click();
    await page.getByText('you chose').waitFor();
    await page.getByText('The first one.').waitFor();
    await page.locator('.cm-content').waitFor();

    await message.fill('Give me something else');
    await message.press('Control+Enter');
    await page.getByText('What is f({})?').nth(1).waitFor();
    expect(await message.getAttribute('placeholder')).toBe('An option, another value, or what should change');
    await message.fill('A');
    await message.press('Control+Enter');
    await page.getByText('you chose').nth(1).waitFor();
    await page.getByRole('button', { name: 'Version 2' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('show the beginning of a long message, and all of it on request', async () => {
    const { page, faults } = await openPage(browser, `${asking.url}/#/sessions`);
    const long = `Begin ${'word '.repeat(990)}end`;
    await page.getByLabel('What should it do?').fill(long);
    await page.getByRole('button', { name: /^Send/ }).click();
    const mine = page.locator('.turns .mine');
    await mine.getByRole('button', { name: 'Show all of it' }).waitFor();
    expect((await mine.textContent())?.length).toBeLessThan(700);
    await mine.getByRole('button').click();
    expect(await mine.textContent()).toContain('word end');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('keep what was written when the service cannot be reached, and speak Russian', async () => {
    const { page } = await openPage(browser, `${service.url}/#/sessions`, 'ru-RU');
    const message = page.getByLabel('Что она должна делать?');
    await message.fill('Сумма списка');
    await page.context().setOffline(true);
    await message.press('Control+Enter');
    await page.getByText('Сервис не отвечает.').waitFor();
    expect(await message.inputValue()).toBe('Сумма списка');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Отправить' }).click();
    await page.waitForURL(/#\/sessions\/./);
    await page.locator('.turns').getByText('Сумма списка').waitFor();
    await page.context().close();
  });
});
