import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSession, manage } from '../support/manage.ts';
import { givenMember } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('members of an account in the console', { skip }, () => {
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

  test('somebody is invited for one project, by a link that is shown once, and the invitation is taken back', async () => {
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account, { name: 'Shop' });
    await givenProject(service.db, account, { name: 'Store' });
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path: '/members' });
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('eve@example.com');
    await dialog.getByText(/^Editor/).click();
    await dialog.getByText('Only some projects').click();
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByText('Choose at least one project or tag.').waitFor();
    await dialog.getByRole('searchbox', { name: 'Find projects' }).fill('sho');
    await dialog.getByText('Store').waitFor({ state: 'detached' });
    await dialog.getByText('Shop').click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create invitation' }).dblclick();
    const link = await dialog.getByLabel('Invitation link').inputValue();
    assert.equal((await fetch(link)).status, 200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const { items } = (await manage(service, who, 'GET', '/invitations')).body.data;
    assert.deepEqual(
      items.map(({ email, role, project_ids }: Record<string, unknown>) => [email, role, project_ids]),
      [['eve@example.com', 'editor', [project.id]]],
    );
    const open = page.getByRole('table', { name: 'Open invitations' });
    await open.getByText('Shop').waitFor();
    await open.getByRole('button', { name: /^Take back/ }).click();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await open.waitFor({ state: 'detached' });
    assert.equal((await fetch(link)).status, 404);
    assert.deepEqual(faults, []);
  });

  test('somebody is limited to a tag, and the project says who sees it by that', async () => {
    const account = await givenAccount(service.db);
    await givenMember(service.db, account.id, { role: 'viewer' }, { name: 'Bob' });
    const { page, who, goTo, faults } = await visitConsole(browser, service, account.id, { path: '/' });
    const body = { name: 'Shop', tags: ['Retail'] };
    const { id } = (await manage(service, who, 'POST', '/projects', { body })).body.data;
    await goTo('/members');
    await page.getByRole('button', { name: 'Actions for Bob' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Only some projects').click();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await dialog.getByText('Choose at least one project or tag.').waitFor();
    await dialog.getByText('Retail').click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('row', { name: /Bob/ }).getByText('Tags: Retail').waitFor();
    const members = (await manage(service, who, 'GET', '/members')).body.data.items;
    const bob = members.find(({ name }: { name: string }) => name === 'Bob');
    assert.deepEqual([bob.project_ids, bob.tags], [[], ['Retail']]);
    await goTo(`/projects/${id}/settings`);
    await page.getByRole('listitem').filter({ hasText: 'Bob' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('a role is changed by keyboard, and somebody is signed out and removed', async () => {
    const account = await givenAccount(service.db);
    const bob = await givenMember(
      service.db,
      account.id,
      { role: 'editor' },
      { name: 'Bob', email: 'bob@example.com' },
    );
    const signedIn = await givenSession(service.db, bob);
    const { page, who } = await visitConsole(browser, service, account.id, { path: '/members' });
    const row = page.getByRole('row', { name: /Bob/ });
    await row.getByRole('button', { name: 'Actions for Bob' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Change role' }).press('Enter');
    await page.getByRole('radio', { name: /^Editor/ }).press('ArrowUp');
    await page.getByRole('button', { name: 'Change role' }).press('Enter');
    await row.getByText('Viewer').waitFor();
    assert.equal((await manage(service, signedIn, 'GET', '/session')).status, 401, 'their sessions end');
    await givenSession(service.db, bob);
    await row.getByRole('button', { name: 'Actions for Bob' }).click();
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Signed out of 1 browser.').waitFor();
    await row.getByRole('button', { name: 'Actions for Bob' }).click();
    await page.getByRole('menuitem', { name: 'Remove from account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from account' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await manage(service, who, 'GET', '/members')).body.meta.pagination.total, 1);
  });

  test('the last owner stays one, in the words of the service', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path: '/members' });
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Admin/)
      .click();
    await page.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('alert').getByText(/owner/).waitFor();
  });

  test('a full plan is told before somebody is invited', async () => {
    const account = await givenAccount(service.db, { plan: 'free' });
    const { page } = await visitConsole(browser, service, account.id, { path: '/members' });
    await page.getByText('Your plan allows 1 member').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Invite somebody' }).count(), 0);
  });

  test('admins decide about those below them alone, and others do not find the screen', async () => {
    const account = await givenAccount(service.db);
    await givenMember(service.db, account.id, { role: 'owner' }, { name: 'Olga', email: 'olga@example.com' });
    await givenMember(service.db, account.id, { role: 'viewer' }, { name: 'Vera', email: 'vera@example.com' });
    const admin = await visitConsole(browser, service, account.id, { path: '/members', rights: { role: 'admin' } });
    await admin.page.getByRole('button', { name: 'Actions for Vera' }).waitFor();
    assert.equal(await admin.page.getByRole('button', { name: /^Actions for/ }).count(), 1);
    await admin.page.getByRole('button', { name: 'Invite somebody' }).click();
    assert.equal(await admin.page.getByRole('radio').count(), 2);
    const editor = await visitConsole(browser, service, account.id, { path: '/members', rights: { role: 'editor' } });
    await editor.page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
  });

  test('a list that cannot be read says so and is read again', async () => {
    const account = await givenAccount(service.db);
    const { page, goTo, faults } = await visitConsole(browser, service, account.id);
    await page.route('**/manage/v1/members?*', (route) => route.fulfill({ status: 404, body: '{}' }));
    await goTo('/members');
    await page.getByText('This could not be shown').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.unroute('**/manage/v1/members?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Members' }).waitFor();
    assert.deepEqual(faults, []);
  });

  for (const look of [{}, { isDark: true, isPhone: true }, { language: 'ar' }, { language: 'de', isPhone: true }]) {
    test(`members break no rule of accessibility, shown as ${JSON.stringify(look)}`, async () => {
      const account = await givenAccount(service.db);
      const project = await givenProject(service.db, account);
      await givenMember(service.db, account.id, { role: 'viewer', projectIds: [project.id] });
      const { page, faults } = await visitConsole(browser, service, account.id, { ...look, path: '/members' });
      await page.getByText('Test project').waitFor();
      assert.deepEqual(await axeViolations(page), []);
      const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overhang <= 0, `the page is ${overhang} px too wide`);
      assert.deepEqual(faults, []);
    });
  }
});
