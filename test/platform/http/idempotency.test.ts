import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPlanOfAccount } from '../../../src/domains/accounts/plans.ts';
import { startGenerationJob } from '../../../src/domains/generation-jobs/generation-jobs.ts';
import { createProject } from '../../../src/domains/projects/projects.ts';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Queryable } from '../../../src/platform/database/tables.ts';
import type { Caller } from '../../../src/platform/http/caller.ts';
import { onceForKey } from '../../../src/platform/http/idempotency.ts';
import { startDatabaseProxy } from '../../faults/support/database-proxy.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines, untilLocked } from '../../support/databases.ts';

const period = { current: { from: '2026-01-01', to: '2026-01-31' } };
let keys = 0;

/** A write under a new key, or under the given one. */
function once(
  db: Database,
  { id }: { id: string },
  write: (transaction: Queryable) => Promise<{ id: string }>,
  key = `key ${keys++}`,
) {
  const claim = { accountId: id, kind: 'project.create', key, fingerprint: 'the same' } as const;
  return onceForKey(db, claim, async (transaction) => {
    const { id } = await write(transaction);
    return { status: 201, location: null, data: id, meta: {} };
  });
}

if (engines.includes('postgres')) {
  test('postgres: a create makes the process wait twice, for its reads and for its writes with the commit, on a plan with limits too', async () => {
    await using own = await createTestDatabase('postgres');
    assert.ok(own.location.engine === 'postgres');
    const account = await givenAccount(own.db, { plan: 'pro' });
    const project = await givenProject(own.db, account);
    const caller = {
      account,
      plan: await getPlanOfAccount(own.db, account.id),
      source: 'api',
    } as unknown as Caller;
    await using proxy = await startDatabaseProxy(own.location.url);
    await using db = connectDatabase({ ...own.location, url: proxy.url });
    const creates = {
      'a project': (transaction: Queryable) => createProject(transaction, caller, { name: 'P' }),
      'a generation': (transaction: Queryable) => startGenerationJob(transaction, caller, project.id, { period }),
    };
    for (const [what, create] of Object.entries(creates)) {
      // The first makes the connection.
      await once(db, account, create);
      const before = proxy.waits;
      await once(db, account, create);
      assert.equal(proxy.waits - before, 2, what);
    }
  });

  test('postgres: a key that an older release is using without the lock is waited for and then replayed', async () => {
    await using own = await createTestDatabase('postgres');
    const account = await givenAccount(own.db);
    const create = (transaction: Queryable) =>
      createProject(transaction, { account, plan: { maxProjects: null } } as unknown as Caller, { name: 'P' });
    const answer = await own.db.transaction().execute(async (older) => {
      const response = JSON.stringify({ status: 201, location: null, data: 'theirs', meta: {} });
      const key = { account_id: account.id, kind: 'project.create', key: 'k', fingerprint: 'the same', response };
      await older
        .insertInto('idempotency_keys')
        .values({ ...key, created_at: new Date().toISOString() })
        .execute();
      const answer = once(own.db, account, create, 'k');
      await untilLocked(own.db);
      return { answer };
    });
    const { result, replayed } = await answer.answer;
    assert.deepEqual([result.data, replayed], ['theirs', true]);
    assert.deepEqual(await own.db.selectFrom('projects').select('id').execute(), []);
  });
}
