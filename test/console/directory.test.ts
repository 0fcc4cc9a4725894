import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { findMember } from '../../src/domains/members/members.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { callScim, givenDirectory } from '../support/scim.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('the directory of a company in the console', { skip }, () => {
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

  /** An account whose directory has sent somebody in a group. */
  const givenTeam = async () => {
    const own = await givenDirectory(service);
    await givenProject(service.db, own.account, { name: 'Shop' });
    const ann = await own.addUser({ displayName: 'Ann Directory' });
    const group = await own.addGroup('Reporting team', [ann.id]);
    const { user_id } = await service.db
      .selectFrom('scim_users')
      .select('user_id')
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow();
    return { ...own, ann, group, memberOf: () => findMember(service.db, own.account.id, user_id) };
  };

  test('an owner makes a token by keyboard, which is shown once, lets a directory in, and is revoked', async () => {
    const account = await givenAccount(service.db);
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/members' });
    await page.getByRole('link', { name: 'Directory (SCIM)' }).press('Enter');
    await page.getByText('No directory has called yet.').waitFor();
    assert.match(await page.getByLabel('Address').inputValue(), /^http.*\/scim\/v2$/);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Make token' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await page.keyboard.type('Entra');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    const token = await dialog.getByLabel('Token').inputValue();
    assert.match(token, /^rs_scim_/);
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    assert.ok(!(await page.content()).includes(token));
    const table = page.getByRole('table', { name: 'Access tokens' });
    await table.getByText('Never').waitFor();
    assert.equal((await callScim(service.url, 'GET', '/Users', { token })).status, 200);
    await page.reload();
    await page.getByText('The directory called last:').waitFor();
    await table.getByRole('button', { name: 'Revoke Entra' }).press('Enter');
    await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByText('Make a token, and give it to the directory').waitFor();
    assert.equal((await callScim(service.url, 'GET', '/Users', { token })).status, 401);
    assert.deepEqual(faults, []);
  });

  test('a group is given a role, limited to a project, and its people have it at once', async () => {
    const { account, memberOf } = await givenTeam();
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/members/directory' });
    const row = page.getByRole('row', { name: /Reporting team/ });
    await row.getByText('No role').waitFor();
    await row.getByRole('button', { name: /^Choose role/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Editor/).click();
    await dialog.getByText('Only some projects').click();
    await dialog.getByRole('button', { name: 'Choose role' }).click();
    await dialog.getByText('Choose at least one project or tag.').waitFor();
    assert.equal(await dialog.getByRole('radio', { name: /^Owner/ }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByText('Shop').click();
    await dialog.getByRole('button', { name: 'Choose role' }).click();
    await row.getByText('Editor').waitFor();
    await row.getByText('Shop').waitFor();
    const member = await memberOf();
    assert.deepEqual([member?.role, member?.projectIds?.length], ['editor', 1]);
    await row.getByRole('button', { name: /^Choose role/ }).click();
    await dialog.getByText(/^No role/).click();
    await dialog.getByRole('button', { name: 'Choose role' }).click();
    await row.getByText('No role').waitFor();
    assert.equal((await memberOf())?.role, 'viewer');
    assert.deepEqual(faults, []);
  });

  test('the usual role is changed, and who is told by e-mail', async () => {
    const { account, memberOf } = await givenTeam();
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/members/directory' });
    await page.getByRole('button', { name: /^Change/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Editor/).click();
    await dialog.getByText('New people get an e-mail').click();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The usual role has been changed.').waitFor();
    assert.equal((await memberOf())?.role, 'editor');
    const row = await service.db
      .selectFrom('directories')
      .selectAll()
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.default_role, row.sends_mail], ['editor', 0]);
    assert.deepEqual(faults, []);
  });

  test('members say that the directory keeps them, and whose role a group gives says by which', async () => {
    const { account, group } = await givenTeam();
    await service.db.updateTable('scim_groups').set({ role: 'viewer' }).where('id', '=', group.id).execute();
    const { page } = await visitConsole(browser, service, account.id, { path: '/members' });
    await page
      .getByRole('row', { name: /Ann Directory/ })
      .getByText('From the directory')
      .waitFor();
    await page.getByRole('button', { name: 'Actions for Ann Directory' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The directory gives this role, by Reporting team.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByText(/^Admin/).click();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await dialog.getByText('The directory gives this person their role').waitFor();
  });

  test('what a directory did is in the activity log in words', async () => {
    const { account } = await givenTeam();
    const { page } = await visitConsole(browser, service, account.id, { path: '/audit' });
    await page.getByRole('button', { name: /Person added by the directory/ }).waitFor();
    await page.getByRole('button', { name: /Group added by the directory/ }).waitFor();
  });

  test('nobody but an owner finds it', async () => {
    const account = await givenAccount(service.db);
    const rights = { role: 'admin' } as const;
    const { page, goTo } = await visitConsole(browser, service, account.id, { path: '/members', rights });
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Directory (SCIM)' }).count(), 0);
    await goTo('/members/directory');
    await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
  });

  for (const look of [{ isPhone: true }, { isDark: true }, { language: 'ar' }, { language: 'de', isPhone: true }]) {
    test(`it has no fault with ${JSON.stringify(look)}`, async () => {
      const { account } = await givenTeam();
      const { page, faults } = await visitConsole(browser, service, account.id, {
        ...look,
        path: '/members/directory',
      });
      await page.getByText('Reporting team').first().waitFor();
      assert.deepEqual(await axeViolations(page), []);
      const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(width) <= 0, `${width} pixels too wide`);
      assert.deepEqual(faults, []);
    });
  }
});
