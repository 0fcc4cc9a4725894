import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { dataSets, givenConnection } from '../support/flights.ts';
import { givenEditedProject, storedSettings, storeSections } from '../support/layout-editor.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What a reader of the field hears of what is wrong with it. */
async function assertFault(field: Locator, expected: RegExp): Promise<void> {
  await field.waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  const texts = await Promise.all(ids.map((each) => field.page().locator(`[id="${each}"]`).textContent()));
  assert.match(texts.join(' '), expected);
}

suite('the editors of sections', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startTestService('sqlite', { environment: { DATA_ROOTS: dataSets } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  /** The layout of a project of two connections, with settings, as somebody has opened it. */
  const open = async (
    settingsOf: (ids: { readonly flights: string; readonly weather: string }) => object,
    options: Parameters<typeof visitConsole>[3] = {},
  ) => {
    const account = await givenAccount(service.db);
    const { id } = await givenProject(service.db, account);
    const flights = await givenConnection(service.db, id, 'flights');
    const weather = await givenConnection(service.db, id, 'weather');
    const owner = await givenSignedIn(service.db, account.id);
    const settings = settingsOf({ flights, weather });
    const { status } = await manage(service, owner, 'PATCH', `/projects/${id}`, { body: { settings } });
    assert.equal(status, 200);
    const visit = await visitConsole(browser, service, account.id, { path: `/projects/${id}/layout`, ...options });
    return { ...visit, id, flights, weather, owner };
  };
  const add = async (page: Page, kind: string) => {
    await page.getByRole('button', { name: 'Add section' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${kind}`) })
      .click();
  };
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByText('All changes are saved').waitFor();
  };
  /** Chooses from a field with a list. */
  const choose = async (page: Page, field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).selectOption(option);
  };
  /** Finds a figure by typing a part of its name. */
  const find = async (page: Page, field: string, part: string, option: string) => {
    await page.getByRole('combobox', { name: field }).fill(part);
    await page.getByRole('option', { name: option }).click();
  };

  test('key figures, a series, a breakdown and a funnel are made of figures chosen by their names', async () => {
    const { page, id, flights, weather, faults } = await open(() => ({ sections: [{ type: 'highlights' }] }));

    await add(page, 'Key figures');
    await choose(page, 'Connection', 'flights');
    await page.getByRole('button', { name: 'Remove Average delay (min)' }).click();
    await page.getByRole('button', { name: 'Remove Flights over 15 min late' }).click();
    await find(page, 'Add a figure', 'late', 'Flights over 15 min late');
    await page.getByRole('button', { name: 'Move Flights over 15 min late up' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('In short');

    await add(page, 'Over time');
    await choose(page, 'Connection', 'flights');
    await find(page, 'Add a figure', 'mile', 'Miles flown');
    await page.getByText('Columns', { exact: true }).click();
    await choose(page, 'One point for each', 'Week');
    await page.getByText('Mark the days of alerts, and say below the chart what was found').click();

    await add(page, 'Breakdown');
    await choose(page, 'Connection', 'flights');
    await choose(page, 'Broken down by', 'Length of flight');
    await page.getByText('Donut', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Rows' }).fill('4');

    await add(page, 'Funnel');
    await choose(page, 'Connection', 'flights');
    await page.getByRole('button', { name: 'Move Miles flown up' }).click();

    await save(page);
    const { sections } = await storedSettings(service, id);
    assert.deepEqual(sections, [
      { type: 'highlights' },
      { type: 'kpis', title: 'In short', connection_id: flights, metrics: ['flights', 'late_share', 'distance'] },
      {
        ...{ type: 'timeseries', connection_id: flights, metrics: ['flights', 'distance'], display: 'columns' },
        ...{ by: 'week', show_incidents: true },
      },
      {
        type: 'breakdown',
        connection_id: flights,
        dimension: 'haul',
        metrics: ['flights'],
        display: 'donut',
        limit: 4,
      },
      { type: 'funnel', connection_id: flights, metrics: ['distance', 'flights'] },
    ]);
    assert.notEqual(flights, weather);
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test('a table takes a second dimension, below or beside the first', async () => {
    const { page, id, flights, faults } = await open(() => ({ sections: [{ type: 'highlights' }] }));
    await add(page, 'Breakdown');
    await choose(page, 'Connection', 'flights');
    await choose(page, 'Broken down by', 'Origin airport');
    await choose(page, 'And by', 'Length of flight');
    await page.getByRole('textbox', { name: 'Rows of each' }).fill('2');
    await page.getByRole('textbox', { name: /^Rows(?! of)/ }).fill('20');
    await save(page);
    const grouped = { type: 'breakdown', connection_id: flights, dimension: 'origin', secondary_dimension: 'haul' };
    const stored = async () => (await storedSettings(service, id)).sections[1];
    assert.deepEqual(await stored(), { ...grouped, secondary_limit: 2, limit: 20 });
    await page.getByText('Side by side', { exact: true }).click();
    assert.equal(await page.getByRole('combobox', { name: 'Sorted by' }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await save(page);
    const cross = { ...grouped, layout: 'cross', metrics: ['flights'], secondary_limit: 2, limit: 20 };
    assert.deepEqual(await stored(), cross);
    await choose(page, 'And by', 'Nothing else');
    await save(page);
    const { secondary_dimension: _, layout: __, secondary_limit: ___, ...single } = cross;
    assert.deepEqual(await stored(), single);
    assert.deepEqual(faults, []);
  });

  test('systems side by side have names, figures and ratios of their own', async () => {
    const { page, id, flights, weather, faults } = await open(() => ({ sections: [{ type: 'highlights' }] }));
    await add(page, 'Channels');
    await page.getByRole('button', { name: 'Change flights', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name in the report' }).fill('Airline');
    await page.getByRole('button', { name: 'Change Rain (mm)' }).click();
    await find(page, 'flights', 'delay', 'Average delay (min)');
    await page.getByRole('button', { name: 'Remove Mean daily high (°C)' }).click();
    await page.getByRole('button', { name: 'Add a figure' }).click();
    await find(page, 'flights', 'flown', 'Miles flown');
    await page.getByRole('textbox', { name: 'Name in the report' }).last().fill('Miles');
    await page.getByRole('button', { name: 'Add a ratio' }).click();
    assert.deepEqual(await axeViolations(page), []);
    await save(page);
    const { sections } = await storedSettings(service, id);
    const [, { rows, metrics }] = sections;
    assert.deepEqual(rows, [{ connection_id: weather }, { connection_id: flights, label: 'Airline' }]);
    assert.deepEqual(
      metrics.map(({ label, of, ratio }: Record<string, unknown>) => [label, of ?? ratio]),
      [
        ['Rain (mm)', { [weather]: 'precipitation', [flights]: 'avg_delay' }],
        ['Flights', { [flights]: 'flights' }],
        ['Miles', { [flights]: 'distance' }],
        ['Rain (mm) / Flights', ['column-1', 'column-3']],
      ],
    );
    assert.deepEqual(faults, []);
  });

  test('a picture is told what it lacks, saved, and stays the one that is edited', async () => {
    const { page, id, faults } = await open(() => ({ sections: [{ type: 'highlights' }] }));
    await add(page, 'Picture');
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByRole('alert').getByText('A section needs another look.').waitFor();
    await page
      .getByRole('group', { name: 'Picture' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel });
    await page.getByRole('textbox', { name: 'What the picture shows' }).fill('A dot');
    await save(page);
    const chosen = page.getByRole('list', { name: 'Sections' }).locator('[aria-current=true]');
    assert.match((await chosen.textContent()) ?? '', /Picture/);
    assert.equal(await page.getByRole('textbox', { name: 'What the picture shows' }).inputValue(), 'A dot');
    const { picture, ...stored } = (await storedSettings(service, id)).sections[1];
    assert.match(picture, /^sha256:/);
    assert.deepEqual(stored, { type: 'image', alternative: 'A dot' });
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
  });

  test('a table has own columns, an order and marks, and what is wrong with a calculation stands at its field', async () => {
    const project = await givenEditedProject(service, (connection_id) => [
      { type: 'breakdown', connection_id, dimension: 'weather', metrics: ['precipitation'] },
    ]);
    const { id, connection } = project;
    const path = `/projects/${id}/layout`;
    const { page, faults } = await visitConsole(browser, service, project.account.id, { path });
    await page.getByRole('list', { name: 'Sections' }).getByRole('button').first().click();
    const editor = page.getByRole('main');
    await page.getByRole('button', { name: 'Add an own column' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name in the report' }).fill('High in °F');
    const calculation = page.getByRole('textbox', { name: 'Calculation' });
    await page.getByText('Figures by their keys, with + - * / and parentheses: precipitation, ').waitFor();
    await calculation.fill('temp_max / nothing');
    await choose(page, 'Sorted by', 'High in °F');
    await choose(page, 'Order', 'Ascending');
    await choose(page, 'Marked figures', 'Better or worse than their goal');
    assert.deepEqual(await axeViolations(page), []);
    // Even where its fields are closed when it is saved.
    await page.getByRole('button', { name: 'Change High in °F' }).press('Enter');
    await page.getByRole('button', { name: 'Save layout' }).press('Enter');
    await editor.getByText('nothing').first().waitFor();
    await assertFault(calculation, /nothing/);
    assert.deepEqual(await axeViolations(page), []);
    await calculation.fill('temp_max * 1.8 + 32');
    await choose(page, 'Unit', 'Number');
    await choose(page, 'Good news is', 'more');
    await page.getByRole('textbox', { name: 'Goal of each row' }).fill('60');
    await page.keyboard.press('Tab');
    await save(page);
    const { sections } = await storedSettings(service, id);
    const own = { key: 'own-1', label: 'High in °F', expression: 'temp_max * 1.8 + 32', unit: 'number' };
    assert.deepEqual(sections, [
      {
        ...{ type: 'breakdown', connection_id: connection, dimension: 'weather', metrics: ['precipitation'] },
        own_columns: [{ ...own, better: 'up', goal: 60 }],
        ...{ sort: { by: 'own-1', order: 'ascending' }, marks: 'goal' },
      },
    ]);
    assert.deepEqual(faults, []);
  });

  test('a figure that is offered no more is told once, and replaced', async () => {
    const { page, id, weather, faults } = await open(() => ({ sections: [{ type: 'highlights' }] }));
    const lost = { type: 'kpis', connection_id: weather, metrics: ['gone', 'precipitation'] };
    await storeSections(service, id, [lost]);
    await page.reload();
    await page.getByText('“gone” is not offered any more').waitFor();
    await page.getByText('A section needs another look.').waitFor();
    assert.equal(await page.getByText('gone').count(), 1);
    await find(page, 'Replace it by', 'high', 'Mean daily high (°C)');
    await save(page);
    const [{ metrics }] = (await storedSettings(service, id)).sections;
    assert.deepEqual(metrics, ['temp_max', 'precipitation']);
    assert.deepEqual(faults, []);
  });

  test('a text has figures by their names, which are stored by their keys', async () => {
    const { page, id, flights, faults } = await open(() => ({ sections: [{ type: 'highlights' }] }));
    await add(page, 'Text');
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await page.getByRole('button', { name: 'Heading' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('Spring');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Flights: ');
    await page.getByRole('button', { name: 'Insert figure' }).click();
    const dialog = page.getByRole('dialog');
    await choose(page, 'Connection', 'flights');
    await dialog.getByText('Its change').click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
    await text.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' {{Nothing}}');
    await page.getByText('This stands for nothing.').waitFor();
    for (let typed = 0; typed < ' {{Nothing}}'.length; typed += 1) await page.keyboard.press('Backspace');
    await page.getByText('This stands for nothing.').waitFor({ state: 'detached' });
    assert.equal(await text.inputValue(), '## Spring\nFlights: {{flights · Flights · change}}');
    await save(page);
    const { sections } = await storedSettings(service, id);
    assert.equal(sections[1].markdown, `## Spring\nFlights: {{${flights}.flights.change}}`);
    assert.deepEqual(faults, []);
  });

  test('goals are made, shown by a section, and told before they go', async () => {
    const { page, id, flights, faults } = await open(() => ({ sections: [{ type: 'highlights' }] }));
    await page.getByRole('button', { name: 'Goals' }).click();
    await page.getByRole('button', { name: 'Add goal' }).click();
    await choose(page, 'Connection', 'flights');
    await find(page, 'Figure', 'late', 'Flights over 15 min late');
    await page.getByRole('textbox', { name: 'Goal' }).fill('25%');
    await choose(page, 'For each', 'Quarter');
    await page.getByLabel('Holds from').fill('2026-01-01');
    await add(page, 'Goals');
    await page.getByText('Chosen ones').click();
    await save(page);
    const goal = {
      connection_id: flights,
      metric: 'late_share',
      amount: 0.25,
      per: 'quarter',
      from: '2026-01-01',
      to: null,
    };
    const stored = await storedSettings(service, id);
    assert.deepEqual(stored.goals, [{ id: 'goal-1', ...goal }]);
    assert.deepEqual(stored.sections[1], { type: 'goals', goals: ['goal-1'] });
    await page.getByRole('button', { name: 'Goals', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Flights over 15 min late: 25% a quarter' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByText('Section 2: ').waitFor();
    await page.getByRole('button', { name: 'Remove goal' }).click();
    await page.getByText('No goals yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test("a project's brand shows the account's, takes its own, and gives it back", async () => {
    const { page, id, who, faults } = await open(() => ({ title: 'Own title' }));
    await manage(service, who, 'PATCH', '/brand', { body: { name: 'Harbour & Finch', font: 'Lato' } });
    await page.getByRole('button', { name: 'Brand' }).click();
    const name = page.getByRole('textbox', { name: 'Your name' });
    await page.locator('option:checked', { hasText: 'Lato (from your account)' }).waitFor({ state: 'attached' });
    assert.equal(await name.getAttribute('placeholder'), 'Harbour & Finch');
    await name.fill('Quay');
    await page.getByRole('textbox', { name: /^Colour \(/ }).fill('#ffee00');
    await page.getByText('Too light to read on white').waitFor();
    await page
      .getByRole('group', { name: 'Logo' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel });
    assert.deepEqual(await axeViolations(page), []);
    await save(page);
    const { brand, title } = await storedSettings(service, id);
    assert.deepEqual([brand.name, brand.accent_color, title], ['Quay', '#ffee00', 'Own title']);
    assert.match(brand.logo, /^sha256:/);
    await name.fill('');
    await page.getByRole('textbox', { name: /^Colour \(/ }).fill('');
    await page.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Remove' }).click();
    await save(page);
    assert.equal((await storedSettings(service, id)).brand ?? null, null);
    assert.deepEqual(faults, []);
  });
});
