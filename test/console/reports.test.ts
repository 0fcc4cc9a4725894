import assert from 'node:assert/strict';
import { after, before, beforeEach, suite } from 'node:test';
import type { Page, Request } from 'playwright-core';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { type Visit, visitConsole } from '../support/console.ts';
import { dataSets, givenConnection } from '../support/flights.ts';
import { givenJob, givenReport, smallDocument } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const settings = { sections: [{ type: 'text' as const, markdown: 'A record month.' }] };

suite('making reports of a project', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let account: Account;
  let projectId: string;
  before(async () => {
    service = await startTestService('sqlite', { role: 'all', environment: { DATA_ROOTS: dataSets } });
    browser = await openBrowser();
  });
  beforeEach(async () => {
    account = await givenAccount(service.db);
    projectId = (await givenProject(service.db, account, { name: 'Web shop', settings })).id;
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  const visit = (options: Parameters<typeof visitConsole>[3] = {}) =>
    visitConsole(browser, service, account.id, { path: `/projects/${projectId}`, ...options });
  const jobs = () =>
    service.db.selectFrom('jobs').selectAll().where('project_id', '=', projectId).orderBy('created_at').execute();
  const given = (source: 'api' | 'schedule' = 'api') => givenReportOf(service, account, projectId, source);
  const stopped = async (status: 'blocked' | 'failed', reason: string, details: object) => {
    const { id } = await givenJob(service.db, account, projectId, { type: 'generation' });
    const outcome = JSON.stringify({ reason, message: 'What the service says.', action: 'Mend it.', details });
    const over = { status, outcome, live: 0, completed_at: new Date().toISOString() };
    await service.db.updateTable('jobs').set(over).where('id', '=', id).execute();
  };
  const makeButton = ({ page }: Visit) => page.getByRole('button', { name: 'Make report' });

  test('a report is made by one press, however often it is pressed, and opens from the word that it is ready', async () => {
    await givenConnection(service.db, projectId);
    const there = await visit();
    await there.page.getByRole('combobox', { name: 'Period' }).selectOption('Last week');
    await makeButton(there).dblclick();
    await there.page.getByText('The report of Web shop is ready.').waitFor();
    assert.equal((await jobs()).length, 1);
    const row = there.page.getByRole('table', { name: 'Reports' }).getByRole('row').nth(1);
    await row.getByText('by hand').waitFor();
    await there.page.getByRole('button', { name: 'Open', exact: true }).click();
    await there.page.waitForURL(/\/console\/reports\/rep_/);
    assert.deepEqual(there.faults, []);
  });

  test('when the network fails after the request has reached the service, trying again makes no second report', async () => {
    await givenConnection(service.db, projectId);
    const there = await visit();
    const keys: (string | undefined)[] = [];
    await there.page.route('**/generation-jobs', async (route) => {
      keys.push(
        await route
          .request()
          .headerValue('idempotency-key')
          .then((key) => key ?? undefined),
      );
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await makeButton(there).click();
    await there.page.getByText('The report of Web shop is ready.').waitFor();
    assert.deepEqual([keys.length, new Set(keys).size, (await jobs()).length], [2, 1, 1]);
  });

  test('a job shows its stage, and one request asks for all of them', async () => {
    const service = await startTestService('sqlite');
    try {
      const account = await givenAccount(service.db);
      const { id } = await givenProject(service.db, account);
      const made = [];
      for (let count = 0; count < 3; count++)
        made.push(await givenJob(service.db, account, id, { type: 'generation' }));
      const running = { status: 'running', stage: 'fetching', progress_completed: 4, progress_total: 12 } as const;
      await service.db.updateTable('jobs').set(running).where('project_id', '=', id).execute();
      const { page, faults } = await visitConsole(browser, service, account.id, { path: `/projects/${id}` });
      await page.getByText('4 of 12').nth(2).waitFor();
      assert.equal(await page.getByRole('progressbar').count(), 3);
      assert.deepEqual(await axeViolations(page), []);
      const asks = (request: Request) => new URL(request.url()).searchParams.get('id');
      const request = await page.waitForRequest((each) => asks(each) !== null);
      assert.deepEqual(asks(request)?.split(',').toSorted(), made.map((job) => job.id).toSorted());
      await service.db
        .updateTable('jobs')
        .set({ stage: 'building', progress_completed: 12 })
        .where('project_id', '=', id)
        .execute();
      await page.getByText('Putting the report together …').nth(2).waitFor();
      assert.deepEqual(faults, []);
    } finally {
      await service[Symbol.asyncDispose]();
    }
  });

  const repairs = [
    ['reauth_required', { connection_id: 'con_1', system: 'google-ads' }, 'Reconnect', '/connections/con_1?back='],
    ['resource_missing', { connection_id: 'con_1', system: 'file' }, 'Upload again', '/connections/con_1?back='],
    ['no_connected_systems', {}, 'Connect data', '/connections/new'],
    ['tariff_restricted', {}, 'See plan and usage', '/usage'],
    ['generation_failed', { field: 'settings.sections.0.metrics' }, 'Correct the layout', '/layout'],
  ] as const;

  test('jobs that stopped say why, each reason once, and lead to their repair', async () => {
    for (const [reason, details] of [...repairs, ...repairs]) {
      await stopped(reason === 'generation_failed' ? 'failed' : 'blocked', reason, details);
    }
    const { page, faults } = await visit();
    for (const [, , button, leadsTo] of repairs) {
      const link = page.getByRole('link', { name: button });
      assert.ok((await link.getAttribute('href'))?.includes(leadsTo), button);
    }
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
  });

  test('a project that was archived meanwhile is restored, and the same report tried again', async () => {
    await givenConnection(service.db, projectId);
    await service.db
      .updateTable('projects')
      .set({ status: 'archived', archived_at: new Date().toISOString() })
      .where('id', '=', projectId)
      .execute();
    await stopped('blocked', 'project_archived', {});
    const there = await visit();
    assert.equal(await makeButton(there).count(), 0);
    await there.page.getByRole('button', { name: 'Restore the project' }).click();
    await makeButton(there).waitFor();
    await there.page.getByRole('button', { name: 'Try again' }).click();
    await there.page.getByText('The report of Web shop is ready.').waitFor();
    const [first, second] = await jobs();
    assert.deepEqual(JSON.parse(second?.request ?? ''), JSON.parse(first?.request ?? '{}'));
  });

  test('the keyboard alone makes a report, opens it and saves its PDF', async () => {
    await givenConnection(service.db, projectId);
    const { page } = await visit();
    await tabTo(page, 'Period');
    await page.keyboard.press('ArrowDown');
    await page.locator('option:checked', { hasText: 'This month so far' }).waitFor({ state: 'attached' });
    await tabTo(page, 'Make report');
    await page.keyboard.press('Enter');
    const made = page.getByRole('table', { name: 'Reports' }).getByRole('link');
    await tabTo(page, (await made.textContent()) ?? '');
    await page.keyboard.press('Enter');
    await page.frameLocator('iframe').getByRole('heading').first().waitFor();
    await tabTo(page, 'PDF');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.match(saved.suggestedFilename(), /\.pdf$/);
  });

  test('own days are checked before they are sent, and survive a reload', async () => {
    const there = await visit();
    await there.page.getByRole('combobox', { name: 'Period' }).selectOption('Other days …');
    await there.page.getByLabel('First day').fill('2026-02-10');
    await there.page.getByLabel('Last day').fill('2026-02-01');
    await there.page.getByText('The last day is before the first.').waitFor();
    await makeButton(there).click();
    assert.deepEqual([await axeViolations(there.page), (await jobs()).length], [[], 0]);
    await there.page.reload();
    assert.equal(await there.page.getByLabel('First day').inputValue(), '2026-02-10');
  });

  test('the history tells when and by what each was made, and saves its files', async () => {
    await given('schedule');
    const { page, faults } = await visit();
    await page.getByText('by a schedule').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^PDF/ }).dblclick();
    assert.match((await saved).suggestedFilename(), /^Test report .*\.pdf$/);
    assert.equal((await jobs()).filter(({ type }) => type === 'export').length, 1);
    assert.deepEqual(faults, []);
  });

  test('without a report the page says what to do', async () => {
    const { page, faults } = await visit({ isPhone: true, isDark: true });
    await page.getByRole('heading', { name: 'No report yet' }).waitFor();
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
  });

  for (const [language, direction, words] of [
    ['de', 'ltr', 'Letzter Monat'],
    ['ar', 'rtl', 'الشهر الماضي'],
  ] as const) {
    test(`in ${language} it reads ${direction}`, async () => {
      await given('schedule');
      const { page, faults } = await visit({ language });
      await page.locator('option:checked', { hasText: words }).waitFor({ state: 'attached' });
      assert.equal(await page.evaluate('document.dir'), direction);
      assert.deepEqual([await axeViolations(page), faults], [[], []]);
    });
  }

  test('viewers read and make nothing', async () => {
    await given();
    await stopped('blocked', 'reauth_required', { connection_id: 'con_1' });
    const there = await visit({ rights: { role: 'viewer' } });
    await there.page.getByText('by a program').waitFor();
    const buttons = there.page.getByRole('main').getByRole('button');
    assert.deepEqual(
      [await buttons.count(), await there.page.getByRole('link', { name: 'Reconnect' }).count()],
      [0, 0],
    );
    assert.deepEqual([await axeViolations(there.page), there.faults], [[], []]);
  });
});

/** Goes from one control to the next until the one that says so has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate<string>(
      '(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()',
    );
    if (text === name) return;
  }
  throw new Error(`no press of the tabulator leads to ${name}`);
}

async function givenReportOf(service: TestService, account: Account, projectId: string, source: 'api' | 'schedule') {
  const objects = await openFileStore(`${service.dataDir}/objects`);
  return givenReport(service.db, objects, account, projectId, { source, document: smallDocument() });
}
