import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { givenSession, manage } from '../support/manage.ts';
import { password } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('profile and usage in the console', { skip }, () => {
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

  const sessionsOf = (userId: string) =>
    service.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();

  test('a name is changed, and the menu says it', async () => {
    const account = await givenAccount(service.db);
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path: '/profile' });
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Name', { exact: true }).fill('Ann <b>Bold</b>');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('button', { name: 'Ann <b>Bold</b>' }).waitFor();
    const { name } = await service.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    assert.equal(name, 'Ann <b>Bold</b>');
    assert.deepEqual(faults, []);
  });

  test('a password is changed, which ends other sessions; what is wrong is told at its field', async () => {
    const account = await givenAccount(service.db);
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path: '/profile' });
    const other = await givenSession(service.db, { id: who.userId, email: who.email });
    await page.getByLabel('Current password').fill('not this one at all');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('A password has at least 12 characters.').waitFor();
    await page.getByLabel('New password').fill('nine red tractors hum');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is wrong.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your new password holds.').waitFor();
    assert.equal((await manage(service, other, 'GET', '/session')).status, 401);
    assert.equal(await page.getByLabel('New password').inputValue(), '');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!stored.includes('tractors'));
    assert.deepEqual(faults, []);
  });

  test('what a password lacks is told in the language of the reader', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path: '/profile', language: 'de' });
    await page.getByLabel('Bisheriges Passwort').fill(password);
    await page.getByLabel('Neues Passwort').fill('password1234');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByText('Dieses Passwort probieren andere zuerst. Wählen Sie ein anderes.').waitFor();
  });

  test('whoever has no password yet chooses one', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id);
    await service.db.updateTable('users').set({ password_hash: null }).where('id', '=', who.userId).execute();
    await page.goto(`${service.url}/console/profile`);
    await page.getByText('You came by a link and have no password yet.').waitFor();
    await page.getByLabel('New password').fill('nine red tractors hum');
    await page.getByRole('button', { name: 'Choose a password' }).click();
    await page.getByLabel('Current password').waitFor();
  });

  test('other browsers are signed out, one by one or all', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id);
    for (let index = 0; index < 3; index++) await givenSession(service.db, { id: who.userId, email: who.email });
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
    await service.db
      .updateTable('sessions')
      .set({ agent })
      .where('user_id', '=', who.userId)
      .where('id', '!=', who.sessionId)
      .execute();
    await page.goto(`${service.url}/console/profile`);
    await page.getByRole('button', { name: 'Sign out there: Safari on iPhone' }).first().click();
    await eventually(async () => (await sessionsOf(who.userId)).length === 3);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('You are signed in here alone.').waitFor();
    assert.deepEqual(
      (await sessionsOf(who.userId)).map(({ id }) => id),
      [who.sessionId],
    );
  });

  test('language and appearance change at once and stay', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path: '/profile' });
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('العربية');
    await page.locator('html[dir=rtl]').waitFor();
    await page.reload();
    await page.locator('html[dir=rtl][data-theme=dark]').waitFor();
    await page.locator('main h1').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  test('what a plan allows is shown with what is used, and what to do when it is used up', async () => {
    const account = await givenAccount(service.db, { plan: 'free' });
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/usage' });
    await page.getByText('Your plan is free.').waitFor();
    await page.getByText('Nothing was made in the last 30 days.').waitFor();
    const { max_projects } = await service.db
      .selectFrom('plans')
      .select('max_projects')
      .where('name', '=', 'free')
      .executeTakeFirstOrThrow();
    for (let made = 0; made < (max_projects ?? 0); made++) await givenProject(service.db, account);
    await page.reload();
    await page.getByText('Used up: Projects').waitFor();
    await page.getByText(`${max_projects} of ${max_projects}`).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });
});
