import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite } from 'node:test';
import { getAccountSecurity, saveAccountSecurity } from '../../src/domains/account-security/account-security.ts';
import { insertMember } from '../../src/domains/members/members.ts';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('the security of an account in the console', { skip }, () => {
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

  const path = '/security';
  const stored = (accountId: string) => getAccountSecurity(service.db, accountId);
  const ask = (accountId: string, changes: Parameters<typeof saveAccountSecurity>[2]) =>
    service.db
      .transaction()
      .execute((transaction) => saveAccountSecurity(transaction, accountId, changes, { address: null }));

  test('an owner chooses networks, times and a second factor; what would lock them out is told at its field', async () => {
    const account = await givenAccount(service.db);
    const { page, faults } = await visitConsole(browser, service, account.id, { path });
    await page.getByLabel('Networks that people may come from').fill('198.51.100.0/24 ');
    await page.getByLabel('Sign people out after this time without use').selectOption('30 minutes');
    await page.getByLabel('Sign people out after this time in any case').selectOption('8 hours');
    const save = page.getByRole('button', { name: 'Save security' });
    await save.click();
    await page.getByText('They would lock you out.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Networks that people may come from').fill('127.0.0.0/8 ');
    await save.click();
    await page.getByText('Saved').first().waitFor();
    const { revision, ...saved } = await stored(account.id);
    assert.deepEqual(saved, {
      requireSecondFactor: false,
      allowedNetworks: ['198.51.100.0/24', '127.0.0.0/8'],
      sessionIdleMinutes: 30,
      sessionLongestMinutes: 480,
    });
    assert.equal(revision, 1);
    assert.deepEqual(faults, []);
  });

  test('all of it is done by keyboard', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path });
    await page.getByLabel('Networks that people may come from').focus();
    await page.keyboard.type('127.0.0.1');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Networks' }).getByText('127.0.0.1').waitFor();
    const box = page.getByRole('checkbox', { name: 'Everybody needs a second factor' });
    for (
      let presses = 0;
      presses < 6 && !(await box.evaluate((element) => element === element.ownerDocument.activeElement));
      presses++
    ) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => (await stored(account.id)).requireSecondFactor);
    assert.deepEqual((await stored(account.id)).allowedNetworks, ['127.0.0.1/32']);
  });

  test('admins read it', async () => {
    const account = await givenAccount(service.db);
    await ask(account.id, { allowedNetworks: ['127.0.0.0/8'], sessionIdleMinutes: 60 });
    const { page } = await visitConsole(browser, service, account.id, { path, rights: { role: 'admin' } });
    await page.getByText('You can read here.').waitFor();
    await page.getByText('127.0.0.0/8').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save security' }).count(), 0);
    assert.ok(await page.getByLabel('Sign people out after this time without use').isDisabled());
    assert.deepEqual(await axeViolations(page), []);
  });

  test('from elsewhere every screen says so, and the profile and other accounts stay open', async () => {
    const [closed, open] = [
      await givenAccount(service.db, { name: 'Bees' }),
      await givenAccount(service.db, { name: 'Wasps' }),
    ];
    const visit = await visitConsole(browser, service, closed.id);
    await insertMember(service.db, open.id, visit.who.userId, { role: 'viewer', projectIds: null });
    await ask(closed.id, { allowedNetworks: ['203.0.113.0/24'] });
    const { page, goTo, faults } = visit;
    for (const each of ['/', '/projects', '/security']) {
      await goTo(each);
      await page.getByRole('heading', { name: 'Not from this network', level: 1 }).waitFor();
    }
    await page.getByText('Bees lets people in only from networks of its own.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await goTo('/profile');
    await page.getByRole('heading', { name: 'Your profile', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Open Wasps' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('whose account is closed to them while they work is told so by the next thing that they do', async () => {
    const account = await givenAccount(service.db);
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/profile' });
    await ask(account.id, { allowedNetworks: ['203.0.113.0/24'] });
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('heading', { name: 'Not from this network', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('people download what is stored about them in their profile', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id, { path: '/profile' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download your data' }).click(),
    ]);
    const { data } = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.equal(data.user.id, who.userId);
  });

  for (const look of [{ isDark: true }, { isPhone: true }, { language: 'ar' }, { language: 'ja' }]) {
    test(`it breaks no rule of accessibility, shown as ${JSON.stringify(look)}`, async () => {
      const account = await givenAccount(service.db);
      await ask(account.id, { allowedNetworks: ['127.0.0.0/8', '2001:db8::/32'] });
      const { page, faults } = await visitConsole(browser, service, account.id, { ...look, path });
      await page.getByRole('checkbox').waitFor();
      assert.deepEqual(await axeViolations(page), []);
      const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overhang <= 0, `${overhang} px too wide`);
      assert.deepEqual(faults, []);
    });
  }
});
