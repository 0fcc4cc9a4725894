import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { dataSets, givenConnection } from '../support/flights.ts';
import { sectionRow, shownPreview, weatherMonth } from '../support/layout-editor.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const kpis = { type: 'kpis', title: 'Sky', connection_id: 'slot:weather', metrics: ['precipitation'] };
const text = { type: 'text', title: 'Words', markdown: 'It rained {{slot:weather.precipitation.current}}.' };
const slots = [{ slot: 'weather', systems: ['file'] }];

suite('the editor of a template', { skip }, () => {
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

  /** A published template that one project follows, and its editor. */
  async function open(options: { readonly isBare?: boolean } = {}) {
    const account = await givenAccount(service.db);
    const who = await givenSignedIn(service.db, account.id, { role: 'editor' });
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await manage(service, who, method, path, { ...(body !== undefined && { body }) });
      assert.ok(answer.status < 400, answer.text);
      return answer.body.data;
    };
    const { id } = await ask('POST', '/templates', { name: 'Month', slots, settings: { sections: [kpis, text] } });
    await ask('POST', `/templates/${id}/publish`);
    const projectIds: string[] = [];
    for (const name of options.isBare ? [] : ['Another', 'Client']) {
      const project = await givenProject(service.db, account, { name });
      await givenConnection(service.db, project.id, 'weather');
      projectIds.push(project.id);
    }
    const [another = '', client = ''] = projectIds;
    if (client) await ask('PUT', `/projects/${client}/template`, { template_id: id });
    const visit = await visitConsole(browser, service, account.id, { path: '/templates', who });
    const choice = JSON.stringify({ preset: 'own', own: weatherMonth, compares: true });
    for (const name of [id, another, client]) {
      await visit.page.evaluate(
        ([key = '', value = '']) => localStorage.setItem(key, value),
        [`preview:${name}`, choice],
      );
    }
    await visit.goTo(`/templates/${id}/layout`);
    const list = visit.page.getByRole('list', { name: 'Sections' });
    const stored = () => ask('GET', `/templates/${id}`);
    return { ...visit, ask, id: id as string, client, list, stored };
  }

  test('sections are edited beside the report of a follower, and saved as the draft alone', async () => {
    const { page, list, faults, stored, ask, client } = await open();
    await page.getByText('Shown with the figures of Client').waitFor();
    await shownPreview(page).getByRole('heading', { name: 'Sky' }).waitFor();
    await sectionRow(list, 'Sky').click();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('textbox', { name: 'Title' }).fill('Weather of the month');
    await shownPreview(page).getByRole('heading', { name: 'Weather of the month' }).waitFor();
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByText('The draft is saved. Projects change once you publish it.').waitFor();
    assert.equal((await stored()).settings.sections[0].title, 'Weather of the month');
    assert.equal((await ask('GET', `/projects/${client}`)).settings.sections[0].title, 'Sky');
    await page.getByRole('button', { name: 'Another project' }).click();
    await page.getByRole('dialog').getByText('Another', { exact: true }).click();
    await page.getByText('Shown with the figures of Another').waitFor();
    await shownPreview(page).getByRole('heading', { name: 'Weather of the month' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('a slot is added, renamed wherever it stands, and takes names of systems that differ', async () => {
    const { page, stored, faults } = await open();
    await page.getByRole('button', { name: 'Slots' }).click();
    await page.getByText('In the preview: weather').waitFor();
    await page.getByRole('button', { name: 'Change weather' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Wrong name');
    await page.getByText('Begin with a small letter').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('sky');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change sky' }).waitFor();
    await page.getByRole('combobox', { name: 'Add a system' }).fill('Plausible');
    await page.getByRole('option', { name: 'Plausible' }).click();
    const lacking = page.getByRole('group', { name: 'precipitation' });
    await lacking.getByText('It has nothing of this name.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await lacking.getByRole('combobox', { name: 'precipitation in Plausible' }).fill('visitors');
    await page
      .getByRole('option', { name: /visitors/ })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Add a slot' }).fill('Google Ads');
    await page.getByRole('option', { name: 'Google Ads' }).click();
    await page.getByRole('button', { name: 'Change google-ads' }).waitFor();
    await page.getByText('Reports need it').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByText('All changes are saved').waitFor();
    const { slots: kept, settings } = await stored();
    assert.deepEqual(kept, [
      { slot: 'sky', systems: ['file', 'plausible'], names: { precipitation: { plausible: 'visitors' } } },
      { slot: 'google-ads', systems: ['google-ads'] },
    ]);
    assert.equal(settings.sections[0].connection_id, 'slot:sky');
    assert.equal(settings.sections[1].markdown, 'It rained {{slot:sky.precipitation.current}}.');
    assert.deepEqual(faults, []);
  });

  test('a slot that sections name goes only after a word, and they say what they need then', async () => {
    const { page, list, stored } = await open();
    await page.getByRole('button', { name: 'Slots' }).click();
    await page.getByRole('button', { name: 'Remove weather' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByText('“weather” is named by sections or goals').waitFor();
    await dialog.getByText('Sky').waitFor();
    await dialog.getByRole('button', { name: 'Remove slot' }).click();
    await list.getByText('Needs another look').first().waitFor();
    await page.getByText('2 sections need another look.').waitFor();
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByText('2 sections need another look.').first().waitFor();
    assert.equal((await stored()).slots.length, 1);
  });

  test('of two people who edit one template the slower one compares both, and keeps theirs or mine', async () => {
    const { page, list, ask, id, stored } = await open();
    await sectionRow(list, 'Sky').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
    await ask('PATCH', `/templates/${id}`, {
      settings: { sections: [text] },
      slots: [...slots, { slot: 'x', systems: ['file'] }],
    });
    await page.getByRole('button', { name: 'Save layout' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Removed: Sky').waitFor();
    await dialog.getByText('Changed: Slots').waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('All changes are saved').waitFor();
    assert.equal((await stored()).settings.sections[0].title, 'Mine');
  });

  test('without a project a template is edited without a preview, by what its systems offer', async () => {
    const { page, list, faults } = await open({ isBare: true });
    await page.getByText('No project yet').waitFor();
    await sectionRow(list, 'Sky').waitFor();
    await page.getByRole('button', { name: 'Slots' }).click();
    await page.getByRole('combobox', { name: 'Add a slot' }).fill('Google Ads');
    await page.getByRole('option', { name: 'Google Ads' }).click();
    await page.getByRole('button', { name: 'Add section' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Over time/ })
      .click();
    await page.getByRole('combobox', { name: 'Figure', exact: true }).fill('Conv');
    await page
      .getByRole('option', { name: /^Conversions/ })
      .first()
      .waitFor();
    assert.deepEqual(faults, []);
  });

  test('the library is searched, shows pictures of reports, and a copy is made; own templates are copied, too', async () => {
    const { page, goTo, ask, faults } = await open({ isBare: true });
    await goTo('/templates');
    const library = page.getByRole('list', { name: 'Comes with the service' });
    const shop = library.getByRole('article', { name: 'Shop' });
    await shop.getByText('Example figures').waitFor();
    await eventually(async () => (await library.locator('img').count()) === 10);
    await eventually(async () => {
      const width = '[...document.querySelectorAll("article img")].map(({ naturalWidth }) => naturalWidth).join()';
      return (await page.evaluate<string>(width)) === Array(10).fill(340).join();
    });
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('searchbox', { name: 'Find templates' }).fill('orders shop');
    await eventually(async () => (await library.getByRole('article').count()) === 1);
    await page.getByText('No template has these words.').waitFor();
    await shop.getByRole('button', { name: 'Use: Shop' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Shop');
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    await goTo('/templates');
    for (const name of ['Copy of Shop', 'Copy of Shop (2)']) {
      await page.getByRole('button', { name: 'Actions for Shop', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Copy' }).click();
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
    const [copy, , , shopOfOne] = (await ask('GET', '/templates?sort=name&direction=asc')).items;
    const content = async ({ id }: { id: string }) => (await ask('GET', `/templates/${id}`)).settings;
    assert.deepEqual(await content(copy), await content(shopOfOne));
    assert.deepEqual(faults, []);
  });

  test('language, period and schedule of a template are chosen, and a follower has them', async () => {
    const { page, ask, id, client, goTo, faults, stored } = await open();
    await goTo(`/templates/${id}`);
    await page.getByRole('button', { name: 'Change: Reports of its projects' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Language' }).fill('German (Germany)');
    await page.getByRole('option', { name: /Germany/ }).click();
    await dialog.getByLabel('Reports about').selectOption({ label: 'The quarter before' });
    await dialog.getByText('Projects get a schedule').click();
    await dialog.getByText('nobody gets an e-mail').waitFor();
    await dialog.getByText('Every quarter').click();
    await dialog.getByLabel('Time').fill('05:30');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The draft is saved.').waitFor();
    const card = page.getByRole('region', { name: 'Reports of its projects' });
    await card.getByText('German (Germany)').waitFor();
    const { schedule, ...reports } = (await stored()).reports;
    assert.deepEqual(reports, { locale: 'de-DE', period: 'previous-quarter', compare: null });
    assert.deepEqual([schedule.cadence, schedule.at, schedule.day], ['quarterly', '05:30', 1]);
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog
      .getByRole('row', { name: /Client/ })
      .getByText('Schedules')
      .waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Revision 2 is published.').waitFor();
    const [own] = (await ask('GET', `/projects/${client}/schedules`)).items;
    assert.deepEqual([own.cadence, own.enabled], ['quarterly', false]);
    await goTo(`/projects/${client}`);
    await page.getByRole('option', { name: 'Last quarter', selected: true }).waitFor({ state: 'attached' });
    assert.deepEqual(faults, []);
  });

  test('before a template is published the report of a project is seen as it will be and as it is', async () => {
    const { page, ask, id, goTo } = await open();
    await ask('PATCH', `/templates/${id}`, { settings: { sections: [{ ...kpis, title: 'Next' }, text] } });
    await goTo(`/templates/${id}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Look at Client' }).click();
    await shownPreview(page).getByRole('heading', { name: 'Next' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByText('As it is now').click();
    await shownPreview(page).getByRole('heading', { name: 'Sky' }).waitFor();
    await dialog.getByRole('button', { name: 'Back to the list' }).click();
    await dialog.getByText('Projects that change: 1 of 1').waitFor();
  });
});
