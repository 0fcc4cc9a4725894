import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { archiveProject } from '../../../src/domains/projects/projects.ts';
import { givenProject } from '../../support/accounts.ts';
import { bulkAgency } from '../../support/bulk-agency.ts';
import { elapse, runBulkJobs } from '../../support/bulk-jobs.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSignedIn, manage } from '../../support/manage.ts';
import { setStatus } from '../../support/outcomes.ts';

const month = { type: 'generate', period: 'previous-month' };
const archive = { type: 'archive' };

for (const engine of engines) {
  describe(`${engine}: bulk jobs`, () => {
    const agency = bulkAgency(engine);
    const { ask, given, start, read, items, connect } = agency;
    const statuses = async (ids: readonly string[]) => {
      const rows = await agency.db().selectFrom('projects').select(['id', 'status']).where('id', 'in', ids).execute();
      return ids.map((id) => rows.find((row) => row.id === id)?.status);
    };

    test('archiving chosen projects does each once, records it by whoever asked, and says how far it is', async () => {
      const { account, editor, ids } = await given();
      const [first = '', second = '', third = ''] = ids;
      const answer = await ask(editor, 'POST', '/bulk-jobs', { action: archive, projects: { ids: [first, second] } });
      const { id, state, total, counts } = answer.body.data;
      assert.deepEqual(
        [answer.status, answer.headers.get('location'), state, total, counts.waiting],
        [202, `/manage/v1/bulk-jobs/${id}`, 'running', 2, 2],
      );
      await runBulkJobs(agency.db());
      const done = await read(editor, id);
      assert.deepEqual([done.state, done.counts.done, done.asked_by], ['ended', 2, `user:${editor.userId}`]);
      assert.deepEqual(await statuses([first, second, third]), ['archived', 'archived', 'active']);
      const log = await agency.log(account.id, 'project.%');
      const by = { action: 'project.archive', actor: `user:${editor.userId}`, door: 'console', details: {} };
      assert.deepEqual(log, [
        { ...by, subject: first },
        { ...by, subject: second },
      ]);
    });

    test('a filter takes the projects that the list shows with it, as they are at that moment', async () => {
      const { account, editor, ids } = await given();
      const [first = ''] = ids;
      await agency
        .db()
        .transaction()
        .execute((transaction) => archiveProject(transaction, account.id, first, 'test'));
      const id = await start(editor, { type: 'restore' }, { filter: { status: 'archived', q: 'alp' } });
      const later = await givenProject(agency.db(), account, { name: 'Alphabet' });
      await agency
        .db()
        .transaction()
        .execute((transaction) => archiveProject(transaction, account.id, later.id, 'test'));
      await runBulkJobs(agency.db());
      assert.equal((await read(editor, id)).total, 1);
      assert.deepEqual(await statuses([first, later.id]), ['active', 'archived']);
    });

    test('a generation is an ordinary job, and its item ends as the job does', async () => {
      const { account, editor, ids } = await given(3);
      const [first = '', second = '', third = ''] = ids;
      for (const projectId of [first, second]) await connect(account.id, projectId);
      const id = await start(editor, month, { ids });
      assert.equal(await runBulkJobs(agency.db()), 3, 'the workers are woken for each');
      const [one, two, none] = await items(editor, id);
      assert.deepEqual([one.state, two.state, none.state], ['started', 'started', 'failed']);
      assert.deepEqual([none.project_id, none.label, none.fault.reason], [third, 'Gamma', 'no_connected_systems']);
      const job = await agency
        .db()
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', one.job_id)
        .executeTakeFirstOrThrow();
      assert.deepEqual([job.project_id, job.type, job.source], [first, 'generation', 'console']);
      await setStatus(agency.db(), one.job_id, 'completed');
      await setStatus(agency.db(), two.job_id, 'failed');
      const before = await read(editor, id);
      assert.deepEqual(
        [before.state, before.counts.done, before.counts.failed],
        ['ended', 1, 2],
        'as the jobs are now',
      );
      await elapse(agency.db());
      await runBulkJobs(agency.db());
      assert.deepEqual((await read(editor, id)).counts, before.counts, 'the same once it is noted');
      const failed = await items(editor, id, '&state=failed');
      assert.deepEqual(
        failed.map(({ project_id }: { project_id: string }) => project_id),
        [second, third],
      );
    });

    test('a period is that of the day on which it was asked for, in the time zone of each project, also when it is done later', async () => {
      const { account, editor } = await given(0);
      const east = await givenProject(agency.db(), account, { time_zone: 'Pacific/Kiritimati' });
      const west = await givenProject(agency.db(), account, { time_zone: 'Pacific/Pago_Pago' });
      const id = await start(editor, month, { ids: [east.id, west.id] });
      // It was asked for when it was 1 March in one place and still 28 February in the other.
      await agency
        .db()
        .updateTable('bulk_jobs')
        .set({ created_at: '2026-03-01T00:30:00.000Z' })
        .where('id', '=', id)
        .execute();
      await runBulkJobs(agency.db());
      const periods = [];
      for (const { job_id } of await items(editor, id)) {
        const job = await agency
          .db()
          .selectFrom('jobs')
          .select('request')
          .where('id', '=', job_id)
          .executeTakeFirstOrThrow();
        periods.push(JSON.parse(job.request).period);
      }
      assert.deepEqual(periods, [
        { current: { from: '2026-02-01', to: '2026-02-28' }, compare: { from: '2026-01-01', to: '2026-01-31' } },
        { current: { from: '2026-01-01', to: '2026-01-31' }, compare: { from: '2025-12-01', to: '2025-12-31' } },
      ]);
    });

    test('stopping leaves what is done and does nothing that has not begun', async () => {
      const { editor, ids } = await given();
      const id = await start(editor, archive, { ids });
      const stopped = (await ask(editor, 'DELETE', `/bulk-jobs/${id}`)).body.data;
      assert.deepEqual([stopped.state, stopped.counts.stopped, stopped.stopped_at !== null], ['ended', 3, true]);
      await runBulkJobs(agency.db());
      assert.deepEqual(await statuses(ids), ['active', 'active', 'active']);
      assert.equal((await ask(editor, 'DELETE', `/bulk-jobs/${id}`)).body.data.counts.stopped, 3, 'a second time too');
    });

    test('what has failed is done again, and nothing else', async () => {
      const { account, editor, ids } = await given(2);
      const [first = '', second = ''] = ids;
      await connect(account.id, first);
      const id = await start(editor, month, { ids });
      await runBulkJobs(agency.db());
      await connect(account.id, second);
      const again = (await ask(editor, 'POST', `/bulk-jobs/${id}/retry`)).body.data;
      assert.deepEqual([again.counts.waiting, again.counts.started], [1, 1]);
      await elapse(agency.db());
      await runBulkJobs(agency.db());
      assert.deepEqual((await read(editor, id)).counts.started, 2);
      const jobs = await agency.db().selectFrom('jobs').select('id').where('project_id', '=', first).execute();
      assert.equal(jobs.length, 1, 'the one that runs was not started again');
    });

    test('an account has a bounded number of reports under way, and quick work does not wait behind them', async () => {
      const { account, editor, ids } = await given(40);
      for (const projectId of ids) await connect(account.id, projectId);
      const id = await start(editor, month, { ids });
      await runBulkJobs(agency.db());
      assert.deepEqual([(await read(editor, id)).counts.started, (await read(editor, id)).counts.waiting], [32, 8]);
      const quick = await start(editor, archive, { ids: ids.slice(39) });
      await elapse(agency.db());
      await runBulkJobs(agency.db());
      assert.equal((await read(editor, quick)).counts.done, 1);
      const running = await items(editor, id, '&state=started&per_page=100');
      for (const { job_id } of running) await setStatus(agency.db(), job_id, 'completed');
      await elapse(agency.db());
      await runBulkJobs(agency.db());
      const { done, failed, started, waiting } = (await read(editor, id)).counts;
      assert.deepEqual([done, failed, started, waiting], [32, 1, 7, 0], 'the archived one cannot be reported on');
    });

    test('a key that is sent twice makes one bulk job', async () => {
      const { editor, ids } = await given(1);
      const headers = { 'idempotency-key': 'once' };
      const body = { action: archive, projects: { ids } };
      const first = await manage(agency.service(), editor, 'POST', '/bulk-jobs', { body, headers });
      const second = await manage(agency.service(), editor, 'POST', '/bulk-jobs', { body, headers });
      assert.equal(second.body.data.id, first.body.data.id);
      assert.equal((await ask(editor, 'GET', '/bulk-jobs')).body.meta.pagination.total, 1);
    });

    test('a bulk job is of its account alone', async () => {
      const { editor, ids } = await given(1);
      const id = await start(editor, archive, { ids });
      const other = await given(1);
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/items'],
        ['DELETE', ''],
        ['POST', '/retry'],
      ] as const) {
        assert.equal((await ask(other.editor, method, `/bulk-jobs/${id}${path}`)).status, 404, `${method} ${path}`);
      }
      const refused = await ask(other.editor, 'POST', '/bulk-jobs', { action: archive, projects: { ids } });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'projects.ids.0']);
    });

    test('a member limited to projects takes those alone, and sees what they asked for', async () => {
      const { account, editor, ids } = await given();
      const [first = '', second = ''] = ids;
      const limited = await givenSignedIn(agency.db(), account.id, { role: 'editor', projectIds: [first] });
      const refused = await ask(limited, 'POST', '/bulk-jobs', { action: archive, projects: { ids: [first, second] } });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'projects.ids.1']);
      const id = await start(limited, archive, { filter: {} });
      assert.equal((await read(limited, id)).total, 1);
      const others = await start(editor, archive, { ids });
      assert.equal((await ask(limited, 'GET', `/bulk-jobs/${others}`)).status, 404);
      assert.deepEqual(
        (await ask(limited, 'GET', '/bulk-jobs')).body.data.items.map((each: { id: string }) => each.id),
        [id],
      );
      assert.equal((await ask(editor, 'GET', '/bulk-jobs')).body.meta.pagination.total, 2);
    });

    test('whoever is limited, demoted or removed meanwhile does no more than they may by now, and says why', async () => {
      const { account, ids } = await given(3);
      const [first = ''] = ids;
      const asked = async (change: object | null) => {
        const editor = await givenSignedIn(agency.db(), account.id, { role: 'editor' });
        const id = await start(editor, archive, { ids });
        const own = (query: 'update' | 'delete') =>
          query === 'delete'
            ? agency.db().deleteFrom('memberships').where('user_id', '=', editor.userId).execute()
            : agency
                .db()
                .updateTable('memberships')
                .set({ ...change })
                .where('user_id', '=', editor.userId)
                .execute();
        await own(change === null ? 'delete' : 'update');
        await runBulkJobs(agency.db());
        return id;
      };
      const reasons = async (id: string) => {
        const rows = await agency
          .db()
          .selectFrom('bulk_job_items')
          .selectAll()
          .where('bulk_job_id', '=', id)
          .orderBy('id')
          .execute();
        return rows.map(({ state, fault }) => (fault === null ? state : JSON.parse(fault).reason));
      };
      assert.deepEqual(await reasons(await asked(null)), ['asker_gone', 'asker_gone', 'asker_gone']);
      const demoted = await reasons(await asked({ role: 'viewer' }));
      assert.deepEqual(demoted, ['insufficient_role', 'insufficient_role', 'insufficient_role']);
      assert.deepEqual(await statuses(ids), ['active', 'active', 'active']);
      const limited = await reasons(await asked({ project_ids: JSON.stringify([first]) }));
      assert.deepEqual(limited, ['done', 'not_allowed', 'not_allowed']);
      assert.deepEqual(await statuses(ids), ['archived', 'active', 'active']);
    });

    test('what failed of somebody who is gone is done again by somebody else, in their name', async () => {
      const { account, ids } = await given(1);
      const gone = await givenSignedIn(agency.db(), account.id, { role: 'editor' });
      const id = await start(gone, archive, { ids });
      await agency.db().deleteFrom('memberships').where('user_id', '=', gone.userId).execute();
      await runBulkJobs(agency.db());
      const admin = await givenSignedIn(agency.db(), account.id, { role: 'admin' });
      await ask(admin, 'POST', `/bulk-jobs/${id}/retry`);
      await runBulkJobs(agency.db());
      assert.deepEqual(await statuses(ids), ['archived']);
      const { actor } = await agency
        .db()
        .selectFrom('audit_log')
        .select('actor')
        .where('subject', '=', ids[0] ?? '')
        .where('action', '=', 'project.archive')
        .executeTakeFirstOrThrow();
      assert.equal(actor, `user:${admin.userId}`);
    });

    test('a token that is revoked meanwhile does nothing more', async () => {
      const { account, editor, ids } = await given(1);
      const token = await givenManageToken(agency.db(), account.id, 'editor');
      const id = await start({ headers: { authorization: `Bearer ${token}` } }, archive, { ids });
      await agency
        .db()
        .updateTable('tokens')
        .set({ revoked_at: new Date().toISOString() })
        .where('account_id', '=', account.id)
        .execute();
      await runBulkJobs(agency.db());
      assert.equal((await items(editor, id))[0].fault.reason, 'asker_gone');
    });

    const wrong: Record<string, [object, object, string]> = {
      'no projects at all': [archive, {}, 'projects'],
      'ids and a filter': [archive, { ids: ['prj_01jd5w0k3m8q2r4t6v8x0z1b3d'], filter: {} }, 'projects'],
      'a filter that finds none': [archive, { filter: { q: 'nobody has this name' } }, 'projects.filter'],
      'a project twice': [archive, { ids: ['prj_1', 'prj_1'] }, 'projects.ids'],
      'an unknown action': [{ type: 'explode' }, { filter: {} }, 'action.type'],
      'a field that the action does not have': [
        { ...archive, period: 'previous-month' },
        { filter: {} },
        'action.period',
      ],
      'neither a period nor days': [{ type: 'generate' }, { filter: {} }, 'action.period'],
      'days in the wrong order': [
        { type: 'generate', days: { current: { from: '2026-02-02', to: '2026-02-01' } } },
        { filter: {} },
        'action.days.current.to',
      ],
      'an unknown period': [{ type: 'generate', period: 'last-century' }, { filter: {} }, 'action.period'],
    };
    for (const [what, [action, projects, field]] of Object.entries(wrong)) {
      test(`${what} is refused at its field`, async () => {
        const { editor } = await given(1);
        const refused = await ask(editor, 'POST', '/bulk-jobs', { action, projects });
        assert.deepEqual([refused.status, refused.body.error.details?.[0]?.field], [400, field], refused.text);
      });
    }
  });
}
