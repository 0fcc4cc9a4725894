import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { dataSets } from '../support/flights.ts';
import { givenEditedProject, openLayoutEditor, sectionRow, shownPreview } from '../support/layout-editor.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const figures = (connection_id: string) => ({ type: 'kpis', connection_id, metrics: ['precipitation'] });
const words = (title: string) => ({ type: 'text', title, markdown: `About ${title}.` });
const three = () => [words('First'), words('Second'), words('Third')];

suite('the layout editor for everybody', { skip }, () => {
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

  test('viewers see the layout and nothing to change it by; so does everybody in an archived project', async () => {
    const { page, goTo, project, faults } = await open(three, { rights: { role: 'viewer' } });
    await page.getByRole('listitem').filter({ hasText: 'Second' }).waitFor();
    assert.equal(await page.locator('main').getByRole('button').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await service.db.updateTable('projects').set({ status: 'archived' }).where('id', '=', project.id).execute();
    const owner = await openLayoutEditor(browser, service, project);
    await owner.page.getByRole('listitem').filter({ hasText: 'Second' }).waitFor();
    assert.equal(await owner.page.getByRole('button', { name: 'Save layout' }).count(), 0);
    await goTo(`/projects/${project.id}/layout`);
    assert.deepEqual(faults, []);
  });

  for (const [look, save] of [
    [{}, 'Save layout'],
    [{ isDark: true, language: 'ar' }, 'حفظ التخطيط'],
  ] as const) {
    test(`no rule of accessibility is broken, shown as ${JSON.stringify(look)}`, async () => {
      const { page, faults } = await open((id) => [figures(id), ...three()], look);
      await shownPreview(page).getByText('About Third.').waitFor();
      await page.getByRole('button', { name: save }).waitFor();
      assert.deepEqual(await axeViolations(page), []);
      assert.deepEqual(faults, []);
    });
  }

  test('on a phone list, fields and preview come one at a time', async () => {
    const { page, list } = await open(three, { isPhone: true });
    await sectionRow(list, 'Second').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Changed');
    await page.getByRole('radio', { name: 'Preview' }).click();
    await shownPreview(page).getByRole('heading', { name: 'Changed' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('radio', { name: 'Sections' }).click();
    await sectionRow(list, 'Changed').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });
});
