import { expect, test } from 'vitest';
import { describeEveryScreen } from './all-screens.ts';
import { openPage } from './browser.ts';

describeEveryScreen('every screen in Russian', 'ru-RU', (browser, bare) => {
  test('says in Russian what the service says of the machine and the model', async () => {
    const { page } = await openPage(browser(), `${bare()}/#/models`, 'ru-RU');
    await page.locator('.checks .command').first().waitFor();
    await page.locator('.facts dd').first().waitFor();
    expect(await page.locator('main [lang=en]:not(.command)').allTextContents()).toEqual([]);
    await page.context().close();
  });
});
