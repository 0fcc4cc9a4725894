import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite } from 'node:test';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSignedIn, manage, type SignedInMember } from '../support/manage.ts';
import { pngUri } from '../support/pictures.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('templates in the console', { skip }, () => {
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

  const text = (title: string) => ({ type: 'text', title, markdown: 'Words' });

  /** An account with a project that has a shop, and what one does there. */
  async function givenShop() {
    const account = await givenAccount(service.db);
    const who = await givenSignedIn(service.db, account.id, { role: 'editor' });
    const ask = async (method: string, path: string, body?: unknown, by: SignedInMember = who) => {
      const answer = await manage(service, by, method, path, { ...(body !== undefined && { body }) });
      assert.ok(answer.status < 400, answer.text);
      return answer.body.data;
    };
    const connect = async (projectId: string, name: string, metrics = ['revenue']) =>
      (
        await insertConnection(service.db, {
          ...{ accountId: account.id, projectId, system: 'file', name, status: 'connected' },
          ...{ config: { metrics: metrics.map((key) => ({ key })) }, seal: () => null },
        })
      ).id;
    const { id: projectId } = await givenProject(service.db, account, { name: 'Model' });
    const shop = await connect(projectId, 'Shop');
    const kpis = { type: 'kpis', title: 'Sales', connection_id: shop, metrics: ['revenue'] };
    const sections = [text('Welcome'), kpis];
    await ask('PATCH', `/projects/${projectId}`, { settings: { sections } });
    return { account, who, ask, connect, projectId, sections };
  }

  async function givenPublished() {
    const given = await givenShop();
    const { id } = await given.ask('POST', '/templates', { name: 'Month', project_id: given.projectId });
    await given.ask('POST', `/templates/${id}/publish`);
    return { ...given, templateId: id as string };
  }

  async function givenFollower(given: Awaited<ReturnType<typeof givenPublished>>, connections: readonly string[]) {
    const { id } = await givenProject(service.db, given.account, { name: 'Client' });
    for (const name of connections) await given.connect(id, name);
    await given.ask('PUT', `/projects/${id}/template`, { template_id: given.templateId });
    return id;
  }

  test('a template is made of a project, published after a look at what changes, and an earlier revision brought back', async () => {
    const given = await givenShop();
    const { account, who, ask } = given;
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/templates', who });
    await page.getByText('No template yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Month');
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await dialog.getByText('Choose a project.').waitFor();
    await dialog.getByText('Model').click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { level: 1, name: 'Month' }).waitFor();
    await page.getByRole('region', { name: 'Sections' }).getByText('Sales').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('No project follows it yet.').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('region', { name: 'Revisions' }).getByText('Revision 1', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);

    const [{ id: templateId }] = (await ask('GET', '/templates')).items;
    await givenFollower({ ...given, templateId }, []);
    const sections = [...given.sections, text('Goodbye')];
    await ask('PATCH', `/projects/${given.projectId}`, { settings: { sections } });
    await page.getByRole('button', { name: 'Actions for Month' }).click();
    await page.getByRole('menuitem', { name: 'Take the layout of a project' }).click();
    await dialog.getByText('Model').click();
    await dialog.getByRole('button', { name: 'Take the layout' }).click();
    await page.getByText('Has changes').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('Projects that change: 1 of 1').waitFor();
    const row = dialog.getByRole('row', { name: /Client/ });
    await row.getByText('Sections added: 1').waitFor();
    await row.getByText('Slots without a connection: file').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Revision 2 is published.').waitFor();
    await page.getByRole('button', { name: 'Compare Revision 1' }).click();
    await dialog.getByText('Added').waitFor();
    await dialog.getByText('Goodbye').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByLabel('Compared with').selectOption({ label: 'Revision 2' });
    await dialog.getByText('Goodbye').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Bring back Revision 1' }).click();
    await dialog.getByRole('button', { name: 'Bring back' }).click();
    await page.getByText('Revision 1 is the draft now.').waitFor();
    assert.equal((await ask('GET', `/templates/${templateId}`)).settings.sections.length, 2);
    assert.deepEqual(faults, []);
  });

  test('of two people who change a template the slower one is told: of a name, and of what would be published', async () => {
    const { account, who, ask, templateId } = await givenPublished();
    await ask('PATCH', `/templates/${templateId}`, { settings: { title: 'Next' } });
    const path = `/templates/${templateId}`;
    const { page } = await visitConsole(browser, service, account.id, { path, who });
    await page.getByLabel('Name').fill('Mine');
    await ask('PATCH', path, { description: 'Theirs' });
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    await page.getByText('Somebody else has changed this meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    assert.equal((await ask('GET', path)).description, 'Theirs');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('No project follows it yet.').waitFor();
    await ask('PATCH', path, { settings: { title: 'Theirs' } });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('Somebody else has changed this meanwhile.').waitFor();
    assert.equal((await ask('GET', path)).published, 1);
    await dialog.getByRole('button', { name: 'Look again' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Revision 2 is published.').waitFor();
  });

  test('a project follows a template with the connection that is chosen, shows what is its own, goes back and is detached', async () => {
    const given = await givenPublished();
    const { account, who, ask, connect } = given;
    const { id } = await givenProject(service.db, account, { name: 'Client' });
    const [east] = [await connect(id, 'East'), await connect(id, 'West')];
    const path = `/projects/${id}/settings`;
    const { page, goTo, faults } = await visitConsole(browser, service, account.id, { path, who });
    const card = page.getByRole('region', { name: 'Template' });
    const dialog = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Use a template' }).click();
    await dialog.getByLabel('file').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Use template' }).click();
    await card.getByText('Several connections fit.').waitFor();
    await card.getByText('Left out', { exact: true }).waitFor();
    await card.getByText('Reports do not mention what is left out.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await card.getByLabel('file').selectOption({ label: 'East' });
    await card.getByText('Left out', { exact: true }).waitFor({ state: 'detached' });
    const { settings } = await ask('GET', `/projects/${id}`);
    assert.equal(settings.sections[1].connection_id, east);

    await ask('PATCH', `/projects/${id}`, {
      settings: { ...settings, title: 'Ours', sections: [...settings.sections, text('Ours')] },
    });
    await goTo(`/projects/${id}/layout`);
    await page.getByRole('button', { name: /^Ours Only here · Text/ }).waitFor();
    await goTo(path);
    await card.getByText('Only here').waitFor();
    await card.getByText('Settings of its own: Title').waitFor();
    await card.getByRole('button', { name: 'Back to the template' }).click();
    await dialog.getByRole('button', { name: 'Back to the template' }).click();
    await card.getByText('Only here').waitFor({ state: 'detached' });
    assert.equal((await ask('GET', `/projects/${id}`)).settings.sections.length, 2);
    await card.getByRole('button', { name: 'Detach' }).click();
    await dialog.getByRole('button', { name: 'Detach' }).click();
    await card.getByText('This project follows no template').waitFor();
    assert.equal((await ask('GET', `/projects/${id}`)).settings.sections.length, 2);
    assert.deepEqual(faults, []);
  });

  test('a template says what the portfolio shows of its projects, by slot and metric, and keeps its layout', async () => {
    const { account, who, ask, templateId } = await givenPublished();
    const path = `/templates/${templateId}`;
    const { page, faults } = await visitConsole(browser, service, account.id, { path, who });
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'What the portfolio shows' }) });
    const { slots, settings } = await ask('GET', path);
    const field = card.getByRole('textbox');
    await field.fill('nothing');
    await field.press('Enter');
    await card.getByText('Name a slot of the template').first().waitFor();
    await field.fill(`${slots[0].slot}:revenue`);
    await field.press('Enter');
    await card.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Settings saved.').waitFor();
    const after = await ask('GET', path);
    assert.deepEqual(after.settings.portfolio, [{ connection_id: `slot:${slots[0].slot}`, metric: 'revenue' }]);
    assert.deepEqual(after.settings.sections, settings.sections);
    assert.deepEqual(faults, []);
  });

  test('a template is downloaded as a file with its pictures, which another account makes one of', async () => {
    const { account, who, ask, templateId } = await givenPublished();
    const picture = pngUri();
    await ask('PATCH', `/templates/${templateId}`, { settings: { brand: { logo: picture } } });
    const path = `/templates/${templateId}`;
    const { page } = await visitConsole(browser, service, account.id, { path, who });
    await page.getByRole('button', { name: 'Actions for Month' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download as a file' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Month.json');
    const file = readFileSync(await download.path(), 'utf8');
    assert.deepEqual(
      [JSON.parse(file).format, JSON.parse(file).settings.brand.logo],
      ['report-service-template-1', picture],
    );

    const other = await givenShop();
    const visit = await visitConsole(browser, service, other.account.id, { path: '/templates', who: other.who });
    await visit.page.getByRole('button', { name: 'New template' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByText(/^A file/).click();
    const choose = async (name: string, content: string) => {
      const [chooser] = await Promise.all([
        visit.page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Choose a file' }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    };
    await choose('other.json', '{"format":"something"}');
    await dialog.getByText('There is no template in this file.').waitFor();
    await choose('newer.json', file.replace('template-1', 'template-2'));
    await dialog.getByText('This file was made by a newer version of the service.').waitFor();
    await choose('Month.json', file);
    await dialog.getByText('Month.json is read').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Month');
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Month' }).waitFor();
    const [{ id }] = (await other.ask('GET', '/templates')).items;
    assert.match((await other.ask('GET', `/templates/${id}`)).settings.brand.logo, /^sha256:/);
  });

  test('a template that projects follow is removed by detaching them, also where they came meanwhile', async () => {
    const given = await givenPublished();
    const path = `/templates/${given.templateId}`;
    const { page } = await visitConsole(browser, service, given.account.id, { path, who: given.who });
    await page.getByRole('button', { name: 'Actions for Month' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove template' }).waitFor();
    const projectId = await givenFollower(given, ['Shop']);
    await dialog.getByRole('button', { name: 'Remove template' }).click();
    await dialog.getByText('Projects follow this template.').waitFor();
    await dialog.getByRole('button', { name: 'Detach projects and remove' }).click();
    await page.getByText('No template yet').waitFor();
    assert.equal((await given.ask('GET', `/projects/${projectId}`)).settings.sections.length, 2);
  });

  test('a viewer reads templates; who is limited to projects sees what a project follows, and no templates', async () => {
    const given = await givenPublished();
    const projectId = await givenFollower(given, []);
    const viewer = await givenSignedIn(service.db, given.account.id, { role: 'viewer' });
    const path = `/templates/${given.templateId}`;
    const { page } = await visitConsole(browser, service, given.account.id, { path, who: viewer });
    await page.getByText('1 project follows it').waitFor();
    await page.getByRole('button', { name: 'Download as a file' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Publish|Save|Actions|Bring/ }).count(), 0);
    const rights = { role: 'editor', projectIds: [projectId] } as const;
    const limited = await visitConsole(browser, service, given.account.id, { path, rights });
    await limited.page.getByText('There is nothing here').waitFor();
    assert.equal(await limited.page.getByRole('link', { name: 'Templates' }).count(), 0);
    await limited.goTo(`/projects/${projectId}/settings`);
    await limited.page.getByText('This project follows: Month').waitFor();
    assert.equal(await limited.page.getByRole('button', { name: 'Use another template' }).count(), 0);
    assert.deepEqual(limited.faults, []);
  });

  for (const look of [{ isDark: true }, { isPhone: true }, { language: 'ar' }]) {
    test(`they break no rule of accessibility, shown as ${JSON.stringify(look)}`, async () => {
      const given = await givenPublished();
      const { account, who, ask, templateId } = given;
      const projectId = await givenFollower(given, []);
      await ask('PATCH', `/templates/${templateId}`, { settings: { title: 'Next' } });
      const { page, goTo, faults } = await visitConsole(browser, service, account.id, { ...look, who });
      for (const path of ['/templates', `/templates/${templateId}`, `/projects/${projectId}/settings`]) {
        await goTo(path);
        await page.waitForLoadState('networkidle');
        assert.deepEqual(await axeViolations(page), [], path);
      }
      assert.deepEqual(faults, []);
    });
  }
});
