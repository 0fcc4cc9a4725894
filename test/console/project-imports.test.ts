import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { templateSchedules } from '../../src/domains/schedules/template-schedules.ts';
import { createTemplate, publishTemplate } from '../../src/domains/templates/templates.ts';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSignedIn } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startSignInVendors } from '../support/sign-ins.ts';
import { test } from '../support/suite.ts';

const vendors = await startSignInVendors();

suite('many projects in the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startTestService('sqlite', {
      role: 'all',
      environment: { ...vendors.environment, WORKERS: '1' },
    });
    await vendors.register(service.db);
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  const given = async () => {
    const account = await givenAccount(service.db);
    const who = await givenSignedIn(service.db, account.id, { role: 'editor' });
    const projects = async () => {
      const rows = service.db.selectFrom('projects').selectAll().where('account_id', '=', account.id).orderBy('name');
      return rows.execute();
    };
    return { account, who, projects };
  };

  test('from sign-ins: proposals are ticked, renamed, checked and made with their data', async () => {
    const { account, who, projects } = await given();
    await vendors.grant(service.db, account.id, 'google');
    await vendors.grant(service.db, account.id, 'meta');
    const slots = [{ slot: 'web', systems: ['google-analytics'] }];
    await service.db.transaction().execute(async (transaction) => {
      const fields = { name: 'Month', description: null, slots, settings: { title: 'The month' } };
      await publishTemplate(
        transaction,
        await createTemplate(transaction, account.id, fields),
        'operator:test',
        templateSchedules,
      );
    });
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/projects', who });
    await page.getByRole('link', { name: 'Several projects' }).click();
    await page.getByRole('heading', { level: 1, name: 'Make several projects' }).waitFor();
    await page.getByRole('button', { name: 'Show what they see' }).click();
    await page.getByText('Choose a sign-in.').waitFor();
    for (const name of [/^Google/, /^Meta/]) await page.getByRole('checkbox', { name }).press('Space');
    await page.getByRole('button', { name: 'Show what they see' }).click();
    const row = page.getByRole('row', { name: /empty, Account of empty/ });
    await row.getByText('The name is that of the domain').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const boxes = page.getByRole('table', { name: 'Proposed projects' }).getByRole('checkbox');
    assert.ok((await boxes.count()) > 3);
    assert.equal(await boxes.and(page.locator(':checked')).count(), 0);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Tick at least one.').waitFor();

    await row.getByRole('checkbox').press('Space');
    await row.getByRole('textbox').fill('Northwind');
    await page.getByRole('row', { name: /Third/ }).getByText('JPY · Asia/Tokyo').waitFor();
    await page.getByRole('checkbox', { name: 'Make Third' }).press('Space');
    await page.getByLabel('Template').selectOption({ label: 'Month' });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('2 projects can be made.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Make 2 projects' }).click();
    await page.getByRole('heading', { level: 1, name: 'Make projects' }).waitFor();
    await page.getByText('Done: 2').waitFor();
    const [northwind, third] = await projects();
    assert.deepEqual([northwind?.name, third?.name, third?.currency], ['Northwind', 'Third', 'JPY']);
    assert.ok(northwind?.template_id);
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page
      .getByRole('row', { name: /Northwind/ })
      .getByText('2 connected')
      .waitFor();
    assert.deepEqual(faults, []);
  });

  test('from a file: faults are shown at their rows, and a repaired file is made', async () => {
    const { account, who, projects } = await given();
    const visit = { path: '/projects/import', who, isPhone: true };
    const { page, faults } = await visitConsole(browser, service, account.id, visit);
    await page.getByText('Nobody has signed in yet').waitFor();
    await page.getByText(/^A CSV file/).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Choose a file.').waitFor();
    const choose = async (name: string, text: string | Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    };
    await choose('latin.csv', Buffer.from('name\nM\xfcller', 'latin1'));
    await page.getByText('This is not a text in UTF-8. Save it as “CSV UTF-8”.').waitFor();
    await choose('clients.csv', 'name,currency\nAlpha,EUR\nBeta,Euro\n');
    await page.getByText('clients.csv').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const fault = page.getByRole('table', { name: 'To be repaired first' }).getByRole('row').nth(1);
    await fault.getByText('must be an ISO 4217 currency code such as EUR').waitFor();
    assert.match((await fault.textContent()) ?? '', /^3currency/);
    assert.equal(await page.getByRole('button', { name: /^Make/ }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await choose('repaired.csv', 'name,currency\nAlpha,EUR\nBeta,EUR\nAlpha,EUR\n');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('1 project is there already and stays as it is.').waitFor();
    await page.getByText('2 rows say none; their projects get UTC').waitFor();
    await page.getByRole('button', { name: 'Make 2 projects' }).click();
    await page.getByText('Done: 2').waitFor();
    assert.deepEqual(
      (await projects()).map(({ name }) => name),
      ['Alpha', 'Beta'],
    );
    assert.deepEqual(faults, []);
  });
});
