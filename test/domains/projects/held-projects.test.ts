import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGenerationJob } from '../../../src/domains/generation-jobs/generation-jobs.ts';
import { archiveProject, holdProject, lockProject } from '../../../src/domains/projects/projects.ts';
import { inShortTransaction } from '../../../src/platform/database/transactions.ts';
import type { Caller } from '../../../src/platform/http/caller.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines, untilLocked } from '../../support/databases.ts';

const period = { current: { from: '2026-01-01', to: '2026-01-31' } };

if (engines.includes('postgres')) {
  test('postgres: a generation that starts while its project is being archived waits, and is blocked', async () => {
    await using own = await createTestDatabase('postgres');
    const account = await givenAccount(own.db);
    const { id } = await givenProject(own.db, account);
    const plan = { maxGenerationsPerMonth: null };
    const caller = { account, plan, source: 'api' } as unknown as Caller;
    const { started } = await own.db.transaction().execute(async (archiving) => {
      await archiveProject(archiving, account.id, id, 'operator');
      const started = inShortTransaction(own.db, (transaction) =>
        startGenerationJob(transaction, caller, id, { period }),
      );
      await untilLocked(own.db);
      return { started };
    });
    const { status, outcome } = await started;
    assert.deepEqual([status, JSON.parse(outcome ?? '').reason], ['blocked', 'project_archived']);
  });

  test('postgres: those that hold a project do not wait for each other, and a change of it waits for them', async () => {
    await using own = await createTestDatabase('postgres');
    const account = await givenAccount(own.db);
    const { id } = await givenProject(own.db, account);
    const order: string[] = [];
    const { changing } = await own.db.transaction().execute(async (first) => {
      await holdProject(first, account.id, id);
      await own.db.transaction().execute((second) => holdProject(second, account.id, id));
      const changing = own.db.transaction().execute(async (third) => {
        await lockProject(third, account.id, id);
        order.push('changed');
      });
      await untilLocked(own.db);
      order.push('held');
      return { changing };
    });
    await changing;
    assert.deepEqual(order, ['held', 'changed']);
  });
}
