import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DuckDBInstance } from '@duckdb/node-api';
import { smallBytes } from '../../../src/reporting/connectors/file/bytes.ts';
import { leaveInstance, prepareInstances } from '../../../src/reporting/connectors/file/instances.ts';

test('engines that are left wait for a pause to be closed, ten at most, of few bytes together', async () => {
  const closed: string[] = [];
  const leave = (name: string, bytes: number) => {
    leaveInstance({ closeSync: () => closed.push(name) } as unknown as DuckDBInstance, bytes);
  };
  leave('small', 1_000);
  leave('large', smallBytes);
  leave('of unknown size', Number.POSITIVE_INFINITY);
  assert.deepEqual(closed, ['large', 'of unknown size']);
  for (let count = 1; count < 10; count++) leave('small', 1_000);
  leave('eleventh', 1_000);
  assert.deepEqual(closed.splice(0), ['large', 'of unknown size', 'eleventh']);
  await prepareInstances(() => false);
  assert.deepEqual(closed, []);
  await prepareInstances(() => closed.length < 3);
  assert.equal(closed.length, 3);
  await prepareInstances(() => closed.length < 10);
  assert.equal(closed.length, 10);
});
