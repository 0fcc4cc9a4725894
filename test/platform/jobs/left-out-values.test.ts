import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { runGenerationJob } from '../../../src/domains/generation-jobs/run-generation-job.ts';
import { getReport } from '../../../src/domains/reports/reports.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { completeJob } from '../../../src/platform/jobs/held-job.ts';
import { enqueueJob } from '../../../src/platform/jobs/queue.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { localNetwork } from '../../support/connector-context.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { makeConfig, makeFolder, writeText } from '../../support/file-connection.ts';
import { silentLog } from '../../support/silent-log.ts';

test('a report says how many values its metrics left out, for each period [C-REPORT-4]', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const folder = await makeFolder();
  const prices = ['03;"1.007,50"', '04;"12.627,50"', '05;n/a', '06;"980,25"', '01;"2.000,00"', '02;"3,00"'];
  await writeText(folder, 'shop.csv', ['day;price', ...prices.map((price) => `2026-01-${price}`)]);
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  const config = makeConfig('shop.csv', 'day', {
    half: "sum(TRY_CAST(translate(price, ',', '.') AS DOUBLE))",
    whole: "sum(TRY_CAST(translate(price, ',.', '.') AS DOUBLE))",
  });
  const connection = { accountId: account.id, projectId, system: 'file', name: 'Shop', config };
  const { id } = await insertConnection(db, { ...connection, status: 'connected', seal: () => null });
  const periods = {
    current: { from: '2026-01-03', to: '2026-01-06' },
    compare: { from: '2026-01-01', to: '2026-01-02' },
  };
  const asked = { type: 'generation', accountId: account.id, projectId, reportId: null, format: null } as const;
  await db
    .transaction()
    .execute((transaction) =>
      enqueueJob(transaction, { ...asked, source: 'api', request: { period: periods }, refusal: null }),
    );
  const job = await claimJob(db, 'worker', 4);
  assert.ok(job);
  const { signal } = new AbortController();
  const run = { job, signal, deadline: Date.now() + 60_000, log: silentLog, takeMeasure() {}, progress() {} };
  const objects = await openFileStore(`${folder}/objects`);
  const vault = createVault(Buffer.alloc(32));
  const result = await runGenerationJob({ db, objects, vault, dataRoots: [folder], network: localNetwork }, run);
  assert.ok(result.status === 'completed', JSON.stringify(result));
  assert.ok(await completeJob(db, job, result));
  const done = await db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
  const { warnings } = await getReport(db, account.id, done.report_id ?? '');
  const told = (typeof warnings === 'string' ? JSON.parse(warnings) : warnings) as { code: string; message: string }[];
  assert.deepEqual(
    told.filter(({ code }) => code === 'values_left_out'),
    [
      'Shop has 3 values that cannot be read and are left out of half in the current period.',
      'Shop has 1 value that cannot be read and is left out of whole in the current period.',
      'Shop has 1 value that cannot be read and is left out of half in the compared period.',
    ].map((message) => ({ code: 'values_left_out', message, connection_id: id })),
  );
});
