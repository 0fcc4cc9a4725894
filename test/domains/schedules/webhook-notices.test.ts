import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { simpleParser } from 'mailparser';
import { createMailer } from '../../../src/domains/schedules/mail.ts';
import { RenderedMails } from '../../../src/domains/schedules/rendered-mails.ts';
import { runSchedules } from '../../../src/domains/schedules/scheduler.ts';
import { webhookNoticeLanguages, webhookOffMail } from '../../../src/domains/schedules/webhook-notice-words.ts';
import { beginSession } from '../../../src/domains/users/sessions.ts';
import { changeEndpoint } from '../../../src/domains/webhooks/endpoints.ts';
import { addDeliveries } from '../../../src/domains/webhooks/route-events.ts';
import { leaseEndpoints, takeTurn } from '../../../src/domains/webhooks/turns.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenCustomer } from '../../platform/jobs/queued-jobs.ts';
import { chat } from '../../support/chat.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { givenMember } from '../../support/people.ts';
import { silentLog } from '../../support/silent-log.ts';
import { endpointOf, givenEndpoint, givenEvents } from '../../support/webhooks.ts';

const gone = { durationMs: 1, httpStatus: 410, failure: 'It answered 410.', answer: '', askedMs: undefined };

/** An endpoint that has answered 410. */
async function givenGone(db: Database, accountId: string) {
  const { endpoint } = await givenEndpoint(db, accountId, 'https://hooks.example.com/secret-path');
  const [event = ''] = await givenEvents(db, accountId, 'con_x');
  await addDeliveries(db, [endpoint], { id: event, type: 'connection.reauth_required' });
  const [leased] = await leaseEndpoints(db, () => 'lease', 1);
  assert.equal(leased?.id, endpoint.id);
  const turn = { id: endpoint.id, lease: 'lease', held: [], mayRead: true };
  const [due] = (await takeTurn(db, { ...turn, finished: [] })).due;
  assert.ok(due);
  const answer = { ...gone, startedAt: new Date().toISOString() };
  await takeTurn(db, { ...turn, finished: [{ delivery: due.delivery, answer }] });
  return endpointOf(db, endpoint.id);
}

async function sendDue(db: Database, mailUrl: string | null): Promise<void> {
  await using mails = new RenderedMails();
  await runSchedules({
    ...{ db, objects: {} as ObjectStore, mails, chat, log: silentLog, wakeWorkers() {} },
    sendMail: mailUrl === null ? undefined : createMailer({ url: mailUrl, from: 'reports@example.com' }),
    ...{ baseUrl: 'https://reports.example.com', linkKey: Buffer.alloc(32, 'key') },
  });
}

const textOf = async (server: MailServer, to: string) => {
  const [received] = server.received.filter((mail) => mail.to.includes(to));
  return simpleParser(received?.raw ?? '');
};

for (const engine of engines) {
  describe(`${engine}: a webhook that is switched off`, () => {
    test('is told once to each admin who sees all of the account, in the language of their browser, with the way back', async () => {
      await using database = await createTestDatabase(engine);
      await using server = await startMailServer();
      const { db } = database;
      const { accountId, projectId } = await givenCustomer(db);
      const german = await givenMember(db, accountId, { role: 'admin' });
      const plain = await givenMember(db, accountId, { role: 'owner' });
      await givenMember(db, accountId, { role: 'editor' });
      await givenMember(db, accountId, { role: 'viewer' });
      await givenMember(db, accountId, { role: 'admin', projectIds: [projectId ?? ''] });
      await beginSession(db, german.id, { address: '127.0.0.1', agent: 'test', language: 'de' });
      await givenGone(db, accountId);
      await sendDue(db, server.url);
      await sendDue(db, server.url);
      assert.deepEqual(server.received.flatMap(({ to }) => to).toSorted(), [german.email, plain.email].toSorted());
      const inGerman = await textOf(server, german.email);
      assert.equal(inGerman.subject, 'Webhook ausgeschaltet: hooks.example.com');
      assert.match(inGerman.text ?? '', /https:\/\/reports\.example\.com\/console\/webhooks/);
      assert.doesNotMatch(inGerman.text ?? '', /secret-path/);
      assert.equal((await textOf(server, plain.email)).subject, 'Webhook switched off: hooks.example.com');
    });

    test('is told to nobody once it is on again, and anew when it is switched off another time', async () => {
      await using database = await createTestDatabase(engine);
      await using server = await startMailServer();
      const { db } = database;
      const { accountId } = await givenCustomer(db);
      await givenMember(db, accountId, { role: 'admin' });
      const off = await givenGone(db, accountId);
      const on = await db.transaction().execute((it) => changeEndpoint(it, off, { enabled: true }, 'operator'));
      await sendDue(db, server.url);
      assert.deepEqual([on.to_tell, server.received.length], [0, 0]);
      const again = { enabled: 0, off_reason: 'failing', off_since: new Date().toISOString(), to_tell: 1 } as const;
      await db.updateTable('webhook_endpoints').set(again).execute();
      await sendDue(db, server.url);
      assert.equal(server.received.length, 1);
    });

    test('is told by no e-mail where no mail server is configured, nor later once there is one', async () => {
      await using database = await createTestDatabase(engine);
      await using server = await startMailServer();
      const { db } = database;
      const { accountId } = await givenCustomer(db);
      await givenMember(db, accountId, { role: 'admin' });
      await givenGone(db, accountId);
      await sendDue(db, null);
      await sendDue(db, server.url);
      assert.equal(server.received.length, 0);
    });
  });
}

test('all ten languages have words of their own for it, with host, account and address in them', () => {
  assert.equal(webhookNoticeLanguages.length, 10);
  for (const reason of ['gone', 'failing'] as const) {
    const texts = webhookNoticeLanguages.map((language) => {
      const facts = {
        language,
        reason,
        account: 'North\nwind',
        host: 'example.com',
        address: 'https://x/console/webhooks',
      };
      const { subject, text } = webhookOffMail(facts);
      assert.match(subject, /: ?example\.com$|： ?example\.com$/);
      assert.match(text, /North wind/);
      assert.match(text, /https:\/\/x\/console\/webhooks\n$/);
      return subject + text;
    });
    assert.equal(new Set(texts).size, 10);
  }
});
