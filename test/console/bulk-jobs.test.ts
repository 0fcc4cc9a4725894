import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { elapse, runBulkJobs, testKey } from '../support/bulk-jobs.ts';
import { visitConsole } from '../support/console.ts';
import { manage } from '../support/manage.ts';
import { givenReport, setStatus } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const languages = ['en', 'de', 'fr', 'es', 'pt', 'pl', 'uk', 'ru', 'ja', 'ar'];

suite('bulk jobs in the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    const environment = { SECRET_KEY: testKey.toString('base64') };
    service = await startTestService('sqlite', { environment });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  const given = async (names: readonly string[]) => {
    const account = await givenAccount(service.db);
    const projects = [];
    for (const name of names) projects.push(await givenProject(service.db, account, { name }));
    return { account, projects };
  };
  const connect = (accountId: string, projectId: string) =>
    insertConnection(service.db, {
      ...{ accountId, projectId, system: 'file', name: 'Shop', status: 'connected', config: {}, seal: () => null },
    });
  const tickAll = async (page: Page): Promise<Locator> => {
    await page.getByRole('checkbox', { name: 'Tick all that are found' }).check();
    return page.getByRole('region', { name: 'With what is ticked' });
  };

  test('reports are made of all that is ticked: progress is live, each fault has its repair, and what failed is done again', async () => {
    const { account, projects } = await given(['Alpha', 'Beta']);
    const [alpha, beta] = projects;
    await connect(account.id, alpha?.id ?? '');
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const bar = await tickAll(page);
    await bar.getByRole('button', { name: 'Make reports' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make reports' });
    await dialog.getByRole('combobox', { name: 'Reports about' }).selectOption('The week before');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Start for 2 projects' }).dblclick();
    await page.waitForURL(/\/bulk-jobs\/blk_\w+$/);
    await page.getByText('Waiting: 2').waitFor();
    await runBulkJobs(service.db);
    await page.getByText('Failed: 1').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Failed');
    const row = page.getByRole('row', { name: /Beta/ });
    await row.getByText('The project has no data yet.').waitFor();
    await row.getByRole('link', { name: 'Connect data' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await connect(account.id, beta?.id ?? '');
    const [job] = await service.db
      .selectFrom('jobs')
      .select('id')
      .where('project_id', '=', alpha?.id ?? '')
      .execute();
    await setStatus(service.db, job?.id ?? '', 'completed');
    await page.getByRole('button', { name: 'Again for those that failed' }).click();
    await page.getByText('Waiting: 1').waitFor();
    await elapse(service.db);
    await runBulkJobs(service.db);
    await page.getByText('Running: 1').waitFor();
    const jobs = await service.db
      .selectFrom('jobs')
      .select(['project_id', 'status'])
      .where('account_id', '=', account.id)
      .execute();
    assert.deepEqual(jobs.map(({ status }) => status).toSorted(), ['blocked', 'completed', 'queued']);
    assert.deepEqual(faults, []);
  });

  test('reports are made of days of one’s own, compared as chosen; days that are wrong are told', async () => {
    const { account } = await given(['Alpha']);
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    await (await tickAll(page)).getByRole('button', { name: 'Make reports' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make reports' });
    await dialog.getByRole('combobox', { name: 'Reports about' }).selectOption('Other days …');
    await dialog.getByLabel('First day').fill('2026-02-10');
    await dialog.getByLabel('Last day').fill('2026-02-01');
    assert.equal(await dialog.getByRole('button', { name: 'Start for 1 project' }).isDisabled(), true);
    await dialog.getByLabel('Last day').fill('2026-02-19');
    await dialog.getByRole('button', { name: 'Start for 1 project' }).click();
    await page.waitForURL(/\/bulk-jobs\/blk_\w+$/);
    await runBulkJobs(service.db);
    const jobs = service.db.selectFrom('jobs').select('request').where('account_id', '=', account.id);
    assert.deepEqual(JSON.parse((await jobs.executeTakeFirstOrThrow()).request).period, {
      current: { from: '2026-02-10', to: '2026-02-19' },
      compare: { from: '2026-01-31', to: '2026-02-09' },
    });
    assert.deepEqual(faults, []);
  });

  test('what has not begun is stopped, and the list leads to it', async () => {
    const { account } = await given(['Alpha', 'Beta', 'Gamma']);
    const { page, goTo, faults } = await visitConsole(browser, service, account.id, { path: '/bulk-jobs' });
    await page.getByRole('heading', { name: 'No bulk job yet' }).waitFor();
    await goTo('/projects');
    const bar = await tickAll(page);
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Start for 3 projects' }).click();
    await page.waitForURL(/\/bulk-jobs\/blk_\w+$/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped: 3').waitFor();
    await goTo('/bulk-jobs');
    await page.getByRole('link', { name: 'Archive' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await runBulkJobs(service.db);
    const rows = await service.db
      .selectFrom('projects')
      .select('status')
      .where('account_id', '=', account.id)
      .execute();
    assert.deepEqual([...new Set(rows.map(({ status }) => status))], ['active']);
    assert.deepEqual(faults, []);
  });

  test('guest links are shown once', async () => {
    const { account, projects } = await given(['Alpha']);
    const objects = await openFileStore(join(service.dataDir, 'objects'));
    await givenReport(service.db, objects, account, projects[0]?.id ?? '');
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const bar = await tickAll(page);
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Make guest links' }).click();
    await page.getByRole('button', { name: 'Start for 1 project' }).click();
    await page.waitForURL(/\/bulk-jobs\/blk_\w+$/);
    await runBulkJobs(service.db);
    await page.getByRole('button', { name: 'Show the links' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guest links' });
    assert.match(await dialog.getByRole('textbox').inputValue(), /^Alpha: http.*\/shared\/\w{43}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Show the links' }).click();
    await page.getByText('There is no link that was not shown yet.').waitFor();
    assert.deepEqual(faults, []);
  });

  test('each other action asks for what it takes, and starts', async () => {
    const { account } = await given(['Alpha']);
    const { page, goTo, faults } = await visitConsole(browser, service, account.id, { path: '/projects' });
    const start = async (action: string, fill: (dialog: Locator) => Promise<unknown>) => {
      await goTo('/projects');
      const bar = await tickAll(page);
      await bar.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      const dialog = page.getByRole('dialog', { name: action });
      await fill(dialog);
      await dialog.getByRole('button', { name: 'Start for 1 project' }).click();
      await page.waitForURL(/\/bulk-jobs\/blk_\w+$/);
    };
    await start('Make files', (dialog) => dialog.getByRole('combobox', { name: 'Files' }).selectOption('Word'));
    await start('Schedule reports', (dialog) => dialog.getByLabel('Time', { exact: true }).fill('06:30'));
    await start('Change recipients', async (dialog) => {
      await dialog.getByLabel('Who gets them from now on').fill('not yet an address');
      assert.equal(await dialog.getByRole('button', { name: 'Start for 1 project' }).isDisabled(), true);
      await dialog.getByLabel('Who gets them from now on').fill('');
      await dialog.getByLabel('Who gets them no more').fill('old@example.com');
    });
    await start('Change the language', async (dialog) => {
      await dialog.getByRole('combobox').fill('austrian');
      await page.getByRole('option', { name: /German/ }).click();
    });
    await start('Change the brand', (dialog) =>
      dialog
        .getByRole('textbox', { name: /^Colour/ })
        .first()
        .fill('#0b6e4f'),
    );
    await start('Follow no template', async () => {});
    const rows = await service.db
      .selectFrom('bulk_jobs')
      .select(['action', 'parameters'])
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    const asked = Object.fromEntries(rows.map(({ action, parameters }) => [action, JSON.parse(parameters)]));
    assert.deepEqual(asked.export, { format: 'doc' });
    assert.deepEqual([asked.schedule.schedule.at, asked.schedule.schedule.time_zone], ['06:30', undefined]);
    assert.deepEqual(asked.recipients, { remove: ['old@example.com'] });
    assert.deepEqual(asked.language, { locale: 'de-AT' });
    assert.deepEqual(asked.brand, { brand: { accent_color: '#0b6e4f' } });
    assert.deepEqual(asked.detach, {});
    assert.deepEqual(faults, []);
  });

  test('viewers see how it went, and can neither stop nor start it again', async () => {
    const { account, projects } = await given(['Alpha']);
    const { who } = await visitConsole(browser, service, account.id);
    const body = { action: { type: 'export', format: 'pdf' }, projects: { ids: projects.map(({ id }) => id) } };
    const { id } = (await manage(service, who, 'POST', '/bulk-jobs', { body })).body.data;
    await runBulkJobs(service.db);
    const rights = { role: 'viewer' as const };
    const { page, faults } = await visitConsole(browser, service, account.id, { path: `/bulk-jobs/${id}`, rights });
    await page.getByText('The project has no report yet.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Again for those that failed' }).count(), 0);
    assert.deepEqual(faults, []);
  });

  test('a bulk job reads in ten languages, on a phone too, and nothing is wider than it', async () => {
    const { account, projects } = await given(['Alpha']);
    const { who } = await visitConsole(browser, service, account.id);
    const body = { action: { type: 'export', format: 'pdf' }, projects: { ids: projects.map(({ id }) => id) } };
    const { id } = (await manage(service, who, 'POST', '/bulk-jobs', { body })).body.data;
    await runBulkJobs(service.db);
    const seen = new Set<string>();
    for (const language of languages) {
      const { page, context, faults } = await visitConsole(browser, service, account.id, {
        ...{ who, path: `/bulk-jobs/${id}`, language, isPhone: true },
      });
      await page.getByRole('row', { name: /Alpha/ }).waitFor();
      seen.add((await page.getByRole('heading', { level: 1 }).textContent()) ?? '');
      const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.deepEqual([wider, faults], [false, []], language);
      await context.close();
    }
    assert.equal(seen.size, languages.length, [...seen].join(', '));
  });
});
