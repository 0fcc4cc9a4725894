import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { runGenerationJob } from '../../../src/domains/generation-jobs/run-generation-job.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { enqueueJob } from '../../../src/platform/jobs/queue.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { EngineChild } from '../../../src/reporting/connectors/engine/engine-child.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { localNetwork } from '../../support/connector-context.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { makeConfig, makeFolder, writeText } from '../../support/file-connection.ts';
import { silentLog } from '../../support/silent-log.ts';

test('a generation holds the files of at most four connections at a time, however many the project has', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const folder = await makeFolder();
  await writeText(folder, 'sales.csv', ['day,amount', '2026-01-01,1', '2026-01-02,2']);
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  const vault = createVault(Buffer.alloc(32));
  const config = makeConfig('sales.csv', 'day', { amount: 'sum(amount)' });
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    const connection = { accountId: account.id, projectId, system: 'file', name, config };
    await insertConnection(db, { ...connection, status: 'connected', seal: () => null });
  }
  const request = { period: { current: { from: '2026-01-01', to: '2026-01-02' }, compare: null } };
  const asked = { type: 'generation', accountId: account.id, projectId, reportId: null, format: null } as const;
  await db
    .transaction()
    .execute((transaction) => enqueueJob(transaction, { ...asked, source: 'api', request, refusal: null }));
  const job = await claimJob(db, 'worker', 4);
  assert.ok(job);
  const asking = mock.method(EngineChild.prototype, 'ask');
  const closing = mock.method(EngineChild.prototype, 'close');
  // Work of other tests in this process may still be ending.
  const own = () => asking.mock.calls.filter(({ arguments: [call] }) => JSON.stringify(call).includes(folder));
  const opened = () => new Set(own().map(({ arguments: [call] }) => call.contextId));
  const closed = () => closing.mock.calls.filter(({ arguments: [contextId] }) => opened().has(contextId)).length;
  const open: number[] = [];
  const progress = () => open.push(opened().size - closed());
  const { signal } = new AbortController();
  const run = { job, signal, deadline: Date.now() + 60_000, log: silentLog, takeMeasure() {}, progress };
  const objects = await openFileStore(`${folder}/objects`);
  const result = await runGenerationJob({ db, objects, vault, dataRoots: [folder], network: localNetwork }, run);
  assert.equal(result.status, 'completed');
  // More where another test's fault ended the process that they share, and they were opened again.
  assert.ok(opened().size >= 6);
  assert.ok(Math.max(...open) <= 4, String(open));
});
