import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announceJobs, listenForJobs } from '../../../src/platform/jobs/notifications.ts';
import { createTestDatabase, withoutPostgres } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { silentLog } from '../../support/silent-log.ts';

const needsPostgres = { skip: withoutPostgres };

test(
  'jobs that are announced wake the workers of every process, and many at once with few statements',
  needsPostgres,
  async (t) => {
    await using database = await createTestDatabase('postgres');
    const { db, location } = database;
    assert.ok(location.engine === 'postgres');
    const wakes: [number, number] = [0, 0];
    await using stack = new AsyncDisposableStack();
    const listen = (index: 0 | 1) => stack.use(listenForJobs(location, () => wakes[index]++, silentLog));
    listen(0);
    listen(1);
    await eventually(() => wakes.every((count) => count === 1));
    const { mock } = t.mock.method(db, 'executeQuery');
    const announce = announceJobs(db);
    for (let job = 0; job < 100; job++) announce();
    await eventually(() => wakes.every((count) => count === 3));
    assert.equal(mock.callCount(), 2, 'one for the first, and one for all that came while it was under way');
    announce();
    await eventually(() => wakes.every((count) => count === 4));
  },
);

test('an announcement without a database is left to the next look at the queue', needsPostgres, async () => {
  await using database = await createTestDatabase('postgres');
  const announce = announceJobs(database.db);
  await database.db.destroy();
  announce();
  await eventually(() => true);
});
