import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { ProjectRow } from '../../src/domains/projects/projects.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { manage } from '../support/manage.ts';
import { givenSchedule } from '../support/schedules.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'reports@example.com' };

suite('the schedules of the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let account: Account;
  let project: ProjectRow;
  before(async () => {
    service = await startTestService('sqlite', { environment: mail });
    browser = await openBrowser();
    account = await givenAccount(service.db);
    project = await givenProject(service.db, account, { name: 'Northwind', time_zone: 'Asia/Tokyo' });
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  const schedulesOf = (projectId: string) =>
    service.db.selectFrom('schedules').selectAll().where('project_id', '=', projectId).execute();
  const atProject = (id: string) => ({ path: `/projects/${id}/schedules` });

  test('a newcomer schedules a report, sees when it comes, and loses nothing by a reload', async () => {
    const { page, faults } = await visitConsole(browser, service, account.id, atProject(project.id));
    await page.getByRole('heading', { name: 'No schedule yet' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByText('Every week').click();
    await page.getByRole('combobox', { name: 'Day of the week' }).selectOption('Thursday');
    await page.getByLabel('Time', { exact: true }).fill('18:30');
    const next = page.getByRole('region', { name: 'The next three reports' });
    await next.getByText('6:30 PM').nth(2).waitFor();
    assert.equal(await next.getByText('Tokyo time').count(), 3);
    const recipients = page.getByLabel('Recipients (optional)');
    await recipients.fill('ann@example.com, bob');
    await recipients.press('Enter');
    await page.getByText('bob is not an e-mail address.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.reload();
    await page.getByText('This is what you had begun.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'ann@example.com' }).waitFor();
    await recipients.fill('bob@example.com');
    await page.getByRole('button', { name: 'Create schedule' }).dblclick();
    await page.getByText('The schedule is on.').waitFor();
    await page.getByText('Every Thursday at 6:30 PM', { exact: true }).waitFor();
    const [made, ...more] = await schedulesOf(project.id);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [made?.cadence, made?.day, made?.at, made?.time_zone, made?.period],
      ['weekly', 4, '18:30', 'Asia/Tokyo', 'previous-week'],
    );
    assert.deepEqual(JSON.parse(made?.recipients ?? ''), ['ann@example.com', 'bob@example.com']);
    assert.deepEqual(faults, []);
  });

  test('a schedule is paused at once, and the switch goes back with a word when it is refused', async () => {
    const own = await givenProject(service.db, account);
    const schedule = await givenSchedule(service.db, own.id);
    const { page } = await visitConsole(browser, service, account.id, atProject(own.id));
    const isOn = page.getByRole('switch');
    await isOn.click({ force: true });
    await eventually(async () => (await schedulesOf(own.id))[0]?.enabled === 0);
    await page.getByText('Paused').waitFor();
    await service.db.deleteFrom('schedules').where('id', '=', schedule.id).execute();
    await isOn.click({ force: true });
    await page.getByText(/It could not be changed/).waitFor();
    assert.equal(await isOn.isChecked(), false);
  });

  test('of two people who change a schedule the slower one is told, and chooses', async () => {
    const own = await givenProject(service.db, account);
    const { id } = await givenSchedule(service.db, own.id);
    const { page, who } = await visitConsole(browser, service, account.id, atProject(own.id));
    await page
      .getByRole('table')
      .getByRole('button', { name: /Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Time', { exact: true }).fill('09:15');
    await manage(service, who, 'PATCH', `/schedules/${id}`, { body: { at: '05:00' } });
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('Somebody else has changed this schedule meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Show theirs' }).click();
    await eventually(async () => (await page.getByLabel('Time', { exact: true }).inputValue()) === '05:00');
    await page.getByLabel('Time', { exact: true }).fill('09:15');
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await eventually(async () => (await schedulesOf(own.id))[0]?.at === '09:15');
  });

  test('a test goes to whoever asks, and its run is shown', async () => {
    const own = await givenProject(service.db, account);
    const { id } = await givenSchedule(service.db, own.id);
    const { page, who } = await visitConsole(browser, service, account.id, atProject(own.id));
    await page
      .getByRole('table')
      .getByRole('button', { name: /Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Send a test to me' }).click();
    await page.getByRole('dialog').getByText('Test', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const runs = await service.db.selectFrom('schedule_runs').selectAll().where('schedule_id', '=', id).execute();
    assert.deepEqual(
      runs.map(({ test_recipient }) => test_recipient),
      [who.email],
    );
  });

  test('a recipient is found in all projects and taken out of them', async () => {
    const [one, other] = [await givenProject(service.db, account), await givenProject(service.db, account)];
    const recipients = ['gone@example.com', 'stays@example.com'];
    for (const { id } of [one, other]) await givenSchedule(service.db, id, { recipients, delivery: 'link' });
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/schedules' });
    await page.getByRole('searchbox').fill('gone@example.com');
    await page.getByRole('button', { name: 'Remove from all' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Remove from all' }).click();
    await page.getByText('gone@example.com gets 2 scheduled reports.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from all' }).click();
    await page.getByText('gone@example.com gets no scheduled report any more.').waitFor();
    for (const { id } of [one, other]) {
      assert.deepEqual(
        (await schedulesOf(id)).map((row) => JSON.parse(row.recipients)),
        [['stays@example.com']],
      );
    }
    assert.deepEqual(faults, []);
  });

  test('a schedule is removed after a question', async () => {
    const own = await givenProject(service.db, account);
    await givenSchedule(service.db, own.id);
    const { page } = await visitConsole(browser, service, account.id, atProject(own.id));
    await page
      .getByRole('table')
      .getByRole('button', { name: /Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Remove schedule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove schedule' }).click();
    await page.getByRole('heading', { name: 'No schedule yet' }).waitFor();
    assert.deepEqual(await schedulesOf(own.id), []);
  });

  test('viewers read schedules and their history, and are offered nothing else', async () => {
    const own = await givenProject(service.db, account);
    await givenSchedule(service.db, own.id);
    const { page } = await visitConsole(browser, service, account.id, {
      ...atProject(own.id),
      rights: { role: 'viewer' },
    });
    await page.getByRole('button', { name: 'History' }).waitFor();
    assert.equal(await page.getByRole('switch').count(), 0);
    assert.equal(await page.getByRole('button', { name: /New schedule|Actions/ }).count(), 0);
  });
});
