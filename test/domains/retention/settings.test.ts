import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPlan, updatePlan } from '../../../src/domains/accounts/plans.ts';
import { retentionMail, retentionNoticeLanguages } from '../../../src/domains/retention/notice-words.ts';
import { sweep } from '../../../src/installation/sweeper.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenReport } from '../../support/outcomes.ts';
import { givenMember } from '../../support/people.ts';
import { givenRetention, idsOf, inDays, makeOld, sweepAt } from '../../support/retention.ts';
import { suiteService } from '../../support/service.ts';

const forever = { keep_reports_months: null, least_months: null, next: null, first_deletion_at: null };
const dayOf = (time: string) => time.slice(0, 10);

for (const engine of engines) {
  describe(`${engine}: how long an account keeps its reports`, async () => {
    const service = await suiteService(engine);
    const { db, dataDir } = service;
    const objects = await openFileStore(`${dataDir}/objects`);
    const read = async (who: SignedInMember) => (await manage(service, who, 'GET', '/retention')).body.data;
    const choose = (who: SignedInMember, months: number | null, headers = {}) =>
      manage(service, who, 'PATCH', '/retention', { body: { keep_reports_months: months }, headers });

    async function givenOwner(plan?: string) {
      const account = await givenAccount(db, plan === undefined ? {} : { plan });
      const project = await givenProject(db, account);
      return { account, project, owner: await givenSignedIn(db, account.id) };
    }
    const noticesOf = (accountId: string) =>
      db
        .selectFrom('retention_notices')
        .select(['user_id', 'keep_months', 'begins_at'])
        .where('account_id', '=', accountId)
        .execute();

    test('a shorter time takes effect after seven days of which admins are told, a longer one at once', async () => {
      const { account, project, owner } = await givenOwner();
      await givenMember(db, account.id, { role: 'editor' });
      const admin = await givenMember(db, account.id, { role: 'admin' });
      const { job } = await givenReport(db, objects, account, project.id);
      await makeOld(db, job.id, 400);
      assert.deepEqual(await read(owner), forever);
      const chosen = await choose(owner, 12, { 'if-match': '"0"' });
      assert.deepEqual([chosen.status, chosen.body.data.keep_reports_months], [200, null], chosen.text);
      assert.equal(chosen.body.data.next.keep_reports_months, 12);
      assert.equal(dayOf(chosen.body.data.next.from), dayOf(inDays(7)));
      const late = await choose(owner, 6, { 'if-match': '"0"' });
      assert.equal(late.status, 412);
      const notices = await noticesOf(account.id);
      assert.deepEqual(notices.map(({ user_id }) => user_id).toSorted(), [owner.userId, admin.id].toSorted());
      const preview = (await manage(service, owner, 'GET', '/retention/preview')).body.data;
      assert.partialDeepStrictEqual(preview, {
        keep_reports_months: 12,
        reports: 1,
        jobs: 1,
        at: chosen.body.data.next.from,
      });
      assert.equal(
        (await manage(service, owner, 'GET', '/retention/preview?keep_reports_months=24')).body.data.jobs,
        0,
      );
      const home = (await manage(service, owner, 'GET', '/overview')).body.data.retention;
      assert.deepEqual(home, { keep_reports_months: 12, from: chosen.body.data.next.from });
      for (const day of [0, 1, 6.9]) {
        await sweepAt(db, objects, inDays(day));
        assert.deepEqual(await idsOf(db, 'jobs', account.id), [job.id], `day ${day}`);
      }
      await sweepAt(db, objects, inDays(7.1));
      assert.deepEqual(await idsOf(db, 'jobs', account.id), []);
      assert.partialDeepStrictEqual(await read(owner), { keep_reports_months: 12, next: null });
      const longer = await choose(owner, 24);
      assert.partialDeepStrictEqual(longer.body.data, { keep_reports_months: 24, next: null });
    });

    test('a shorter time is taken back by sending the one of now', async () => {
      const { account, project, owner } = await givenOwner();
      const { job } = await givenReport(db, objects, account, project.id);
      await makeOld(db, job.id, 400);
      await choose(owner, 3);
      const back = await choose(owner, null);
      assert.deepEqual(back.body.data, forever);
      await sweepAt(db, objects, inDays(30));
      assert.deepEqual(await idsOf(db, 'jobs', account.id), [job.id]);
      assert.equal((await manage(service, owner, 'GET', '/overview')).body.data.retention, null);
    });

    test('people are told seven days before a first deletion that comes long after the choice', async () => {
      const { account, project, owner } = await givenOwner();
      const { job } = await givenReport(db, objects, account, project.id);
      await makeOld(db, job.id, 330);
      await choose(owner, 12);
      for (const day of [7.1, 20]) await sweepAt(db, objects, inDays(day));
      assert.equal((await read(owner)).first_deletion_at, null);
      await db.deleteFrom('retention_notices').where('account_id', '=', account.id).execute();
      await sweepAt(db, objects, inDays(34));
      assert.equal(dayOf((await read(owner)).first_deletion_at), dayOf(inDays(41)));
      assert.equal((await noticesOf(account.id)).length, 1);
      await sweepAt(db, objects, inDays(40.9));
      assert.deepEqual(await idsOf(db, 'jobs', account.id), [job.id]);
      await sweepAt(db, objects, inDays(41.1));
      assert.deepEqual(await idsOf(db, 'jobs', account.id), []);
    });

    test('a plan asks for months at least, and those last where it asks for less again', async () => {
      const plan = `kept ${engine}`;
      await createPlan(db, { name: plan, minKeepMonths: 24 });
      const { account, project, owner } = await givenOwner(plan);
      const refused = await choose(owner, 23);
      const [fault] = refused.body.error.details;
      assert.deepEqual([refused.status, fault.field, fault.rule], [400, 'keep_reports_months', 'minimum']);
      assert.match(fault.message, /"kept \w+" keeps reports for at least 24 months/);
      assert.equal((await choose(owner, 24)).body.data.least_months, 24);
      await givenRetention(db, account, 24);
      await updatePlan(db, plan, { minKeepMonths: 36 });
      const { job } = await givenReport(db, objects, account, project.id);
      await makeOld(db, job.id, 800);
      await sweepAt(db, objects, inDays(0));
      await updatePlan(db, plan, { minKeepMonths: null });
      await sweepAt(db, objects, inDays(1));
      assert.deepEqual(await idsOf(db, 'jobs', account.id), [job.id]);
      assert.equal((await read(owner)).keep_reports_months, 36);
    });

    test('months are whole, from 1 to 600', async () => {
      const { owner } = await givenOwner();
      for (const months of [0, 601, 1.5, '12']) {
        const refused = await choose(owner, months as number);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'keep_reports_months']);
      }
    });

    test('a legal hold says who set it, when and why, stays in the log, and is there once', async () => {
      const { account, project, owner } = await givenOwner();
      const set = (body: object) => manage(service, owner, 'POST', '/legal-holds', { body });
      const made = await set({ project_id: project.id, reason: 'Case 9' });
      assert.equal(made.status, 201, made.text);
      assert.partialDeepStrictEqual(made.body.data, {
        project_id: project.id,
        reason: 'Case 9',
        made_by: `user:${owner.userId}`,
      });
      const other = await givenOwner();
      for (const [body, field] of [
        [{ project_id: project.id, reason: 'Again' }, 'project_id'],
        [{ project_id: other.project.id, reason: 'Not theirs' }, 'project_id'],
        [{ reason: '  ' }, 'reason'],
      ] as const) {
        const refused = await set(body);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
      const listed = await manage(service, owner, 'GET', '/legal-holds');
      assert.deepEqual(listed.body.data.items, [made.body.data]);
      const path = `/legal-holds/${made.body.data.id}`;
      assert.equal((await manage(service, other.owner, 'DELETE', path)).status, 404);
      assert.equal((await manage(service, owner, 'DELETE', path)).status, 200);
      const log = await db
        .selectFrom('audit_log')
        .select(['action', 'subject', 'details'])
        .where('account_id', '=', account.id)
        .where('action', 'like', 'legal_hold.%')
        .orderBy('id')
        .execute();
      assert.deepEqual(
        log.map(({ action, subject, details }) => [action, subject, JSON.parse(details)]),
        ['legal_hold.set', 'legal_hold.end'].map((action) => [
          action,
          made.body.data.id,
          { project_id: project.id, reason: 'Case 9' },
        ]),
      );
    });

    test('what was deleted answers as what was never there', async () => {
      const { account, project, owner } = await givenOwner();
      const { job, reportId } = await givenReport(db, objects, account, project.id);
      await makeOld(db, job.id, 400);
      await givenRetention(db, account, 12);
      const swept = await sweep({ db, objects, auditDays: 400 });
      assert.partialDeepStrictEqual(swept, { old_reports: 1, old_jobs: 1 });
      for (const path of [`/reports/${reportId}`, `/generation-jobs/${job.id}`]) {
        const gone = await manage(service, owner, 'GET', path);
        assert.deepEqual([gone.status, gone.body.error.code], [404, 'not_found']);
      }
      const refused = await manage(service, owner, 'POST', `/reports/${reportId}/export-jobs`, {
        body: { format: 'pdf' },
      });
      assert.equal(refused.status, 404, refused.text);
    });
  });
}

test('the e-mail tells what, for how long and from when, in each language', () => {
  const texts = retentionNoticeLanguages.map((language) =>
    retentionMail({
      language,
      account: 'Nord\r\nwind',
      keepMonths: 12,
      beginsAt: '2026-12-05T10:00:00.000Z',
      address: 'https://x/y',
    }),
  );
  assert.equal(new Set(texts.map(({ text }) => text)).size, 10);
  for (const { subject, text } of texts) {
    assert.match(text, /Nord wind/);
    assert.match(text, /12|١٢/);
    assert.match(text, /https:\/\/x\/y\n$/);
    assert.match(subject, /5|٥/);
  }
});
