import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startSignInService } from '../support/sign-in.ts';
import { test } from '../support/suite.ts';

/** As a shop exports it: a preamble, semicolons, decimal commas, days first, a row of totals, in the letters of Windows. */
const german = [
  'Auswertung Webshop;;;',
  'Zeitraum: 01.01.2026 bis 28.02.2026;;;',
  ';;;',
  'Bestelldatum;Land;Umsatz;Bestellungen',
  '30.01.2026;Österreich;1.234,50;10',
  '31.01.2026;Schweiz;765,50;5',
  '01.02.2026;Österreich;1.000,00;7',
  '02.02.2026;Schweiz;500,25;3',
  'Summe;;3.500,25;25',
].join('\r\n');

const hostile = [
  'order_date,ship_date,<img src=x onerror=alert(1)>,units',
  '1/2/2026,3/4/2026,<b>bold</b>,1',
  '2/3/2026,4/5/2026,=1+1,2',
  '3/4/2026,5/6/2026,=1+1,4',
].join('\n');

const config = (path: string, sql = 'sum(n)') => ({
  ...{ path, date: 'day', dimensions: [] },
  metrics: [{ key: 'n', label: 'Orders', sql, unit: 'count', better: 'up', additive: true }],
});

suite('connections in the console', { skip }, () => {
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

  async function givenVisit(options: Parameters<typeof visitConsole>[3] = {}) {
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account, { name: 'Web shop', currency: 'EUR' });
    const visit = await visitConsole(browser, service, account.id, { path: '/projects', ...options });
    const ask = (method: string, path: string, body?: unknown) =>
      manage(service, visit.who, method, path, body === undefined ? {} : { body });
    return { ...visit, ask, account, project, at: `/projects/${project.id}/connections` };
  }

  async function givenConnection(
    visit: Awaited<ReturnType<typeof givenVisit>>,
    { name = 'Sales', rows = 'day,n\n2026-01-01,1\n2026-01-02,41\n', sql = 'sum(n)' } = {},
  ) {
    const sent = await fetch(`${service.url}/manage/v1/uploads?name=sales.csv`, {
      method: 'POST',
      headers: { ...visit.who.headers, 'idempotency-key': crypto.randomUUID() },
      body: rows,
    });
    const { data: upload } = (await sent.json()) as { data: { id: string; path: string } };
    const body = { system: 'file', name, config: config(upload.path, sql) };
    const added = await visit.ask('POST', `/projects/${visit.project.id}/connections`, body);
    assert.equal(added.status, 201, added.text);
    return { id: added.body.data.id as string, upload };
  }

  const send = (page: Page, name: string, text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });

  test('a German export is connected without typing anything', async () => {
    const { page, faults, ask, at, project } = await givenVisit();
    await page.goto(`${service.url}/console${at}`);
    await page.getByRole('heading', { name: 'Nothing is connected yet' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Connect data' }).click();
    await page.getByRole('heading', { name: 'Drop a file here' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await send(page, 'Umsatz_Q1.csv', german);
    const figures = page.getByRole('group', { name: 'Umsatz' });
    await figures.getByText('€3,500.25').waitFor();
    await page.getByRole('rowheader', { name: 'February 2026' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('li:focus', { hasText: 'Name' }).waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Umsatz Q1 is connected' }).waitFor();
    await page.getByRole('rowheader', { name: 'January 2026' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const { items } = (await ask('GET', `/projects/${project.id}/connections`)).body.data;
    assert.deepEqual([items[0].name, items[0].status], ['Umsatz Q1', 'connected']);
    const period = { from: '2026-01-01', to: '2026-12-31', by: 'month' };
    const { rows } = (await ask('POST', `/connections/${items[0].id}/figures`, period)).body.data;
    assert.deepEqual(
      rows.map(({ values }: { values: number[] }) => values.slice(0, 2)),
      [
        [2000, 15],
        [1500.25, 10],
      ],
    );
    assert.equal(await page.evaluate(`sessionStorage.getItem('connection:${project.id}')`), null);
    await page.getByRole('link', { name: 'Make a report' }).click();
    await page.waitForURL(`**/projects/${project.id}`);
    assert.deepEqual(faults, []);
  });

  test('a file that a proxy refuses as too large says whose bound that is', async () => {
    const { page, at } = await givenVisit();
    const refused = { status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' };
    await page.route('**/manage/v1/uploads**', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refused) : route.continue(),
    );
    await page.goto(`${service.url}/console${at}/new`);
    await page.getByRole('heading', { name: 'Drop a file here' }).waitFor();
    await send(page, 'Umsatz_Q1.csv', german);
    await page.getByText('A proxy in front of the service refused this as too large').waitFor();
  });

  test('doubts are questions whose answers show at once and survive a reload; hostile texts stay texts', async () => {
    const { page, faults, ask, at, project } = await givenVisit();
    await page.goto(`${service.url}/console${at}/new`);
    await page.getByRole('heading', { name: 'Drop a file here' }).waitFor();
    const file = JSON.stringify([hostile, '<img src=x onerror=alert(1)>\u202ev.csv']);
    const dataTransfer = await page.evaluateHandle(
      `(([text, name]) => { const dropped = new DataTransfer(); dropped.items.add(new File([text], name)); return dropped; })(${file})`,
    );
    await page.getByRole('region', { name: 'Drop a file here' }).dispatchEvent('drop', { dataTransfer });
    const days = page.getByRole('radiogroup', { name: 'Which day is 1/2/2026?' });
    await page.getByRole('rowheader', { name: 'March 2026' }).waitFor();
    assert.equal(await days.getByRole('radio', { name: 'January 2, 2026' }).isChecked(), true);
    await days.getByText('February 1, 2026').click();
    await page.getByRole('rowheader', { name: 'April 2026' }).waitFor();
    await page.getByRole('group', { name: 'Units' }).getByRole('textbox').fill('Pieces');
    await page.getByRole('checkbox', { name: 'Show Rows' }).press('Space');
    await page.reload();
    await page.getByRole('group', { name: 'Pieces' }).waitFor();
    await page.getByRole('rowheader', { name: 'April 2026' }).waitFor();
    assert.equal(await page.getByRole('checkbox', { name: 'Show Rows' }).isChecked(), false);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'is connected' }).waitFor();
    assert.equal(await page.locator('main img, main b').count(), 0);
    const [{ id, name }] = (await ask('GET', `/projects/${project.id}/connections`)).body.data.items;
    assert.equal(name, '<img src=x onerror=alert(1)>v');
    const stored = (await ask('GET', `/connections/${id}`)).body.data.config;
    assert.match(stored.date, /%d\/%m\/%Y/);
    assert.deepEqual(
      stored.metrics.map(({ label }: { label: string }) => label),
      ['Pieces'],
    );
    assert.deepEqual(faults, []);
  });

  test('a form is made from the schema of a system; what is secret is in no storage, and asked for again', async () => {
    const { page, faults, at } = await givenVisit();
    await page.goto(`${service.url}/console${at}/new`);
    await page.getByRole('searchbox').fill('post');
    await page.getByRole('button', { name: 'PostgreSQL' }).click();
    await page.getByRole('textbox', { name: 'Server', exact: true }).fill('127.0.0.1');
    await page.getByRole('textbox', { name: 'Database' }).fill('shop');
    await page.getByRole('textbox', { name: 'User name' }).fill('reader');
    await page.getByLabel('Password').fill('hunter2hunter2');
    await page.getByText('More settings').click();
    await page.getByRole('textbox', { name: 'Port' }).fill('1');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'What should be read?' }).waitFor();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Access', exact: true }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Server', exact: true }).inputValue(), '127.0.0.1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    assert.ok(
      !((await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')) as string).includes('hunter2'),
    );
    await page.reload();
    await page.getByText('Passwords and keys are never kept').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Server', exact: true }).inputValue(), '127.0.0.1');
    assert.equal(await page.getByLabel('Password').inputValue(), '');
    assert.deepEqual(faults, []);
  });

  test('a connection that lost its file is repaired in place, and leads back to where one was', async () => {
    const visit = await givenVisit();
    const { page, faults, ask } = visit;
    const { id } = await givenConnection(visit);
    await service.db.updateTable('connections').set({ status: 'resource_missing' }).where('id', '=', id).execute();
    await page.goto(`${service.url}/console/connections`);
    await page.getByRole('link', { name: 'Upload again' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.goto(`${service.url}/console/connections/${id}?back=%2Fprojects`);
    await page.getByRole('heading', { name: 'Reports wait until this is repaired' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await send(page, 'newer.csv', 'day,n\n2026-02-01,7\n');
    await page.getByText('Connected again').waitFor();
    await page.getByRole('rowheader', { name: 'February 2026' }).waitFor();
    assert.equal((await ask('GET', `/connections/${id}`)).body.data.status, 'connected');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Back to where you were' }).click();
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await page.goto(`${service.url}/console/connections/${id}?back=%2F%2Fevil.example`);
    await page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Back to where you were' }).count(), 0);
    assert.deepEqual(faults, []);
  });

  test('what a file makes doubtful is said whenever it is checked, and gone once it is in order', async () => {
    const visit = await givenVisit({ language: 'de' });
    const { page, faults, ask } = visit;
    const rows = 'day,n\n2026-01-01,1\n2026-01-02,unknown\n';
    const { id, upload } = await givenConnection(visit, { rows, sql: 'sum(TRY_CAST(n AS INTEGER))' });
    await page.goto(`${service.url}/console/connections/${id}`);
    const check = page.getByRole('button', { name: 'Jetzt prüfen' });
    await check.click();
    await page.getByText('Vor dem Versand von Berichten ansehen').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'unknown' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal((await ask('PATCH', `/connections/${id}`, { config: config(upload.path, 'count(*)') })).status, 200);
    await check.click();
    await page.getByText('Vor dem Versand von Berichten ansehen').waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  test('whoever changes what somebody else has changed decides which version stays; removing names the thing', async () => {
    const visit = await givenVisit();
    const { page, ask, project, goTo } = visit;
    const { id } = await givenConnection(visit);
    await page.goto(`${service.url}/console/connections/${id}`);
    await page.getByRole('button', { name: 'Actions for Sales' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    assert.equal((await ask('PATCH', `/connections/${id}`, { name: 'Theirs' })).status, 200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this connection meanwhile').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mine');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
    assert.equal((await ask('GET', `/connections/${id}`)).body.data.name, 'Mine');
    await page.getByRole('button', { name: 'Actions for Mine' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Mine?' }).getByRole('button', { name: 'Remove' }).click();
    await page.waitForURL(`**/projects/${project.id}/connections`);
    assert.equal((await ask('GET', `/connections/${id}`)).status, 404);
    await goTo(`/connections/${id}`);
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).waitFor();
  });

  test('files of the account are replaced, and removed once nothing reads them', async () => {
    const visit = await givenVisit({ isPhone: true, isDark: true });
    const { page, faults, ask } = visit;
    const { id, upload } = await givenConnection(visit);
    await page.goto(`${service.url}/console/connections?show=files`);
    await page.getByRole('button', { name: 'Remove sales.csv?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Connections still read this file').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await ask('DELETE', `/connections/${id}`);
    await page.getByRole('button', { name: 'Remove sales.csv?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'No files yet' }).waitFor();
    assert.equal((await ask('GET', `/uploads/${upload.id}`)).status, 404);
    await page.goto(`${service.url}/console/connections?show=sign-ins`);
    await page.getByRole('heading', { name: 'Nobody has signed in yet' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test('viewers read everything, and are offered nothing that they may not do', async () => {
    const editor = await givenVisit();
    const { id } = await givenConnection(editor);
    const path = `/connections/${id}`;
    const { page, faults, goTo } = await visitConsole(browser, service, editor.account.id, {
      ...{ path, rights: { role: 'viewer' as const }, language: 'ar' },
    });
    await page.getByRole('table').waitFor();
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.locator('main').getByRole('button').count(), 0);
    assert.equal(await page.locator('main').getByRole('combobox').count(), 2, 'the choices of period and unit alone');
    await goTo(editor.at);
    await page.getByRole('table').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.locator('main').getByRole('button').count(), 0);
    assert.equal(await page.locator('main a[href$="/new"]').count(), 0);
    assert.deepEqual(faults, []);
  });

  test('signing in happens in a window of its own, and goes on where it was', async () => {
    await using vendor = await startSignInService('sqlite');
    const account = await givenAccount(vendor.db);
    const project = await givenProject(vendor.db, account);
    const path = `/projects/${project.id}/connections/new`;
    const { page, context } = await visitConsole(browser, vendor as unknown as TestService, account.id, { path });
    await page.getByRole('button', { name: 'Google Analytics' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    const popup = await opened;
    await popup.getByRole('button', { name: 'Go on to Google' }).click();
    await popup.locator('[name=login]').fill('ann');
    await popup.locator('[name=password]').fill('x');
    await popup.locator('[type=submit]').click();
    await popup.getByRole('button', { name: 'Continue' }).click();
    await popup.getByRole('heading', { name: 'Google is connected' }).waitFor();
    await page.getByRole('heading', { name: 'What should be read?' }).waitFor();
    const made = await vendor.db.selectFrom('connections').select(['system', 'grant_id', 'config']).executeTakeFirst();
    assert.deepEqual([made?.system, made?.config, made?.grant_id === null], ['google-analytics', 'null', false]);
    await page.goto(`${vendor.url}/console/connections?show=sign-ins`);
    await page.getByRole('button', { name: 'Revoke' }).click();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('heading', { name: 'Nobody has signed in yet' }).waitFor();
    await context.close();
  });
});
