import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { thisMachine } from '../support/connector-context.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { startJsonServer } from '../support/json-server.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';
import { givenToldEndpoint } from '../support/webhooks.ts';

suite('webhooks in the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startTestService('sqlite', { role: 'all', environment: { WORKERS: '1' } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test('a webhook is added with its secret shown once, tested, looked into, switched off and removed', async () => {
    const receiver = await startJsonServer(() => ({ taken: true }));
    const account = await givenAccount(service.db);
    const granted = { allowed_networks: JSON.stringify(thisMachine.split(',')) };
    await service.db.updateTable('accounts').set(granted).where('id', '=', account.id).execute();
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path: '/webhooks' });
    await page.getByText('No address is told yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://10.1.2.3/');
    await dialog.getByText('Guests opened a link').click();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText(/10\.1\.2\.3 is not public/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    assert.ok(!(await page.content()).includes(secret));
    const [made] = (await manage(service, who, 'GET', '/webhooks')).body.data.items;
    assert.ok(made.events.includes('share.viewed'));
    await page.getByRole('button', { name: /^Send a test/ }).click();
    await eventually(() => receiver.seen.length === 1);
    const [{ body, headers } = assert.fail()] = receiver.seen;
    assert.ok(new Webhook(secret).verify(body, headers as Record<string, string>));
    await page.getByRole('button', { name: /^Messages/ }).click();
    await dialog.getByText('A test', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Details' }).click();
    await dialog.getByText('{"taken":true}').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await eventually(() => receiver.seen.length === 2);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Switch off/ }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Switch on/ }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^New secret/ }).click();
    await dialog.getByRole('button', { name: 'New secret' }).click();
    assert.notEqual(await dialog.getByLabel('Secret', { exact: true }).inputValue(), secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No address is told yet').waitFor();
    assert.deepEqual(
      faults.filter((fault) => !/\b400\b/.test(String(fault))),
      [],
    );
  });

  test('a webhook is limited to some projects and signs with a key pair, whose public half is shown any time', async () => {
    const account = await givenAccount(service.db);
    const granted = { allowed_networks: JSON.stringify(thisMachine.split(',')) };
    await service.db.updateTable('accounts').set(granted).where('id', '=', account.id).execute();
    const [shop] = [await givenProject(service.db, account, { name: 'Shop' }), await givenProject(service.db, account)];
    const receiver = await startJsonServer(() => ({}));
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path: '/webhooks' });
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByText('Only some projects').click();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText('Choose at least one').waitFor();
    await dialog.getByText('Shop', { exact: true }).click();
    await dialog.getByText('With a key pair').click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const key = await dialog.getByLabel('Public key', { exact: true }).inputValue();
    assert.equal(await dialog.getByLabel('Secret', { exact: true }).count(), 0);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(key).waitFor();
    await page.getByText('Only some projects: 1').waitFor();
    const [made] = (await manage(service, who, 'GET', '/webhooks')).body.data.items;
    assert.deepEqual([made.project_ids, made.signing, made.public_key], [[shop.id], 'v1a', key]);
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
  });

  test('a viewer sees webhooks and what was sent, and changes nothing; home says which were switched off', async () => {
    const account = await givenAccount(service.db);
    const { id } = await givenToldEndpoint(service.db, account.id);
    const off = { enabled: 0, off_reason: 'failing', off_since: new Date().toISOString() } as const;
    await service.db.updateTable('webhook_endpoints').set(off).where('id', '=', id).execute();
    const viewer = await givenSignedIn(service.db, account.id, { role: 'viewer' });
    const { page } = await visitConsole(browser, service, account.id, { path: '/webhooks', who: viewer });
    await page.getByText('Off: it failed for five days').waitFor();
    assert.equal(await page.getByRole('button', { name: /Add webhook|Switch|New secret|Remove|test/ }).count(), 0);
    await page.getByRole('button', { name: /^Messages/ }).click();
    await page.getByRole('dialog').getByText('A connection has to be connected again').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    const { page: home } = await visitConsole(browser, service, account.id, { path: '/' });
    await home.getByText('The webhook example.com was switched off after failing for five days').waitFor();
  });
});
