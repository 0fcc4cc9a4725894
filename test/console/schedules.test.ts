import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { ProjectRow } from '../../src/domains/projects/projects.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { manage } from '../support/manage.ts';
import { givenSchedule, givenWaitingReport } from '../support/schedules.ts';
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

  test('a schedule of the third working day of each quarter is made, with only what it takes in sight', async () => {
    const own = await givenProject(service.db, account);
    const { page, faults } = await visitConsole(browser, service, account.id, atProject(own.id));
    await page.getByRole('button', { name: 'New schedule' }).click();
    assert.equal(await page.getByRole('combobox', { name: 'Months' }).count(), 0);
    await page.getByText('Every quarter').click();
    await page.getByRole('combobox', { name: 'Months' }).selectOption('February, May, August, and November');
    await page.getByRole('combobox', { name: 'Day', exact: true }).selectOption('A working day');
    await page.getByRole('combobox', { name: 'Working day' }).selectOption('3');
    await page.getByText('First and last day, days left out').click();
    await page.getByLabel('First day').fill('2099-01-01');
    await page.getByLabel('Days left out (optional)').fill('2099-02-04 ');
    await page.getByRole('region', { name: 'The next three reports' }).getByText('May 5, 2099').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page
      .getByText(/^Every quarter \(February, May, August, and November\) on the 3rd working day at 7:00 AM, from/)
      .waitFor();
    const [made] = await schedulesOf(own.id);
    assert.deepEqual(
      [made?.cadence, made?.day, made?.nth, made?.month, made?.starts_on, made?.skip_days, made?.period],
      ['quarterly', null, 3, 2, '2099-01-01', '["2099-02-04"]', 'previous-quarter'],
    );
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

  test('of a schedule that would never fire again it is said at which field, and of a calendar rule below it', async () => {
    const own = await givenProject(service.db, account, { time_zone: 'UTC' });
    const { page } = await visitConsole(browser, service, account.id, atProject(own.id));
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByText('First and last day, days left out').click();
    await page.getByLabel('Last day (optional)').fill('2020-01-01');
    const create = page.getByRole('button', { name: 'Create schedule' });
    await create.click();
    const fault = page.getByText(/leaves no day on which the schedule would fire again/);
    await fault.waitFor();
    await page.getByLabel('Last day (optional)').fill('');
    await page.getByText('As a calendar rule').click();
    await page.getByLabel(/^RRULE/).fill('FREQ=DAILY;UNTIL=20200101');
    await create.click();
    await fault.filter({ visible: true }).waitFor();
    assert.deepEqual(await schedulesOf(own.id), []);
  });

  test('a schedule is made of a calendar rule and waits for figures; its history says what for', async () => {
    const own = await givenProject(service.db, account, { time_zone: 'UTC' });
    const { page, faults } = await visitConsole(browser, service, account.id, atProject(own.id));
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByText('As a calendar rule').click();
    const rule = page.getByLabel(/^RRULE/);
    await rule.fill('FREQ=HOURLY');
    await page.getByText('Figures that are not there yet').click();
    await page.getByText('Wait, then send it and say what is missing').click();
    await page.getByLabel('Wait until').fill('06:00');
    const create = page.getByRole('button', { name: 'Create schedule' });
    await create.click();
    await page.getByText(/FREQ=HOURLY cannot be kept: a schedule is daily, weekly, monthly or yearly/).waitFor();
    await rule.fill('DTSTART;TZID=Europe/Berlin:20990105T073000\nRRULE:FREQ=MONTHLY;BYDAY=1MO');
    assert.equal(await page.getByText('Every two weeks').count(), 0, 'the rule stands in place of the days');
    const next = page.getByRole('region', { name: 'The next three reports' });
    await next.getByText(/Jan 5, 2099, 7:30 AM/).waitFor();
    await create.click();
    await page.getByText('A report that is due at 07:30 waits until a later hour').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Wait until').fill('11:00');
    await create.click();
    await page.getByText(/^Every month on the first Monday at 7:30 AM, from Jan 5, 2099/).waitFor();
    const [made] = await schedulesOf(own.id);
    assert.deepEqual(
      [made?.cadence, made?.day, made?.nth, made?.starts_on, made?.time_zone, JSON.parse(made?.fresh_by ?? '')],
      ['monthly', 1, 1, '2099-01-05', 'Europe/Berlin', { hour: '11:00', otherwise: 'send' }],
    );
    const wait = { account_id: account.id, schedule_id: made?.id ?? '', otherwise: 'send' as const, asks: 1 };
    const [created_at, until] = ['2026-11-02T06:30:00.000Z', '2026-11-02T10:00:00.000Z'];
    const missing = JSON.stringify([{ connection_id: 'con_1', connection_name: 'Google Ads' }]);
    const periods = JSON.stringify({ current: { from: '2026-10-01', to: '2026-10-31' }, compare: null });
    const times = { due_at: created_at, created_at, updated_at: created_at, until, periods, missing };
    const at = (id: string, occurrence: string) => ({ ...wait, ...times, id, occurrence, ask_at: null });
    await service.db
      .insertInto('schedule_waits')
      .values([
        { ...at('run_1', '2026-11-02'), ended: null, ask_at: '2999-01-01T00:00:00.000Z' },
        { ...at('run_2', '2026-10-05'), ended: 'skipped' },
      ])
      .execute();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByText('Waits for figures').waitFor();
    await page.getByText(/No figures of Oct 31, 2026 yet: Google Ads\. It waits until Nov 2, 2026, 11:00/).waitFor();
    await page.getByText('Connections had no figures of the last day in time.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test('a schedule that sends only on a change is made, and its history says why a report was not sent', async () => {
    const own = await givenProject(service.db, account);
    const { page, faults } = await visitConsole(browser, service, account.id, atProject(own.id));
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByText('Send it only if').click();
    await page.getByText('a figure has changed by at least').click();
    await page.getByLabel('Key of the figure').fill('revenue');
    await page.getByLabel('Percent, up or down').fill('12.5');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByText('The schedule is on.').waitFor();
    const [made] = await schedulesOf(own.id);
    assert.ok(made);
    assert.deepEqual(JSON.parse(made.only_if), [{ type: 'change', metric: 'revenue', percent: 12.5 }]);
    const objects = await openFileStore(`${service.dataDir}/objects`);
    const { runId } = await givenWaitingReport(service.db, objects, account, made);
    const not_sent = JSON.stringify({ code: 'changed_less', metric: 'revenue', percent: 12.5, changed: 3 });
    await service.db
      .updateTable('schedule_runs')
      .set({ state: 'not_sent', not_sent })
      .where('id', '=', runId)
      .execute();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByText('revenue changed by 3%, less than 12.5%.').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a report that waits is found at home, looked at, rejected with a reason or released', async () => {
    const own = await givenAccount(service.db);
    const { id } = await givenProject(service.db, own, { name: 'Harbour' });
    const schedule = await givenSchedule(service.db, id, { approve: true });
    const objects = await openFileStore(`${service.dataDir}/objects`);
    const [one, other] = [
      await givenWaitingReport(service.db, objects, own, schedule),
      await givenWaitingReport(service.db, objects, own, schedule),
    ];
    const { page, faults } = await visitConsole(browser, service, own.id, { path: '/' });
    await page.getByText('A report waits to be released').first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Look at it' }).first().click();
    await page.getByText('This report waits to be released.').waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Why it must not go out').fill('October is missing.');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('The report goes to nobody.').waitFor();
    await eventually(async () => (await page.getByText('This report waits to be released.').count()) === 0);
    const state = async (runId: string) => {
      const run = await service.db.selectFrom('schedule_runs').selectAll().where('id', '=', runId).executeTakeFirst();
      return [run?.state, JSON.parse(run?.decision ?? '{}').reason];
    };
    assert.deepEqual(await state(one.runId), ['rejected', 'October is missing.']);
    await page.goto(`${service.url}/console/reports/${other.reportId}`);
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByText('The report goes out.').waitFor();
    assert.deepEqual(await state(other.runId), ['completed', null]);
    assert.deepEqual(faults, []);
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
