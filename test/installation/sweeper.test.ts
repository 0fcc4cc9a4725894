import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../src/domains/accounts/accounts.ts';
import { startSweeper, sweep } from '../../src/installation/sweeper.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { countKeysNextTurn, givenOldKeys } from '../support/old-keys.ts';
import { silentLog } from '../support/silent-log.ts';

/** A sweep comes every ten minutes. */
const sweepsPerDay = 144;

test('one sweep a day lists all objects', async () => {
  await using database = await createTestDatabase('sqlite');
  const sweeps: Record<string, unknown>[] = [];
  const noObjects = { list: () => [] } as unknown as ObjectStore;
  const error = (fields: Record<string, unknown>) => assert.fail(String(fields.err));
  const log = { ...silentLog, info: (swept: Record<string, unknown>) => void sweeps.push(swept), error };
  await using _ = startSweeper({ db: database.db, objects: noObjects, auditDays: 400 }, log, 1);
  await eventually(() => sweeps.length > sweepsPerDay);
  const listed = sweeps.flatMap((swept, sweep) => ('orphans' in swept ? [sweep] : []));
  assert.deepEqual(listed, [0, sweepsPerDay]);
});

test('requests are served between two batches of a sweep', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const { id } = await createAccount(db, { name: 'A', plan: 'pro' });
  await givenOldKeys(db, id, 2_500);
  const noObjects = { list: () => [] } as unknown as ObjectStore;
  const [swept, left] = await Promise.all([sweep({ db, objects: noObjects, auditDays: 400 }), countKeysNextTurn(db)]);
  assert.equal(swept.idempotency_keys, 2_500);
  assert.ok(left > 0, 'the sweep was over before anything else had its turn');
});

for (const engine of engines) {
  test(`${engine}: keys of people and counts of their past days go, those of today and of accounts stay`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const today = Math.floor(Date.now() / 86_400_000);
    const counts = [
      ['user:usr_a', today - 3],
      ['token:rs_manage_a', today - 3],
      ['address:203.0.113.7', today - 3],
      ['user:usr_b', today],
      ['acc_a', today - 3],
    ] as const;
    const rows = counts.map(([account_id, day]) => ({ account_id, day, day_count: 1 }));
    await db.insertInto('request_counts').values(rows).execute();
    const key = { actor: 'user:usr_a', kind: 'token.create', account_id: null, fingerprint: '', response: '{}' };
    const times = [new Date(Date.now() - 25 * 3_600_000), new Date()].map((time) => time.toISOString());
    const keys = times.map((created_at, index) => ({ ...key, key: String(index), created_at }));
    await db.insertInto('actor_keys').values(keys).execute();
    const noObjects = { list: () => [] } as unknown as ObjectStore;
    const swept = await sweep({ db, objects: noObjects, auditDays: 400 });
    assert.deepEqual([swept.request_counts, swept.idempotency_keys], [3, 1]);
    const left = await db.selectFrom('request_counts').select('account_id').orderBy('account_id').execute();
    assert.deepEqual(
      left.map(({ account_id }) => account_id),
      ['acc_a', 'user:usr_b'],
    );
    assert.deepEqual(await db.selectFrom('actor_keys').select('key').execute(), [{ key: '1' }]);
  });
}
