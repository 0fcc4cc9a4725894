import assert from 'node:assert/strict';
import { after, before, beforeEach, suite } from 'node:test';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { reportDocument } from '../support/documents.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { givenExport, givenReport } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('one report', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let objects: ObjectStore;
  let account: Account;
  let projectId: string;
  let reportId: string;
  before(async () => {
    service = await startTestService('sqlite', { role: 'all' });
    objects = await openFileStore(`${service.dataDir}/objects`);
    browser = await openBrowser();
  });
  beforeEach(async () => {
    account = await givenAccount(service.db);
    projectId = (await givenProject(service.db, account, { name: 'Web shop' })).id;
    const document = reportDocument({ report_id: newIdentifier('rep'), title: 'Monthly performance' });
    ({ reportId } = await givenReport(service.db, objects, account, projectId, { document }));
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  const visit = (options: Parameters<typeof visitConsole>[3] = {}) =>
    visitConsole(browser, service, account.id, { path: `/reports/${reportId}`, ...options });
  const exports = () =>
    service.db
      .selectFrom('jobs')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('type', '=', 'export')
      .execute();

  test('its page is shown in a frame that reaches nothing of the console, and printed from there', async () => {
    const { page, context, faults, goTo } = await visit();
    const printed = page.waitForEvent('console', (message) => message.text().startsWith('printed'));
    await context.addInitScript("window.print = () => console.log('printed', origin)");
    await goTo(`/reports/${reportId}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Monthly performance' }).waitFor();
    assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-scripts allow-modals');
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
    await page.getByRole('button', { name: 'Print' }).click();
    assert.equal((await printed).text(), 'printed null');
  });

  test('a PDF is made once and saved under its name; after a comment another one', async () => {
    const { page, faults } = await visit();
    const pdf = page.getByRole('button', { name: 'PDF', exact: true });
    const [first] = await Promise.all([page.waitForEvent('download'), pdf.dblclick()]);
    assert.match(first.suggestedFilename(), /^Monthly performance .*\.pdf$/);
    assert.equal((await exports()).length, 1);
    const save = page.getByRole('button', { name: 'Save the PDF file' });
    await Promise.all([page.waitForEvent('download'), save.click()]);
    await page.getByRole('button', { name: 'Comment: Sessions by day' }).press('Enter');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('A **record** month.');
    await page.getByRole('button', { name: 'Save comment' }).press('Enter');
    await page.frameLocator('iframe >> nth=-1').locator('strong', { hasText: 'record' }).waitFor();
    await page.getByText('without the newest comments').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const make = page.getByRole('button', { name: 'Make a new PDF file' });
    await Promise.all([page.waitForEvent('download'), make.click()]);
    assert.deepEqual([(await exports()).length, faults], [2, []]);
  });

  test('comments stand beside the report as they will look, and nothing in them becomes a part of the page', async () => {
    const { page, faults, goTo } = await visit();
    const writer = await givenSignedIn(service.db, account.id);
    await service.db.updateTable('users').set({ name: 'Zoë Čapková' }).where('id', '=', writer.userId).execute();
    const markdown = [
      'A **record** month, as [foretold](https://example.com/). <img src=x onerror=alert(1)> [x](javascript:alert(1))',
      '- one\n- two',
      '3. three',
      '> said',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '```\nsum(x)\n```',
      '# Why',
    ].join('\n\n');
    const path = `/reports/${reportId}/comments`;
    await manage(service, writer, 'POST', path, { body: { section: 1, markdown } });
    await goTo(`/reports/${reportId}`);
    const shown = page.getByRole('listitem').filter({ hasText: 'A record month' });
    await shown.locator('strong', { hasText: 'record' }).waitFor();
    assert.ok((await shown.textContent())?.includes('<img src=x onerror=alert(1)>'));
    assert.equal(await shown.locator('img').count(), 0);
    const links = await shown.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    assert.deepEqual(links, ['https://example.com/']);
    const counted = await Promise.all(
      ['ul > li', 'ol[start="3"] > li', 'blockquote', 'th', 'td', 'pre', 'h3'].map((each) =>
        shown.locator(each).count(),
      ),
    );
    assert.deepEqual(counted, [2, 1, 1, 2, 2, 1, 1]);
    await shown.getByText('Zoë Čapková').waitFor();
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
  });

  test('two who comment on the same section are told of each other, and a draft survives a reload', async () => {
    const { page, faults } = await visit();
    await page.getByRole('button', { name: 'Comment: Sessions by day' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Mine');
    await page.reload();
    await page.getByRole('button', { name: 'Comment: Sessions by day' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Mine');
    const other = await givenSignedIn(service.db, account.id);
    const path = `/reports/${reportId}/comments`;
    await manage(service, other, 'POST', path, { body: { section: 1, markdown: 'Theirs' } });
    await page.getByRole('button', { name: 'Save comment' }).click();
    await page.getByRole('dialog').getByText('Theirs', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Replace it by mine' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { body } = await manage(service, other, 'GET', path);
    assert.equal(body.data.sections[0].markdown, 'Mine');
    await page.getByRole('button', { name: 'Edit: Sessions by day' }).click();
    await page.getByRole('button', { name: 'Remove comment' }).click();
    await page.getByText('The comment is removed.').waitFor();
    assert.equal((await manage(service, other, 'GET', path)).body.data.sections[0].markdown, null);
    assert.deepEqual(faults, []);
  });

  test('a guest link is made, opened, counted and revoked', async () => {
    const { page, context, faults } = await visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByText('Ask for a password').click();
    await page.getByRole('textbox', { name: 'Password' }).fill('seven');
    await page.getByText('At least 8 characters.').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill('seven green bicycles');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create link' }).dblclick();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    const { pathname } = new URL(await link.inputValue());
    await page.getByRole('button', { name: 'Copy the text' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const mail = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.ok(mail.includes(pathname) && mail.includes('Monthly performance'), mail);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Not opened yet').waitFor();
    const shares = await service.db.selectFrom('shares').selectAll().where('report_id', '=', reportId).execute();
    assert.equal(shares.length, 1);
    assert.equal((await service.call('GET', pathname)).status, 200);
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Show 1 old link' }).waitFor();
    assert.equal((await service.call('GET', pathname)).status, 404);
    assert.deepEqual(faults, []);
  });

  test('figures are saved, and a file that has expired is made anew', async () => {
    const expiresAt = new Date(Date.now() - 60_000).toISOString();
    await givenExport(service.db, objects, account, projectId, { bytes: Buffer.from('%PDF-old'), reportId, expiresAt });
    const { page, faults } = await visit();
    await page.getByText('expired').waitFor();
    const make = page.getByRole('button', { name: 'Make a new PDF file' });
    const [anew] = await Promise.all([page.waitForEvent('download'), make.click()]);
    assert.match(anew.suggestedFilename(), /\.pdf$/);
    await page.getByRole('button', { name: 'Figures' }).click();
    const excel = page.getByRole('menuitem', { name: 'Excel' });
    const [figures] = await Promise.all([page.waitForEvent('download'), excel.click()]);
    assert.match(figures.suggestedFilename(), /\.xlsx$/);
    assert.deepEqual(faults, []);
  });

  test('a report that is lost says so and is made again', async () => {
    await service.db.updateTable('reports').set({ status: 'unavailable' }).where('id', '=', reportId).execute();
    const { page, faults } = await visit();
    await page.getByText('What this report showed is lost.').waitFor();
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
    await page.getByRole('button', { name: 'Make it again' }).click();
    await page.getByRole('link', { name: 'Connect data' }).waitFor();
    assert.ok(page.url().endsWith(`/projects/${projectId}`));
  });

  test('viewers read, and are offered nothing that they may not do', async () => {
    const { page, faults } = await visit({ rights: { role: 'viewer' }, isPhone: true, isDark: true });
    await page.frameLocator('iframe').getByRole('heading', { name: 'Monthly performance' }).waitFor();
    const names = await page.getByRole('main').getByRole('button').allTextContents();
    assert.deepEqual(names, ['Print', 'Full screen', 'Figures']);
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
  });
});
