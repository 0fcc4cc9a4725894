import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('the console around its screens', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startTestService('sqlite');
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  for (const look of [{}, { isDark: true }, { isPhone: true }, { language: 'ar' }]) {
    test(`no rule of accessibility is broken, nor its policy, shown as ${JSON.stringify(look)}`, async () => {
      const account = await givenAccount(service.db);
      const { page, faults } = await visitConsole(browser, service, account.id, look);
      assert.deepEqual(await axeViolations(page), []);
      assert.deepEqual(faults, []);
    });
  }

  test('whoever goes to another screen is at its heading, and the tab is named after it', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id);
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.locator('h1:focus', { hasText: 'Projects' }).waitFor();
    assert.equal(await page.title(), 'Projects · Report Service');
  });

  test('on a phone the navigation comes up, keeps the focus, and goes with a choice or Escape', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { isPhone: true });
    const opener = page.getByRole('button', { name: 'Open navigation' });
    const drawer = page.getByRole('dialog', { name: 'Main' });
    await opener.click();
    await drawer.getByRole('link', { name: 'Home' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await page.locator('button[aria-label="Open navigation"]:focus').waitFor();
    await opener.click();
    await drawer.getByRole('link', { name: 'Projects' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  });

  test('by the keyboard one comes to the profile, and signs out for good', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id);
    await page.getByRole('button', { name: 'Ann Example' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.getByRole('link', { name: 'Your profile' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Ann Example' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/sign-in');
    const left = await service.db.selectFrom('sessions').select('id').where('id', '=', who.sessionId).execute();
    assert.deepEqual(left, []);
  });

  test('elements can be emptied by their HTML, and get none', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id);
    const set = (html: string) =>
      page.locator('h1').evaluate((heading, text) => {
        try {
          Object.assign(heading, { innerHTML: text });
          return 'set';
        } catch (error) {
          return (error as Error).name;
        }
      }, html);
    assert.equal(await set('<b>Bold</b>'), 'TypeError');
    assert.equal(await set(''), 'set');
  });
});
