import assert from 'node:assert/strict';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';
import { givenFollowedTemplate } from '../support/templates.ts';
import { openShops, type ShopDay, steady } from '../support/watches.ts';

const usual = { sessions: 1_000, orders: 20, cost: 50 };

suite('watches in the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-watches-')));
    service = await startTestService('sqlite', { environment: { DATA_ROOTS: folder } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  /** An account with a shop in euros, whose last days were these, and somebody of a role who is signed in. */
  async function givenShop(last: readonly ShopDay[] = [], role: 'owner' | 'editor' | 'viewer' = 'owner') {
    const account = await givenAccount(service.db);
    await service.db
      .updateTable('accounts')
      .set({ data_roots: JSON.stringify([folder]) })
      .where('id', '=', account.id)
      .execute();
    const who = await givenSignedIn(service.db, account.id, { role });
    const shops = await openShops(service.db, account, folder);
    const shop = await shops.shop(steady(200, usual, last), { name: 'Northwind' });
    const watches = async () => (await manage(service, who, 'GET', '/watches')).body.data.items;
    const visit = async (path: string, options: Parameters<typeof visitConsole>[3] = {}) => {
      const visited = await visitConsole(browser, service, account.id, { who, path, ...options });
      visited.page.setDefaultTimeout(10_000);
      return visited;
    };
    return { account, who, shops, shop, watches, visit };
  }
  type Page = Awaited<ReturnType<typeof visitConsole>>['page'];

  async function chooseOption(page: Page, field: string, text: string) {
    const box = page.getByRole('combobox', { name: field, exact: true });
    await box.fill(text);
    await page.getByRole('option', { name: text }).first().click();
  }

  test('a limit of a percentage is written in percent, tried on the past in words and as a chart, and stored as a ratio', async () => {
    const { shop, watches, visit } = await givenShop([{ ...usual, orders: 5 }]);
    const { page, faults } = await visit('/watches');
    await page.getByText('Nothing is watched yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'New watch' }).click();
    await chooseOption(page, 'Project', 'Northwind');
    await page.getByRole('combobox', { name: 'Connection' }).selectOption('Sales');
    await page.getByText(/^A limit/).click();
    await chooseOption(page, 'Metric', 'Conversion rate');
    await page.getByLabel('Value', { exact: true }).fill('1.5%');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('It would have told you 1 time in the last 180 days:').waitFor();
    await page.getByText(/^Conversion rate: 0\.5%, below 1\.5%/).waitFor();
    const chart = page.getByRole('slider', { name: 'What was judged on each day' });
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /: 0\.5% · Held against: 1\.5% · Alert$/);
    await chart.press('Home');
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /: 2% · Held against: 1\.5%$/);
    await page.getByText('As a table').click();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create' }).dblclick();
    await page.getByText('The watch is on.').waitFor();
    await page.getByRole('link', { name: 'Conversion rate: A limit' }).waitFor();
    await page.getByText('Below 1.5%, of a day').waitFor();
    const [made, ...others] = await watches();
    assert.deepEqual(
      [made.connection_id, made.metric, made.threshold, others],
      [shop.connection.id, 'rate', { direction: 'below', value: 0.015, span: 'day' }, []],
    );
    assert.equal(made.people.length, 1, 'whoever makes it is told');
    assert.deepEqual(faults, []);
  });

  test('a value names its currency, and is gone when another metric counts otherwise', async () => {
    const { shop, visit, watches } = await givenShop();
    const { page } = await visit(`/watches/new?project=${shop.project.id}`);
    await page.getByRole('combobox', { name: 'Connection' }).selectOption('Sales');
    await page.getByText(/^A limit/).click();
    await chooseOption(page, 'Metric', 'Cost');
    await page.getByLabel('Value (EUR)').fill('120.50');
    await page.reload();
    assert.equal(await page.getByLabel('Value (EUR)').inputValue(), '120.5', 'a reload loses nothing');
    await chooseOption(page, 'Metric', 'Sessions');
    assert.equal(await page.getByLabel('Value', { exact: true }).inputValue(), '');
    await chooseOption(page, 'Metric', 'Cost');
    await page.getByLabel('Value (EUR)').fill('80');
    await page.getByRole('combobox', { name: 'Told when it is' }).selectOption('Above');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Above €80.00, of a day').waitFor();
    assert.equal((await watches())[0].threshold.value, 80);
    const config = JSON.stringify({ ...JSON.parse(shop.connection.config), currency: 'USD' });
    await service.db.updateTable('connections').set({ config }).where('id', '=', shop.connection.id).execute();
    await page.reload();
    await page.getByText('Above $80.00, of a day').waitFor();
  });

  test('what is tried belongs to what was asked: it goes as soon as the watch is changed', async () => {
    const { shop, visit } = await givenShop([{ ...usual, sessions: 380 }]);
    const { page } = await visit(`/watches/new?project=${shop.project.id}`);
    await page.getByRole('combobox', { name: 'Connection' }).selectOption('Sales');
    await page.getByText(/^A change/).click();
    await chooseOption(page, 'Metric', 'Sessions');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText(/It would have told you 1 time/).waitFor();
    await page.getByLabel('From which change on').fill('70');
    await page.getByText(/It would have told you/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('It would have told you nothing in the last 180 days.').waitFor();
    await page.getByRole('slider').waitFor();
  });

  test('what is wrong is told at its field, and a watch that cannot be judged says why', async () => {
    const { shop, shops, visit } = await givenShop();
    const { page } = await visit(`/watches/new?project=${shop.project.id}`);
    await page.getByRole('combobox', { name: 'Connection' }).selectOption('Sales');
    await page.getByText(/^A goal or budget/).click();
    await chooseOption(page, 'Metric', 'Orders');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/has no goal for the metric "orders"/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await shops.add(shop, { kind: 'unusual', metric: 'sessions', name: 'Visits' });
    const renamed = JSON.parse(shop.connection.config);
    renamed.metrics = renamed.metrics.filter(({ key }: { key: string }) => key !== 'sessions');
    await service.db
      .updateTable('connections')
      .set({ config: JSON.stringify(renamed) })
      .where('id', '=', shop.connection.id)
      .execute();
    await shops.judge();
    await page.goto(`${service.url}/console/watches`);
    await page.getByText(/has no metric “sessions” any more/).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Cannot be judged');
    await page.getByRole('link', { name: 'Visits' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Alert');
    await page.getByText('No watch matches.').waitFor();
  });

  test('why a watch cannot be judged is said at once in the reader’s language, and that the plan allows no more', async () => {
    const { account, shop, shops, visit } = await givenShop();
    await shops.add(shop, { kind: 'unusual', metric: 'sessions', dimension: { key: 'channel', value: 'Email' } });
    const config = JSON.parse(shop.connection.config);
    const store = (part: object) =>
      service.db
        .updateTable('connections')
        .set({ config: JSON.stringify({ ...config, ...part }) })
        .where('id', '=', shop.connection.id)
        .execute();
    const german = await visit('/watches', { language: 'de' });
    await store({ dimensions: [] });
    await german.page.reload();
    await german.page.getByText(/^Die Verbindung hat die Dimension „channel“ nicht mehr\./).waitFor();
    await store({ metrics: config.metrics.slice(1) });
    await german.page.reload();
    await german.page.getByText(/^Die Verbindung hat die Kennzahl „sessions“ nicht mehr\./).waitFor();
    assert.equal(await german.page.getByText(/has no metric/).count(), 0);
    await store({});
    await service.db
      .updateTable('connections')
      .set({ status: 'reauth_required' })
      .where('id', '=', shop.connection.id)
      .execute();
    await german.page.reload();
    await german.page.getByText(/^Die Verbindung braucht gültige Zugangsdaten\./).waitFor();
    assert.deepEqual(await axeViolations(german.page), []);
    await service.db
      .updateTable('connections')
      .set({ status: 'connected' })
      .where('id', '=', shop.connection.id)
      .execute();
    await service.db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', account.id).execute();
    for (let count = 1; count < 5; count++) await shops.add(shop, { kind: 'unusual', metric: 'orders' });
    const { page } = await visit(`/watches/new?project=${shop.project.id}`);
    await page.getByRole('combobox', { name: 'Connection' }).selectOption('Sales');
    await chooseOption(page, 'Metric', 'Sessions');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/allows 5 watches/).waitFor();
  });

  test('a watch is changed, switched off and removed; others’ changes are no surprise', async () => {
    const { shop, shops, visit, watches, who } = await givenShop();
    const made = await shops.add(shop, { kind: 'unusual', metric: 'sessions', name: 'Visits' });
    const { page, faults } = await visit(`/watches/${made.id}`);
    await page.getByLabel('Name', { exact: false }).last().fill('Visits of the shop');
    await manage(service, who, 'PATCH', `/watches/${made.id}`, { body: { name: 'Theirs' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this meanwhile.').waitFor();
    assert.equal((await watches())[0].name, 'Theirs');
    await page.getByRole('button', { name: /mine/i }).click();
    await page.getByRole('heading', { name: 'Visits of the shop' }).waitFor();
    await page.getByRole('link', { name: 'Watches' }).first().click();
    await page.locator('label', { hasText: 'On: Visits of the shop' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    assert.equal((await watches())[0].enabled, false);
    await page.getByRole('button', { name: 'Remove: Visits of the shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is watched yet').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a watch is made with the keyboard alone', async () => {
    const { shop, visit, watches } = await givenShop();
    const { page } = await visit(`/watches/new?project=${shop.project.id}`);
    const reach = async (label: string) => {
      for (let step = 0; step < 60; step++) {
        const name = await page.evaluate<string>(
          `(() => { const e = document.activeElement; return e.closest('main') ? e.labels?.[0]?.textContent || e.textContent : '' })()`,
        );
        if (name.trim().startsWith(label)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`${label} is out of reach`);
    };
    await page.getByRole('combobox', { name: 'Connection' }).waitFor();
    await reach('Connection');
    await page.keyboard.press('s');
    await page.getByRole('combobox', { name: 'Metric' }).waitFor();
    await reach('Metric');
    await page.keyboard.type('Orders');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await reach('Create');
    await page.keyboard.press('Enter');
    await page.getByText('The watch is on.').waitFor();
    assert.deepEqual(
      (await watches()).map(({ kind, metric }: { kind: string; metric: string }) => [kind, metric]),
      [['unusual', 'orders']],
    );
  });

  test('a template’s watch is for one of its slots, and its screen leads to its watches', async () => {
    const { shop, visit, watches } = await givenShop();
    const template = await givenFollowedTemplate(service.db, shop.project);
    const { page } = await visit(`/templates/${template.id}`);
    await page.locator('main').getByRole('link', { name: 'Watches' }).click();
    await page.getByText('No watch matches.').waitFor();
    await page.getByRole('link', { name: 'New watch' }).click();
    await page.getByRole('combobox', { name: /place for a connection/ }).selectOption({ index: 1 });
    await page.getByText(/^A limit/).click();
    await page.getByLabel('Metric', { exact: true }).fill('shoes');
    await page.getByLabel('Value', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/names the metric "shoes", which nothing that fills the slot/).waitFor();
    await page.getByLabel('Metric', { exact: true }).fill('sessions');
    await page
      .getByText(/a percentage as a part of one/)
      .first()
      .waitFor();
    await page.getByLabel('Value', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The watch is on.').waitFor();
    const [made] = await watches();
    assert.deepEqual([made.template_id, made.threshold.value], [template.id, 100]);
    // Whoever does not know the unit does not read a bare number.
    await page.getByText('Below, of a day').waitFor();
  });

  test('a viewer sees watches and alerts, and changes nothing', async () => {
    const { shop, shops, visit } = await givenShop([{ ...usual, sessions: 380 }], 'viewer');
    const made = await shops.add(shop, {
      ...{ kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value: 500 } },
    });
    await shops.judge();
    const { page, goTo, faults } = await visit('/watches');
    await page.getByText('Below 500, of a day').waitFor();
    assert.equal(await page.getByRole('switch').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'New watch' }).count(), 0);
    await goTo(`/watches/${made.id}`);
    await page.getByText('Sessions: 380, below 500').waitFor();
    assert.equal(await page.getByRole('button', { name: /Save|Try|Remove/ }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Sessions: 380, below 500' }).click();
    await page.getByRole('heading', { name: 'What was found' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Put off|look after|comment/ }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test('an alert is on Home and in its project until it is put off; it is looked after and commented', async () => {
    const { shop, shops, visit, who } = await givenShop([{ sessions: 380, orders: 5, cost: 50 }]);
    await shops.add(shop, {
      ...{ kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value: 500 } },
      people: [who.userId],
    });
    await shops.add(shop, { kind: 'threshold', metric: 'orders', threshold: { direction: 'below', value: 10 } });
    await shops.judge();
    const { page, goTo, faults } = await visit('/');
    await page.getByRole('heading', { name: 'Open alerts' }).waitFor();
    assert.equal(await page.getByText('Nothing needs you today').count(), 0);
    await page.getByRole('button', { name: 'I look after it' }).click();
    await page.getByText('Somebody looks after it').waitFor();
    await page.getByRole('link', { name: /^Sessions: 380, below 500/ }).click();
    await page.getByText(/^Ann Example looks after it/).waitFor();
    const parts = page.getByRole('region', { name: 'What was found' });
    await parts.getByText(/^Sessions: 380, below 500, since/).waitFor();
    await parts.getByText(/^Orders: 5, below 10, since/).waitFor();
    const told = page.getByRole('region', { name: 'Who was told' });
    await told.getByText('Ann Example').waitFor();
    await told.getByText('That it began').waitFor();
    await page.getByLabel('Comment', { exact: true }).fill('The <b>checkout</b> was broken.');
    await page.getByRole('button', { name: 'Write comment' }).click();
    await page.getByRole('listitem').getByText('The <b>checkout</b> was broken.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Put off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Until').fill('2020-01-01T09:00');
    await dialog.getByRole('button', { name: 'Put off' }).click();
    await dialog.getByText(/still to come/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const until = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 16);
    await dialog.getByLabel('Until').fill(until);
    await dialog.getByRole('button', { name: 'Put off' }).click();
    await page.getByText(/^Put off until/).waitFor();
    await goTo(`/projects/${shop.project.id}/alerts`);
    await page.getByRole('region', { name: 'Open', exact: true }).getByRole('link').first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await goTo('/');
    await page.getByRole('heading', { name: 'Next reports' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('heading', { name: 'Open alerts' }).count(), 0, 'it was put off');
    assert.deepEqual(faults, []);
  });

  test('quiet hours are in the reader’s own zone at first; weekends and zone are kept', async () => {
    const { visit, who } = await givenShop();
    const stored = async () => (await manage(service, who, 'GET', '/alert-settings')).body.data;
    const { page, faults } = await visit('/profile');
    const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
    await page.getByText('Quiet hours', { exact: true }).click();
    await page.getByLabel('From', { exact: true }).fill('21:30');
    await page.getByText('Messages on Saturdays and Sundays, too').click();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Save quiet hours' }).click();
    await eventually(async () => (await stored()).quiet_hours !== null);
    assert.deepEqual(await stored(), {
      ...(await stored()),
      ...{ quiet_hours: { from: '21:30', until: '07:00' }, weekends: false, time_zone: zone },
    });
    await page.getByLabel('Until', { exact: true }).fill('21:30');
    await page.getByRole('button', { name: 'Save quiet hours' }).click();
    await page.getByText(/is the same as from/).waitFor();
    assert.deepEqual(faults, []);
  });

  test('on a phone, at night and from right to left all is in reach', async () => {
    const { shop, shops, visit, watches, who } = await givenShop([{ ...usual, sessions: 380 }]);
    await shops.add(shop, {
      ...{ kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value: 500 } },
    });
    await shops.judge();
    const [watch] = await watches();
    const { items } = (await manage(service, who, 'GET', '/incidents')).body.data;
    const { page, goTo, faults } = await visit('/', { isPhone: true, isDark: true, language: 'ar' });
    await page.setViewportSize({ width: 360, height: 740 });
    const project = `/projects/${shop.project.id}/alerts`;
    for (const path of [
      ...['/', '/watches', '/watches/new', `/watches/${watch.id}`, '/incidents', `/incidents/${items[0].id}`],
      ...[project, '/profile'],
    ]) {
      await goTo(path);
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await axeViolations(page), [], path);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 360, `${path}: ${width} pixels`);
    }
    assert.deepEqual(faults, []);
  });
});
