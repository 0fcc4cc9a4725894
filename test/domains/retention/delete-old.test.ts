import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { deleteAccount } from '../../../src/domains/accounts/delete-account.ts';
import { setComment } from '../../../src/domains/reports/comments.ts';
import { countDue } from '../../../src/domains/retention/due-reports.ts';
import { endHold, setHold } from '../../../src/domains/retention/legal-holds.ts';
import { createShare } from '../../../src/domains/shares/shares.ts';
import { newIdentifier } from '../../../src/platform/database/identifiers.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { removeFolder } from '../../support/folders.ts';
import { assertCountsExact } from '../../support/list-counts.ts';
import { givenExport, givenJob, givenReport, smallDocument } from '../../support/outcomes.ts';
import { givenRetention, idsOf, inDays, makeOld, sweepAt } from '../../support/retention.ts';
import { givenSchedule } from '../../support/schedules.ts';
import { usually } from '../../support/suite.ts';

const now = () => inDays(0);

for (const engine of engines) {
  describe(`${engine}: reports that are older than an account keeps them`, () => {
    let database: TestDatabase;
    let objects: ObjectStore;
    const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
    before(async () => {
      database = await createTestDatabase(engine);
      objects = await openFileStore(folder);
    });
    after(async () => {
      await database[Symbol.asyncDispose]();
      removeFolder(folder);
    });

    const keysOf = async (prefix: string) => {
      const keys: string[] = [];
      for await (const { key } of objects.list(prefix)) keys.push(key);
      return keys;
    };

    async function givenOne(months = 12) {
      const { db } = database;
      const account = await givenAccount(db);
      const project = await givenProject(db, account);
      await givenRetention(db, account, months);
      const document = smallDocument();
      const report = await givenReport(db, objects, account, project.id, { document });
      return { db, account, project, document, ...report };
    }

    /** A finished run of a schedule that made the job, with an e-mail. */
    async function givenRun(
      made: Awaited<ReturnType<typeof givenOne>>,
      state: 'completed' | 'awaiting_approval',
      status: 'sent' | 'pending',
    ) {
      const { db, account, job, reportId, project } = made;
      const schedule = await givenSchedule(db, project.id);
      const time = inDays(-400);
      const times = { created_at: time, updated_at: time };
      const run = {
        id: newIdentifier('run'),
        account_id: account.id,
        schedule_id: schedule.id,
        occurrence: '2025-01-01',
      };
      await db
        .insertInto('schedule_runs')
        .values({
          ...{ ...run, ...times, due_at: time, state, generation_job_id: job.id, report_id: reportId },
          ...{ export_job_ids: '[]', failure: null },
        })
        .execute();
      await db
        .insertInto('deliveries')
        .values({
          ...{ id: newIdentifier('dlv'), account_id: account.id, run_id: run.id, recipient: 'ann@example.com' },
          ...{ ...times, status, attempt: 1, next_attempt_at: null, failure: null, reason: null, sent_at: time },
        })
        .execute();
      const notice = { id: newIdentifier('ntc'), account_id: account.id, run_id: run.id, user_id: 'usr_x', days: 0 };
      await db
        .insertInto('schedule_notices')
        .values({ ...notice, attempt: 1, next_attempt_at: null, failure: null, created_at: time })
        .execute();
      return run.id;
    }

    test('one goes with its jobs, files, comments, links and run, and counts stay right', async () => {
      const made = await givenOne();
      const { db, account, project, reportId, job, document } = made;
      await setComment(db, { accountId: account.id, document, section: 1 }, { markdown: 'Well', author: 'operator:a' });
      const file = await givenExport(db, objects, account, project.id, { bytes: Buffer.from('%PDF'), reportId });
      const { share } = await createShare(db, reportId, { password: null, expiresInMs: null });
      await db.updateTable('shares').set({ revoked_at: now() }).where('id', '=', share.id).execute();
      await givenRun(made, 'completed', 'sent');
      const young = await givenReport(db, objects, account, project.id);
      await makeOld(db, job.id, 400);
      const due = await countDue(db, account.id, 12, now());
      assert.deepEqual(
        [due.reports, due.jobs, due.files, due.links, due.kept],
        [1, 2, 1, 1, { held: 0, inUse: 0, linked: 0 }],
      );
      assert.deepEqual(await sweepAt(db, objects, now()), { reports: 1, jobs: 2, uploads: 0 });
      assert.deepEqual(await idsOf(db, 'jobs', account.id), [young.job.id]);
      assert.deepEqual(await idsOf(db, 'reports', account.id), [young.reportId]);
      assert.deepEqual(await idsOf(db, 'shares', account.id), []);
      for (const table of ['report_comments', 'schedule_runs', 'deliveries', 'schedule_notices'] as const) {
        const left = await db.selectFrom(table).select('account_id').where('account_id', '=', account.id).execute();
        assert.deepEqual(left, [], table);
      }
      const left = [...(await keysOf('documents/')), ...(await keysOf('artifacts/'))];
      assert.deepEqual(
        left.filter((key) => key.includes(job.id) || key === file.artifact.key),
        [],
      );
      assert.ok(left.some((key) => key.includes(young.job.id)));
      await assertCountsExact(db);
      const told = await db
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'retention.delete')
        .execute();
      assert.partialDeepStrictEqual(JSON.parse(told.at(-1)?.details ?? ''), { reports: 1, jobs: 2 });
    });

    test('generations without a report go by their own age', async () => {
      const { db, account, project } = await givenOne();
      for (const [status, days] of [
        ['failed', 400],
        ['blocked', 300],
      ] as const) {
        const { id } = await givenJob(db, account, project.id, { type: 'generation' });
        await db.updateTable('jobs').set({ status }).where('id', '=', id).execute();
        await makeOld(db, id, days);
      }
      assert.deepEqual(await sweepAt(db, objects, now()), { reports: 0, jobs: 1, uploads: 0 });
    });

    const reasons: Readonly<Record<string, (made: Awaited<ReturnType<typeof givenOne>>) => Promise<unknown>>> = {
      'is younger': ({ db, job }) => makeOld(db, job.id, 364),
      'ended lately, though begun long ago': ({ db, job }) =>
        db
          .updateTable('jobs')
          .set({ completed_at: inDays(-300) })
          .where('id', '=', job.id)
          .execute(),
      'is shown by a guest link': ({ db, reportId }) =>
        createShare(db, reportId, { password: null, expiresInMs: 60_000 }),
      'is being exported': ({ db, account, project, reportId }) =>
        givenJob(db, account, project.id, { type: 'export', reportId }),
      'was exported lately': ({ db, account, project, reportId }) =>
        givenExport(db, objects, account, project.id, { bytes: Buffer.from('%PDF'), reportId }),
      'waits for a release': (made) => givenRun(made, 'awaiting_approval', 'sent'),
      'has an e-mail that somebody asked for again': (made) => givenRun(made, 'completed', 'pending'),
      'is on legal hold with its project': ({ db, account, project }) =>
        db.transaction().execute((transaction) =>
          setHold(transaction, {
            accountId: account.id,
            projectId: project.id,
            reason: 'Case 1',
            madeBy: 'operator:a',
          }),
        ),
      'is on legal hold with its account': ({ db, account }) =>
        db
          .transaction()
          .execute((transaction) =>
            setHold(transaction, { accountId: account.id, projectId: null, reason: 'Case 1', madeBy: 'operator:a' }),
          ),
    };
    for (const [title, keep] of Object.entries(reasons)) {
      test(`one stays that ${title}`, async () => {
        const made = await givenOne();
        const { db, account, reportId, job } = made;
        await makeOld(db, job.id, 400);
        await keep(made);
        const { jobs } = await countDue(db, account.id, 12, now());
        assert.equal(jobs, 0, 'the preview says the same');
        await sweepAt(db, objects, now());
        assert.deepEqual(await idsOf(db, 'reports', account.id), [reportId]);
        assert.ok((await keysOf('documents/')).some((key) => key.includes(job.id)));
      });
    }

    test('what a hold kept goes once it has ended and people were told anew, and not before', async () => {
      const { db, account, job } = await givenOne();
      await makeOld(db, job.id, 400);
      const hold = { accountId: account.id, projectId: null, reason: 'Case 7', madeBy: 'operator:a' };
      const { id } = await db.transaction().execute((transaction) => setHold(transaction, hold));
      await assert.rejects(deleteAccount(db, objects, account.id, 'operator:a'), /on legal hold \(hld_\w+: Case 7\)/);
      await db.transaction().execute((transaction) => endHold(transaction, account.id, id));
      for (const day of [0, 1, 6.9]) {
        await sweepAt(db, objects, inDays(day));
        assert.deepEqual(await idsOf(db, 'jobs', account.id), [job.id], `day ${day}`);
      }
      await sweepAt(db, objects, inDays(7.1));
      assert.deepEqual(await idsOf(db, 'jobs', account.id), []);
    });

    test('uploads that no connection reads go; a hold of any project keeps them', async () => {
      const { db, account, project } = await givenOne();
      const time = inDays(-400);
      const file = { account_id: account.id, name: 'a.csv', format: 'csv', columns: '[]', size_bytes: 1, sha256: '' };
      const [read, unread, young] = ['a', 'b', 'c'].map((name) => ({
        ...{ ...file, id: newIdentifier('upl'), object_key: `uploads/${account.id}-${name}`, created_at: time },
        updated_at: name === 'c' ? now() : time,
      }));
      for (const row of [read, unread, young]) if (row) await db.insertInto('uploads').values(row).execute();
      await db
        .insertInto('connections')
        .values({
          ...{ id: newIdentifier('con'), account_id: account.id, project_id: project.id, system: 'file', name: 'A' },
          ...{ status: 'connected', config: JSON.stringify({ path: `upload:${read?.id}` }), secret: null },
          ...{ made_by: 'customer', secret_lease: null, secret_leased_until: null },
          ...{ checked_at: time, created_at: time, updated_at: time },
        })
        .execute();
      const hold = { accountId: account.id, projectId: project.id, reason: 'Case', madeBy: 'operator:a' };
      const { id } = await db.transaction().execute((transaction) => setHold(transaction, hold));
      assert.equal((await sweepAt(db, objects, now())).uploads, 0);
      await db.deleteFrom('legal_holds').where('id', '=', id).execute();
      await db.updateTable('account_retention').set({ look_at: now() }).where('account_id', '=', account.id).execute();
      assert.equal((await sweepAt(db, objects, inDays(0.01))).uploads, 1);
      assert.deepEqual(await idsOf(db, 'uploads', account.id), [read?.id, young?.id]);
      const following = await db
        .selectFrom('replaced_uploads')
        .select('object_key')
        .where('account_id', '=', account.id)
        .execute();
      assert.deepEqual(following, [{ object_key: unread?.object_key }]);
    });

    test('many are deleted in batches, past those that stay', async () => {
      const { db, account, project } = await givenOne();
      const linked = await givenReport(db, objects, account, project.id);
      await makeOld(db, linked.job.id, 500);
      await createShare(db, linked.reportId, { password: null, expiresInMs: null });
      const source = db.selectFrom('jobs').selectAll().where('id', '=', linked.job.id);
      const { id: _, ...job } = await source.executeTakeFirstOrThrow();
      const rows = Array.from({ length: 250 }, () => ({ ...job, id: newIdentifier('gen'), report_id: null }));
      for (let first = 0; first < rows.length; first += 50) {
        await db
          .insertInto('jobs')
          .values(rows.slice(first, first + 50).map((row) => ({ ...row, status: 'failed' as const })))
          .execute();
      }
      assert.equal((await sweepAt(db, objects, now())).jobs, 250);
      assert.deepEqual((await idsOf(db, 'reports', account.id)).includes(linked.reportId), true);
      await assertCountsExact(db);
    });

    test('nothing that is younger than the months is ever deleted, and nothing older is left', async () => {
      const { db, account, project } = await givenOne();
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 30 }),
          fc.array(fc.double({ min: 0, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 8 }),
          async (months, ages) => {
            await givenRetention(db, account, months);
            const made: { id: string; at: string }[] = [];
            for (const age of ages) {
              const { id } = await givenJob(db, account, project.id, { type: 'generation' });
              await db.updateTable('jobs').set({ status: 'failed' }).where('id', '=', id).execute();
              await makeOld(db, id, age);
              const { completed_at } = await db
                .selectFrom('jobs')
                .select('completed_at')
                .where('id', '=', id)
                .executeTakeFirstOrThrow();
              made.push({ id, at: completed_at ?? '' });
            }
            const time = now();
            await sweepAt(db, objects, time);
            const left = await idsOf(db, 'jobs', account.id);
            const bound = new Date(time);
            bound.setUTCMonth(bound.getUTCMonth() - months);
            for (const { id, at } of made) {
              const days = (Date.parse(time) - Date.parse(at)) / 86_400_000;
              if (at >= bound.toISOString() || days < 32)
                assert.ok(left.includes(id), `${days} days, ${months} months`);
              if (days > 31 * months + 32) assert.ok(!left.includes(id), `${days} days, ${months} months`);
            }
            await db.deleteFrom('jobs').where('account_id', '=', account.id).where('status', '=', 'failed').execute();
          },
        ),
        { numRuns: usually(12, 12) },
      );
    });
  });
}
