import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('passkeys in the console', { skip }, () => {
  let service: TestService;
  /** The same by a name, since an address has no passkeys. */
  let named: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startTestService('sqlite');
    named = { ...service, url: service.url.replace('127.0.0.1', 'localhost') };
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  const sessionsOf = (userId: string) =>
    service.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
  const visit = async (path = '/profile') =>
    visitConsole(browser, named, (await givenAccount(service.db)).id, { path });

  test('a passkey is added, named and marked as synced, and brings recovery codes', async () => {
    const { page, who, faults } = await visit();
    await addAuthenticator(page, { isSynced: true });
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop <b>at work</b>');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
    await dialog.waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await dialog.getByRole('listitem').count(), 10);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page
      .getByRole('cell', { name: 'Laptop <b>at work</b> Synced' })
      .or(page.getByText('Laptop <b>at work</b>'))
      .first()
      .waitFor();
    await page.getByText('Synced', { exact: true }).waitFor();
    await page.getByText('10 codes are left.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const [session] = await sessionsOf(who.userId);
    assert.equal(session?.factor, 'passkey');
    assert.deepEqual(faults, []);
  });
});
