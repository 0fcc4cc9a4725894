import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { changeEndpoint, getEndpoint } from '../../../src/domains/webhooks/endpoints.ts';
import { routeEvents } from '../../../src/domains/webhooks/route-events.ts';
import { readRetryAfter } from '../../../src/domains/webhooks/send-attempt.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { completeJob } from '../../../src/platform/jobs/held-job.ts';
import { claim, givenCustomer, nothing, start } from '../../platform/jobs/queued-jobs.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { silentLog } from '../../support/silent-log.ts';
import { test, usually } from '../../support/suite.ts';
import {
  attemptsOf,
  deliveriesOf,
  endpointOf,
  givenEndpoint,
  givenEvents,
  givenStoredConnection,
  startSender,
} from '../../support/webhooks.ts';

const taking = () => ({});

/** Once its sender has looked at the endpoint anew, or has not for long: of two renewals of the lease one is a look. */
async function lookedAt(db: Database, id: string): Promise<void> {
  for (let renewals = 0; renewals < 2; renewals++) {
    const before = await endpointOf(db, id);
    await eventually(async () => (await endpointOf(db, id)).leased_until !== before.leased_until);
  }
}

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: an endpoint gets 250 messages a second, after 20 at once`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const takenAt: number[] = [];
    const receiver = await startJsonServer(() => {
      takenAt.push(performance.now());
      return {};
    });
    const { accountId, projectId } = await givenCustomer(db);
    const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
    const subject = await givenStoredConnection(db, accountId, projectId);
    await db.transaction().execute((transaction) => givenEvents(transaction, accountId, subject, 70));
    await using _sender = startSender(db);
    await eventually(async () => {
      const rows = await deliveriesOf(db, endpoint.id);
      return rows.length === 70 && rows.every(({ status }) => status === 'delivered');
    });
    assert.equal(receiver.seen.length, 70);
    // The last 50 have 4 ms each; the first may be taken later than it was sent.
    const tookMs = (takenAt.at(-1) ?? 0) - (takenAt[0] ?? 0);
    assert.ok(tookMs > 50 * 4 - 50, `${tookMs} ms`);
  });

  test(`${engine}: the end of a job is sent, signed, with its summary and nothing else`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const receiver = await startJsonServer(taking);
    const customer = await givenCustomer(db);
    const { endpoint, secret } = await givenEndpoint(db, customer.accountId, `${receiver.url}/hooks?of=reports`);
    const { id } = await start(db, customer);
    await completeJob(db, await claim(db), nothing);
    await using _sender = startSender(db);
    const [delivery] = await eventually(async () => {
      const rows = await deliveriesOf(db, endpoint.id);
      return rows[0]?.status === 'delivered' ? rows : undefined;
    });
    const [seen] = receiver.seen;
    assert.ok(seen && delivery);
    assert.equal(receiver.seen.length, 1);
    assert.equal(seen.path, '/hooks?of=reports');
    const message = new Webhook(secret ?? '').verify(seen.body, seen.headers as Record<string, string>) as {
      type: string;
      timestamp: string;
      data: Record<string, unknown>;
    };
    assert.deepEqual(Object.keys(message), ['type', 'timestamp', 'data']);
    assert.equal(message.type, 'generation_job.completed');
    assert.match(message.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const { created_at, started_at, completed_at, updated_at, ...told } = message.data;
    assert.deepEqual(told, {
      id,
      project_id: customer.projectId,
      status: 'completed',
      source: 'api',
      type: 'generation',
      report_id: null,
      format: null,
      url: `http://127.0.0.1/manage/v1/generation-jobs/${id}`,
    });
    assert.equal(seen.headers['webhook-id'], delivery.event_id);
    assert.equal(seen.headers['report-service-version'], '2026-11-25');
    const [attempt] = await attemptsOf(db, delivery.id);
    assert.deepEqual([attempt?.number, attempt?.http_status, attempt?.failure, attempt?.answer], [1, 200, null, '{}']);
  });

  test(`${engine}: an endpoint that hangs and one that is dead delay nobody else, and each gets four at once at most`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    let open = 0;
    let most = 0;
    const hanging = await startJsonServer((_, response) => {
      most = Math.max(most, ++open);
      response.on('close', () => open--);
      return undefined;
    });
    const fast = await startJsonServer(taking);
    const { accountId, projectId } = await givenCustomer(db);
    const [slow, dead, quick] = await Promise.all(
      [hanging.url, 'http://127.0.0.1:9', fast.url].map((url) => givenEndpoint(db, accountId, url)),
    );
    const subject = await givenStoredConnection(db, accountId, projectId);
    await givenEvents(db, accountId, subject, 20);
    await using _sender = startSender(db);
    await eventually(() => fast.seen.length === 20);
    await eventually(() => open === 4);
    // One more event, while the others hang.
    await givenEvents(db, accountId, subject);
    await eventually(() => fast.seen.length === 21, 5_000);
    assert.equal(most, 4);
    assert.equal(
      (await deliveriesOf(db, slow?.endpoint.id ?? '')).every(({ status }) => status === 'pending'),
      true,
    );
    assert.ok((await endpointOf(db, dead?.endpoint.id ?? '')).failures > 0);
    assert.equal((await endpointOf(db, quick?.endpoint.id ?? '')).failures, 0);
  });

  test(`${engine}: two senders send each event once`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const receiver = await startJsonServer(taking);
    const { accountId, projectId } = await givenCustomer(db);
    for (const path of ['/a', '/b', '/c']) await givenEndpoint(db, accountId, receiver.url + path);
    await using _one = startSender(db);
    await using _two = startSender(db);
    const ids = await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId), 60);
    await eventually(async () => {
      const left = await db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'delivered').execute();
      return left.length === 180;
    });
    const seen = receiver.seen.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
    assert.deepEqual(
      seen.toSorted(),
      ['/a', '/b', '/c'].flatMap((path) => ids.map((id) => `${path} ${id}`)).toSorted(),
    );
  });

  test(`${engine}: a failed attempt is logged with the beginning of its answer and made again; the next good one ends it`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    let isBroken = true;
    const receiver = await startJsonServer((_, response) => {
      if (!isBroken) return {};
      response.statusCode = 500;
      response.end('x'.repeat(5_000));
      return undefined;
    });
    const { accountId, projectId } = await givenCustomer(db);
    const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
    await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId));
    await using _sender = startSender(db);
    await eventually(async () => (await endpointOf(db, endpoint.id)).failures === 1);
    isBroken = false;
    const [delivery] = await deliveriesOf(db, endpoint.id);
    const waitMs = Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.updated_at ?? '');
    assert.ok(waitMs >= 5_000 && waitMs <= 5_500, `${waitMs}`);
    await db.updateTable('webhook_deliveries').set({ next_attempt_at: '2000' }).execute();
    await eventually(async () => (await deliveriesOf(db, endpoint.id))[0]?.status === 'delivered');
    const attempts = await attemptsOf(db, delivery?.id ?? '');
    assert.deepEqual(
      attempts.map(({ number, http_status, failure }) => [number, http_status, failure]),
      [
        [1, 500, 'It answered 500.'],
        [2, 200, null],
      ],
    );
    assert.equal(attempts[0]?.answer?.length, 2_048);
    assert.equal((await endpointOf(db, endpoint.id)).failing_since, null);
    assert.deepEqual(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])).size, 1);
  });

  test(`${engine}: what is under way at a stop is sent again by the next, and does not count as an attempt`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    let hangs = true;
    const receiver = await startJsonServer(() => (hangs ? undefined : {}));
    const { accountId, projectId } = await givenCustomer(db);
    const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
    await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId));
    const first = startSender(db);
    await eventually(() => receiver.seen.length === 1);
    await first[Symbol.asyncDispose]();
    hangs = false;
    await using _second = startSender(db);
    await eventually(async () => (await deliveriesOf(db, endpoint.id))[0]?.status === 'delivered', 5_000);
    const [delivery] = await deliveriesOf(db, endpoint.id);
    assert.equal(delivery?.attempt, 1);
    assert.equal(receiver.seen.length, 2);
  });

  test(`${engine}: what a sender leaves that was killed is sent within ten seconds`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const receiver = await startJsonServer(taking);
    const { accountId, projectId } = await givenCustomer(db);
    const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
    await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId));
    // As takeTurn leaves it in a process that ends there.
    const until = new Date(Date.now() + 6_000).toISOString();
    await db.updateTable('webhook_endpoints').set({ lease: 'dead', leased_until: until }).execute();
    const started = Date.now();
    await using _sender = startSender(db);
    await eventually(() => receiver.seen.length === 1, 10_000);
    assert.ok(Date.now() >= Date.parse(until), 'a lease is kept');
    assert.ok(Date.now() - started < 10_000);
    await eventually(async () => (await deliveriesOf(db, endpoint.id))[0]?.status === 'delivered');
  });

  for (const status of [410, 429]) {
    test(`${engine}: ${status} stops what was read ahead, which is not attempted`, async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      let count = 0;
      const receiver = await startJsonServer((_, response) => {
        if (++count > 10) response.writeHead(status, { 'retry-after': '600' });
        return {};
      });
      const { accountId, projectId } = await givenCustomer(db);
      const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
      await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId), 40);
      await using _sender = startSender(db);
      const { enabled, paused_until } = await eventually(async () => {
        const row = await endpointOf(db, endpoint.id);
        return row.failures > 0 && row.lease === null ? row : undefined;
      });
      assert.deepEqual([enabled, paused_until !== null], [status === 410 ? 0 : 1, status === 429]);
      // Those under way beside the first that is refused are all that is sent.
      assert.ok(receiver.seen.length <= 14, `${receiver.seen.length}`);
      const attempted = (await deliveriesOf(db, endpoint.id)).filter(({ attempt }) => attempt > 0);
      assert.equal(attempted.length, receiver.seen.length);
    });
  }

  test(`${engine}: an endpoint that is switched off gets nothing more of what was read ahead`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const answers: (() => void)[] = [];
    const receiver = await startJsonServer((_, response) => {
      answers.push(() => response.end('{}'));
      return undefined;
    });
    const { accountId, projectId } = await givenCustomer(db);
    const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
    await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId), 40);
    await using _sender = startSender(db);
    await eventually(() => answers.length === 4);
    await db
      .transaction()
      .execute(async (transaction) =>
        changeEndpoint(transaction, await getEndpoint(transaction, endpoint.id), { enabled: false }, 'operator'),
      );
    await lookedAt(db, endpoint.id);
    for (const answer of answers.splice(0)) answer();
    await eventually(async () => (await endpointOf(db, endpoint.id)).lease === null);
    assert.equal(receiver.seen.length, 4);
    const statuses = (await deliveriesOf(db, endpoint.id)).map(({ status }) => status);
    assert.equal(statuses.filter((each) => each === 'delivered').length, 4);
  });

  test(`${engine}: hundreds of events are routed with a few statements`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    let statements = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        statements++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { accountId, projectId } = await givenCustomer(db);
    const other = await givenCustomer(db);
    for (const path of ['/a', '/b', '/c']) await givenEndpoint(db, accountId, `https://example.com${path}`);
    const subject = await givenStoredConnection(db, accountId, projectId);
    await givenEvents(db, accountId, subject, 198);
    await givenEvents(db, accountId, 'con_gone');
    await givenEvents(db, accountId, await givenStoredConnection(db, other.accountId, other.projectId));
    const context = { baseUrl: 'https://reports.example.com', log: silentLog };
    assert.equal(await routeEvents({ db: counting, ...context }), 200);
    assert.ok(statements < 10, `${statements}`);
    assert.equal(await routeEvents({ db, ...context }), 0);
    const deliveries = await db.selectFrom('webhook_deliveries').select('event_id').execute();
    assert.equal(deliveries.length, 198 * 3);
    const events = await db.selectFrom('events').select(['subject', 'data']).execute();
    for (const event of events) {
      const data = event.data && (JSON.parse(event.data) as { id: string; url: string });
      const url = `https://reports.example.com/manage/v1/connections/${subject}`;
      assert.deepEqual(data && [data.id, data.url], event.subject === subject ? [subject, url] : null);
    }
  });

  test(`${engine}: an endpoint gets the events and the projects that it names, from when it is on`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const receiver = await startJsonServer(taking);
    const { accountId, projectId } = await givenCustomer(db);
    const { endpoint: off } = await givenEndpoint(db, accountId, `${receiver.url}/off`, { enabled: false });
    await givenEndpoint(db, accountId, `${receiver.url}/other-event`, { events: ['share.viewed'] });
    await givenEndpoint(db, accountId, `${receiver.url}/own`, { projectIds: [projectId] });
    const subject = await givenStoredConnection(db, accountId, projectId);
    await givenEvents(db, accountId, subject);
    await using _sender = startSender(db);
    await eventually(() => receiver.seen.length === 1);
    assert.deepEqual(
      receiver.seen.map(({ path }) => path),
      ['/own'],
    );
    await db.transaction().execute((transaction) => changeEndpoint(transaction, off, { enabled: true }, 'operator'));
    await givenEvents(db, accountId, subject);
    await eventually(() => receiver.seen.length === 3);
    assert.deepEqual(receiver.seen.map(({ path }) => path).toSorted(), ['/off', '/own', '/own']);
  });
}

