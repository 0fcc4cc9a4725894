import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { AnyBulkAction } from '../../src/domains/bulk-jobs/bulk-action.ts';
import { createBulkJob } from '../../src/domains/bulk-jobs/bulk-jobs.ts';
import { runNextItem } from '../../src/domains/bulk-jobs/run-item.ts';
import { advanceRuns } from '../../src/domains/schedules/advance-runs.ts';
import { claimDelivery } from '../../src/domains/schedules/deliveries.ts';
import { fireDueSchedules } from '../../src/domains/schedules/fire-schedules.ts';
import { claimWait } from '../../src/domains/schedules/waits.ts';
import { claimNotice } from '../../src/domains/watches/notice-claims.ts';
import { claimTurn } from '../../src/domains/watches/turns.ts';
import { leaseEndpoints } from '../../src/domains/webhooks/turns.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { markRouted, routeOldest } from '../../src/platform/events/outbox.ts';
import { claimJob } from '../../src/platform/jobs/claims.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { start } from '../platform/jobs/queued-jobs.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { givenChannel } from '../support/chat.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { makeFolder } from '../support/file-connection.ts';
import { givenDueDelivery, givenSchedule, makeDue } from '../support/schedules.ts';
import { silentLog } from '../support/silent-log.ts';
import { openShops, steady } from '../support/watches.ts';
import { givenEndpoint, givenEvents, givenStoredConnection, givenToldEndpoint } from '../support/webhooks.ts';

/** What a newer version writes where this one knows only some words. */
const unknown = 'of_the_future';
const longAgo = '2026-01-01T00:00:00.000Z';

interface Given {
  readonly db: Database;
  readonly account: Account;
  readonly objects: ObjectStore;
}

/** A queue whose rows are taken by what they say. */
interface Queue {
  readonly table: string;
  /** Which column of which table says it, and of which row there: that of the queue, unless it is said. */
  readonly word: readonly [table: string, column: string, key?: string];
  /** What the column has of a newer version. */
  readonly newer?: string;
  /** Writes a row that is due, and gives its id. */
  readonly give: (given: Given) => Promise<string>;
  /** What an older process does in turn. */
  readonly take: (given: Given) => Promise<unknown>;
}

const scheduleOf = async ({ db, account }: Given, fields: Parameters<typeof givenSchedule>[2] = {}) =>
  givenSchedule(db, (await givenProject(db, account)).id, fields);

const giveSchedule = async (given: Given) => {
  const { id } = await scheduleOf(given);
  await makeDue(given.db, id);
  return id;
};
const fire = ({ db }: Given) => fireDueSchedules(db, assert.ifError);

const giveDelivery = async (given: Given) =>
  givenDueDelivery(given.db, given.objects, given.account, await scheduleOf(given));

/** One that its process has handed over, and whose answer never came. */
const giveHanded = async (given: Given) => {
  const id = await giveDelivery(given);
  const handed = { status: 'sending', handed_at: longAgo, next_attempt_at: longAgo } as const;
  await given.db.updateTable('deliveries').set(handed).where('id', '=', id).execute();
  return id;
};

/** A run whose e-mails are all out. */
const giveRun = async (given: Given) => {
  const id = await giveDelivery(given);
  const row = given.db.selectFrom('deliveries').select('run_id').where('id', '=', id);
  const { run_id } = await row.executeTakeFirstOrThrow();
  await given.db
    .updateTable('deliveries')
    .set({ status: 'sent', next_attempt_at: null })
    .where('id', '=', id)
    .execute();
  return run_id;
};
/** A run whose report was made, and goes out under a condition. */
const giveMade = async (given: Given) => {
  const id = await giveRun(given);
  await given.db
    .updateTable('schedule_runs')
    .set({ state: 'generating', report_id: null })
    .where('id', '=', id)
    .execute();
  return id;
};
const advance = ({ db, objects }: Given) => advanceRuns(db, objects, assert.ifError);

const giveNotice = async ({ db, account }: Given) => {
  const channel = await givenChannel(db, account.id);
  const { id: projectId } = await givenProject(db, account);
  const connectionId = await givenStoredConnection(db, account.id, projectId);
  const times = { created_at: longAgo, updated_at: longAgo };
  const [incidentId, id] = [newIdentifier('inc'), newIdentifier('ntc')];
  const days = { first_day: '2026-01-01', last_day: '2026-01-01', opened_at: longAgo };
  await db
    .insertInto('incidents')
    .values({
      ...{
        ...times,
        ...days,
        id: incidentId,
        account_id: account.id,
        project_id: projectId,
        connection_id: connectionId,
      },
      ...{ cause: 'values', open_cause: null, state: 'open', parts: '[]' },
    } as never)
    .execute();
  await db
    .insertInto('incident_notices')
    .values({
      ...{ ...times, id, account_id: account.id, incident_id: incidentId, occasion: 'opened', recipient: channel.id },
      ...{ channel_id: channel.id, status: 'pending', attempt: 0, next_attempt_at: longAgo },
    } as never)
    .execute();
  return id;
};

