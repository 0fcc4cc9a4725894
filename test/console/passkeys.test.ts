import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import { saveAccountSecurity } from '../../src/domains/account-security/account-security.ts';
import { givenAccount } from '../support/accounts.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSession } from '../support/manage.ts';
import { givenMember } from '../support/people.ts';
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
    await page.getByText('Laptop <b>at work</b>').waitFor();
    await page.getByText('Synced', { exact: true }).waitFor();
    await page.getByText('10 codes are left.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const [session] = await sessionsOf(who.userId);
    assert.equal(session?.factor, 'passkey');
    assert.deepEqual(faults, []);
  });

  const addPasskey = async (page: Page) => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
  };

  /** The page for signing in, in a browser with a passkey and without a session. */
  async function signedOut(isVerified = true) {
    const visited = await visit();
    const { page, context } = visited;
    const device = await addAuthenticator(page);
    await addPasskey(page);
    await context.clearCookies();
    await device.cdp.send('WebAuthn.setUserVerified', { authenticatorId: device.id, isUserVerified: isVerified });
    // Nobody is there until a button is pressed, as with a device that asks for a finger.
    await device.setPresent(false);
    // The list of the browser waits from the start, and would at times take the passkey before the button does.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await page.goto(`${named.url}/console/projects?q=a`);
    await page.waitForURL(/sign-in/);
    return { ...visited, device };
  }

  test('one signs in by a passkey, without a password, to where one was going', async () => {
    const { page, who, faults, device } = await signedOut();
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.getByLabel('E-mail address').getAttribute('autocomplete'), 'username webauthn');
    await device.setPresent(true);
    await button.press('Enter');
    await page.waitForURL(`${named.url}/console/projects?q=a`);
    const begun = (await sessionsOf(who.userId)).filter(({ id }) => id !== who.sessionId);
    assert.deepEqual(
      begun.map(({ factor }) => factor),
      ['passkey'],
    );
    assert.deepEqual(faults, []);
  });

  test('a device that does not find out who is there signs nobody in, and the page says so', async () => {
    const { page, device } = await signedOut(false);
    await device.setPresent(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'No passkey was given.' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.match(page.url(), /sign-in/);
  });

  test('a passkey that was removed here is refused, with a way back', async () => {
    const { page, who, device } = await signedOut();
    await service.db.deleteFrom('passkeys').where('user_id', '=', who.userId).execute();
    await device.setPresent(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The passkey was not accepted.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await page.waitForURL(/sign-in\?to=%2Fconsole%2Fprojects/);
  });

  test('what needs a fresh sign-in takes a passkey in place', async () => {
    const { page, who } = await visit();
    await addAuthenticator(page);
    await addPasskey(page);
    const long = new Date(Date.now() - 60 * 60_000).toISOString();
    await service.db.updateTable('sessions').set({ created_at: long }).where('user_id', '=', who.userId).execute();
    await page.getByRole('button', { name: /^Remove: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('You have no passkey yet.').waitFor();
    const left = service.db.selectFrom('passkeys').select('id').where('user_id', '=', who.userId);
    assert.deepEqual(await left.execute(), []);
  });

  test('one is added and renamed by keyboard', async () => {
    const { page } = await visit();
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
    await page.getByLabel('Name of the passkey').press('Enter');
    await page.getByRole('button', { name: 'I have saved them' }).press('Enter');
    await page.getByRole('button', { name: /^Rename: / }).press('Enter');
    await page.getByLabel('Name of the passkey').press('Control+A');
    await page.keyboard.type('Phone');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename: Phone' }).waitFor();
  });

  test('at an IP address the profile says why there are none, and the page for signing in offers none', async () => {
    const account = await givenAccount(service.db);
    const { page, context } = await visitConsole(browser, service, account.id, { path: '/profile' });
    await page.getByText('Passkeys need a host name, and this is an IP address.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
    await context.clearCookies();
    await page.goto(`${service.url}/console/sign-in`);
    await page.getByLabel('E-mail address').waitFor();
    assert.equal(await page.locator('script').count(), 0);
  });

  test('without a script the page for signing in is as it was', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${named.url}/console/sign-in`);
    await page.getByLabel('E-mail address').waitFor();
    assert.equal(await page.getByRole('button').count(), 1);
    await context.close();
  });

  test('an account that requires a factor leads its people to their profile, and on once there is one', async () => {
    const account = await givenAccount(service.db, { name: 'Careful & Co' });
    await service.db
      .transaction()
      .execute((transaction) =>
        saveAccountSecurity(transaction, account.id, { requireSecondFactor: true }, { address: null }),
      );
    const { page, goTo, faults } = await visitConsole(browser, named, account.id, { path: '/projects' });
    await page.waitForURL(/\/console\/profile$/);
    await page.getByText('Careful & Co requires a second factor of everybody.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await addAuthenticator(page);
    await addPasskey(page);
    await page.getByRole('button', { name: /^Remove: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Set up another one before you remove the last.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await goTo('/projects');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('operators set up a factor before they administer', async () => {
    const { id } = await givenAccount(service.db);
    const user = await givenMember(service.db, id, {}, { isOperator: true });
    const who = await givenSession(service.db, user, Date.now(), null);
    const { page } = await visitConsole(browser, named, id, { who, path: '/admin/accounts' });
    await page.getByText('Administration needs a second factor.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'To your profile' }).click();
    await addAuthenticator(page);
    await addPasskey(page);
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  });
});
