import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { codeAt, nextCode } from '../support/one-time-codes.ts';
import { password } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('one-time codes in the console', { skip }, () => {
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

  const visit = async (options: Parameters<typeof visitConsole>[3] = {}) =>
    visitConsole(browser, service, (await givenAccount(service.db)).id, { path: '/profile', ...options });

  /** Sets an app up by keyboard alone; gives its key, and the recovery codes as they are shown. */
  async function setUp(page: Page) {
    await page.getByRole('button', { name: 'Set up an app' }).press('Enter');
    const secret = await page.getByLabel('Key', { exact: true }).inputValue();
    await page.getByLabel('Code that the app shows').press('Control+A');
    await page.keyboard.type(codeAt(secret, Date.now() - 30_000));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
    await dialog.waitFor();
    const codes = await dialog.getByRole('listitem').allTextContents();
    await dialog.getByRole('button', { name: 'I have saved them' }).press('Enter');
    return { secret, codes };
  }

  test('an app is set up by keyboard, with a picture and a key, and a wrong code is told at its field', async () => {
    const { page, who, faults } = await visit();
    await page.getByRole('button', { name: 'Set up an app' }).press('Enter');
    const picture = page.getByRole('img', { name: 'QR code with the key' });
    await picture.waitFor();
    assert.ok(
      (await page.evaluate<number>("document.querySelector('[role=dialog] img').naturalWidth")) > 0,
      'the picture is drawn',
    );
    assert.deepEqual(await axeViolations(page), []);
    const field = page.getByLabel('Code that the app shows');
    assert.equal(await field.getAttribute('autocomplete'), 'one-time-code');
    await field.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('This is not the code that the app shows now.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    const { codes } = await setUp(page);
    assert.equal(codes.length, 10);
    await page.getByText('10 codes are left.').waitFor();
    await page.getByText(/^Your app has been set up since /).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!stored.includes(codes[0] ?? ''));
    const [session] = await service.db
      .selectFrom('sessions')
      .select('factor')
      .where('id', '=', who.sessionId)
      .execute();
    assert.equal(session?.factor, 'code');
    assert.deepEqual(faults, []);
  });

  test('one signs in with password and code by keyboard, after a wrong one, to where one was going', async () => {
    const { page, context, who, faults } = await visit();
    const { secret } = await setUp(page);
    await context.clearCookies();
    await page.goto(`${service.url}/console/projects?q=a`);
    await page.getByLabel('E-mail address').fill(who.email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.evaluate('document.activeElement.getAttribute("autocomplete")'), 'one-time-code');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'not right' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.locator('[name=code]').fill(codeAt(secret));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.url}/console/projects?q=a`);
    assert.deepEqual(faults, []);
  });

  test('what needs a fresh sign-in asks for a code beside the password', async () => {
    const { page, who } = await visit();
    const { secret } = await setUp(page);
    const long = new Date(Date.now() - 60 * 60_000).toISOString();
    await service.db.updateTable('sessions').set({ created_at: long }).where('id', '=', who.sessionId).execute();
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByLabel('Code of your app, or a recovery code').fill('000000');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await dialog.getByText('The password or the code is wrong.').waitFor();
    await dialog.getByLabel('Code of your app, or a recovery code').fill(nextCode(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  });

  test('the app is removed, and the password alone signs in again', async () => {
    const { page, context, who } = await visit();
    await setUp(page);
    await page.getByRole('button', { name: 'Remove app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click();
    await page.getByText('You have set up no app.').waitFor();
    await context.clearCookies();
    await page.goto(`${service.url}/console/sign-in`);
    await page.getByLabel('E-mail address').fill(who.email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.url}/console`);
  });

  for (const [language, isDark] of [
    ['ar', true],
    ['ja', false],
  ] as const) {
    test(`${language}, ${isDark ? 'dark' : 'light'}, on a phone: one's security has no violation and does not scroll sideways`, async () => {
      const { page, faults } = await visit({ language, isDark, isPhone: true });
      await page.locator('main h1').waitFor();
      assert.deepEqual(await axeViolations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
      assert.deepEqual(faults, []);
    });
  }
});
