import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSession } from '../support/manage.ts';
import { givenUser, password } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const isOperator = true;

suite('the administration of the console', { skip }, () => {
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

  test('an operator without an account makes one, and its owner gets a link', async () => {
    const who = await givenSession(service.db, await givenUser(service.db, { isOperator }));
    const { page, faults } = await visitConsole(browser, service, '', { path: '/admin/accounts', who });
    await page.getByRole('button', { name: 'Create account' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Northwind');
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('pro');
    await dialog.getByLabel('API requests a day').fill('8,000');
    await dialog.getByLabel('E-mail address of the owner').fill('nora@northwind.example');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create account' }).dblclick();
    const link = await dialog.getByLabel('Invitation link').inputValue();
    assert.equal((await fetch(link)).status, 200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Northwind/ }).waitFor();
    const made = await service.db.selectFrom('accounts').selectAll().where('name', '=', 'Northwind').execute();
    assert.deepEqual(
      made.map(({ plan, per_minute, per_day }) => [plan, per_minute, per_day]),
      [['pro', null, 8000]],
    );
    assert.deepEqual(faults, []);
  });

  test('an account is found, gets another plan, and is looked into, reading alone', async () => {
    const account = await givenAccount(service.db, { name: 'Contoso agency', plan: 'free' });
    const own = await givenAccount(service.db, { name: 'The operator' });
    const { page } = await visitConsole(browser, service, own.id, { path: '/admin/accounts', isOperator });
    await page.getByRole('searchbox').fill('contoso');
    await page.getByRole('row', { name: /The operator/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Contoso agency' }).click();
    await page.getByRole('menuitem', { name: 'Change account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Contoso agency' });
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('agency');
    await dialog.getByText('API access, whatever the plan includes').click();
    await dialog.getByRole('button', { name: 'Save account' }).click();
    await page.getByRole('row', { name: /agency \+ api/ }).waitFor();
    const [row] = await service.db.selectFrom('accounts').selectAll().where('id', '=', account.id).execute();
    assert.deepEqual([row?.plan, row?.add_ons], ['agency', '["api"]']);
    await page.getByRole('button', { name: 'Actions for Contoso agency' }).click();
    await page.getByRole('menuitem', { name: 'Look into' }).click();
    await page.getByText('You are looking into Contoso agency').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Members' }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('You are looking into').waitFor({ state: 'detached' });
  });

  test('an operator who signed in long ago confirms their password before anything is shown', async () => {
    const user = await givenUser(service.db, { isOperator });
    const who = await givenSession(service.db, user, Date.now() - 11 * 60_000);
    const { page } = await visitConsole(browser, service, '', { path: '/admin/plans', who });
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password').fill(password);
    await question.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('row', { name: /free/ }).waitFor();
  });

  test('the log of all accounts is narrowed down to one', async () => {
    const account = await givenAccount(service.db, { name: 'Fabrikam' });
    const entry = { at: new Date().toISOString(), subject: account.id, details: '{}', actor: 'operator:ann' };
    const rows = [
      { ...entry, id: 'aud_1', account_id: account.id, action: 'account.create', door: 'cli' },
      { ...entry, id: 'aud_2', account_id: null, action: 'vault.rotate', door: 'cli' },
    ];
    await service.db.insertInto('audit_log').values(rows).execute();
    const { page } = await visitConsole(browser, service, account.id, { path: '/admin/activity', isOperator });
    await page.getByRole('rowheader', { name: 'Vault key changed' }).waitFor();
    await page.getByRole('combobox', { name: 'Account' }).selectOption('Fabrikam');
    await page.getByRole('rowheader', { name: 'Vault key changed' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Account created.*Operator ann.*Command line.*Fabrikam/ }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  test('health says in words what is in order', async () => {
    const account = await givenAccount(service.db);
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/admin/health', isOperator });
    await page.getByRole('row', { name: /Database In order takes writes/ }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  for (const path of ['/admin/accounts', '/admin/plans', '/admin/health', '/admin/activity']) {
    test(`whoever is no operator finds nothing at ${path}`, async () => {
      const account = await givenAccount(service.db);
      const { page } = await visitConsole(browser, service, account.id, { path });
      await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
    });
  }

  for (const look of [{ isDark: true, isPhone: true }, { language: 'ar' }]) {
    test(`it breaks no rule of accessibility, shown as ${JSON.stringify(look)}`, async () => {
      const account = await givenAccount(service.db, { name: 'Bright agency' });
      const visit = await visitConsole(browser, service, account.id, { ...look, isOperator });
      for (const [path, words] of [
        ['/admin/accounts', 'Bright agency'],
        ['/admin/plans', 'pro'],
      ] as const) {
        await visit.goTo(path);
        await visit.page.getByRole('rowheader', { name: words }).first().waitFor();
        assert.deepEqual(await axeViolations(visit.page), []);
      }
      assert.deepEqual(visit.faults, []);
    });
  }
});
