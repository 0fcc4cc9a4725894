import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSession } from '../support/manage.ts';
import { givenMember, password } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('a session that ends while somebody works in the console', { skip }, () => {
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

  test('the password is asked for in place, and what was begun goes on with what was typed', async () => {
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account, { name: 'Shop' });
    const path = `/projects/${project.id}/settings`;
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path });
    await page.getByLabel('Project name').fill('Typed for a long time');
    await service.db.deleteFrom('sessions').where('id', '=', who.sessionId).execute();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
    await dialog.getByLabel('Password').fill('a wrong one');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { level: 1, name: 'Typed for a long time' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  test('whoever does not give it stays where they are, with what they wrote', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id, { path: '/projects?make=true' });
    await page.getByLabel('Project name').fill('Mine');
    await service.db.deleteFrom('sessions').where('id', '=', who.sessionId).execute();
    await page.getByRole('button', { name: 'Create project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Project name').inputValue(), 'Mine');
  });

  test('what needs a fresh sign-in asks for it, and goes on', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id, { path: '/members' });
    const long = new Date(Date.now() - 60 * 60_000).toISOString();
    await service.db.updateTable('sessions').set({ created_at: long }).where('id', '=', who.sessionId).execute();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill('eve@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await page.getByLabel('Invitation link').waitFor();
  });

  test('offline says so, and what is done meanwhile fails with a word and can be done again', async () => {
    const account = await givenAccount(service.db);
    const { page, context } = await visitConsole(browser, service, account.id, { path: '/projects?make=true' });
    await page.getByLabel('Project name').fill('Mine');
    await context.setOffline(true);
    await page.getByText(/^You are offline/).waitFor();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByText(/^The service cannot be reached/).waitFor();
    assert.equal(await page.getByLabel('Project name').inputValue(), 'Mine');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(/connections\/new$/);
    await page.getByText(/^You are offline/).waitFor({ state: 'detached' });
  });

  test('whoever has no password yet, as after the link of the demo, is led to where they choose one', async () => {
    const account = await givenAccount(service.db);
    const user = await givenMember(service.db, account.id, {}, { hasPassword: false });
    const who = await givenSession(service.db, user, Date.now() - 11 * 60_000);
    const { page, faults } = await visitConsole(browser, service, account.id, { who, path: '/members' });
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill('eve@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByText('You have no password yet.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('link', { name: 'To your profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    assert.deepEqual(faults, []);
  });
});