test('a redirect is not followed, and says what to do', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const elsewhere = await startJsonServer(taking);
  const receiver = await startJsonServer((_, response) => {
    response.writeHead(307, { location: elsewhere.url }).end();
    return undefined;
  });
  const { accountId, projectId } = await givenCustomer(db);
  const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
  await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId));
  await using _sender = startSender(db);
  await eventually(async () => (await endpointOf(db, endpoint.id)).failures === 1);
  const [delivery] = await deliveriesOf(db, endpoint.id);
  const [attempt] = await attemptsOf(db, delivery?.id ?? '');
  assert.match(attempt?.failure ?? '', /redirects are not followed/);
  assert.equal(elsewhere.seen.length, 0);
});

test('what a name leads to now is what counts: a private address is refused at each attempt', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const receiver = await startJsonServer(taking);
  const { accountId, projectId } = await givenCustomer(db);
  // A customer's endpoint in an account that is granted no network.
  const { endpoint } = await givenEndpoint(db, accountId, receiver.url, { madeBy: 'customer' });
  await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId));
  await using _sender = startSender(db);
  await eventually(async () => (await endpointOf(db, endpoint.id)).failures === 1);
  const [delivery] = await deliveriesOf(db, endpoint.id);
  assert.match((await attemptsOf(db, delivery?.id ?? ''))[0]?.failure ?? '', /is not public/);
  assert.equal(receiver.seen.length, 0);
});