const giveTurn = async ({ db, account }: Given) => {
  await using shops = await openShops(db, account);
  const shop = await shops.shop(steady(3, { sessions: 1_000 }));
  await shops.add(shop, { kind: 'silence' });
  await db.updateTable('watch_turns').set({ due_at: longAgo }).where('account_id', '=', account.id).execute();
  return shop.connection.id;
};

const note: AnyBulkAction = { action: 'note', access: { role: 'editor' }, runItem: async () => ({}) };
const giveItem = async ({ db, account }: Given) => {
  const askedBy = { actor: 'operator:ann', door: 'cli', address: null } as const;
  const { id: projectId, name: label } = await givenProject(db, account);
  const made = { accountId: account.id, action: note, parameters: {}, askedBy, items: [{ projectId, label }] };
  const { id } = await db.transaction().execute((transaction) => createBulkJob(transaction, made));
  const item = db.selectFrom('bulk_job_items').select('id').where('bulk_job_id', '=', id);
  return (await item.executeTakeFirstOrThrow()).id;
};

const queues: Readonly<Record<string, Queue>> = {
  ...Object.fromEntries(
    (['cadence', 'period', 'compare', 'delivery'] as const).map((column) => [
      `a schedule by its ${column}`,
      { table: 'schedules', word: ['schedules', column], give: giveSchedule, take: fire },
    ]),
  ),
  'an occurrence that waits for its sources': {
    table: 'schedule_waits',
    word: ['schedules', 'period', 'schedule_id'],
    async give(given) {
      const { id } = await scheduleOf(given, { freshBy: { hour: '23:59', otherwise: 'send' } });
      await makeDue(given.db, id);
      await fire(given);
      const wait = given.db.selectFrom('schedule_waits').select('id').where('schedule_id', '=', id);
      return (await wait.executeTakeFirstOrThrow()).id;
    },
    take: ({ db }) => claimWait(db),
  },
  'a run of a schedule': {
    ...{ table: 'schedule_runs', word: ['schedules', 'delivery', 'schedule_id'] },
    ...{ give: giveRun, take: advance },
  },
  'a run under a condition': {
    ...{ table: 'schedule_runs', word: ['schedules', 'only_if', 'schedule_id'] },
    newer: JSON.stringify([{ type: unknown }]),
    ...{ give: giveMade, take: advance },
  },
  'a delivery by its system': {
    ...{ table: 'deliveries', word: ['deliveries', 'system'], give: giveDelivery, take: ({ db }) => claimDelivery(db) },
  },
  'a delivery by its role': {
    ...{ table: 'deliveries', word: ['deliveries', 'role'], give: giveDelivery, take: ({ db }) => claimDelivery(db) },
  },
  'a delivery without an answer': {
    ...{ table: 'deliveries', word: ['deliveries', 'system'], give: giveHanded, take: ({ db }) => claimDelivery(db) },
  },
  'an endpoint by its signatures': {
    ...{ table: 'webhook_endpoints', word: ['webhook_endpoints', 'signing'] },
    async give({ db, account }) {
      const { id } = await givenToldEndpoint(db, account.id);
      const due = { status: 'pending', next_attempt_at: longAgo } as const;
      await db.updateTable('webhook_deliveries').set(due).where('endpoint_id', '=', id).execute();
      return id;
    },
    take: ({ db }) => leaseEndpoints(db, () => newIdentifier('run'), 10),
  },
  'an event by its type': {
    ...{ table: 'events', word: ['events', 'type'] },
    async give({ db, account }) {
      await givenEndpoint(db, account.id, 'https://example.com/hooks');
      const [id = ''] = await givenEvents(db, account.id, 'con_x');
      return id;
    },
    take: ({ db }) =>
      routeOldest(db, (transaction, events) =>
        markRouted(
          transaction,
          events.map(({ id }) => ({ id, data: {} })),
        ),
      ),
  },
  'a connection by the kind of its watch': {
    ...{ table: 'watch_turns', word: ['watches', 'kind', 'connection_id'], give: giveTurn },
    take: ({ db }) => claimTurn(db),
  },
  'a message about an incident by its occasion': {
    ...{ table: 'incident_notices', word: ['incident_notices', 'occasion'], give: giveNotice },
    take: ({ db }) => claimNotice(db),
  },
  'a message about an incident by its chat': {
    ...{ table: 'incident_notices', word: ['chat_channels', 'system', 'channel_id'], give: giveNotice },
    take: ({ db }) => claimNotice(db),
  },
  'a message about an incident without an answer': {
    ...{ table: 'incident_notices', word: ['incident_notices', 'occasion'] },
    async give(given) {
      const id = await giveNotice(given);
      const handed = { status: 'sending', handed_at: longAgo } as const;
      await given.db.updateTable('incident_notices').set(handed).where('id', '=', id).execute();
      return id;
    },
    take: ({ db }) => claimNotice(db),
  },
};

