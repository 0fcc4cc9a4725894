import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { manage } from '../support/manage.ts';
import { givenMember } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('the settings of a project in the console', { skip }, () => {
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

  async function openSettings(options: Partial<Parameters<typeof visitConsole>[3]> = {}) {
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account, { name: 'Shop', client_name: 'Northwind' });
    const path = `/projects/${project.id}/settings`;
    const visit = await visitConsole(browser, service, account.id, { path, ...options });
    const read = async () => (await manage(service, visit.who, 'GET', `/projects/${project.id}`)).body.data;
    const change = (body: object) => manage(service, visit.who, 'PATCH', `/projects/${project.id}`, { body });
    return { ...visit, account, project, read, change };
  }

  test('on a phone the open tab is in sight', async () => {
    const { page } = await openSettings({ isPhone: true, language: 'de' });
    const isInSight = `(() => {
      const { left, right } = [...document.querySelectorAll('main nav [aria-current]')].at(-1).getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    })()`;
    await page.getByRole('link', { name: 'Einstellungen', exact: true }).waitFor();
    assert.equal(await eventually(async () => (await page.evaluate(isInSight)) || undefined), true);
  });

  test('nothing is asked for that is not there, such as a template that the project does not follow', async () => {
    const asked: string[] = [];
    const { page, project, faults } = await openSettings({ path: '/projects' });
    page.on('response', (response) => void asked.push(`${response.status()} ${new URL(response.url()).pathname}`));
    for (const tab of ['settings', 'layout', '']) {
      await page.goto(new URL(`/console/projects/${project.id}/${tab}`, page.url()).href);
      await page.waitForLoadState('networkidle');
    }
    assert.ok(asked.some((line) => line.startsWith('200') && line.includes(project.id)));
    assert.deepEqual(
      asked.filter((line) => line.startsWith('404')),
      [],
    );
    assert.deepEqual(faults, []);
  });

  test('what is changed is saved, survives a reload before that, and can be discarded', async () => {
    const { page, read, faults } = await openSettings();
    const name = page.getByLabel('Project name');
    const save = page.getByRole('button', { name: 'Save changes' });
    await name.waitFor();
    assert.equal(await save.isDisabled(), true);
    await name.fill('Store');
    await page.getByLabel('Client').fill('');
    await page.reload();
    await name.waitFor();
    assert.equal(await name.inputValue(), 'Store');
    assert.deepEqual(await axeViolations(page), []);
    await save.dblclick();
    await page.getByRole('heading', { level: 1, name: 'Store' }).waitFor();
    const saved = await read();
    assert.deepEqual([saved.name, saved.client_name], ['Store', null]);
    await name.fill('Other');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    assert.equal(await name.inputValue(), 'Store');
    await page.reload();
    await name.waitFor();
    assert.equal(await name.inputValue(), 'Store');
    assert.deepEqual(faults, []);
  });

  test('what somebody else changed beside it is kept, and the same field is told with both values', async () => {
    const { page, read, change } = await openSettings();
    const name = page.getByLabel('Project name');
    const save = page.getByRole('button', { name: 'Save changes' });
    await name.fill('Mine');
    await change({ currency: 'JPY', name: 'Theirs' });
    await save.click();
    await page.getByText('Project name: they chose “Theirs”, you chose “Mine”.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    const saved = await read();
    assert.deepEqual([saved.name, saved.currency], ['Mine', 'JPY']);
    await name.fill('Mine again');
    await change({ name: 'Theirs again' });
    await save.click();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    assert.equal(await name.inputValue(), 'Theirs again');
    await page.getByRole('heading', { level: 1, name: 'Theirs again' }).waitFor();
  });

  test('what a source that does not answer does to reports takes effect at once, and keeps the layout', async () => {
    const { page, read, change } = await openSettings();
    await change({ settings: { title: 'Figures', sections: [{ type: 'text', title: 'T', markdown: 'Text.' }] } });
    await page.reload();
    await page.getByText('Leave it out').click();
    await page.getByText('Settings saved.').waitFor();
    const { settings } = await read();
    assert.deepEqual([settings.on_failure, settings.title, settings.sections.length], ['omit', 'Figures', 1]);
    assert.equal(await page.getByRole('radio', { name: /^Leave it out/ }).isChecked(), true);
  });

  test('admins see who can see it; the project is archived and restored here', async () => {
    const { page, account, project, read, goTo } = await openSettings();
    const rights = { role: 'viewer', projectIds: [project.id] } as const;
    await givenMember(service.db, account.id, rights, { name: 'Carl Client', email: 'carl@example.com' });
    await goTo(`/projects/${project.id}/settings`);
    await page.getByText('Carl Client · carl@example.com').waitFor();
    await page.getByText('1 person can see all projects of the account.').waitFor();
    await page.getByRole('button', { name: 'Archive project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive project' }).click();
    await page.getByText(/^This project is archived/).waitFor();
    assert.equal((await read()).status, 'archived');
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.getByRole('button', { name: 'Save changes' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Make a report' }).count(), 0);
    await page.getByRole('button', { name: 'Restore project' }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
    assert.equal((await read()).status, 'active');
  });

  test('a viewer reads them, and not who else can', async () => {
    const { page } = await openSettings({ rights: { role: 'viewer' } });
    assert.equal(await page.getByLabel('Project name').getAttribute('readonly'), '');
    for (const name of ['Save changes', 'Archive project', /^Actions for/]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0);
    }
    assert.equal(await page.getByRole('heading', { name: 'Who can see it' }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
  });
});
