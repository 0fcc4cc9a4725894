import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { noteGone, removeChannel } from '../../../src/domains/chat-channels/chat-channels.ts';
import { advanceRuns } from '../../../src/domains/schedules/advance-runs.ts';
import { claimDelivery, markHanded } from '../../../src/domains/schedules/deliveries.ts';
import { sendAgain } from '../../../src/domains/schedules/listed-deliveries.ts';
import { dropChannel } from '../../../src/domains/schedules/schedule-channels.ts';
import type { ScheduleRunRow } from '../../../src/domains/schedules/schedules.ts';
import { type ChatAnswer, startChats } from '../../doubles/chats.ts';
import { givenAccount } from '../../support/accounts.ts';
import { givenChannel } from '../../support/chat.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { buildSample } from '../../support/samples.ts';
import { openSchedules } from '../../support/schedule-runs.ts';
import { test, usually } from '../../support/suite.ts';
import { givenEndpoint } from '../../support/webhooks.ts';

const hour = 60 * 60_000;

const chats = await startChats();

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: messages of schedules in chats`, () => {
    let database: TestDatabase;
    let account: Account;
    let mail: MailServer;
    let schedules: Awaited<ReturnType<typeof openSchedules>>;
    before(async () => {
      database = await createTestDatabase(engine);
      account = await givenAccount(database.db);
      mail = await startMailServer();
      schedules = await openSchedules(database.db, account, mail.url);
    });
    after(async () => {
      await schedules.close();
      await mail[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });
    beforeEach(() => {
      chats.seen.splice(0);
      chats.taken.splice(0);
    });

    const channelOf = (system: 'slack' | 'teams' = 'slack', url = chats[system]) =>
      givenChannel(database.db, account.id, { system, name: `#${system}`, url });
    /** A run of a schedule whose report has gone to one channel, which gave the answer. */
    async function givenPosted(answer?: ChatAnswer) {
      const channel = await channelOf();
      if (answer) chats.answers.push(answer);
      const { run } = await schedules.givenMadeReport({ recipients: [], formats: [], channels: [channel.id] });
      await schedules.round();
      return { channel, run, delivery: await deliveryOf(run) };
    }
    const deliveryOf = async (run: ScheduleRunRow) => (await schedules.deliveriesOf(run))[0] ?? assert.fail();
    const again = async (run: ScheduleRunRow) => {
      await database.db
        .updateTable('deliveries')
        .set({ next_attempt_at: '2026-01-01T00:00:00.000Z' })
        .where('run_id', '=', run.id)
        .where('next_attempt_at', 'is not', null)
        .execute();
      await schedules.round();
      return deliveryOf(run);
    };
    const waitOf = ({ next_attempt_at }: { next_attempt_at: string | null }) =>
      Date.parse(next_attempt_at ?? '') - Date.now();

    test('a report goes to both chats beside the e-mail, with its headline, its figures and a link of its own', async () => {
      const { id: endpointId } = (await givenEndpoint(database.db, account.id, 'https://example.com/')).endpoint;
      const channels = [(await channelOf('slack')).id, (await channelOf('teams')).id];
      const document = await buildSample('flights');
      const made = await schedules.givenMadeReport({ channels, formats: [], delivery: 'link' }, document);
      await schedules.round();
      await schedules.round();
      assert.equal((await schedules.latestRun(made.schedule)).state, 'completed');
      const deliveries = await schedules.deliveriesOf(made.run);
      assert.deepEqual(
        deliveries.map(({ recipient, system, status }) => [recipient, system, status]),
        [
          ['#slack', 'slack', 'sent'],
          ['#teams', 'teams', 'sent'],
          ['ann@example.com', 'email', 'sent'],
        ],
      );
      assert.deepEqual(new Set(deliveries.slice(0, 2).map(({ answer }) => answer)), new Set(['200 ok', '202']));
      const messages = chats.taken.map(({ message }) => JSON.stringify(message));
      assert.equal(messages.length, 2);
      for (const [index, message] of messages.entries()) {
        assert.ok(message.includes(document.title));
        const [, token = ''] = /https:\/\/reports\.example\.com\/shared\/([\w-]+)/.exec(message) ?? [];
        assert.ok(token.length > 20);
        assert.ok(!messages.some((other, at) => at !== index && other.includes(token)), 'each has its own link');
      }
      const shares = await database.db.selectFrom('shares').selectAll().where('account_id', '=', account.id).execute();
      assert.equal(shares.length, 3);
      const ids = deliveries.map(({ id }) => id).toSorted();
      const events = await database.db.selectFrom('events').selectAll().where('type', '=', 'delivery.sent').execute();
      assert.deepEqual(events.map(({ subject }) => subject).toSorted(), ids, 'webhooks are told of each');
      await database.db.deleteFrom('webhook_endpoints').where('id', '=', endpointId).execute();
    });

    test('a test of a schedule is posted nowhere', async () => {
      const channel = await channelOf();
      const { schedule } = await schedules.givenMadeReport({ recipients: [], formats: [], channels: [channel.id] });
      const ofTest = { test_recipient: 'ann@example.com', state: 'exporting', occurrence: 'test' } as const;
      await database.db.updateTable('schedule_runs').set(ofTest).where('schedule_id', '=', schedule.id).execute();
      await database.db.deleteFrom('deliveries').execute();
      await schedules.round();
      assert.deepEqual(
        (await schedules.deliveriesOf(await schedules.latestRun(schedule))).map(({ system }) => system),
        ['email'],
      );
    });

    const permanent: readonly [ChatAnswer & object, reason: string][] = [
      [{ status: 400, text: 'invalid_payload' }, 'chat_refused'],
      [{ status: 403, text: 'action_prohibited' }, 'chat_refused'],
      [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'chat_refused'],
      [{ status: 404, text: 'no_service' }, 'channel_gone'],
      [{ status: 410, text: 'channel_is_archived' }, 'channel_gone'],
      [{ status: 200, text: 'Webhook message delivery failed with error: returned HTTP error 413' }, 'chat_refused'],
    ];
    for (const [answer, reason] of permanent) {
      test(`${JSON.stringify(answer)} is permanent: ${reason}`, async () => {
        const { run, delivery, channel } = await givenPosted(answer);
        assert.deepEqual([delivery.status, delivery.reason, delivery.next_attempt_at], ['failed', reason, null]);
        assert.equal(chats.seen.length, 1);
        const { gone_at } = await database.db
          .selectFrom('chat_channels')
          .selectAll()
          .where('id', '=', channel.id)
          .executeTakeFirstOrThrow();
        assert.equal(gone_at !== null, reason === 'channel_gone');
        await schedules.round();
        const { state, failure } = await database.db
          .selectFrom('schedule_runs')
          .selectAll()
          .where('id', '=', run.id)
          .executeTakeFirstOrThrow();
        assert.equal(state, 'failed');
        assert.match(failure ?? '', /^#slack: It answered/);
      });
    }

    const passing: readonly [ChatAnswer, reason: string][] = [
      [{ status: 408 }, 'chat_fault'],
      [{ status: 429 }, 'chat_busy'],
      [{ status: 500, text: 'rollup_error' }, 'chat_fault'],
      [{ status: 502 }, 'chat_fault'],
      [{ status: 503 }, 'chat_fault'],
      [{ status: 200, text: 'Microsoft Teams endpoint returned HTTP error 429 with ContextId' }, 'chat_busy'],
    ];
    for (const [answer, reason] of passing) {
      test(`${JSON.stringify(answer)} passes: ${reason}, and it is posted once more`, async () => {
        const { run, delivery } = await givenPosted(answer);
        assert.deepEqual([delivery.status, delivery.reason, delivery.handed_at], ['pending', reason, null]);
        const wait = waitOf(delivery);
        assert.ok(wait > 50_000 && wait <= 60_000, `${wait}`);
        const sent = await again(run);
        assert.deepEqual([sent.status, sent.attempt, sent.reason], ['sent', 2, null]);
        assert.equal(chats.taken.length, 1);
      });
    }

    test('the wait that a chat asks for is kept, within the 24 hours', async () => {
      const { delivery } = await givenPosted({ status: 429, headers: { 'retry-after': '1800' } });
      const wait = waitOf(delivery);
      assert.ok(wait > hour / 2 - 10_000 && wait <= hour / 2, `${wait}`);
      const tooLong = await givenPosted({ status: 429, headers: { 'retry-after': '90000' } });
      assert.deepEqual([tooLong.delivery.status, tooLong.delivery.next_attempt_at], ['failed', null]);
    });

    for (const answer of ['reset', { status: 504 }] as const) {
      test(`after ${JSON.stringify(answer)} nobody knows whether it arrived: it is unknown and not posted again by itself`, async () => {
        const { run, delivery } = await givenPosted(answer);
        assert.deepEqual(
          [delivery.status, delivery.reason, delivery.next_attempt_at],
          ['unknown', 'chat_silent', null],
        );
        await schedules.round();
        assert.equal(chats.seen.length, 1);
        const seen = { account: { id: account.id }, projectIds: null };
        await database.db.transaction().execute((transaction) => sendAgain(transaction, seen, delivery.id));
        await schedules.round();
        assert.equal((await deliveryOf(run)).status, 'sent', 'somebody can have it posted again');
      });
    }

    test('a chat that does not answer in time leaves a message unknown', async () => {
      const quick = await openSchedules(database.db, account, mail.url, { attemptMs: 200 });
      try {
        const channel = await channelOf();
        chats.answers.push('silence');
        const { run } = await quick.givenMadeReport({ recipients: [], formats: [], channels: [channel.id] });
        await quick.round();
        assert.equal((await deliveryOf(run)).status, 'unknown');
      } finally {
        await quick.close();
      }
    });

    test('an address that nobody can connect to is tried again, since nothing was sent', async () => {
      const channel = await channelOf('slack', 'http://127.0.0.1:9/services/T1/B1/secret');
      const { run } = await schedules.givenMadeReport({ recipients: [], formats: [], channels: [channel.id] });
      await schedules.round();
      const { status, reason, handed_at } = await deliveryOf(run);
      assert.deepEqual([status, reason, handed_at], ['pending', 'chat_unreachable', null]);
      await database.db.deleteFrom('deliveries').where('run_id', '=', run.id).execute();
    });

    test('a process that was stopped while a message was on its way leaves it unknown', async () => {
      const channel = await channelOf();
      const { run } = await schedules.givenMadeReport({ recipients: [], formats: [], channels: [channel.id] });
      await advanceRuns(database.db, schedules.objects, (error) => assert.fail(error as Error));
      const claimed = (await claimDelivery(database.db)) ?? assert.fail();
      await markHanded(database.db, claimed);
      const past = { next_attempt_at: '2026-01-01T00:00:00.000Z' };
      await database.db.updateTable('deliveries').set(past).where('id', '=', claimed.id).execute();
      await schedules.round();
      const { status, failure } = await deliveryOf(run);
      assert.equal(status, 'unknown');
      assert.match(failure ?? '', /the chat had not answered/);
      assert.equal(chats.seen.length, 0);
    });

    test('a process that is killed while the chat is silent leaves the state unknown, and no second message', async () => {
      const channel = await channelOf();
      const { run } = await schedules.givenMadeReport({ recipients: [], formats: [], channels: [channel.id] });
      chats.answers.push('silence');
      const script = fileURLToPath(new URL('../../support/send-mails-process.ts', import.meta.url));
      const child = spawn(process.execPath, [script, JSON.stringify(database.location), schedules.folder, mail.url]);
      const ended = once(child, 'exit');
      try {
        await eventually(() => chats.seen.length === 1);
      } finally {
        child.kill('SIGKILL');
        await ended;
      }
      assert.equal((await again(run)).status, 'unknown');
      await schedules.round();
      assert.equal(chats.seen.length, 1);
    });

    test('to a channel that is gone nothing is posted until it has another address', async () => {
      const channel = await channelOf();
      await noteGone(database.db, channel, true);
      const { run } = await schedules.givenMadeReport({ recipients: [], formats: [], channels: [channel.id] });
      await schedules.round();
      const { status, reason } = await deliveryOf(run);
      assert.deepEqual([status, reason, chats.seen.length], ['failed', 'channel_gone', 0]);
    });

    test('what waits for a channel that is removed is given up, and later reports do not go there', async () => {
      const channel = await channelOf();
      chats.answers.push({ status: 503 });
      const fields = { recipients: [], formats: [], channels: [channel.id] };
      const { run, schedule } = await schedules.givenMadeReport(fields);
      await schedules.round();
      await database.db.transaction().execute(async (transaction) => {
        assert.deepEqual(await dropChannel(transaction, account.id, channel.id), [schedule.id]);
        await removeChannel(transaction, channel.id);
      });
      const { status, reason, channel_id } = await again(run);
      assert.deepEqual([status, reason, channel_id], ['failed', 'channel_removed', channel.id]);
    });

    test('no row or event but the sealed one has the address', async () => {
      const tables = ['deliveries', 'events', 'audit_log', 'schedules', 'schedule_runs', 'chat_channels'] as const;
      for (const table of tables) {
        const rows = JSON.stringify(await database.db.selectFrom(table).selectAll().execute());
        assert.doesNotMatch(rows, /secretsecret|secretsignature/, table);
      }
    });
  });
}