test('an address that a customer gives an endpoint of the operator reaches what the customer may, while others are sent', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const answers: (() => void)[] = [];
  const receiver = await startJsonServer((_, response) => {
    answers.push(() => response.end('{}'));
    return undefined;
  });
  const { accountId, projectId } = await givenCustomer(db);
  const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
  await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId), 5);
  await using _sender = startSender(db);
  await eventually(() => answers.length === 4);
  const url = `${receiver.url}/other`;
  await db
    .transaction()
    .execute(async (transaction) =>
      changeEndpoint(transaction, await getEndpoint(transaction, endpoint.id), { url }, 'customer'),
    );
  await lookedAt(db, endpoint.id);
  for (const answer of answers.splice(0)) answer();
  await eventually(async () => (await endpointOf(db, endpoint.id)).failures === 1);
  assert.deepEqual(
    receiver.seen.map(({ path }) => path),
    ['/', '/', '/', '/'],
  );
});

test('an answer that never comes ends the attempt', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const receiver = await startJsonServer(() => undefined);
  const { accountId, projectId } = await givenCustomer(db);
  const { endpoint } = await givenEndpoint(db, accountId, receiver.url);
  await givenEvents(db, accountId, await givenStoredConnection(db, accountId, projectId));
  await using _sender = startSender(db, { attemptMs: 100 });
  await eventually(async () => (await endpointOf(db, endpoint.id)).failures === 1);
  const [delivery] = await deliveriesOf(db, endpoint.id);
  assert.match((await attemptsOf(db, delivery?.id ?? ''))[0]?.failure ?? '', /no answer within 0\.1 seconds/);
});

test('Retry-After is seconds or a date; anything else is no wait', () => {
  const now = Date.parse('2026-11-21T09:30:00Z');
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter('Sat, 21 Nov 2026 09:31:00 GMT', now), 60_000);
  for (const none of [null, '', 'soon', '-5', 'Sat, 21 Nov 2020 09:31:00 GMT'])
    assert.equal(readRetryAfter(none, now), undefined);
});
