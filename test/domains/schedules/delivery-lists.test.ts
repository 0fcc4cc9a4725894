import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pageOfDeliveries, type Seen } from '../../../src/domains/schedules/delivery-pages.ts';
import { listDeliveries, sendAgain } from '../../../src/domains/schedules/listed-deliveries.ts';
import { removeSchedule } from '../../../src/domains/schedules/schedules.ts';
import { newIdentifier } from '../../../src/platform/database/identifiers.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { deliveryStates } from '../../../src/platform/database/words.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { pick, seed, seededRandom } from '../../faults/support/random.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createFreshDatabase, engines } from '../../support/databases.ts';
import { removeFolder } from '../../support/folders.ts';
import { assertCountsExact } from '../../support/list-counts.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';

const addresses = ['ann@example.com', 'bob@example.com', 'äöü@example.com'];

/** Three schedules of two projects of an account, and one of another account, with e-mails in all states. */
async function givenDeliveries(db: Database) {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  const objects = await openFileStore(folder);
  const account = await givenAccount(db);
  const other = await givenAccount(db);
  const projects = [await givenProject(db, account), await givenProject(db, account)] as const;
  const schedules: string[] = [];
  for (const [owner, project] of [
    [account, projects[0]],
    [account, projects[0]],
    [account, projects[1]],
    [other, await givenProject(db, other)],
  ] as const) {
    const schedule = await givenSchedule(db, project.id, { recipients: ['ann@example.com'] });
    schedules.push(schedule.id);
    const first = await givenDueDelivery(db, objects, owner, schedule);
    const row = await db.selectFrom('deliveries').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
    const { schedule_id: _, ...copied } = row;
    const more = Array.from({ length: 40 }, (_each, index) => ({
      ...{ ...copied, id: newIdentifier('dlv'), next_attempt_at: null, status: pick(random, deliveryStates) },
      ...{ recipient: inSomeCase(pick(random, addresses), index + 1) },
      ...{ created_at: timeOf(random), updated_at: timeOf(random) },
    }));
    await db.insertInto('deliveries').values(more).execute();
  }
  removeFolder(folder);
  return { account, projects, schedules };
}

/** A run has each spelling of an address once. */
const inSomeCase = (address: string, bits: number) =>
  address.replaceAll(/[a-z]/g, (letter, at: number) =>
    at > 3 && (bits >> (at - 4)) & 1 ? letter.toUpperCase() : letter,
  );

const timeOf = (random: () => number) => `2026-11-2${Math.floor(random() * 3)}T09:00:00.000Z`;

for (const engine of engines) {
  test(`${engine}: every list of e-mails has its rows in order and their number, by any filters and for any caller`, async (context) => {
    context.diagnostic(`FAULT_SEED=${seed}`);
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    const { account, projects, schedules } = await givenDeliveries(db);
    const all = await db
      .selectFrom('deliveries')
      .innerJoin('schedules', 'schedules.id', 'deliveries.schedule_id')
      .selectAll('deliveries')
      .select('project_id')
      .where('deliveries.account_id', '=', account.id)
      .execute();
    const callers: readonly Seen['projectIds'][] = [null, [projects[1].id], projects.map(({ id }) => id), []];
    const filters = callers.flatMap((projectIds) =>
      [undefined, 'aNN@example.com', 'äöü@example.com'].flatMap((recipient) =>
        [undefined, schedules[0], schedules[3]].flatMap((schedule_id) =>
          ([undefined, ...deliveryStates] as const).map((state) => ({ projectIds, recipient, schedule_id, state })),
        ),
      ),
    );
    for (const { projectIds, ...asked } of filters) {
      const { recipient, schedule_id, state } = asked;
      const kept = all.filter(
        (row) =>
          (projectIds === null || projectIds.includes(row.project_id)) &&
          (recipient === undefined || row.recipient.toLowerCase() === recipient.toLowerCase()) &&
          (schedule_id === undefined || row.schedule_id === schedule_id) &&
          (state === undefined || row.status === state),
      );
      for (const sort of ['created_at', 'updated_at'] as const) {
        const sorted = kept.map((row) => `${row[sort]} ${row.id}`).toSorted();
        for (const direction of ['asc', 'desc'] as const) {
          const ids = (direction === 'asc' ? sorted : sorted.toReversed()).map((key) => key.split(' ')[1]);
          for (const page of [1, 2, 1_000]) {
            const query = { ...asked, page, per_page: 7, sort, direction };
            const { items, total } = await listDeliveries(db, { account, projectIds }, query);
            const found = [items.map(({ id }) => id), total];
            assert.deepEqual(found, [ids.slice((page - 1) * 7, page * 7), ids.length], JSON.stringify(query));
            // As of so many that they are not sorted.
            const ofMany = await pageOfDeliveries(db, { account, projectIds }, asked, query, 0);
            assert.deepEqual(ofMany, { ids: found[0], total });
          }
        }
      }
    }
  });

  test(`${engine}: the kept numbers of e-mails follow what is sent again and schedules that are removed, with their addresses`, async () => {
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    const { account, schedules } = await givenDeliveries(db);
    await assertCountsExact(db);
    const caller = { account, projectIds: null };
    const ended = await db.selectFrom('deliveries').selectAll().where('status', '=', 'sent').execute();
    const own = ended.find((row) => row.schedule_id === schedules[1]);
    await db.transaction().execute((transaction) => sendAgain(transaction, caller, own?.id ?? ''));
    await assertCountsExact(db);
    await db.transaction().execute((transaction) => removeSchedule(transaction, schedules[0] ?? ''));
    await assertCountsExact(db);
    const left = await db
      .selectFrom('list_counts')
      .selectAll()
      .where('owner', '=', schedules[0] ?? '')
      .execute();
    assert.deepEqual(left, []);
  });
}
