import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSession, manage } from '../support/manage.ts';
import { givenMember, password } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('access tokens in the console', { skip }, () => {
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

  test('the first token is made, works, is shown once and stored nowhere in the browser, and is revoked', async () => {
    const account = await givenAccount(service.db);
    const { page, context, faults } = await visitConsole(browser, service, account.id, { path: '/tokens' });
    await page.getByText('No program has access yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly export');
    await dialog.getByText('Make and change projects').click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create token' }).dblclick();
    const token = await dialog.getByLabel('Token').inputValue();
    const me = await service.call('GET', '/api/v1/me', { token });
    assert.deepEqual(me.body.data.token.scopes.toSorted(), [
      'projects:read',
      'projects:write',
      'reports:read',
      'reports:write',
    ]);
    assert.match(await dialog.getByLabel('To try it').inputValue(), /^curl -H 'Authorization: Bearer rs_live_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const kept = JSON.stringify(await context.storageState()) + page.url() + (await page.content());
    assert.ok(!kept.includes(token.split('.')[1] ?? ''), 'the secret is nowhere');
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    assert.equal((await service.call('GET', '/api/v1/me', { token })).status, 401);
    assert.deepEqual(faults, []);
  });

  test('a token that manages the account has a role and an end', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id, { path: '/tokens' });
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Set-up');
    await dialog.getByText('Managing the account').click();
    await dialog.getByText(/^Editor/).click();
    await dialog.getByRole('combobox', { name: /How long does it work/ }).selectOption('30 days');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('The token is ready').waitFor();
    const [made] = (await manage(service, who, 'GET', '/tokens')).body.data.items;
    assert.deepEqual([made.kind, made.role], ['manage', 'editor']);
    assert.equal(Math.round((Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000), 30);
  });

  test('whoever signed in long ago confirms their password in place, and what they wrote goes on', async () => {
    const account = await givenAccount(service.db);
    const user = await givenMember(service.db, account.id);
    const who = await givenSession(service.db, user, Date.now() - 11 * 60_000);
    const { page } = await visitConsole(browser, service, account.id, { path: '/tokens', who });
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('CI');
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password').fill(password);
    await question.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('dialog', { name: 'The token is ready' }).waitFor();
    const tokens = await service.db.selectFrom('tokens').select('name').where('account_id', '=', account.id).execute();
    assert.deepEqual(tokens, [{ name: 'CI' }]);
  });

  test('editors do not find the screen', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path: '/tokens', rights: { role: 'editor' } });
    await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
  });

  for (const look of [{ isDark: true }, { isPhone: true }, { language: 'ar' }]) {
    test(`tokens break no rule of accessibility, shown as ${JSON.stringify(look)}`, async () => {
      const account = await givenAccount(service.db);
      const visit = await visitConsole(browser, service, account.id, look);
      const body = { name: 'Nightly', kind: 'live', scopes: ['reports:read'] };
      await manage(service, visit.who, 'POST', '/tokens', { body });
      await visit.goTo('/tokens');
      await visit.page.getByRole('rowheader', { name: /Nightly/ }).waitFor();
      assert.deepEqual(await axeViolations(visit.page), []);
      assert.deepEqual(visit.faults, []);
    });
  }
});
