import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { getRetention } from '../../src/domains/retention/retention.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { givenReport } from '../support/outcomes.ts';
import { makeOld } from '../support/retention.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('how long reports are kept, in the console', { skip }, () => {
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

  test('an owner sees what would go, chooses, finds it on Home, takes it back, and sets a hold', async () => {
    const { db, dataDir } = service;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    const { job } = await givenReport(db, await openFileStore(`${dataDir}/objects`), account, project.id);
    await makeOld(db, job.id, 400);
    const { page, faults, goTo } = await visitConsole(browser, service, account.id, { path: '/security' });
    await page.getByLabel('Keep reports').selectOption('12 months');
    await page.getByText(/^To be deleted on .*: reports 1, jobs 1\.$/).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^From .* on, reports are kept for 12 months$/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });
    await goTo('/');
    await page.getByText(/^Old reports will be deleted from /).waitFor();
    await goTo('/security');
    await page.getByRole('button', { name: 'Take it back' }).click();
    await eventually(async () => (await getRetention(db, account.id)).next === null);
    await page.getByLabel('Reason').fill('Case 7');
    await page.getByRole('button', { name: 'Set legal hold' }).click();
    await page.getByText('Case 7').waitFor();
    await page.getByRole('button', { name: 'End' }).click();
    await eventually(async () => (await db.selectFrom('legal_holds').select('id').execute()).length === 0);
    assert.deepEqual(faults, []);
  });
});
