import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { readNotices } from '../../../src/domains/schedules/bounce-notices.ts';
import { findUnwanted } from '../../../src/domains/schedules/unwanted.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { postfixReport } from '../../support/bounces.ts';
import { engines } from '../../support/databases.ts';
import { removeFolder } from '../../support/folders.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const id = `dlv_${'0'.repeat(26)}`;
const messageId = `<${id}.1@example.com>`;
const gone = '550 5.1.1 No such user here';

/** As the providers' pages show them, with the e-mail of this service. */
const sendGrid = (more: object = {}, to = messageId) => ({
  ...{ email: 'ann@client.example', timestamp: 1_795_000_000, 'smtp-id': to, event: 'bounce', type: 'bounce' },
  ...{ reason: gone, status: '5.1.1', sg_event_id: 'event', sg_message_id: 'message', ...more },
});
const mailgun = (more: object = {}) => ({
  signature: { timestamp: '1795000000', token: 'token', signature: 'signature' },
  'event-data': {
    ...{ event: 'failed', severity: 'permanent', reason: 'bounce', recipient: 'ann@client.example' },
    'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: gone, description: '' },
    message: { headers: { 'message-id': `${id}.1@example.com`, to: 'ann@client.example' } },
    ...more,
  },
});
const brevo = (more: object = {}) => ({
  ...{ event: 'hard_bounce', email: 'ann@client.example', 'message-id': messageId, reason: gone, ...more },
});
const amazon = (bounceType: string, more: object = {}) => ({
  notificationType: 'Bounce',
  bounce: {
    ...{ bounceType, bounceSubType: 'General' },
    bouncedRecipients: [{ emailAddress: 'ann@client.example', status: '5.1.1', diagnosticCode: `smtp; ${gone}` }],
  },
  mail: {
    ...{ messageId: '00000138111222aa', headersTruncated: false },
    headers: [
      { name: 'From', value: 'reports@example.com' },
      { name: 'Message-ID', value: messageId },
    ],
  },
  ...more,
});
const bySns = (message: object) => ({ Type: 'Notification', MessageId: 'sns', Message: JSON.stringify(message) });

for (const [provider, notice, later] of [
  ['SendGrid', sendGrid(), sendGrid({ event: 'deferred', reason: undefined, response: gone })],
  ['Mailgun', mailgun(), mailgun({ severity: 'temporary' })],
  ['Brevo', brevo(), brevo({ event: 'soft_bounce' })],
  ['Amazon SES', amazon('Permanent'), amazon('Transient')],
  ['Amazon SES by SNS', bySns(amazon('Permanent')), bySns(amazon('Transient'))],
] as const) {
  test(`a notice of ${provider} tells the e-mail, whether it is final, its code and what was said`, () => {
    const told = { deliveryId: id, sends: 1, isFinal: true, status: '5.1.1', text: gone };
    assert.deepEqual(readNotices(notice), [told]);
    assert.deepEqual(readNotices([later, notice]), [{ ...told, isFinal: false }, told]);
  });
}

test('what is delivered, opened, complained of, or about another e-mail is no report', () => {
  const others = [
    ...['processed', 'delivered', 'open', 'click', 'spamreport'].map((event) => sendGrid({ event })),
    ...['accepted', 'delivered', 'opened', 'complained'].map((event) => mailgun({ event })),
    ...['request', 'delivered', 'opened', 'spam'].map((event) => brevo({ event })),
    amazon('Permanent', { notificationType: 'Delivery' }),
    amazon('Permanent', { notificationType: 'Complaint' }),
    sendGrid({}, '<14c5d75ce93.dfd.64b469@ismtpd-555>'),
    { Type: 'Notification', Message: 'no JSON' },
    ...[{}, null, 'text', 7],
  ];
  assert.deepEqual(
    readNotices(others),
    others.map(() => undefined),
  );
  fc.assert(fc.property(fc.json(), (json) => readNotices(JSON.parse(json)).every((report) => report === undefined)));
});

const secret = 'not-to-be-guessed-by-anybody';

