import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../src/domains/accounts/accounts.ts';
import { startSweeper, sweep } from '../../src/installation/sweeper.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { createTestDatabase } from '../support/databases.ts';
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
