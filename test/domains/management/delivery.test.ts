import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getSchedule } from '../../../src/domains/schedules/schedules.ts';
import { newIdentifier } from '../../../src/platform/database/identifiers.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { reportDocument } from '../../support/documents.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenReport } from '../../support/outcomes.ts';
import { givenWaitingReport } from '../../support/schedules.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'reports@example.com' };
const weekly = {
  cadence: 'weekly',
  weekday: 'monday',
  at: '06:30',
  time_zone: 'Europe/Berlin',
  period: 'previous-week',
};

for (const engine of engines) {
  describe(`${engine}: schedules, guest links, brand, comments and figures of the management API`, () => {
    let service: TestService;
    let objects: ObjectStore;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let projectId: string;
    let reportId: string;
    let admin: SignedInMember;
    let stranger: SignedInMember;
    before(async () => {
      service = await startTestService(engine, { environment: { ...mail, PUBLIC_URL: 'http://localhost:9' } });
      objects = await openFileStore(`${service.dataDir}/objects`);
      account = await givenAccount(service.db);
      projectId = (await givenProject(service.db, account)).id;
      ({ reportId } = await givenReport(service.db, objects, account, projectId, {
        document: reportDocument({ report_id: newIdentifier('rep') }),
      }));
      admin = await givenSignedIn(service.db, account.id, { role: 'admin' });
      stranger = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
    });

    after(() => service[Symbol.asyncDispose]());

    const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      manage(service, admin, method, path, { ...(body !== undefined && { body }), headers });
    const actionsOn = async (subject: string) =>
      (
        await service.db.selectFrom('audit_log').select('action').where('subject', '=', subject).orderBy('id').execute()
      ).map(({ action }) => action);

    test('a schedule is added, changed where nobody was faster, paused and removed', async () => {
      const added = await ask('POST', `/projects/${projectId}/schedules`, {
        ...weekly,
        export: ['pdf'],
        email: ['Ann@example.com'],
      });
      assert.equal(added.status, 201, added.text);
      const { id, next_runs, created_at: _created, updated_at: _updated, ...told } = added.body.data;
      assert.deepEqual(told, {
        ...{
          project_id: projectId,
          project_name: 'Test project',
          ...weekly,
          day: null,
          compare: 'previous',
          export: ['pdf'],
        },
        ...{ email: ['Ann@example.com'], channels: [], deliver: 'attachment', enabled: true },
        rrule: 'FREQ=WEEKLY;BYDAY=MO',
        ...{ subject: null, message: null, reply_to: null, sender_name: null, cc: [], bcc: [], recipient_options: [] },
        ...{ approve: false, approvers: [], only_if: [], fresh_by: null },
        ...{ week: null, working_day: null, month: null, from: null, until: null, skip: [] },
      });
      const [first, second, third] = next_runs.map((text: string) => Date.parse(text));
      assert.ok(Date.now() < first && first < second && second < third && next_runs.length === 3);
      const path = `/schedules/${id}`;
      const read = await ask('GET', path);
      assert.deepEqual(read.body.data, added.body.data);
      const etag = read.headers.get('etag') ?? '';
      const monthly = await ask('PATCH', path, { cadence: 'monthly', day: 31 }, { 'if-match': etag });
      assert.deepEqual(
        [monthly.status, monthly.body.data.day, monthly.body.data.weekday],
        [200, 31, null],
        monthly.text,
      );
      const late = await ask('PATCH', path, { at: '07:00' }, { 'if-match': etag });
      assert.deepEqual([late.status, late.body.error.code], [412, 'edit_conflict']);
      const paused = await ask('PATCH', path, { enabled: false });
      assert.deepEqual([paused.body.data.enabled, paused.body.data.next_runs], [false, []]);
      assert.deepEqual((await ask('GET', '/schedules?enabled=true')).body.data.items, []);
      assert.deepEqual((await ask('GET', `/projects/${projectId}/schedules`)).body.data.items, [paused.body.data]);
      assert.deepEqual((await ask('GET', `${path}/runs`)).body.data, { runs: [] });
      assert.equal((await manage(service, stranger, 'GET', path)).status, 404);
      assert.equal((await manage(service, stranger, 'DELETE', path)).status, 404);
      assert.equal((await ask('DELETE', path)).status, 200);
      assert.equal((await ask('GET', path)).status, 404);
      const actions = ['add', 'update', 'update', 'remove'].map((verb) => `schedule.${verb}`);
      assert.deepEqual(await actionsOn(id), actions);
    });

    test('the next runs of a schedule that is being written are told, with their periods', async () => {
      const monthly = {
        cadence: 'monthly',
        day: 31,
        at: '07:00',
        time_zone: 'Europe/Berlin',
        period: 'previous-month',
      };
      const path = `/projects/${projectId}/schedules/plan`;
      const { status, body, text } = await ask('POST', path, { ...monthly, compare: 'year-before' });
      assert.equal(status, 200, text);
      const added = await ask('POST', `/projects/${projectId}/schedules`, monthly);
      const runs: { due_at: string; period: Days; compare: Days }[] = body.data.runs;
      assert.deepEqual(
        runs.map(({ due_at }) => due_at),
        added.body.data.next_runs,
      );
      for (const { due_at, period, compare } of runs) {
        const day = Temporal.Instant.from(due_at).toZonedDateTimeISO('Europe/Berlin').toPlainDate();
        assert.equal(day.day, day.daysInMonth);
        const from = day.with({ day: 1 }).subtract({ months: 1 });
        assert.deepEqual(period, { from: from.toString(), to: from.with({ day: from.daysInMonth }).toString() });
        assert.equal(compare.from, from.subtract({ years: 1 }).toString());
      }
      const faulty = await ask('POST', path, { ...monthly, at: '7:00' });
      assert.deepEqual([faulty.status, faulty.body.error.details[0].field], [400, 'at']);
      assert.equal((await manage(service, stranger, 'POST', path, { body: monthly })).status, 404);
    });

    test('a test of a schedule goes to whoever asks, and to nobody else', async () => {
      const { body } = await ask('POST', `/projects/${projectId}/schedules`, {
        ...weekly,
        email: ['client@example.com'],
        deliver: 'link',
      });
      const path = `/schedules/${body.data.id}`;
      const key = { 'idempotency-key': 'test-once' };
      const [first, again] = [
        await ask('POST', `${path}/tests`, undefined, key),
        await ask('POST', `${path}/tests`, undefined, key),
      ];
      assert.equal(first.status, 200, first.text);
      assert.deepEqual(first.body.data, again.body.data);
      assert.deepEqual([first.body.data.is_test, first.body.data.emails], [true, 0]);
      const other = await ask('POST', `${path}/tests`);
      const { runs } = (await ask('GET', `${path}/runs`)).body.data;
      assert.deepEqual(
        runs.map((run: { generation_job_id: string }) => run.generation_job_id).toSorted(),
        [first, other].map((each) => each.body.data.generation_job_id).toSorted(),
      );
      assert.match(runs[0].occurrence, /^\d{4}-\d\d-\d\d$/);
      const stored = await service.db
        .selectFrom('schedule_runs')
        .selectAll()
        .where('schedule_id', '=', body.data.id)
        .execute();
      assert.deepEqual(
        stored.map(({ test_recipient }) => test_recipient),
        [admin.email, admin.email],
      );
      assert.deepEqual((await ask('GET', path)).body.data.next_runs, body.data.next_runs);
      assert.equal((await manage(service, stranger, 'POST', `${path}/tests`)).status, 404);
      assert.deepEqual(await actionsOn(body.data.id), ['schedule.add', 'schedule.test', 'schedule.test']);
    });

    test('a faulty schedule is refused with its field', async () => {
      for (const [changes, field] of [
        [{ weekday: null }, 'weekday'],
        [{ cadence: 'monthly' }, 'day'],
        [{ cadence: 'daily' }, 'day'],
        [{ at: '24:00' }, 'at'],
        [{ time_zone: '+01:00' }, 'time_zone'],
        [{ email: ['ann'] }, 'email'],
        [{ email: ['ann@example.com'] }, 'deliver'],
        [{ cadence: 'hourly' }, 'cadence'],
        [{ cadence: 'yearly', day: 1 }, 'month'],
        [{ cadence: 'quarterly', day: 1, month: 4 }, 'month'],
        [{ cadence: 'monthly', day: 1, month: 1 }, 'month'],
        [{ cadence: 'monthly', day: 1, working_day: 1 }, 'day'],
        [{ cadence: 'monthly', week: 'first', weekday: null }, 'weekday'],
        [{ cadence: 'monthly', working_day: 0 }, 'working_day'],
        [{ week: 'first' }, 'week'],
        [{ from: '2026-02-30' }, 'from'],
        [{ only_if: [{ type: 'rows' }, { type: 'rows' }] }, 'only_if'],
        [{ skip: ['tomorrow'] }, 'skip.0'],
        [{ from: '2099-02-01', until: '2099-01-01' }, 'until'],
        [{ until: '2020-01-01' }, 'until'],
        [
          { cadence: 'yearly', day: 1, month: 1, from: '2099-01-01', until: '2099-06-01', skip: ['2099-01-01'] },
          'skip',
        ],
      ] as const) {
        const { status, body, text } = await ask('POST', `/projects/${projectId}/schedules`, { ...weekly, ...changes });
        assert.deepEqual([status, body.error.details[0].field], [400, field], text);
      }
    });

    test('a fortnightly schedule keeps its weeks, and one that has ended is kept and not switched on again', async () => {
      const { body, text } = await ask('POST', `/projects/${projectId}/schedules`, {
        ...weekly,
        cadence: 'fortnightly',
      });
      const { id, from, next_runs } = body.data;
      assert.equal(next_runs[0]?.slice(0, 10), from, text);
      const [first, second] = next_runs.map((run: string) => Date.parse(run));
      assert.equal(second - first, 14 * 86_400_000);
      const later = await ask('PATCH', `/schedules/${id}`, {
        at: '09:15',
        until: second ? next_runs[1].slice(0, 10) : '',
      });
      assert.deepEqual([later.body.data.from, later.body.data.next_runs.length], [from, 2], later.text);
      const past = { starts_on: '2020-01-01', ends_on: '2020-12-31', next_run_at: null };
      await service.db.updateTable('schedules').set(past).where('id', '=', id).execute();
      const named = await ask('PATCH', `/schedules/${id}`, { period: 'last-14-days' });
      assert.deepEqual([named.status, named.body.data.next_runs], [200, []], named.text);
      await ask('PATCH', `/schedules/${id}`, { enabled: false });
      const again = await ask('PATCH', `/schedules/${id}`, { enabled: true });
      assert.deepEqual([again.status, again.body.error.details[0].field], [400, 'until'], again.text);
    });

    test('a report that waits is released once, by those whom the schedule names, or rejected with a reason', async () => {
      const named = await givenSignedIn(service.db, account.id, { role: 'editor' });
      const viewer = await givenSignedIn(service.db, account.id, { role: 'viewer' });
      const path = `/projects/${projectId}/schedules`;
      for (const [body, field] of [
        [{ approve: true, approvers: [viewer.email] }, 'approvers'],
        [{ approve: true, approvers: [stranger.email] }, 'approvers'],
        [{ approve: false, approvers: [named.email] }, 'approvers'],
      ] as const) {
        const refused = await ask('POST', path, { ...weekly, ...body });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
      const added = await ask('POST', path, { ...weekly, approve: true, approvers: [named.email] });
      assert.deepEqual([added.body.data.approve, added.body.data.approvers], [true, [named.email]], added.text);
      const schedule = await getSchedule(service.db, added.body.data.id);
      const { runId, reportId: waitingId } = await givenWaitingReport(service.db, objects, account, schedule);
      const approval = (who: SignedInMember) => manage(service, who, 'GET', `/reports/${waitingId}/approval`);
      assert.deepEqual((await approval(admin)).body.data.may_decide, false);
      const shown = (await approval(named)).body.data;
      assert.deepEqual([shown.may_decide, shown.run.id, shown.run.state], [true, runId, 'awaiting_approval']);
      const { waiting_reports } = (await manage(service, named, 'GET', '/overview')).body.data;
      const [waiting] = waiting_reports;
      assert.deepEqual([waiting.run_id, waiting.report_id, waiting.may_decide], [runId, waitingId, true]);
      const release = (who: SignedInMember, key = who.userId) =>
        manage(service, who, 'POST', `/schedule-runs/${runId}/release`, { headers: { 'idempotency-key': key } });
      assert.deepEqual((await release(admin)).body.error.code, 'insufficient_role');
      assert.equal((await release(stranger)).status, 404);
      const released = await release(named);
      assert.deepEqual([released.status, released.body.data.decision.by], [200, `user:${named.userId}`], released.text);
      const again = await release(named, 'again');
      assert.deepEqual([again.status, again.body.error.code], [409, 'run_decided']);
      assert.deepEqual((await approval(named)).body.data, { run: null, may_decide: false });
      const open = await ask('PATCH', `/schedules/${schedule.id}`, { approvers: [] });
      assert.deepEqual(open.body.data.approvers, [], open.text);
      const other = await givenWaitingReport(service.db, objects, account, { ...schedule, project_id: projectId });
      const empty = await ask('POST', `/schedule-runs/${other.runId}/reject`, { reason: ' ' });
      assert.deepEqual([empty.status, empty.body.error.details[0].field], [400, 'reason'], empty.text);
      const rejected = await ask('POST', `/schedule-runs/${other.runId}/reject`, { reason: 'October is missing.' });
      assert.deepEqual(
        [rejected.body.data.state, rejected.body.data.decision.reason],
        ['rejected', 'October is missing.'],
      );
      const told = (await actionsOn(schedule.id)).filter((action) => /release|reject/.test(action));
      assert.deepEqual(told, ['schedule.release', 'schedule.reject']);
    });

    test('a recipient is found, and taken out of every schedule', async () => {
      const give = async (email: string[]) => {
        const { body } = await ask('POST', `/projects/${projectId}/schedules`, { ...weekly, deliver: 'link', email });
        return body.data.id;
      };
      const [both, other] = [await give(['Bob@Example.com', 'eve@example.com']), await give(['bobby@example.com'])];
      const found = await ask('GET', '/schedules?recipient=bob@example.com');
      assert.deepEqual(
        found.body.data.items.map(({ id }: { id: string }) => id),
        [both],
      );
      const removed = await ask('POST', '/recipients/remove', { recipient: 'bob@example.com' });
      assert.deepEqual([removed.status, removed.body.data.schedule_ids], [200, [both]], removed.text);
      assert.deepEqual((await ask('GET', `/schedules/${both}`)).body.data.email, ['eve@example.com']);
      assert.deepEqual((await ask('GET', `/schedules/${other}`)).body.data.email, ['bobby@example.com']);
    });

    test('a guest link shows its address once, and its password never', async () => {
      const body = { password: 'correct horse', figures: true, expires_at: in30Days() };
      const key = { 'idempotency-key': 'share-once' };
      const created = await ask('POST', `/reports/${reportId}/shares`, body, key);
      assert.equal(created.status, 201, created.text);
      const { url, ...share } = created.body.data;
      assert.match(url, /^http:\/\/localhost:9\/shared\/\w{43}$/);
      assert.deepEqual(
        [share.state, share.has_password, share.figures, share.expires_at, share.view_count],
        ['active', true, true, body.expires_at, 0],
      );
      const again = await ask('POST', `/reports/${reportId}/shares`, body, key);
      assert.deepEqual([again.body.data.url, again.body.meta.withheld], [null, ['url']]);
      const other = await ask('POST', `/reports/${reportId}/shares`, { ...body, password: 'another one' }, key);
      assert.equal(other.body.error.code, 'idempotency_conflict');
      const page = await service.call('GET', new URL(url).pathname);
      assert.match(page.text, /type="password"/);
      assert.deepEqual((await ask('GET', `/reports/${reportId}/shares`)).body.data.items, [share]);
      assert.deepEqual((await ask('GET', '/shares?state=active')).body.data.items, [share]);
      const path = `/shares/${share.id}`;
      assert.equal((await manage(service, stranger, 'DELETE', path)).status, 404);
      assert.equal((await manage(service, stranger, 'POST', `/reports/${reportId}/shares`)).status, 404);
      assert.equal((await ask('DELETE', path)).body.data.state, 'revoked');
      assert.equal((await service.call('GET', new URL(url).pathname)).status, 404);
      assert.deepEqual((await ask('GET', '/shares?state=active')).body.data.items, []);
      assert.deepEqual((await ask('GET', '/shares?state=revoked')).body.data.items.length, 1);
      assert.deepEqual(await actionsOn(share.id), ['share.create', 'share.revoke']);
      for (const [faulty, field] of [
        [{ password: 'short' }, 'password'],
        [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
        [{ expires_at: '2099-01-01T00:00:00Z' }, 'expires_at'],
      ] as const) {
        const refused = await ask('POST', `/reports/${reportId}/shares`, faulty);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
    });

    test('the brand is changed field by field, and removed', async () => {
      const empty = await ask('GET', '/brand');
      assert.deepEqual([empty.status, empty.body.data.name], [200, null]);
      const etag = empty.headers.get('etag') ?? '';
      const named = await ask('PATCH', '/brand', { name: 'Harbour', accent_color: '#0b6e4f' }, { 'if-match': etag });
      assert.equal(named.status, 200, named.text);
      const cleared = await ask('PATCH', '/brand', { accent_color: null });
      assert.deepEqual([cleared.body.data.name, cleared.body.data.accent_color], ['Harbour', null]);
      const late = await ask('PATCH', '/brand', { name: 'Finch' }, { 'if-match': etag });
      assert.deepEqual([late.status, late.body.error.code], [412, 'edit_conflict']);
      const faulty = await ask('PATCH', '/brand', { accent_color: 'green', logo: 'data:text/plain,x' });
      const fields = faulty.body.error.details.map(({ field }: { field: string }) => field);
      assert.deepEqual([faulty.status, fields.toSorted()], [400, ['accent_color', 'logo']], faulty.text);
      assert.equal((await ask('DELETE', '/brand')).body.data.name, null);
      assert.equal((await ask('GET', '/brand')).body.data.name, null);
      const actions = (await actionsOn(account.id)).filter((action) => action.startsWith('account.'));
      assert.deepEqual(actions, ['account.brand', 'account.brand', 'account.unbrand']);
    });

    test('the page of a report is shown in frames of the service, with what is said about it now', async () => {
      const path = `/reports/${reportId}/page`;
      await ask('POST', `/reports/${reportId}/comments`, { section: 1, markdown: 'Said in the *page*.' });
      const { status, headers, text } = await ask('GET', path);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], text);
      assert.match(text, /Said in the <em>page<\/em>\./);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /frame-ancestors 'self'; sandbox allow-scripts allow-modals$/);
      assert.ok(text.includes(/nonce-([\w-]+)/.exec(policy)?.[1] ?? 'none'));
      const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
      const { pathname } = new URL(stylesheet, `${service.url}/manage/v1${path}`);
      assert.equal((await service.call('GET', pathname)).status, 200, pathname);
      await ask('POST', `/reports/${reportId}/comments`, { section: 1, markdown: null });
      assert.ok(!(await ask('GET', path)).text.includes('Said in the'));
    });

    test('a report whose document is lost has no page', async () => {
      const lost = await givenReport(service.db, objects, account, projectId, {
        document: reportDocument({ report_id: newIdentifier('rep') }),
      });
      await objects.remove(`documents/${lost.job.id}-1.json`);
      const { status, body } = await ask('GET', `/reports/${lost.reportId}/page`);
      assert.deepEqual([status, body.error.code], [410, 'artifact_unavailable']);
    });

    test('a section is commented on, and the figures come as files', async () => {
      const path = `/reports/${reportId}/comments`;
      const before = await ask('GET', path);
      assert.equal(before.status, 200, before.text);
      const { revision } = before.body.data;
      const told = (await actionsOn(reportId)).length;
      assert.ok(before.body.data.sections.length > 0);
      const written = await ask('POST', path, { section: 1, markdown: 'A *record* month.' });
      const [section] = written.body.data.sections;
      assert.deepEqual([written.status, written.body.data.revision], [200, revision + 1], written.text);
      assert.deepEqual([section.markdown, section.author], ['A *record* month.', `user:${admin.userId}`]);
      const etag = written.headers.get('etag') ?? '';
      assert.equal((await ask('GET', path)).headers.get('etag'), etag);
      const late = await ask(
        'POST',
        path,
        { section: 1, markdown: 'Late' },
        { 'if-match': before.headers.get('etag') ?? '' },
      );
      assert.deepEqual(
        [late.status, late.body.error.code, late.body.error.details[0].message],
        [412, 'edit_conflict', etag],
      );
      const beyond = await ask('POST', path, { section: 999, markdown: 'Nowhere' });
      assert.deepEqual([beyond.status, beyond.body.error.details[0].field], [400, 'section']);
      const removed = await ask('POST', path, { section: 1, markdown: null });
      assert.equal(removed.body.data.sections[0].markdown, null);
      assert.deepEqual((await actionsOn(reportId)).slice(told), ['report.comment', 'report.comment_remove']);
      const csv = await ask('GET', `/reports/${reportId}/figures?format=csv`);
      assert.deepEqual([csv.status, csv.headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
      assert.match(csv.headers.get('content-disposition') ?? '', /^attachment; filename=.*\.csv/);
      assert.match(csv.text, /^\uFEFF?section,title,row,metric,unit,period,value,currency,part/);
      const json = await ask('GET', `/reports/${reportId}/figures?format=json`);
      assert.equal(json.headers.get('content-type'), 'application/json');
      assert.equal((await ask('GET', `/reports/${reportId}/figures?format=pdf`)).status, 400);
      for (const part of ['comments', 'figures?format=csv', 'page']) {
        assert.equal((await manage(service, stranger, 'GET', `/reports/${reportId}/${part}`)).status, 404);
      }
    });
  });
}

interface Days {
  readonly from: string;
  readonly to: string;
}

function in30Days(): string {
  return `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 19)}Z`;
}
