import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resendDelivery } from '../../../src/domains/webhooks/deliveries.ts';
import { mostAttempts, pauseAfter, waitAfter } from '../../../src/domains/webhooks/retry-waits.ts';
import { addDeliveries } from '../../../src/domains/webhooks/route-events.ts';
import type { Answer } from '../../../src/domains/webhooks/send-attempt.ts';
import { leaseEndpoints, takeTurn } from '../../../src/domains/webhooks/turns.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { givenCustomer } from '../../platform/jobs/queued-jobs.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { attemptsOf, deliveriesOf, endpointOf, givenEndpoint, givenEvents } from '../../support/webhooks.ts';

const hour = 60 * 60_000;

test('attempts come after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, up to a tenth later, and then no more', () => {
  const waits = Array.from({ length: mostAttempts }, (_, index) => waitAfter(index + 1, undefined, 0));
  const hours = [2, 5, 10, 14, 20, 24].map((each) => each * hour);
  assert.deepEqual(waits, [5_000, 300_000, 1_800_000, ...hours, null]);
  assert.equal(waitAfter(1, undefined, 1), 5_500);
});

test('an endpoint may ask for a longer wait, up to a day, and not for a shorter one', () => {
  assert.equal(waitAfter(1, 60_000, 0), 60_000);
  assert.equal(waitAfter(3, 1_000, 0), 1_800_000);
  assert.equal(waitAfter(1, 999 * hour, 0), 24 * hour);
});

test('an overloaded endpoint is paused at once, one that fails otherwise after eight failures in a row, and never for long', () => {
  assert.equal(pauseAfter(1, false, undefined), 0);
  assert.equal(pauseAfter(8, false, undefined), 1_000);
  assert.equal(pauseAfter(10_000, false, undefined), 60_000);
  assert.equal(pauseAfter(1, true, undefined), 1_000);
  assert.equal(pauseAfter(1, true, 120_000), 120_000);
  assert.equal(pauseAfter(1, true, 99 * hour), hour);
});

const ended = (httpStatus: number | null, askedMs?: number): Answer => {
  const failure = httpStatus !== null && httpStatus < 300 ? null : `It answered ${httpStatus}.`;
  return { startedAt: new Date().toISOString(), durationMs: 1, httpStatus, failure, answer: '', askedMs };
};

/** An endpoint under a lease, with as many deliveries that are due as asked for. */
async function givenLeased(db: Database, count: number) {
  const { accountId } = await givenCustomer(db);
  const { endpoint } = await givenEndpoint(db, accountId, 'https://example.com/hooks');
  for (const id of await givenEvents(db, accountId, 'con_x', count)) {
    await addDeliveries(db, [endpoint], { id, type: 'connection.reauth_required' });
  }
  const [leased] = await leaseEndpoints(db, () => 'lease', 1);
  assert.equal(leased?.id, endpoint.id);
  const turn = (finished: Parameters<typeof takeTurn>[1]['finished'] = [], more: object = {}) =>
    takeTurn(db, { id: endpoint.id, lease: 'lease', finished, held: [], mayRead: true, ...more });
  return { id: endpoint.id, turn };
}

