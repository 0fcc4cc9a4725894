import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObjectStore } from '../src/storage/object-store.ts';
import { startSweeper } from '../src/sweeper.ts';
import { createTestDatabase } from './support/databases.ts';
import { eventually } from './support/eventually.ts';
import { silentLog } from './support/silent-log.ts';

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