const keyOf = (table: string) => (table === 'watch_turns' ? 'connection_id' : 'id');

for (const engine of engines) {
  for (const [name, { table, word, newer = unknown, give, take }] of Object.entries(queues)) {
    test(`${engine}: ${name} that only a newer version knows is left as it is, and the next one is taken`, async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const objects = await openFileStore(await makeFolder());
      const givenOf = async () => ({ db, objects, account: await givenAccount(db) });
      const given = await givenOf();
      const left = await give(given);
      const read = async (id: string) => {
        const { rows } = await sql`select * from ${sql.table(table)} where ${sql.ref(keyOf(table))} = ${id}`.execute(
          db,
        );
        return rows[0] as Record<string, unknown>;
      };
      const [said, column, key] = word;
      const write = async (value: unknown) => {
        const at = key ? (await read(left))[key] : left;
        const by = said === 'watches' ? 'connection_id' : 'id';
        await sql`update ${sql.table(said)} set ${sql.ref(column)} = ${value} where ${sql.ref(by)} = ${at}`.execute(db);
      };
      const known = await sql<{ word: string }>`select ${sql.ref(column)} as word from ${sql.table(said)}`.execute(db);
      await write(newer);
      const taken = await give(await givenOf());
      const [before, due] = [await read(left), await read(taken)];
      for (let turn = 0; turn < 3; turn++) await take(given);
      assert.deepEqual(await read(left), before);
      assert.notDeepEqual(await read(taken), due);
      // As a version reads it that knows the word.
      await write(known.rows[0]?.word);
      const again = await read(left);
      await take(given);
      assert.notDeepEqual(await read(left), again);
    });
  }

  test(`${engine}: a job is claimed by programs that name its kind alone, and counts no attempt of others`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const customer = { accountId: account.id, projectId: (await givenProject(db, account)).id };
    const [left, needing, next] = [await start(db, customer), await start(db, customer), await start(db, customer)];
    await db
      .updateTable('jobs')
      .set({ type: unknown as never, due_at: longAgo })
      .where('id', '=', left.id)
      .execute();
    await db.updateTable('jobs').set({ needs: unknown, due_at: longAgo }).where('id', '=', needing.id).execute();
    const read = (id: string) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = [await read(left.id), await read(needing.id)];
    assert.equal((await claimJob(db, 'older', 9, ['generation']))?.id, next.id);
    assert.equal(await claimJob(db, 'older', 9, ['generation']), undefined);
    assert.deepEqual([await read(left.id), await read(needing.id)], before);
    const newer = [
      await claimJob(db, 'newer', 9, ['generation', unknown]),
      await claimJob(db, 'newer', 9, ['generation', unknown]),
    ];
    assert.deepEqual(
      newer.map((job) => [job?.id, job?.attempt]).sort(),
      [
        [left.id, 1],
        [needing.id, 1],
      ].sort(),
    );
  });

  test(`${engine}: an item of a bulk job that only a newer version can do waits for it without an attempt, and the next one is done`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const given = { db, account: await givenAccount(db), objects: {} as ObjectStore };
    const left = await giveItem(given);
    await db.updateTable('bulk_jobs').set({ action: unknown }).execute();
    const next = await giveItem(given);
    const runner = (actions: readonly AnyBulkAction[]) => ({ db, actions, log: silentLog, wakeWorkers() {} });
    while (await runNextItem(runner([note])));
    const read = async (id: string) => {
      const item = db.selectFrom('bulk_job_items').select(['state', 'attempt']).where('id', '=', id);
      const { state, attempt } = await item.executeTakeFirstOrThrow();
      return [state, attempt];
    };
    assert.deepEqual(
      [await read(left), await read(next)],
      [
        ['waiting', 0],
        ['done', 0],
      ],
    );
    // After the minute for which an older one lets it lie.
    await db.updateTable('bulk_job_items').set({ due_at: longAgo }).execute();
    await db.updateTable('bulk_queues').set({ due_at: longAgo }).execute();
    while (await runNextItem(runner([{ ...note, action: unknown }])));
    assert.deepEqual(await read(left), ['done', 0]);
  });
}
