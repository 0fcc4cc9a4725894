import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { archiveProject } from '../../src/domains/projects/projects.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { runBulkJobs } from '../support/bulk-jobs.ts';
import { visitConsole } from '../support/console.ts';
import { manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const toEnd = 'window.scrollTo(0, document.documentElement.scrollHeight)';

suite('projects in the console', { skip }, () => {
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

  test('the empty list makes the first project, once however often it is pressed, and goes on to its data', async () => {
    const account = await givenAccount(service.db);
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    await page.getByRole('heading', { name: 'Make your first project' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'New project' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Project name').fill('Web shop');
    await dialog.getByLabel('Client').fill('Northwind');
    await dialog.getByRole('combobox', { name: 'Language of the reports' }).fill('austrian');
    await page.getByRole('option', { name: /German/ }).click();
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('vienna');
    await dialog.getByRole('status').filter({ hasText: '1 found' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('euro');
    await page.getByRole('option', { name: 'EUR – Euro' }).click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create project' }).dblclick();
    await page.waitForURL(/\/projects\/prj_\w+\/connections\/new$/);
    const { items } = (await manage(service, who, 'GET', '/projects')).body.data;
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [
        item.name,
        item.client_name,
        item.locale,
        item.time_zone,
        item.currency,
      ]),
      [['Web shop', 'Northwind', 'de-AT', 'Europe/Vienna', 'EUR']],
    );
    assert.deepEqual(faults, []);
  });

  test('the next project begins with the choices for the last one', async () => {
    const account = await givenAccount(service.db);
    const { page, goTo } = await visitConsole(browser, service, account.id, { path: '/projects?make=true' });
    await page.getByLabel('Project name').fill('First');
    await page.getByRole('combobox', { name: 'Currency' }).fill('yen');
    await page.getByRole('option', { name: /JPY/ }).click();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(/connections\/new$/);
    await goTo('/projects?make=true');
    assert.match(await page.getByRole('combobox', { name: 'Currency' }).inputValue(), /^JPY/);
  });

  test('projects are searched, filtered and sorted by an address that one comes back to', async () => {
    const account = await givenAccount(service.db);
    for (const name of ['Café Lumière', 'Shop', 'Store']) await givenProject(service.db, account, { name });
    const over = await givenProject(service.db, account, { name: 'Over', client_name: 'Shopper' });
    await service.db.transaction().execute((transaction) => archiveProject(transaction, account.id, over.id, 'test'));
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const names = () => page.getByRole('rowheader').getByRole('link').allInnerTexts();
    await page.getByText('3 projects').waitFor();
    assert.deepEqual(await names(), ['Café Lumière', 'Shop', 'Store']);
    await page.getByRole('searchbox', { name: 'Search projects and clients' }).fill('shop');
    await page.getByText('1 project', { exact: true }).waitFor();
    assert.deepEqual(await names(), ['Shop']);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
    await page.getByText('2 projects').waitFor();
    assert.equal(new URL(page.url()).search, '?q=shop&status=all');
    await page.reload();
    await page.getByText('2 projects').waitFor();
    assert.deepEqual(await names(), ['Over', 'Shop']);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByRole('button', { name: 'Show all projects' }).click();
    await page.getByText('4 projects').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    assert.deepEqual(faults, []);
  });

  test('of a thousand projects those near what is seen have rows; one scrolls, jumps and tabs through all', async () => {
    const account = await givenAccount(service.db);
    const names = Array.from({ length: 1_000 }, (_, index) => `Project ${String(index).padStart(4, '0')}`);
    const model = await givenProject(service.db, account, { name: 'Project 0000' });
    const others = names.slice(1).map((name) => ({ ...model, id: newIdentifier('prj'), name }));
    for (let from = 0; from < others.length; from += 100) {
      await service.db
        .insertInto('projects')
        .values(others.slice(from, from + 100))
        .execute();
    }
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    await page.getByText('1,000 projects').waitFor();
    await page.getByRole('link', { name: 'Project 0000' }).waitFor();
    const table = page.getByRole('table', { name: 'Projects' });
    assert.equal(await table.getAttribute('aria-rowcount'), '1001');
    assert.ok((await page.getByRole('rowheader').count()) <= 100);
    await page.evaluate(toEnd);
    const last = page.getByRole('row').filter({ hasText: 'Project 0999' });
    await last.waitFor();
    assert.equal(await last.getAttribute('aria-rowindex'), '1001');
    assert.ok((await page.getByRole('rowheader').count()) <= 100, 'those before have only their room');
    await page.evaluate('window.scrollTo(0, 0)');
    await page.getByRole('link', { name: 'Project 0000' }).focus();
    // Box, link and menu of each row.
    for (let press = 0; press < 3 * 60; press++) await page.keyboard.press('Tab');
    await page.locator('a:focus', { hasText: 'Project 0060' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('what has the focus stays while others scroll out of sight', async () => {
    const account = await givenAccount(service.db);
    for (let made = 0; made < 80; made++) await givenProject(service.db, account, { name: `Project ${made + 10}` });
    const { page } = await visitConsole(browser, service, account.id, { path: '/projects' });
    await page.getByRole('link', { name: 'Project 10' }).focus();
    await page.evaluate(toEnd);
    await page.getByRole('link', { name: 'Project 89' }).waitFor();
    await page.locator('a:focus', { hasText: 'Project 10' }).waitFor({ state: 'attached' });
  });

  test('projects are ticked one by one, and all that the filter finds, and say how many they are', async () => {
    const account = await givenAccount(service.db);
    for (const name of ['One', 'Two', 'Three']) await givenProject(service.db, account, { name });
    const { page, who, goTo, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const box = (name: string) => page.getByRole('checkbox', { name });
    const bar = page.getByRole('region', { name: 'With what is ticked' });
    const all = box('Tick all that are found');
    await box('Tick One').check();
    await box('Tick Two').press(' ');
    await bar.getByText('2 projects ticked').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await box('Tick Two').uncheck();
    await bar.getByText('1 project ticked').waitFor();
    await bar.getByRole('button', { name: 'Change tags' }).click();
    await page.getByRole('dialog').getByLabel('Tags to give').fill('Retail');
    await page.getByRole('dialog').getByRole('button', { name: 'Start for 1 project' }).click();
    await page.waitForURL(/\/bulk-jobs\/blk_\w+$/);
    await runBulkJobs(service.db);
    await goTo('/projects');
    await all.check();
    await bar.getByText('3 projects ticked').waitFor();
    assert.equal(await box('Tick One').isDisabled(), true, 'single ones cannot be taken away from all');
    await page.getByRole('combobox', { name: 'Tag or folder' }).click();
    await page.getByRole('option', { name: /Retail/ }).click();
    await page.getByText('1 project', { exact: true }).waitFor();
    await bar.waitFor({ state: 'detached' });
    await all.check();
    await bar.getByRole('button', { name: 'Put into a folder' }).click();
    await page.getByRole('dialog').getByLabel('Folder').fill('Northwind');
    await page.getByRole('dialog').getByRole('button', { name: 'Start for 1 project' }).click();
    await page.waitForURL(/\/bulk-jobs\/blk_\w+$/);
    await runBulkJobs(service.db);
    const { items } = (await manage(service, who, 'GET', '/projects?folder=northwind')).body.data;
    assert.deepEqual(
      items.map(({ name, tags }: Record<string, unknown>) => [name, tags]),
      [['One', ['Retail']]],
    );
    assert.deepEqual(faults, []);
  });

  test('with Shift all between two boxes are ticked, and unticked', async () => {
    const account = await givenAccount(service.db);
    for (const name of ['One', 'Two', 'Three', 'Four']) await givenProject(service.db, account, { name });
    const path = '/projects?sort=name';
    const { page, faults } = await visitConsole(browser, service, account.id, { path });
    const boxes = page.locator('tbody input[type=checkbox]');
    const bar = page.getByRole('region', { name: 'With what is ticked' });
    await boxes.nth(0).click();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    await bar.getByText('3 projects ticked').waitFor();
    assert.deepEqual(await Promise.all([0, 1, 2, 3].map((at) => boxes.nth(at).isChecked())), [true, true, true, false]);
    await boxes.nth(1).click({ modifiers: ['Shift'] });
    await bar.getByText('1 project ticked').waitFor();
    assert.deepEqual(faults, []);
  });

  test('lists are narrowed by tags and folders, whose chips take that back', async () => {
    const account = await givenAccount(service.db);
    const { page, who, goTo, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const add = (name: string, more: object) => manage(service, who, 'POST', '/projects', { body: { name, ...more } });
    await add('One', { tags: ['Retail'], folder: 'Northwind' });
    await add('Two', { tags: ['Retail'] });
    await add('Three', {});
    await goTo('/projects');
    await page.getByText('3 projects').waitFor();
    const choose = async (name: RegExp) => {
      await page.getByRole('combobox', { name: 'Tag or folder' }).click();
      await page.getByRole('option', { name }).click();
    };
    await choose(/Retail/);
    await page.getByText('2 projects', { exact: true }).waitFor();
    await choose(/Northwind/);
    await page.getByText('1 project', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.reload();
    await page.getByText('1 project', { exact: true }).waitFor();
    const chips = page.getByRole('list', { name: 'Shown are only' });
    assert.equal(await chips.getByRole('listitem').count(), 2);
    await chips.getByRole('button', { name: 'Remove: Northwind' }).click();
    await page.getByText('2 projects', { exact: true }).waitFor();
    for (const path of ['/', '/connections', '/schedules', '/deliveries']) {
      await goTo(path);
      if (path === '/connections') continue;
      await choose(/Retail/);
      await page.getByRole('list', { name: 'Shown are only' }).getByText('Retail').waitFor();
    }
    assert.deepEqual(faults, []);
  });

  test('tags and folders are renamed and removed in all projects', async () => {
    const account = await givenAccount(service.db);
    const { page, who, goTo, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const body = { name: 'One', tags: ['Retail', 'Monthly'] };
    const { id } = (await manage(service, who, 'POST', '/projects', { body })).body.data;
    await goTo('/projects');
    await page.getByRole('button', { name: 'Tags and folders' }).click();
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('Retail', 'Rename');
    await page.getByLabel('New name').fill('monthly');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText(/There is a tag Monthly already/).waitFor();
    await page.getByLabel('New name').fill('Shops');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Shops is its name now.').waitFor();
    await act('Monthly', 'Remove');
    await page.getByText(/It is taken from 1 project, which stays/).waitFor();
    await page.getByRole('dialog', { name: 'Remove Monthly?' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Monthly is removed.').waitFor();
    assert.deepEqual((await manage(service, who, 'GET', `/projects/${id}`)).body.data.tags, ['Shops']);
    assert.deepEqual(faults, []);
  });

  test('a project is copied, archived and restored from its row', async () => {
    const account = await givenAccount(service.db);
    const { id } = await givenProject(service.db, account, { name: 'Shop' });
    const { page, who, goTo, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('Shop', 'Copy');
    assert.equal(await page.getByLabel('Name of the copy').inputValue(), 'Shop (copy)');
    await page.getByLabel('Name of the copy').fill('Store');
    await page.getByRole('button', { name: 'Copy project' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Store' }).waitFor();
    await goTo('/projects');
    await act('Shop', 'Archive');
    await page.getByRole('dialog', { name: 'Archive Shop?' }).getByRole('button', { name: 'Archive project' }).click();
    await page.getByText('Shop is archived.').waitFor();
    await page.getByText('1 project', { exact: true }).waitFor();
    assert.equal((await manage(service, who, 'GET', `/projects/${id}`)).body.data.status, 'archived');
    await goTo('/projects?status=archived');
    await act('Shop', 'Restore');
    await page.getByText(/^Shop is active again/).waitFor();
    assert.equal((await manage(service, who, 'GET', `/projects/${id}`)).body.data.status, 'active');
    assert.equal((await manage(service, who, 'GET', '/projects')).body.data.items.length, 2);
    assert.deepEqual(faults, []);
  });

  test('the menu of a row is worked by keys, and gives the focus back', async () => {
    const account = await givenAccount(service.db);
    await givenProject(service.db, account, { name: 'Shop' });
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const button = page.getByRole('button', { name: 'Actions for Shop' });
    const focused = (name: string) => page.locator('[role="menuitem"]:focus', { hasText: name }).waitFor();
    await button.press('ArrowUp');
    await focused('Archive');
    await page.keyboard.press('ArrowDown');
    await focused('Copy');
    await page.keyboard.press('End');
    await focused('Archive');
    await page.keyboard.press('c');
    await focused('Copy');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.locator('button:focus').and(button).waitFor();
    await button.click();
    await focused('Copy');
    await button.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  test('a plan that is full says so before somebody writes anything', async () => {
    const account = await givenAccount(service.db, { plan: 'free' });
    const { page, who, goTo } = await visitConsole(browser, service, account.id);
    const { limit } = (await manage(service, who, 'GET', '/session')).body.data.usage.projects;
    for (let made = 0; made < limit; made++) await givenProject(service.db, account);
    await goTo('/projects?make=true');
    await page.getByText(/^Your plan allows/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'New project' }).count(), 0);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
  });

  test('a viewer reads, without buttons that change something', async () => {
    const account = await givenAccount(service.db);
    await givenProject(service.db, account, { name: 'Shop' });
    const rights = { role: 'viewer' } as const;
    const { page } = await visitConsole(browser, service, account.id, { rights, path: '/projects?make=true' });
    await page.getByRole('link', { name: 'Shop' }).waitFor();
    for (const name of ['New project', /^Actions for/])
      assert.equal(await page.getByRole('button', { name }).count(), 0);
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('a list that cannot be read says so, and is read again', async () => {
    const account = await givenAccount(service.db);
    await givenProject(service.db, account, { name: 'Shop' });
    const { page, goTo } = await visitConsole(browser, service, account.id);
    await page.route('**/manage/v1/projects?*', (route) => route.abort());
    await goTo('/projects');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.unroute('**/manage/v1/projects?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Shop' }).waitFor();
  });

  for (const look of [{ isPhone: true, isDark: true }, { language: 'ar' }]) {
    test(`no rule of accessibility is broken, shown as ${JSON.stringify(look)}`, async () => {
      const account = await givenAccount(service.db);
      const { id } = await givenProject(service.db, account, { name: 'Shop', client_name: 'Northwind' });
      const { page, faults, goTo } = await visitConsole(browser, service, account.id, { ...look, path: '/projects' });
      await page.getByRole('link', { name: 'Shop' }).waitFor();
      assert.deepEqual(await axeViolations(page), []);
      await goTo(`/projects/${id}/settings`);
      await page.getByRole('combobox').first().waitFor();
      assert.deepEqual(await axeViolations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), page.viewportSize()?.width);
      assert.deepEqual(faults, []);
    });
  }
});
