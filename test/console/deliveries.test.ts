import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { ScheduleRow } from '../../src/domains/schedules/schedules.ts';
import { addUnwanted } from '../../src/domains/schedules/unwanted.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { givenDueDelivery, givenSchedule } from '../support/schedules.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'reports@example.com' };

suite('the deliveries of the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let account: Account;
  let schedule: ScheduleRow;
  let id: string;
  before(async () => {
    service = await startTestService('sqlite', { environment: mail });
    browser = await openBrowser();
    account = await givenAccount(service.db);
    const project = await givenProject(service.db, account, { name: 'Northwind' });
    schedule = await givenSchedule(service.db, project.id, { recipients: ['ann@example.com'], delivery: 'link' });
    const objects = await openFileStore(`${service.dataDir}/objects`);
    id = await givenDueDelivery(service.db, objects, account, schedule);
    const ended = {
      status: 'unknown',
      reason: 'unknown',
      failure: 'It may have arrived.',
      next_attempt_at: null,
    } as const;
    await service.db
      .updateTable('deliveries')
      .set({ ...ended, attempt: 1 })
      .where('id', '=', id)
      .execute();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test('an e-mail of which nobody knows whether it arrived says so, and is sent again when somebody asks', async () => {
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/schedules' });
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByText('ann@example.com').waitFor();
    await page.getByText('It may have arrived, so it is not sent again.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It may have arrived already; then it arrives twice.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It goes out within seconds.').waitFor();
    const row = () =>
      service.db.selectFrom('deliveries').select('sends').where('id', '=', id).executeTakeFirstOrThrow();
    await eventually(async () => (await row()).sends === 1);
    assert.deepEqual(faults, []);
  });

  test('the page says that e-mails that come back are not read, as long as no inbox is named', async () => {
    const { page } = await visitConsole(browser, service, account.id, { path: '/deliveries' });
    await page.getByText('Mails that come back later are not read here').waitFor();
  });

  test('an admin sees who gets none, and takes somebody off who asks for it', async () => {
    await addUnwanted(service.db, account.id, 'tired@example.com', 'unsubscribed');
    const { page } = await visitConsole(browser, service, account.id, { path: '/deliveries' });
    const list = page.getByRole('region', { name: 'Addresses that get no e-mail' });
    await list.getByText('Unsubscribed').waitFor();
    await list.getByRole('button', { name: 'Take off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click();
    await list.getByText('Nobody.').waitFor();
  });

  test('what the e-mails say is written in the form of the schedule', async () => {
    const { page } = await visitConsole(browser, service, account.id, { path: '/schedules' });
    await page
      .getByRole('button', { name: /actions|Actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByText('What the e-mail says').click();
    await page.getByLabel('Subject').fill('For {{nobody}}');
    await page.getByLabel('Blind copies').fill('archive@example.com');
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText(/The placeholder "\{\{nobody\}\}" stands for nothing/).waitFor();
    await page.getByLabel('Subject').fill('For {{client}}');
    await page.getByLabel('Settings of their own for').selectOption('archive@example.com');
    const own = page.getByRole('group', { name: 'archive@example.com' });
    await own.getByLabel('Language').selectOption('Deutsch');
    await own.getByLabel('Only these sections').fill('kpis\nKey figures\n');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await eventually(async () => {
      const row = await service.db.selectFrom('schedules').select('mail').executeTakeFirstOrThrow();
      return row.mail.includes('For {{client}}') && row.mail.includes('archive@example.com');
    });
    const { mail } = await service.db.selectFrom('schedules').select('mail').executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(mail).recipient_options, [
      { address: 'archive@example.com', language: 'de', deliver: null, sections: ['kpis', 'Key figures'] },
    ]);
  });
});
