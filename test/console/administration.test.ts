import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { updatePlan } from '../../src/domains/accounts/plans.ts';
import { changeDomains, listDomains } from '../../src/domains/single-sign-on/domains.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSession } from '../support/manage.ts';
import { nextCode, setUpCodes } from '../support/one-time-codes.ts';
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

  test('an account gets domains of single sign-on; of one that another account has it says where to take it', async () => {
    const other = await givenAccount(service.db, { name: 'Tailwind Toys' });
    await changeDomains(service.db, other.id, { granted: ['fabrikam.example'] });
    const account = await givenAccount(service.db, { name: 'Tailspin' });
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/admin/accounts', isOperator });
    await page.getByRole('button', { name: 'Actions for Tailspin' }).click();
    await page.getByRole('menuitem', { name: 'Change account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Tailspin' });
    const field = dialog.getByLabel('Domains of single sign-on').first();
    await field.fill('not-a-domain');
    await field.press('Enter');
    await dialog.getByText('“not-a-domain” is not a domain').waitFor();
    await field.fill('tailspin.example');
    await field.press('Enter');
    await field.fill('fabrikam.example');
    await dialog.getByRole('button', { name: 'Save account' }).click();
    await dialog.getByText('Another account has fabrikam.example.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Remove: fabrikam.example' }).click();
    await dialog.getByRole('button', { name: 'Save account' }).click();
    await page.getByRole('row', { name: /Tailspin .*tailspin\.example/ }).waitFor();
    assert.deepEqual(await listDomains(service.db, account.id), ['tailspin.example']);
    await page.getByRole('searchbox').fill('fabrikam.ex');
    await page.getByRole('row', { name: /Tailspin/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Tailwind Toys/ }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('a plan is made, changed for the accounts that have it, which are counted, and removed', async () => {
    const account = await givenAccount(service.db, { name: 'Planned', plan: 'starter' });
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/admin/plans', isOperator });
    await page.getByRole('button', { name: 'Create plan' }).click();
    const creating = page.getByRole('dialog', { name: 'Create a plan' });
    await creating.getByLabel('Name').fill('Starter');
    await creating.getByLabel('Uploads in MB').fill('1,500');
    await creating.getByLabel('Projects').fill('12');
    await creating.getByRole('button', { name: 'Create plan' }).click();
    await creating.getByText('There is a plan of this name already.').waitFor();
    await creating.getByLabel('Name').fill('Team');
    assert.deepEqual(await axeViolations(page), []);
    await creating.getByRole('button', { name: 'Create plan' }).click();
    await page.getByRole('row', { name: /Team No 12 Unlimited Unlimited Unlimited Unlimited 1.5 GB 0/ }).waitFor();

    await page.getByRole('button', { name: 'Actions for starter' }).click();
    await page.getByRole('menuitem', { name: 'Remove plan' }).click();
    const refusing = page.getByRole('dialog', { name: 'Remove starter?' });
    await refusing.getByText('1 account has this plan. Give it another one first.').waitFor();
    await refusing.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Actions for starter' }).click();
    await page.getByRole('menuitem', { name: 'Change plan' }).click();
    const changing = page.getByRole('dialog', { name: 'Change starter' });
    await changing.getByText('This holds at once for 1 account.').waitFor();
    await changing.getByLabel('Name').fill('Start');
    await changing.getByLabel('Projects').fill('');
    await changing.getByText('API access').click();
    assert.deepEqual(await axeViolations(page), []);
    await changing.getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('row', { name: /Start Yes Unlimited 5 200 3 50 500 MB 1/ }).waitFor();
    const row = await service.db.selectFrom('accounts').select('plan').where('id', '=', account.id).executeTakeFirst();
    assert.equal(row?.plan, 'Start');

    await page.getByRole('button', { name: 'Actions for Team' }).click();
    await page.getByRole('menuitem', { name: 'Remove plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove plan' }).click();
    await page.getByRole('row', { name: /Team/ }).waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  test('of two who change a plan the later one is told, and nothing is lost', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path: '/admin/plans', isOperator });
    await page.getByRole('button', { name: 'Actions for pro' }).click();
    await page.getByRole('menuitem', { name: 'Change plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Members').fill('25');
    await updatePlan(service.db, 'pro', { maxProjects: 111 });
    await dialog.getByRole('button', { name: 'Save plan' }).click();
    await dialog.getByText('Somebody else has changed this meanwhile.').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByLabel('Projects').and(page.locator('[value="111"]')).waitFor();
  });

  test('who misses a sign-in comes to where it is set up step by step; the secret is never shown', async () => {
    await using own = await startTestService('sqlite', { environment: { PUBLIC_URL: 'http://localhost:8080' } });
    const account = await givenAccount(own.db);
    const project = await givenProject(own.db, account);
    const path = `/projects/${project.id}/connections/new`;
    const { page, context, faults } = await visitConsole(browser, own, account.id, { path, isOperator });
    await page.getByRole('button', { name: /Google Search Console/ }).click();
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByText('Sign-ins at Google are not set up yet.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Set them up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up sign-ins at Google' });
    await dialog.getByText('Under “Credentials”, create an “OAuth client ID”').waitFor();
    assert.match(await dialog.getByLabel('Redirect address').inputValue(), /^http:.*\/oauth\/callback$/);
    await dialog.getByLabel('Client ID').fill('1234.apps.example');
    await dialog.getByLabel('Client secret').fill('hush hush');
    await dialog.getByRole('button', { name: 'Save client' }).click();
    await dialog.getByText('One text without spaces.').waitFor();
    await dialog.getByLabel('Client secret').fill('hush-hush');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Save client' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1234.apps.example').waitFor();
    await page.getByRole('button', { name: 'Change Google' }).click();
    assert.equal(await dialog.getByLabel('Client secret').inputValue(), '');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Remove Google' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('1234.apps.example').waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
    await context.close();
    const other = await visitConsole(browser, own, account.id, { path });
    await other.page.getByRole('button', { name: /Google Search Console/ }).click();
    await other.page.getByRole('button', { name: 'Sign in with Google' }).click();
    await other.page.getByText('Whoever runs this service can do that; ask them.').waitFor();
    assert.equal(await other.page.getByRole('link', { name: 'Set them up' }).count(), 0);
  });

  test('an operator who signed in long ago confirms their password before anything is shown', async () => {
    const user = await givenUser(service.db, { isOperator });
    const secret = await setUpCodes(service, await givenSession(service.db, user));
    const who = await givenSession(service.db, user, Date.now() - 11 * 60_000);
    const { page } = await visitConsole(browser, service, '', { path: '/admin/plans', who });
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password').fill(password);
    await question.getByLabel('Code of your app, or a recovery code').fill(nextCode(secret));
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

  for (const path of ['/admin/accounts', '/admin/plans', '/admin/sign-ins', '/admin/health', '/admin/activity']) {
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
