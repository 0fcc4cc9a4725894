import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Locator } from 'playwright-core';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { dataSets } from '../support/flights.ts';
import { rowsConfig } from '../support/http-json-connection.ts';
import { startJsonServer } from '../support/json-server.ts';
import {
  givenEditedProject,
  openLayoutEditor,
  sectionNames,
  sectionRow,
  shownPreview,
  storedSettings,
  storeSections,
} from '../support/layout-editor.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const figures = (connection_id: string) => ({ type: 'kpis', connection_id, metrics: ['precipitation'] });
const words = (title: string) => ({ type: 'text', title, markdown: `About ${title}.` });
const three = () => [words('First'), words('Second'), words('Third')];

suite('the layout editor', { skip }, () => {
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

  const open = async (sections: Parameters<typeof givenEditedProject>[1], options = {}) => {
    const project = await givenEditedProject(service, sections);
    return { project, ...(await openLayoutEditor(browser, service, project, options)) };
  };
  const namesAre = (list: Locator, names: readonly string[]) =>
    eventually(async () => (await sectionNames(list)).join() === names.join());

  test('a section is added from the gallery, edited beside the preview, and saved', async () => {
    const { page, project, list, faults } = await open((id) => [figures(id)]);
    await shownPreview(page).getByText('Rain (mm)').first().waitFor();
    await page.getByRole('button', { name: 'Add section' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Text/ }).click();
    await sectionRow(list, 'Text').and(page.locator(':focus')).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('What we did');
    await shownPreview(page).getByRole('heading', { name: 'What we did' }).waitFor();
    assert.equal(await page.title(), '• Weather shop · Report Service');
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByText('All changes are saved').waitFor();
    assert.equal(await page.title(), 'Weather shop · Report Service');
    const { sections } = await storedSettings(service, project.id);
    assert.deepEqual(
      sections.map(({ type, title }: { type: string; title?: string }) => [type, title ?? null]),
      [
        ['kpis', null],
        ['text', 'What we did'],
      ],
    );
    assert.deepEqual(faults, []);
  });

  test('sections are ordered by the mouse, by keys and by their menu; focus and choice stay with them', async () => {
    const { page, list } = await open(three);
    await namesAre(list, ['First', 'Second', 'Third']);
    const row = (name: string) => sectionRow(list, name);
    await page.getByTitle('Move Third').dragTo(row('First'), { targetPosition: { x: 60, y: 4 } });
    await namesAre(list, ['Third', 'First', 'Second']);
    await row('Second').click();
    await page.keyboard.press('Alt+ArrowUp');
    await namesAre(list, ['Third', 'Second', 'First']);
    await row('Second').and(page.locator(':focus')).waitFor();
    await list.getByRole('button', { name: 'What to do with Third' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await namesAre(list, ['Second', 'Third', 'First']);
    await page.getByText('“Third” is now 2 of 3.').waitFor();
    await shownPreview(page).locator('main').getByText('About Second.').waitFor();
    await shownPreview(page).locator('main > section:first-child h2', { hasText: 'Second' }).waitFor();
  });

  test('the keyboard goes through the list, on to the fields of a section, and back', async () => {
    const { page, list } = await open(three);
    await sectionRow(list, 'First').focus();
    await page.keyboard.press('ArrowDown');
    await sectionRow(list, 'Second').and(page.locator(':focus[aria-current=true]')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Second');
    await sectionRow(list, 'Second').focus();
    await page.keyboard.press('Tab');
    await list.getByRole('button', { name: 'What to do with Second' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await namesAre(list, ['First', 'Second', 'Second', 'Third']);
    await list.getByRole('listitem').nth(2).locator(':focus').waitFor();
  });

  test('what is removed comes back by its toast, and every change by undo and redo', async () => {
    const { page, list } = await open(three);
    await sectionRow(list, 'Second').click();
    await page.keyboard.press('Delete');
    await namesAre(list, ['First', 'Third']);
    await sectionRow(list, 'Third').and(page.locator(':focus')).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await namesAre(list, ['First', 'Second', 'Third']);
    await sectionRow(list, 'First').click();
    await page.getByRole('textbox', { name: 'Title' }).press('End');
    await page.keyboard.type(' of all');
    await namesAre(list, ['First of all', 'Second', 'Third']);
    await page.keyboard.press('Control+z');
    await namesAre(list, ['First', 'Second', 'Third']);
    await page.keyboard.press('Control+Shift+z');
    await namesAre(list, ['First of all', 'Second', 'Third']);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await namesAre(list, ['First', 'Second', 'Third']);
    await page.getByText('All changes are saved').waitFor();
  });

  test('the preview goes to the section that is chosen, and stays where it is read', async () => {
    const long = (title: string) => ({ type: 'text', title, markdown: `About ${title}.\n\n`.repeat(40) });
    const { page, list } = await open(() => [long('First'), long('Second'), long('Third')]);
    await shownPreview(page).getByText('About Third.').first().waitFor();
    await sectionRow(list, 'Second').click();
    const place = () =>
      shownPreview(page)
        .locator('#section-2')
        .evaluate((section) => Math.round(section.getBoundingClientRect().top))
        .catch(() => Number.NaN);
    // Where the section comes to rest. On its way there it may seem to stand still.
    const there = 16;
    await eventually(async () => (await place()) === there);
    await page.getByRole('textbox', { name: 'Title' }).fill('Changed');
    await shownPreview(page).getByRole('heading', { name: 'Changed' }).waitFor();
    await eventually(async () => (await place()) === there);
  });

  test('unsaved changes survive a reload of the page', async () => {
    const { page, list, project } = await open(three);
    await sectionRow(list, 'First').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Changed');
    await namesAre(list, ['Changed', 'Second', 'Third']);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await namesAre(list, ['Changed', 'Second', 'Third']);
    await page.getByText('Your unsaved changes are back.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('All changes are saved').waitFor();
    assert.equal((await storedSettings(service, project.id)).sections[0].title, 'Changed');
  });

  test('two editors are told of each other, with what both changed, and one chooses', async () => {
    const { page, list, project } = await open(three);
    await sectionRow(list, 'First').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
    await storeSections(service, project.id, [words('First'), words('Theirs'), words('Third'), words('Fourth')]);
    await page.getByRole('button', { name: 'Save layout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this layout' });
    await dialog.getByText('Changed: Theirs').waitFor();
    await dialog.getByText('Added: Fourth').waitFor();
    await dialog.getByText('Changed: Mine').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Go on editing' }).click();
    await page.getByRole('button', { name: 'Compare the versions' }).click();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await namesAre(list, ['First', 'Theirs', 'Third', 'Fourth']);
    await page.getByText('All changes are saved').waitFor();
    await page.keyboard.press('Control+z');
    await namesAre(list, ['Mine', 'Second', 'Third']);
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByText('All changes are saved').waitFor();
    assert.equal((await storedSettings(service, project.id)).sections.length, 3);
  });

  test('mine can take the place of theirs, and a change of something else is no conflict', async () => {
    const { page, list, project } = await open(three);
    await sectionRow(list, 'First').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
    await storeSections(service, project.id, [words('Theirs')]);
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('All changes are saved').waitFor();
    assert.deepEqual((await storedSettings(service, project.id)).sections[0], { ...words('First'), title: 'Mine' });
    await service.db
      .updateTable('projects')
      .set(({ eb }) => ({ name: 'Renamed', revision: eb('revision', '+', 1) }))
      .where('id', '=', project.id)
      .execute();
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine again');
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByText('All changes are saved').waitFor();
    assert.equal((await storedSettings(service, project.id)).sections[0].title, 'Mine again');
  });

  test('a fault shows at its section, in the list and in the preview, which keeps what it showed', async () => {
    const { page, list } = await open(() => [words('First'), words('Second'), words('Third')]);
    await shownPreview(page).getByText('About Second.').waitFor();
    await sectionRow(list, 'Second').click();
    await page.getByRole('textbox', { name: 'Text' }).fill('So many: {{con_nowhere.flights.current}}');
    await page.getByText('A section needs another look.').waitFor();
    await sectionRow(list, 'Second').getByText('Needs another look').waitFor();
    await page.getByText('Below is the last version that could be shown.').waitFor();
    await shownPreview(page).getByText('About Second.').waitFor();
    await sectionRow(list, 'First').click();
    await page.getByRole('button', { name: 'Go to it' }).click();
    await page
      .getByText(/con_nowhere/)
      .last()
      .waitFor();
    await sectionRow(list, 'Third').click();
    await page.getByRole('textbox', { name: 'Text' }).fill('As many: {{con_elsewhere.flights.current}}');
    await page.getByText('2 sections need another look.').waitFor();
    await sectionRow(list, 'Second').getByText('Needs another look').waitFor();
    await sectionRow(list, 'Third').getByText('Needs another look').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  test('a connection that has to be repaired is named, with the way there', async () => {
    const server = await startJsonServer((_request, response) => void response.writeHead(401).end());
    const project = await givenEditedProject(service, null);
    const fields = { accountId: project.account.id, projectId: project.id, system: 'http-json', name: 'Shop' };
    const shop = { ...fields, config: rowsConfig(server.url), status: 'connected', seal: () => null } as const;
    const { id } = await insertConnection(service.db, shop);
    await storeSections(service, project.id, [{ type: 'kpis', connection_id: id, metrics: ['total'] }]);
    const { page, list } = await openLayoutEditor(browser, service, project);
    await page.getByText('Shop does not answer as it should').waitFor();
    await sectionRow(list, 'Key figures').getByText('Needs another look').waitFor();
    const link = page.getByRole('link', { name: 'Open the connection' });
    assert.equal(new URL((await link.getAttribute('href')) ?? '', service.url).pathname, `/console/connections/${id}`);
  });

  test('who leaves with unsaved changes is asked: stay, leave, or save and leave', async () => {
    const { page, list, project } = await open(three);
    await sectionRow(list, 'First').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Changed');
    const leave = () => page.getByRole('link', { name: 'Schedules' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leave();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.match(page.url(), /layout$/);
    await leave();
    await dialog.getByRole('button', { name: 'Save and leave' }).click();
    await page.waitForURL(/schedules$/);
    assert.equal((await storedSettings(service, project.id)).sections[0].title, 'Changed');
    await page.goBack();
    await sectionRow(list, 'Second').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Given up');
    await leave();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL(/schedules$/);
    await page.goBack();
    await namesAre(list, ['Changed', 'Second', 'Third']);
  });

  test('the automatic layout is shown as it is, and gives way to sections of the same connections', async () => {
    const { page, list } = await open(null);
    await shownPreview(page).getByRole('heading', { name: 'Highlights' }).waitFor();
    await page.getByRole('button', { name: 'Choose sections' }).click();
    await namesAre(list, ['Highlights', 'Key figures', 'Over time', 'Over time', 'Breakdown']);
    await page.getByRole('button', { name: 'Layout', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Back to the automatic layout' }).click();
    await page.getByText('All changes are saved').waitFor();
  });
});
