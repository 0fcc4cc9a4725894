import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('the brand in the console', { skip }, () => {
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

  const brandOf = async (accountId: string) => {
    const row = service.db.selectFrom('accounts').select('brand').where('id', '=', accountId);
    return JSON.parse((await row.executeTakeFirstOrThrow()).brand ?? 'null');
  };
  const hostile = '<img src=x onerror=alert(1)>';

  test('a brand is written beside its cover, kept over a reload, saved and removed', async () => {
    const account = await givenAccount(service.db);
    const { page, faults } = await visitConsole(browser, service, account.id, { path: '/brand' });
    const cover = page.getByRole('region', { name: 'How a cover looks' });
    await page.getByLabel(/^Your name/).fill(hostile);
    await cover.getByText(`Prepared by ${hostile}`).waitFor();
    await page.getByText('Not saved yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.reload();
    await page.getByText('This is what you had begun.').waitFor();
    await page.getByRole('button', { name: 'Save brand' }).dblclick();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal((await brandOf(account.id)).name, hostile);
    await page.getByRole('button', { name: 'Remove brand' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove brand' }).click();
    await page.getByText('The brand is removed.').waitFor();
    assert.equal(await brandOf(account.id), null);
    await eventually(async () => (await page.getByLabel(/^Your name/).inputValue()) === '');
    assert.deepEqual(faults, []);
  });

  test('of two people who change the brand the slower one is told, and chooses', async () => {
    const account = await givenAccount(service.db);
    const { page, who } = await visitConsole(browser, service, account.id, { path: '/brand' });
    await page.getByLabel(/^Your name/).fill('Mine');
    await manage(service, who, 'PATCH', '/brand', { body: { footer: 'Theirs' } });
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByText('Somebody else has changed the brand meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Save mine all the same' }).click();
    await eventually(async () => (await brandOf(account.id)).name === 'Mine');
    assert.equal((await brandOf(account.id)).footer, 'Theirs');
  });

  test('viewers see the cover, and no field', async () => {
    const account = await givenAccount(service.db);
    const { page } = await visitConsole(browser, service, account.id, { path: '/brand', rights: { role: 'viewer' } });
    await page.getByRole('region', { name: 'How a cover looks' }).waitFor();
    assert.equal(await page.locator('main').getByRole('textbox').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
  });
});
