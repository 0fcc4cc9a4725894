import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenReport } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('the days of the usage screen', { skip }, () => {
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

  test('each day is told by pointer, by keyboard and as a table', async () => {
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account);
    const objects = await openFileStore(`${service.dataDir}/objects`);
    for (let made = 0; made < 2; made++) await givenReport(service.db, objects, account, project.id);
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/usage' });
    const chart = page.getByRole('slider', { name: 'The last 30 days' });
    await page.getByText(/: 2 reports, 0 files/).waitFor();
    await chart.press('ArrowLeft');
    await page.getByText(/: 0 reports, 0 files/).waitFor();
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /0 reports/);
    await chart.press('End');
    await page.getByText(/: 2 reports, 0 files/).waitFor();
    await chart.hover({ position: { x: 2, y: 50 } });
    await page.getByText(/: 0 reports, 0 files/).waitFor();
    await page.getByText('As a table').click();
    await page.getByRole('table', { name: 'The last 30 days' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });
});
