import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 0, index + 1)).toISOString().slice(0, 10));

/** As advertising systems export it: its costs by conversion add up to 1,534.40, and are 27.40 over all. */
const ads = [
  'Day,Campaign,Impressions,Clicks,CTR,Cost,Avg. CPC,Conversions,Cost / conv.',
  ...days(20).flatMap((day) => [
    `${day},Brand,146600,14660,10.00%,29320.00,2.00,1466,20.00`,
    `${day},Generic,29600,3700,12.50%,20986.40,5.67,370,56.72`,
  ]),
].join('\n');

/** Numbers whose name says nothing of what they are. */
const unnamed = [
  'Tag,Wert A,Wert B',
  ...days(10).map((day, index) => `${day},${300 + index * 7.5},${5 + (index % 3)}`),
].join('\n');

/** A German shop's amounts of last month. */
function euros(): string {
  const now = new Date();
  const rows = ['3.465,79', '1.034,21', '500,00'].map((amount, index) => {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, index + 1));
    const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()].map((part) => String(part).padStart(2, '0'));
    return `${date}.${month}.${day.getUTCFullYear()};Räder;${amount} €;${index + 1}`;
  });
  return ['Datum;Warengruppe;Umsatz;Bestellungen', ...rows].join('\n');
}

suite('how columns count, in the console', { skip }, () => {
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

  async function givenVisit({
    currency = 'EUR',
    ...options
  }: Parameters<typeof visitConsole>[3] & { currency?: string } = {}) {
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account, { name: 'Web shop', currency });
    const path = `/projects/${project.id}/connections/new`;
    const visit = await visitConsole(browser, service, account.id, { path, ...options });
    const ask = (method: string, path: string, body?: unknown) =>
      manage(service, visit.who, method, path, body === undefined ? {} : { body });
    const stored = async () => {
      const [{ id }] = (await ask('GET', `/projects/${project.id}/connections`)).body.data.items;
      return (await ask('GET', `/connections/${id}`)).body.data;
    };
    return { ...visit, ask, stored, account, project };
  }

  const send = (page: Page, name: string, text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') });
  const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
  const isWithin = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

  async function connect(page: Page) {
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'is connected' }).waitFor();
  }

  test('a cost by conversion is a ratio, and shows 27.40 beside the 1,534.40 of its sum before it is stored', async () => {
    const { page, faults, ask, stored } = await givenVisit();
    await send(page, 'ads.csv', ads);
    const cpa = row(page, 'Cost / conv.');
    await cpa.getByText('€27.40').waitFor();
    await cpa.getByRole('button', { name: 'Counted as: Ratio of Cost and Conversions' }).click();
    await cpa.getByRole('radio', { name: 'Ratio of Cost and Conversions €27.40', checked: true }).waitFor();
    await cpa.getByRole('radio', { name: 'Total €1,534.40' }).waitFor();
    await cpa.getByRole('radio', { name: 'Mean €38.36' }).waitFor();
    await row(page, 'CTR').getByText('10.4%').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await connect(page);
    const { id, config } = await stored();
    const metric = config.metrics.find(({ label }: { label: string }) => label === 'Cost / conv.');
    assert.deepEqual([metric.unit, metric.better, metric.additive], ['currency', 'down', false]);
    const period = { from: '2026-01-01', to: '2026-12-31' };
    const { metrics, rows } = (await ask('POST', `/connections/${id}/figures`, period)).body.data;
    const at = metrics.findIndex(({ label }: { label: string }) => label === 'Cost / conv.');
    assert.equal(rows[0].values[at].toFixed(2), '27.40');
    assert.deepEqual(faults, []);
  });

  test('any two columns make a ratio, chosen by the keyboard, whose total shows at once and is what is stored', async () => {
    const { page, faults, stored } = await givenVisit({ currency: 'USD' });
    await send(page, 'werte.csv', unnamed);
    const value = row(page, 'Wert A');
    const how = value.getByRole('button', { name: /^Counted as/ });
    await how.waitFor();
    if ((await how.getAttribute('aria-expanded')) === 'false') await how.press('Enter');
    const ratio = value.getByRole('radio', { name: 'Ratio of two columns' });
    await value.getByRole('radio', { name: /^Total/ }).press('ArrowLeft');
    assert.equal(await ratio.isChecked(), true);
    await value.getByRole('combobox', { name: 'Divide' }).selectOption('Wert A');
    assert.equal(await ratio.isChecked(), true, 'nothing is changed while a column is missing');
    await value.getByRole('combobox', { name: 'By' }).selectOption('Wert B');
    await value.getByRole('radio', { name: 'Ratio of Wert A and Wert B 56.57', checked: true }).waitFor();
    await value.getByRole('combobox', { name: 'Multiply' }).selectOption('100');
    await value.getByRole('radio', { name: 'Ratio of Wert A and Wert B 5,656.78' }).waitFor();
    await page.locator('[aria-busy=false]').first().waitFor();
    await value.locator('span', { hasText: /^Total: 5,656.78$/ }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await connect(page);
    const [metric] = (await stored()).config.metrics;
    assert.deepEqual([metric.label, metric.unit, metric.additive], ['Wert A', 'number', false]);
    assert.match(metric.sql, /nullif\(.*Wert B.*, 0\) \* 100$/);
    assert.deepEqual(faults, []);
  });

  async function givenConnection(
    { ask, project, who }: Awaited<ReturnType<typeof givenVisit>>,
    text: string,
    more: object,
  ) {
    const sent = await fetch(`${service.url}/manage/v1/uploads?name=ads.csv`, {
      method: 'POST',
      headers: { ...who.headers, 'idempotency-key': crypto.randomUUID() },
      body: text,
    });
    const { path } = ((await sent.json()) as { data: { path: string } }).data;
    const config = { path, numbers: { decimal: '.', thousands: ',' }, date: 'Day', dimensions: [], ...more };
    const added = await ask('POST', `/projects/${project.id}/connections`, { system: 'file', name: 'Ads', config });
    assert.equal(added.status, 201, added.text);
    return { id: added.body.data.id as string, config };
  }

  const metrics = [
    {
      key: 'cost_conv',
      label: 'Usual price',
      sql: 'median("Cost / conv.")',
      unit: 'currency',
      better: 'down',
      additive: false,
    },
    { key: 'spent', label: 'Spent', sql: 'sum(Cost)', unit: 'currency', better: 'down', additive: true },
  ];

  test('an expression of somebody stays as it is in a connection that stands, unless another way is asked for', async () => {
    const visit = await givenVisit();
    const { page, faults, ask } = visit;
    const { id, config } = await givenConnection(visit, ads, { metrics });
    const configNow = async () => (await ask('GET', `/connections/${id}`)).body.data.config;
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await page.goto(`${service.url}/console/connections/${id}`);
    await page.getByRole('button', { name: 'Change figures' }).click();
    await row(page, 'Spent').getByText('€1,006,128.00').waitFor();
    await row(page, 'Spent').getByRole('button', { name: 'Counted as: Total' }).waitFor();
    await row(page, 'Spent').getByRole('textbox').fill('Ad spend');
    await save();
    const [, spent] = metrics;
    assert.deepEqual(await configNow(), { ...config, metrics: [metrics[0], { ...spent, label: 'Ad spend' }] });
    await page.getByRole('button', { name: 'Change figures' }).click();
    const usual = row(page, 'Usual price');
    await row(page, 'Ad spend').getByText('€1,006,128.00').waitFor();
    await usual.getByRole('button', { name: 'Counted as: Own expression' }).click();
    await usual.getByText('median("Cost / conv.")', { exact: true }).waitFor();
    await usual.getByRole('radio', { name: /^Mean €/ }).press(' ');
    await usual.getByRole('radio', { name: 'Own expression' }).press(' ');
    await usual.getByRole('button', { name: 'Counted as: Own expression' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await usual.getByRole('radio', { name: /^Mean €/ }).press(' ');
    await usual.getByText('Total: €38.36').waitFor();
    await save();
    const [changed] = (await configNow()).metrics;
    assert.deepEqual(changed, { ...metrics[0], sql: 'avg("Cost / conv.")' });
    assert.deepEqual(faults, []);
  });

  test('where the source is away, the ways are told in words alone', async () => {
    const visit = await givenVisit({ isPhone: true, language: 'de' });
    const { page, faults } = visit;
    const { id, config } = await givenConnection(visit, ads, { metrics });
    const lost = JSON.stringify({ ...config, path: 'upload:upl_01jd5w0k3m8q2r4t6v8x0z1b3d' });
    await service.db.updateTable('connections').set({ config: lost }).where('id', '=', id).execute();
    await page.goto(`${service.url}/console/connections/${id}`);
    await page.getByRole('button', { name: 'Kennzahlen ändern' }).click();
    await row(page, 'Usual price').getByText('Eigener Ausdruck').waitFor();
    await row(page, 'Spent').getByRole('button', { name: 'Berechnet als: Summe' }).click();
    const names = await row(page, 'Spent').getByRole('radio').all();
    assert.deepEqual(await Promise.all(names.map((radio) => radio.isChecked())), [true, false, false]);
    await row(page, 'Spent').getByRole('radio', { name: 'Durchschnitt', exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test('euros are euros in a project of dollars, which becomes one of euros with a press, though somebody changed it', async () => {
    const { page, faults, ask, project, stored } = await givenVisit({ currency: 'USD' });
    await send(page, 'umsatz.csv', euros());
    await row(page, 'Umsatz').getByText('€5,000.00').waitFor();
    await page.getByRole('cell', { name: '€5,000.00' }).waitFor();
    await page.getByText('The amounts are in EUR, and the project is in USD.').waitFor();
    const adopt = page.getByRole('button', { name: 'Make EUR the project’s currency' });
    await adopt.waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal((await ask('PATCH', `/projects/${project.id}`, { name: 'Bicycles' })).status, 200);
    await adopt.click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Bicycles' }).waitFor();
    await adopt.press('Enter');
    await page.getByText('The amounts are in EUR').waitFor({ state: 'detached' });
    await page.locator('h2:focus', { hasText: 'Is this right?' }).waitFor();
    assert.equal((await ask('GET', `/projects/${project.id}`)).body.data.currency, 'EUR');
    await connect(page);
    await page.getByRole('cell', { name: '€5,000.00' }).first().waitFor();
    assert.equal((await stored()).config.currency, 'EUR');
    assert.deepEqual(faults, []);
  });

  test('a project that has amounts keeps its currency and is told what reports show; the currency is also set by hand', async () => {
    const visit = await givenVisit({ currency: 'USD', isPhone: true });
    const { page, faults, ask, project } = visit;
    await givenConnection(visit, ads, { metrics });
    await page.setViewportSize({ width: 360, height: 780 });
    await send(page, 'umsatz.csv', euros());
    await page.getByText('The amounts are in EUR, and the project is in USD.').waitFor();
    await page.getByText('Reports show them in EUR. Amounts in different currencies are not added up.').waitFor();
    await page.getByRole('cell', { name: '€5,000.00' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /currency/ }).count(), 0);
    assert.deepEqual([await axeViolations(page), await isWithin(page)], [[], true]);
    const currency = page.getByRole('combobox', { name: 'Currency of the amounts' });
    const choose = async (typed: string) => {
      await currency.fill(typed);
      await currency.press('ArrowDown');
      await currency.press('Enter');
    };
    await choose('project');
    await row(page, 'Umsatz').getByText('$5,000.00').waitFor();
    await page.getByText('The amounts are in EUR').waitFor({ state: 'detached' });
    await choose('CHF');
    await row(page, 'Umsatz').getByText('CHF 5,000.00').waitFor();
    await choose('EUR');
    await page.getByText('The amounts are in EUR').waitFor();
    await connect(page);
    const { items } = (await ask('GET', `/projects/${project.id}/connections`)).body.data;
    const { id } = items.find(({ name }: { name: string }) => name === 'umsatz');
    const [metric] = (await ask('GET', `/connections/${id}/catalog`)).body.data.metrics;
    const sections = [{ type: 'kpis', connection_id: id, metrics: [metric.key] }];
    assert.equal((await ask('PATCH', `/projects/${project.id}`, { settings: { sections } })).status, 200);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${service.url}/console/projects/${project.id}/layout`);
    const report = page.locator('iframe:not([aria-hidden])').contentFrame();
    await report
      .getByText(/€5,000/)
      .first()
      .waitFor();
    assert.deepEqual(faults, []);
  });

  test('rows in doubt come first, with both readings at the row, on a phone in Arabic too, and the order that is stored stays', async () => {
    const { page, faults, stored } = await givenVisit({ isPhone: true, language: 'ar' });
    await page.setViewportSize({ width: 360, height: 780 });
    const rows = days(10).map((day, index) => `${day},${index + 4},${300 + index * 7.5}`);
    await send(page, 'werte.csv', ['Day,Clicks,Wert A', ...rows].join('\n'));
    const value = row(page, 'Wert A');
    await value.getByText(/كمجموع 3,337\.5.*333\.75/).waitFor();
    const names = await page.getByRole('checkbox', { name: /^عرض / }).all();
    const said = await Promise.all(names.map((box) => box.getAttribute('aria-label')));
    assert.deepEqual(said.slice(0, 2), ['عرض Wert A', 'عرض Clicks']);
    assert.deepEqual([await axeViolations(page), await isWithin(page)], [[], true]);
    await value.getByRole('radio', { name: /^متوسط 333\.75/ }).press(' ');
    await page.getByRole('button', { name: 'متابعة' }).click();
    await page.getByRole('button', { name: 'ربط', exact: true }).click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByRole('table').first().waitFor();
    const { metrics: made } = (await stored()).config;
    assert.deepEqual(
      made.slice(0, 2).map(({ label, additive }: { label: string; additive: boolean }) => [label, additive]),
      [
        ['Clicks', true],
        ['Wert A', false],
      ],
    );
    assert.deepEqual(faults, []);
  });

  test('what every way comes to follows a decision on how numbers are written', async () => {
    const { page, faults } = await givenVisit();
    await send(page, 'pieces.csv', 'Day,Pieces\n2026-01-01,1.028\n2026-01-02,2.500\n2026-01-03,7.472\n');
    const pieces = row(page, 'Pieces');
    const how = pieces.getByRole('button', { name: /^Counted as/ });
    await how.waitFor();
    if ((await how.getAttribute('aria-expanded')) === 'false') await how.click();
    await pieces.getByRole('radio', { name: 'Total 11', exact: true }).waitFor();
    await page.getByText('1,028', { exact: true }).click();
    await pieces.getByRole('radio', { name: 'Total 11,000' }).waitFor();
    await pieces.getByRole('radio', { name: 'At the end 7,472' }).waitFor();
    assert.equal(await pieces.getByRole('radio', { name: 'Total 11', exact: true }).count(), 0);
    assert.deepEqual(faults, []);
  });
});