for (const engine of engines) {
  test(`${engine}: a delivery is given up after its last attempt, and logged ten times`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 1);
    let [due] = (await turn()).due;
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      assert.ok(due, `attempt ${attempt}`);
      await turn([{ delivery: due.delivery, answer: ended(500) }], { mayRead: false });
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: '2000' })
        .where('next_attempt_at', 'is not', null)
        .execute();
      await db.updateTable('webhook_endpoints').set({ paused_until: null }).execute();
      [due] = (await turn()).due;
    }
    assert.equal(due, undefined);
    const [delivery] = await deliveriesOf(db, id);
    assert.deepEqual([delivery?.status, delivery?.attempt], ['failed', mostAttempts]);
    assert.equal((await attemptsOf(db, delivery?.id ?? '')).length, mostAttempts);
  });

  test(`${engine}: an endpoint is paused after eight failures in a row, and gets one at a time until one is taken`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 20);
    const failing = (await turn()).due.slice(0, 8).map(({ delivery }) => ({ delivery, answer: ended(null) }));
    const paused = await turn(failing);
    assert.deepEqual([paused.isPaused, paused.due], [true, []]);
    await db.updateTable('webhook_endpoints').set({ paused_until: null }).execute();
    const [tried, ...more] = (await turn()).due;
    assert.ok(tried && more.length === 0);
    assert.equal((await endpointOf(db, id)).failures, 8);
    assert.deepEqual((await turn([], { held: [tried.delivery.id] })).due, [], 'one is under way');
    assert.equal((await turn([{ delivery: tried.delivery, answer: ended(200) }])).due.length, 11);
  });

  test(`${engine}: what is held is not read again, and no more is held than fifty`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { turn } = await givenLeased(db, 60);
    const first = (await turn()).due;
    assert.equal(first.length, 50);
    const held = first.slice(40).map(({ delivery }) => delivery.id);
    const finished = first.slice(0, 40).map(({ delivery }) => ({ delivery, answer: ended(200) }));
    const rest = (await turn(finished, { held })).due;
    assert.deepEqual([rest.length, rest.filter(({ delivery }) => held.includes(delivery.id))], [10, []]);
    const delivered = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('status', '=', 'delivered')
      .execute();
    assert.deepEqual(delivered.map(({ id }) => id).toSorted(), finished.map(({ delivery }) => delivery.id).toSorted());
  });

  test(`${engine}: each of a group gets its own result`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 3);
    const answers = [ended(204), ended(500), { ...ended(null), own: 'final' as const }];
    const due = (await turn()).due;
    await turn(due.map(({ delivery }, index) => ({ delivery, answer: answers[index] ?? ended(null) })));
    const rows = new Map((await deliveriesOf(db, id)).map((row) => [row.id, row]));
    const found = due.map(({ delivery }) => rows.get(delivery.id));
    assert.deepEqual(
      found.map((row) => [row?.status, row?.attempt, row?.step, row?.next_attempt_at === null]),
      [
        ['delivered', 1, 1, true],
        ['pending', 1, 1, false],
        ['failed', 1, 1, true],
      ],
    );
    const attempts = await Promise.all(due.map(({ delivery }) => attemptsOf(db, delivery.id)));
    assert.deepEqual(
      attempts.flat().map(({ number, http_status }) => [number, http_status]),
      [
        [1, 204],
        [1, 500],
        [1, null],
      ],
    );
  });

  test(`${engine}: what is asked for again while it is sent is sent once more`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 2);
    await db.updateTable('webhook_deliveries').set({ next_attempt_at: '2000' }).execute();
    const [one, two] = (await turn()).due;
    assert.ok(one && two);
    await resendDelivery(db, await endpointOf(db, id), one.delivery.id);
    const taken = await turn([one, two].map(({ delivery }) => ({ delivery, answer: ended(200) })));
    assert.deepEqual(
      taken.due.map(({ delivery }) => [delivery.id, delivery.attempt, delivery.step]),
      [[one.delivery.id, 0, 0]],
    );
    assert.equal((await attemptsOf(db, two.delivery.id)).length, 1);
  });

  test(`${engine}: 410 switches an endpoint off at once, and the log of changes says so`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 2);
    const [due] = (await turn()).due;
    assert.ok(due);
    const taken = await turn([{ delivery: due.delivery, answer: ended(410) }]);
    assert.deepEqual([taken.endpoint, taken.due], [null, []]);
    const { enabled, off_reason, off_since } = await endpointOf(db, id);
    assert.deepEqual([enabled, off_reason, typeof off_since], [0, 'gone', 'string']);
    const audit = await db.selectFrom('audit_log').selectAll().where('subject', '=', id).execute();
    assert.deepEqual(
      audit.map(({ actor, action, details }) => [actor, action, details]),
      [[`webhook:${id}`, 'webhook.switch_off', '{"reason":"gone"}']],
    );
    assert.deepEqual(await leaseEndpoints(db, () => 'other', 10), []);
  });

  test(`${engine}: five days of nothing but failures switch an endpoint off; one success among them does not`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 3);
    const [one, two, three] = (await turn()).due;
    assert.ok(one && two && three);
    const failingSince = (ms: number) =>
      db
        .updateTable('webhook_endpoints')
        .set({ failures: 3, failing_since: new Date(Date.now() - ms).toISOString() })
        .execute();
    await failingSince(120 * hour - 60_000);
    await turn([{ delivery: one.delivery, answer: ended(500) }], { mayRead: false });
    assert.equal((await endpointOf(db, id)).enabled, 1);
    await failingSince(120 * hour + 60_000);
    await turn([{ delivery: two.delivery, answer: ended(204) }], { mayRead: false });
    assert.deepEqual([(await endpointOf(db, id)).enabled, (await endpointOf(db, id)).failing_since], [1, null]);
    await failingSince(120 * hour + 60_000);
    await turn([{ delivery: three.delivery, answer: ended(500) }], { mayRead: false });
    assert.deepEqual([(await endpointOf(db, id)).enabled, (await endpointOf(db, id)).off_reason], [0, 'failing']);
  });

  test(`${engine}: 429 with Retry-After pauses the endpoint and the delivery as long`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 3);
    const [due] = (await turn()).due;
    assert.ok(due);
    const taken = await turn([{ delivery: due.delivery, answer: ended(429, 600_000) }]);
    assert.equal(taken.due.length, 0);
    const { paused_until, updated_at: _ } = await endpointOf(db, id);
    const [delivery] = (await deliveriesOf(db, id)).filter((each) => each.id === due.delivery.id);
    for (const time of [paused_until, delivery?.next_attempt_at]) {
      assert.ok(Math.abs(Date.parse(time ?? '') - Date.now() - 600_000) < 10_000, `${time}`);
    }
  });

  test(`${engine}: who has lost the lease records nothing and gets nothing`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id, turn } = await givenLeased(db, 2);
    const [due] = (await turn()).due;
    assert.ok(due);
    await db.updateTable('webhook_endpoints').set({ leased_until: '2000' }).execute();
    const [taken] = await leaseEndpoints(db, () => 'next', 1);
    assert.equal(taken?.lease, 'next');
    const next = await takeTurn(db, { id, lease: 'next', finished: [], held: [], mayRead: true });
    assert.equal(next.due.length, 2);
    const late = await turn([{ delivery: due.delivery, answer: ended(200) }]);
    assert.deepEqual([late.endpoint, late.due], [null, []]);
    assert.deepEqual(
      (await deliveriesOf(db, id)).map(({ status }) => status),
      ['pending', 'pending'],
    );
    assert.deepEqual(await attemptsOf(db, due.delivery.id), []);
  });

  test(`${engine}: endpoints take turns, whatever waits for one of them`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { accountId } = await givenCustomer(db);
    const many = await givenEndpoint(db, accountId, 'https://example.com/many');
    const few = await givenEndpoint(db, accountId, 'https://example.com/few');
    const ids = await givenEvents(db, accountId, 'con_x', 50);
    for (const id of ids) await addDeliveries(db, [many.endpoint], { id, type: 'connection.reauth_required' });
    await addDeliveries(db, [few.endpoint], { id: ids[0] ?? '', type: 'connection.reauth_required' });
    await db.updateTable('webhook_endpoints').set({ served_at: '2026' }).where('id', '=', many.endpoint.id).execute();
    const leased = await leaseEndpoints(db, () => 'lease', 1);
    assert.deepEqual(
      leased.map(({ id }) => id),
      [few.endpoint.id],
    );
  });
}
