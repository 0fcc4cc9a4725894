import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, suite } from 'node:test';
import { audit } from '../../console/src/messages/en/audit.ts';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

/** An account whose log has a project that was made and renamed, and an invitation. */
async function givenLog(service: TestService) {
  const account = await givenAccount(service.db);
  const owner = await givenSignedIn(service.db, account.id);
  const { body } = await manage(service, owner, 'POST', '/projects', { body: { name: 'Shop' } });
  await manage(service, owner, 'PATCH', `/projects/${body.data.id}`, { body: { name: 'Store' } });
  await manage(service, owner, 'POST', '/invitations', { body: { email: 'bob@example.com', role: 'editor' } });
  return { account, owner };
}

suite('the activity log in the console', { skip }, () => {
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

  test('it has words for every action that the service records', () => {
    const kinds = new Set(Object.keys(audit.actions).map((action) => action.split('.')[0]));
    const sources = globSync('src/{domains,cli,installation}/**/*.ts', { cwd: `${import.meta.dirname}/../..` });
    const recorded = sources.flatMap((path) =>
      Array.from(
        readFileSync(`${import.meta.dirname}/../../${path}`, 'utf8').matchAll(
          /(?:action: |kind: |tell\w*\(|change\w*\(db, |\? |: |, )'([a-z_]+\.[a-z_]+)'/g,
        ),
        ([, action = '']) => action,
      ).filter((action) => kinds.has(action.split('.')[0])),
    );
    const places = [
      'user.name',
      'user.email',
      'account.name',
      'account.id',
      'project.name',
      'project.id',
      'template.slots',
    ];
    const missing = new Set(recorded).difference(new Set([...Object.keys(audit.actions), ...places]));
    assert.ok(new Set(recorded).size > 40, 'the sources are found');
    assert.deepEqual([...missing], []);
  });

  test('it says who did what to what, as what, and shows all that was recorded', async () => {
    const { account } = await givenLog(service);
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/audit' });
    const invited = page.getByRole('row', { name: /Somebody invited/ });
    await invited.getByText('bob@example.com · Editor').waitFor();
    await invited.getByText('Ann Example').waitFor();
    await invited.getByText('Console · 127.0.0.1').waitFor();
    const changed = page.getByRole('row', { name: /Project changed/ });
    await changed.getByText('Store').waitFor();
    await changed.getByRole('button', { name: 'Details Project changed' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Project changed' });
    await dialog.getByText('project.update').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'Details' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('it is narrowed down by action and time', async () => {
    const { account } = await givenLog(service);
    const other = await givenSignedIn(service.db, account.id);
    await manage(service, other, 'POST', '/projects', { body: { name: 'Other' } });
    const long = '2020-01-01T00:00:00.000Z';
    const old = { id: 'aud_0', at: long, account_id: account.id, subject: 'x', details: '{}', actor: 'anybody' };
    await service.db
      .insertInto('audit_log')
      .values({ ...old, action: 'x.y' })
      .execute();
    const { page } = await visitConsole(browser, service, account.id, { path: '/audit', who: other });
    const named = (name: string) => page.getByRole('rowheader', { name });
    const choose = (field: string, option: string) => page.getByRole('combobox', { name: field }).selectOption(option);
    await named('x.y').waitFor();
    await choose('Time', 'Last 7 days');
    await named('x.y').waitFor({ state: 'detached' });
    await choose('What', 'Project created');
    await named('Project changed').waitFor({ state: 'detached' });
    assert.equal(await named('Project created').count(), 2);
    await choose('What', 'Account created');
    await page.getByText('Nothing matches').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  test('it is downloaded as CSV', async () => {
    const { account } = await givenLog(service);
    const { page } = await visitConsole(browser, service, account.id, { path: '/audit' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    assert.match(text, /^id,at,actor/);
    assert.equal(text.split('\r\n').length, 5);
  });

  test('editors do not find it', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path: '/audit', rights: { role: 'editor' } });
    await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
  });

  for (const look of [{ isDark: true }, { isPhone: true }, { language: 'ar' }]) {
    test(`it breaks no rule of accessibility, shown as ${JSON.stringify(look)}`, async () => {
      const { account } = await givenLog(service);
      const { page, faults } = await visitConsole(browser, service, account.id, { ...look, path: '/audit' });
      await page.getByRole('rowheader', { name: /Store/ }).first().waitFor();
      assert.deepEqual(await axeViolations(page), []);
      assert.deepEqual(faults, []);
    });
  }
});
