import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { startChats } from '../doubles/chats.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { givenChannel } from '../support/chat.ts';
import { thisMachine } from '../support/connector-context.ts';
import { visitConsole } from '../support/console.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { givenDueDelivery, givenSchedule } from '../support/schedules.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const chats = await startChats();

suite('chat channels in the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startTestService('sqlite', { role: 'api', environment: {} });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test('a channel is added, tested, named by a schedule and removed, and its address is never shown again', async () => {
    const account = await givenAccount(service.db);
    const granted = { allowed_networks: JSON.stringify(thisMachine.split(',')) };
    await service.db.updateTable('accounts').set(granted).where('id', '=', account.id).execute();
    const project = await givenProject(service.db, account);
    const { page, who, faults } = await visitConsole(browser, service, account.id, { path: '/chat-channels' });
    await page.getByText('No channel yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('#marketing');
    await dialog.getByLabel('Address').fill('https://10.1.2.3/services/x');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await dialog.getByText(/10\.1\.2\.3 is not where this chat takes messages/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByLabel('Address').fill(chats.slack);
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    assert.doesNotMatch(await page.content(), /secretsecret/);
    await page.getByRole('button', { name: /^Send a test/ }).click();
    await page.getByText('The chat has taken the test.').waitFor();
    assert.match(JSON.stringify(chats.taken), /This is a test: reports will come to this channel\./);
    chats.answers.push({ status: 404, text: 'no_service' });
    await page.getByRole('button', { name: /^Send a test/ }).click();
    await page.getByText('The chat has not taken the test: The chat has no such channel any more.').waitFor();
    await page.getByText('The chat has no such channel any more', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.goto(`${service.url}/console/projects/${project.id}/schedules`);
    await page.getByRole('button', { name: 'New schedule' }).first().click();
    await dialog.getByText('#marketing').click();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByText('Chat channels: 1').waitFor();
    const [channel] = (await manage(service, who, 'GET', '/chat-channels')).body.data.items;
    const [schedule] = (await manage(service, who, 'GET', '/schedules')).body.data.items;
    assert.deepEqual(schedule.channels, [channel.id]);
    await page.goto(`${service.url}/console/chat-channels`);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No channel yet').waitFor();
    assert.deepEqual((await manage(service, who, 'GET', `/schedules/${schedule.id}`)).body.data.channels, []);
    assert.deepEqual(
      faults.filter((fault) => !/\b400\b/.test(String(fault))),
      [],
    );
  });

  test('a viewer sees channels, changes nothing and finds what did not arrive; who is limited to projects sees none, also in a schedule', async () => {
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account);
    const { id } = await givenChannel(service.db, account.id);
    const schedule = await givenSchedule(service.db, project.id, { channels: [id] });
    const objects = await openFileStore(`${service.dataDir}/objects`);
    const delivery = await givenDueDelivery(service.db, objects, account, schedule, '#marketing');
    const ended = { next_attempt_at: null, reason: 'chat_silent', failure: 'The chat did not answer.' } as const;
    await service.db
      .updateTable('deliveries')
      .set({ ...ended, system: 'slack', channel_id: id, status: 'unknown' })
      .where('id', '=', delivery)
      .execute();
    const viewer = await givenSignedIn(service.db, account.id, { role: 'viewer' });
    const { page } = await visitConsole(browser, service, account.id, { path: '/chat-channels', who: viewer });
    await page.getByText('#marketing').waitFor();
    assert.equal(await page.getByRole('button', { name: /Add channel|Remove|test/ }).count(), 0);
    await page.goto(`${service.url}/console/`);
    await page.getByText('A message to the chat channel #marketing did not arrive').waitFor();
    await page.goto(`${service.url}/console/deliveries`);
    await page.getByText('The chat was sent the message and did not answer.').waitFor();
    await page.getByText('Slack', { exact: true }).waitFor();
    const limited = await givenSignedIn(service.db, account.id, { role: 'editor', projectIds: [project.id] });
    const path = `/projects/${project.id}/schedules`;
    const { page: own } = await visitConsole(browser, service, account.id, { path, who: limited });
    await own.getByText('Chat channels: 1').waitFor();
    await own.getByRole('button', { name: 'New schedule' }).first().click();
    await own.getByRole('dialog').getByText('Recipients').first().waitFor();
    assert.equal(await own.getByRole('dialog').getByText('#marketing').count(), 0);
  });
});
