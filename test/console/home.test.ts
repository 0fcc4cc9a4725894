import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite } from 'node:test';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import type { ConnectionStatus } from '../../src/platform/database/tables.ts';
import { blocked } from '../../src/platform/jobs/outcomes.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenJob, givenReport } from '../support/outcomes.ts';
import { givenDueDelivery, givenSchedule } from '../support/schedules.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('home in the console', { skip }, () => {
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

  const connect = (account: Account, projectId: string, name: string, status: ConnectionStatus) => {
    const fields = { accountId: account.id, projectId, system: 'file', config: {}, seal: () => null };
    return insertConnection(service.db, { ...fields, name, status });
  };
  const block = async (account: Account, projectId: string, ...outcome: Parameters<typeof blocked>) => {
    const { id } = await givenJob(service.db, account, projectId, { type: 'generation' });
    const changes = { status: 'blocked', outcome: JSON.stringify(blocked(...outcome)) } as const;
    await service.db.updateTable('jobs').set(changes).where('id', '=', id).execute();
  };
  const openStore = () => openFileStore(join(service.dataDir, 'objects'));

  /** Two connections that need somebody, of which one holds up two reports; one other reason; an e-mail that was lost. */
  async function givenTroubles() {
    const account = await givenAccount(service.db);
    const shop = await givenProject(service.db, account, { name: 'Shop' });
    const empty = await givenProject(service.db, account, { name: 'Empty' });
    const schedule = await givenSchedule(service.db, shop.id, { cadence: 'monthly', day: 3, recipients: ['a@b.c'] });
    const lost = await givenDueDelivery(service.db, await openStore(), account, schedule, 'bob@example.com');
    const failed = { status: 'failed', failure: 'No such mailbox' } as const;
    await service.db.updateTable('deliveries').set(failed).where('id', '=', lost).execute();
    const ads = await connect(account, shop.id, 'Ads', 'reauth_required');
    await connect(account, shop.id, 'Sheet', 'resource_missing');
    for (let made = 0; made < 2; made++) {
      const details = { connection_id: ads.id, system: 'google-ads' };
      await block(account, shop.id, 'reauth_required', 'Signed out.', 'Sign in.', details);
    }
    await block(account, empty.id, 'no_connected_systems', 'Nothing is connected.', 'Connect a system.');
    return { account, ads, empty };
  }

  test('a new account is led through four steps, each ticked once it is done', async () => {
    const account = await givenAccount(service.db);
    const { page, goTo, faults } = await visitConsole(browser, service, account.id);
    await page.getByText('0 of 4 done').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'New project' }).click();
    await page.getByLabel('Project name').fill('Shop');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(/connections\/new$/);
    const [projectId = ''] = /prj_\w+/.exec(page.url()) ?? [];
    await goTo('/');
    await page.getByText('1 of 4 done').waitFor();
    const next = (name: string) => page.getByRole('main').getByRole('link', { name }).getAttribute('href');
    assert.equal(await next('Connect data'), `/console/projects/${projectId}/connections/new`);
    await connect(account, projectId, 'Sales', 'connected');
    await goTo('/');
    await page.getByText('2 of 4 done').waitFor();
    assert.equal(await next('Make a report'), `/console/projects/${projectId}`);
    const { reportId } = await givenReport(service.db, await openStore(), account, projectId);
    await goTo('/');
    await page.getByText('3 of 4 done').waitFor();
    assert.equal(await next('Open the report'), `/console/reports/${reportId}`);
    await givenJob(service.db, account, projectId, { type: 'export', reportId });
    await goTo('/');
    await page.getByRole('heading', { name: 'Nothing needs you today' }).waitFor();
    assert.equal(await page.getByText('Get started').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test('what needs somebody is there once, with what repairs it', async () => {
    const { account, ads, empty } = await givenTroubles();
    const { page, faults } = await visitConsole(browser, service, account.id);
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await row('Ads has to be connected again').getByText('2 reports wait for it').waitFor();
    const reconnect = row('Ads has to be connected again').getByRole('link', { name: 'Reconnect' });
    assert.equal(await reconnect.getAttribute('href'), `/console/connections/${ads.id}?back=%2F`);
    await row('What Sheet reads is not there any more').getByRole('link', { name: 'Check' }).waitFor();
    const repair = row('A report could not be made').getByRole('link', { name: 'Connect data' });
    assert.equal(await repair.getAttribute('href'), `/console/projects/${empty.id}/connections/new`);
    assert.deepEqual(await axeViolations(page), []);
    const mail = row('An e-mail to bob@example.com did not arrive');
    await mail.getByText('No such mailbox').waitFor();
    await mail.getByRole('button', { name: 'Dismiss' }).click();
    await mail.waitFor({ state: 'detached' });
    await page.reload();
    await reconnect.waitFor();
    assert.equal(await mail.count(), 0);
    await page.getByText('Every month, to 1 recipient').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a viewer is told of problems, without buttons', async () => {
    const { account } = await givenTroubles();
    const { page } = await visitConsole(browser, service, account.id, { rights: { role: 'viewer' } });
    await page.getByRole('heading', { name: 'Known problems' }).waitFor();
    for (const name of ['Reconnect', 'Check', 'Connect data']) {
      assert.equal(await page.getByRole('main').getByRole('link', { name }).count(), 0);
    }
    assert.equal(await page.getByRole('button', { name: 'Dismiss' }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
  });

  for (const look of [
    { isPhone: true, language: 'ar' },
    { isDark: true, language: 'de' },
  ]) {
    test(`no rule of accessibility is broken, shown as ${JSON.stringify(look)}`, async () => {
      const { account } = await givenTroubles();
      const { page, faults } = await visitConsole(browser, service, account.id, look);
      await page.getByRole('main').getByText('bob@example.com').waitFor();
      assert.deepEqual(await axeViolations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), page.viewportSize()?.width);
      assert.deepEqual(faults, []);
    });
  }
});
