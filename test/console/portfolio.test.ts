import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, suite } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { givenSignedIn } from '../support/manage.ts';
import { openPortfolio } from '../support/portfolio.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('the portfolio in the console', { skip }, () => {
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

  /** An account with a project behind its goal and one ahead, whose figures were read, and one that was not. */
  async function givenRead(role: 'owner' | 'editor' | 'viewer' = 'owner') {
    const account = await givenAccount(service.db);
    const who = await givenSignedIn(service.db, account.id, { role });
    const portfolio = await openPortfolio(service.db, account);
    after(() => portfolio[Symbol.asyncDispose]());
    const behind = await portfolio.given('Behind', 10, { client_name: 'Northwind' });
    const ahead = await portfolio.given('Ahead', 10, { currency: 'USD' });
    for (const [{ project, connection }, amount] of [
      [behind, 400],
      [ahead, 100],
    ] as const) {
      const goal = { id: 'g', connection_id: connection.id, metric: 'revenue', amount, per: 'month' as const };
      await portfolio.change(project.id, { settings: { goals: [{ ...goal, from: null, to: null }] } });
    }
    await portfolio.ask();
    await portfolio.refresh();
    await givenProject(service.db, account, { name: 'New' });
    return { account, who, portfolio, behind, ahead };
  }

  const names = (page: Awaited<ReturnType<typeof visitConsole>>['page']) =>
    page.locator('main li h2').allTextContents();

  test('what is most off course comes first, with its goal and change; other periods, orders and words are a choice away', async () => {
    const { account, who } = await givenRead();
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await page.getByLabel('Period').selectOption('Last 30 days');
    await eventually(async () => assert.deepEqual(await names(page), ['Behind', 'Ahead', 'New']) ?? true);
    const first = page.locator('main li', { hasText: 'Behind' }).last();
    await first.getByText('€300.00', { exact: true }).waitFor();
    await first.getByText(/^Goal: €\d+\.\d\d · pace \d/).waitFor();
    await page.locator('main li', { hasText: 'Ahead' }).getByText('$300.00', { exact: true }).waitFor();
    await page.locator('main li', { hasText: 'New' }).getByText('Not read yet.').waitFor();
    await page.getByText(/Figures of 2 of 3 projects\. Read each night/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Sort by').selectOption('Name');
    await eventually(async () => (await names(page))[0] === 'Ahead');
    await page.getByLabel('Search projects').fill('northwind');
    await eventually(async () => (await names(page)).length === 1);
    assert.deepEqual(await names(page), ['Behind']);
    await page.getByLabel('Search projects').fill('nobody');
    await page.getByText('No project matches').waitFor();
    assert.deepEqual(faults, []);
  });

  test('sums are of one currency each, and say of how many projects', async () => {
    const { account, who, portfolio } = await givenRead();
    await portfolio.given('Third', 20);
    await portfolio.elapse();
    await portfolio.ask();
    await portfolio.refresh();
    const { page } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await page.getByLabel('Period').selectOption('Last 30 days');
    const sums = page.getByRole('list', { name: 'Sums over all projects' });
    const euros = sums.getByRole('listitem').filter({ hasText: '€900.00' });
    await euros.getByText('2 projects').waitFor();
    assert.equal(await sums.getByText('$').count(), 0, 'one project in dollars has no sum');
  });

  test('a source that fails is told with what it said, and its figures with their age', async () => {
    const { account, who, portfolio, behind } = await givenRead();
    await rm(behind.path);
    await portfolio.elapse();
    await portfolio.refresh();
    const { page } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await page.getByLabel('Period').selectOption('Last 30 days');
    const row = page.locator('main li', { hasText: 'Behind' }).last();
    await row.getByText('€300.00', { exact: true }).waitFor();
    await row
      .getByText(/^Read .*(now|second|minute)/)
      .first()
      .waitFor();
    await row.getByText('Sales').last().waitFor();
    await row.getByText('1 of 1 connections needs somebody').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  test('an editor has figures read now, and is told when they were just read; a viewer only looks', async () => {
    const { account, who, portfolio } = await givenRead('editor');
    await service.db.updateTable('portfolio_projects').set({ requested_at: null }).execute();
    const { page } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await page.getByRole('button', { name: 'Read now' }).click();
    await page.getByText('3 projects are read now.').waitFor();
    await page.getByText(/3 projects are being read\./).waitFor();
    await portfolio.refresh();
    await eventually(async () => page.getByRole('button', { name: 'Read now' }).isEnabled());
    await page.getByRole('button', { name: 'Read now' }).click();
    await page.getByText('3 projects were read in the last 15 minutes.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Settings' }).count(), 0);
    const viewer = await givenSignedIn(service.db, account.id, { role: 'viewer' });
    const other = await visitConsole(browser, service, account.id, { path: '/portfolio', who: viewer });
    await other.page.getByText('Behind').waitFor();
    assert.equal(await other.page.getByRole('button', { name: 'Read now' }).count(), 0);
  });

  test('an admin chooses figures, a reporting currency and rates, and is told at its field what is wrong', async () => {
    const { account, who } = await givenRead();
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Figures').first().fill('orders file:revenue ');
    await dialog.getByLabel('Reporting currency').fill('GBP');
    await page.getByRole('option', { name: /^GBP/ }).click();
    await dialog.getByLabel('Connection with rates').selectOption({ index: 1 });
    await dialog.getByLabel('Its dimension of currency codes').fill('code');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    const stored = await service.db
      .selectFrom('portfolio_accounts')
      .selectAll()
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(stored.figures ?? ''), [
      { system: null, metric: 'orders' },
      { system: 'file', metric: 'revenue' },
    ]);
    assert.equal(stored.currency, 'GBP');
    assert.deepEqual(JSON.parse(stored.rates ?? '').dimension, 'code');
    assert.deepEqual(faults, []);
  });

  test('the files are downloaded as they are chosen', async () => {
    const { account, who } = await givenRead();
    const { page } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await page.getByText('Behind').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'portfolio.xlsx');
  });

  test('further projects come as one scrolls, and on a phone, at night and from right to left all is in reach', async () => {
    const { account, who } = await givenRead();
    for (let made = 0; made < 120; made++) await givenProject(service.db, account, { name: `Project ${made}` });
    const { page } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await eventually(async () => (await names(page)).length >= 20);
    await eventually(async () => {
      await page.mouse.wheel(0, 20_000);
      return (await names(page)).length === 123;
    });
    const night = await visitConsole(browser, service, account.id, {
      ...{ path: '/portfolio', who, isDark: true, isPhone: true, language: 'ar' },
    });
    await night.page.getByText('Behind').waitFor();
    assert.deepEqual(await axeViolations(night.page), []);
    const width = await night.page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 390, `${width} pixels`);
    assert.deepEqual(night.faults, []);
  });

  test('a report of it is made by one button, and sent regularly by another; who may not sees neither', async () => {
    const { account, who, behind } = await givenRead();
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/portfolio', who });
    await page.getByLabel('Period').selectOption('Last 30 days');
    await page.getByRole('button', { name: 'Make a report' }).click();
    await page.waitForURL(/\/console\/.*projects\/prj_\w+$/);
    await page.getByRole('heading', { name: 'Make a report' }).waitFor();
    const offered = await page.getByLabel('Period').locator('option').allTextContents();
    assert.deepEqual(offered, ['This month so far', 'Last month', 'Last 30 days']);
    const made = service.db.selectFrom('projects').select('id').where('portfolio', 'is not', null);
    const { id } = await made.where('account_id', '=', account.id).executeTakeFirstOrThrow();
    const jobs = await service.db.selectFrom('jobs').selectAll().where('project_id', '=', id).execute();
    assert.deepEqual([jobs.length, jobs[0]?.status], [1, 'queued']);
    await page.goBack();
    await page.getByRole('button', { name: 'Send it regularly' }).click();
    await page.waitForURL(new RegExp(`/projects/${id}/schedules$`));
    assert.deepEqual(faults, []);
    const limited = await givenSignedIn(service.db, account.id, { role: 'editor', projectIds: [behind.project.id] });
    const other = await visitConsole(browser, service, account.id, { path: '/portfolio', who: limited });
    await other.page.getByRole('button', { name: 'Read now' }).waitFor();
    assert.equal(await other.page.getByRole('button', { name: 'Make a report' }).count(), 0);
  });
});