for (const engine of engines) {
  describe(`${engine}: e-mails that came back, told by HTTP`, () => {
    let service: TestService;
    let folder: string;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
      const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'reports@example.com' };
      service = await startTestService(engine, { environment: { ...mail, MAIL_BOUNCES: `webhook:${secret}` } });
    });
    after(async () => {
      await service[Symbol.asyncDispose]();
      removeFolder(folder);
    });

    const post = (body: string, type = 'application/json', path = secret) =>
      service.call('POST', `/mail-bounces/${path}`, { body, headers: { 'content-type': type } });

    async function givenSent() {
      const { db } = service;
      const account = await givenAccount(db);
      const schedule = await givenSchedule(db, (await givenProject(db, account)).id);
      const objects = await openFileStore(join(folder, 'objects'));
      const sent = await givenDueDelivery(db, objects, account, schedule, 'ann@client.example');
      const over = { status: 'sent', next_attempt_at: null, answer: '250 Ok' } as const;
      await db.updateTable('deliveries').set(over).where('id', '=', sent).execute();
      return { account, sent };
    }
    const read = (delivery: string) =>
      service.db.selectFrom('deliveries').selectAll().where('id', '=', delivery).executeTakeFirstOrThrow();

    test('a notice fails its e-mail, stops an address that does not exist, and is counted', async () => {
      const { account, sent } = await givenSent();
      const answer = await post(JSON.stringify([sendGrid({}, `<${sent}@example.com>`), sendGrid({ event: 'open' })]));
      assert.deepEqual([answer.status, answer.text], [204, '']);
      const { status, reason, answer: said } = await read(sent);
      assert.deepEqual([status, reason], ['failed', 'bounced']);
      assert.equal(said, '5.1.1 550 5.1.1 No such user here');
      assert.equal(await findUnwanted(service.db, account.id, 'ann@client.example'), 'refused');
      const { text } = await service.call('GET', '/metrics');
      assert.match(text, /report_service_mail_bounces_total\{outcome="failed"\} 1/);
      assert.match(text, /report_service_mail_bounces_total\{outcome="ignored"\} 1/);
    });

    test('a whole report is taken as it is', async () => {
      const { sent } = await givenSent();
      const report = postfixReport({ to: 'bounces@example.com', messageId: `<${sent}@example.com>` });
      assert.equal((await post(report, 'message/rfc822')).status, 204);
      assert.equal((await read(sent)).status, 'failed');
    });

    test('JSON that is sent as text is understood, and the address that confirms a subscription is logged', async () => {
      const { sent } = await givenSent();
      const message = JSON.stringify(amazon('Permanent')).replaceAll(messageId, `<${sent}@example.com>`);
      const type = 'text/plain; charset=UTF-8';
      assert.equal((await post(JSON.stringify({ Type: 'Notification', Message: message }), type)).status, 204);
      assert.equal((await read(sent)).status, 'failed');
      const SubscribeURL = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
      assert.equal((await post(JSON.stringify({ Type: 'SubscriptionConfirmation', SubscribeURL }), type)).status, 204);
      assert.ok(service.log.some((line) => line.includes(SubscribeURL)));
    });

    test('another secret is 404 and soon 429, half JSON is 400, and too much is 413; the secret is never logged', async () => {
      const { sent } = await givenSent();
      const notice = JSON.stringify(sendGrid({}, `<${sent}@example.com>`));
      assert.equal((await post('{"half":')).status, 400);
      assert.equal((await post('x'.repeat(1024 * 1024 + 1), 'message/rfc822')).status, 413);
      const statuses: number[] = [];
      for (let tries = 0; tries < 21; tries++) {
        statuses.push((await post(notice, 'application/json', 'a-wrong-secret-of-that-length')).status);
      }
      assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429]);
      assert.equal((await read(sent)).status, 'sent');
      assert.ok(!service.log.some((line) => line.includes(secret)));
    });
  });
}

test('without the setting nothing takes them', async () => {
  await using service = await startTestService('sqlite');
  assert.equal((await service.call('POST', `/mail-bounces/${secret}`, { body: '{}' })).status, 404);
});
