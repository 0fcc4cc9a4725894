import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createShare } from '../../../src/domains/shares/shares.ts';
import { routeEvents } from '../../../src/domains/webhooks/route-events.ts';
import { sweep } from '../../../src/installation/sweeper.ts';
import { eventTypes } from '../../../src/platform/events/event-types.ts';
import { writeEvent } from '../../../src/platform/events/outbox.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { thisMachine } from '../../support/connector-context.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { givenManageToken, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { givenExport, givenReport } from '../../support/outcomes.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { silentLog } from '../../support/silent-log.ts';
import { givenWatch } from '../../support/watches.ts';
import { givenEvents, givenStoredConnection } from '../../support/webhooks.ts';

const url = 'http://127.0.0.1:9/hooks?key=1';
const events = ['connection.reauth_required', 'share.viewed'];

for (const engine of engines) {
  describe(`${engine}: webhooks of the management API`, () => {
    let service: TestService;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let projectId: string;
    let admin: SignedInMember;
    let stranger: SignedInMember;
    let checker: AnswerChecker;
    before(async () => {
      service = await startTestService(engine, { role: 'all', environment: { WORKERS: '1' } });
      account = await givenAccount(service.db);
      await service.db
        .updateTable('accounts')
        .set({ allowed_networks: JSON.stringify(thisMachine.split(',')) })
        .where('id', '=', account.id)
        .execute();
      projectId = (await givenProject(service.db, account)).id;
      admin = await givenSignedIn(service.db, account.id, { role: 'admin' });
      stranger = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
      checker = new AnswerChecker((await service.call('GET', '/manage/v1/openapi.json')).body);
    });
    after(() => service[Symbol.asyncDispose]());

    const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const answer = await manage(service, admin, method, path, { ...(body !== undefined && { body }), headers });
      assert.deepEqual(checker.faults(method, `/manage/v1${path}`, answer), [], answer.text);
      return answer;
    };
    const add = async (more: object = {}) => (await ask('POST', '/webhooks', { url, events, ...more })).body.data;

    test('a webhook is added with its secret shown once, read, changed where nobody was faster, and removed', async () => {
      const key = { 'idempotency-key': 'one' };
      const added = await ask('POST', '/webhooks', { url, events, description: 'Shop' }, key);
      assert.equal(added.status, 201, added.text);
      const { secret, ...told } = added.body.data;
      assert.match(secret, /^whsec_/);
      assert.deepEqual(
        [told.url, told.description, told.events, told.project_ids, told.version, told.signing, told.enabled],
        [url, 'Shop', events, null, '2026-11-25', 'v1', true],
      );
      const again = await ask('POST', '/webhooks', { url, events, description: 'Shop' }, key);
      assert.deepEqual([again.body.data.secret, again.body.meta.withheld], [null, ['secret']]);
      const path = `/webhooks/${told.id}`;
      const read = await ask('GET', path);
      assert.deepEqual([read.body.data, read.headers.get('etag')], [told, '"1"']);
      assert.equal((await manage(service, stranger, 'GET', path)).status, 404);
      const changes = { enabled: false, events: ['share.viewed'], project_ids: [projectId] };
      const changed = await ask('PATCH', path, changes, { 'if-match': '"1"' });
      assert.deepEqual(
        [changed.status, changed.body.data.off_reason, changed.body.data.events, changed.body.data.project_ids],
        [200, 'by_hand', ['share.viewed'], [projectId]],
      );
      assert.equal((await ask('PATCH', path, { enabled: true }, { 'if-match': '"1"' })).status, 412);
      assert.equal((await ask('DELETE', path)).body.data.id, told.id);
      assert.equal((await ask('GET', path)).status, 404);
      const audit = await service.db.selectFrom('audit_log').selectAll().where('subject', '=', told.id).execute();
      assert.deepEqual(audit.map(({ action }) => action).toSorted(), [
        'webhook.add',
        'webhook.remove',
        'webhook.update',
      ]);
      for (const { details } of audit) assert.doesNotMatch(details, /whsec_|key=1/, 'no secret, nor what may be one');
    });

    test('no answer, row or log but the first has the secret', async () => {
      const { id, secret } = await add();
      const rows = JSON.stringify([
        await service.db.selectFrom('webhook_endpoints').selectAll().execute(),
        await service.db.selectFrom('actor_keys').selectAll().execute(),
        await service.db.selectFrom('audit_log').selectAll().execute(),
        service.log,
      ]);
      assert.equal(rows.includes(secret.slice('whsec_'.length)), false);
      for (const path of ['/webhooks', `/webhooks/${id}`]) assert.doesNotMatch((await ask('GET', path)).text, /whsec_/);
      await ask('DELETE', `/webhooks/${id}`);
    });

    const faults: readonly [body: object, field: string, rule: string][] = [
      [{ url: 'nonsense', events }, 'url', 'url'],
      [{ url: 'ftp://example.com', events }, 'url', 'url'],
      [{ url: 'https://ann:x@127.0.0.1/', events }, 'url', 'url'],
      [{ url: 'https://10.1.2.3/', events }, 'url', 'reachable'],
      [{ url: 'http://[::ffff:169.254.169.254]/', events }, 'url', 'reachable'],
      [{ url, events: [] }, 'events', 'minItems'],
      [{ url, events, project_ids: [] }, 'project_ids', 'minItems'],
      [{ url, events, project_ids: ['prj_00000000000000000000000000'] }, 'project_ids', 'existing'],
      [{ url, events, secret: 'whsec_c2hvcnQ=' }, 'secret', 'pattern'],
      [
        { url, events, secret: `whsec_${Buffer.alloc(32, 'x').toString('base64')}`, signing: 'v1a' },
        'secret',
        'signing',
      ],
    ];
    for (const [body, field, rule] of faults) {
      test(`${JSON.stringify(body)} is refused at its field`, async () => {
        const answer = await ask('POST', '/webhooks', body);
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual([answer.body.error.details[0].field, answer.body.error.details[0].rule], [field, rule]);
      });
    }

    test('of the private networks an account reaches what it is granted, whatever the operator allows', async () => {
      const other = await givenManageToken(service.db, (await givenAccount(service.db)).id, 'admin');
      const { status, body } = await service.call('POST', '/manage/v1/webhooks', {
        token: other,
        body: { url, events },
      });
      assert.deepEqual([status, body.error.details[0].field], [400, 'url']);
      assert.match(body.error.message, /not public/);
    });

    test('an account has twenty webhooks at most', async () => {
      const token = await givenManageToken(service.db, account.id, 'admin');
      const post = () => service.call('POST', '/manage/v1/webhooks', { token, body: { url, events } });
      const answers = await Promise.all(Array.from({ length: 22 }, post));
      assert.equal(answers.filter(({ status }) => status === 201).length, 20);
      const [refused] = answers.filter(({ status }) => status !== 201);
      assert.match(refused?.body.error.message, /at most 20/);
      for (const { body } of answers) if (body.data) await ask('DELETE', `/webhooks/${body.data.id}`);
    });

    test('a test is sent, listed with its attempts and sent again; with v1a the public key stays to be seen', async () => {
      const receiver = await startJsonServer(() => ({ taken: true }));
      const { id, secret } = await add({ url: receiver.url });
      const { body } = await ask('POST', `/webhooks/${id}/test`);
      const path = `/webhooks/${id}/deliveries/${body.data.id}`;
      const details = await eventually(async () => {
        const { data } = (await ask('GET', path)).body;
        return data.status === 'delivered' ? data : undefined;
      });
      assert.deepEqual(
        details.attempts.map(({ http_status, failure, answer }: Record<string, unknown>) => [
          http_status,
          failure,
          answer,
        ]),
        [[200, null, '{"taken":true}']],
      );
      const [{ headers, body: sent } = assert.fail()] = receiver.seen;
      const message = new Webhook(secret).verify(sent, headers as Record<string, string>);
      assert.deepEqual((message as { data: object }).data, { id, url: `/manage/v1/webhooks/${id}` });
      assert.equal((await ask('POST', `${path}/resend`)).body.data.status, 'pending');
      await eventually(() => receiver.seen.length === 2);
      const list = await ask('GET', `/webhooks/${id}/deliveries?type=webhook.test`);
      assert.equal(list.body.meta.pagination.total, 1);
      assert.equal((await manage(service, stranger, 'GET', path)).status, 404);
      const keyed = await add({ url: receiver.url, signing: 'v1a' });
      assert.deepEqual([keyed.secret, /^whpk_/.test(keyed.public_key)], [null, true]);
      for (const each of [id, keyed.id]) await ask('DELETE', `/webhooks/${each}`);
    });

    test('messages carry both signatures after a rotation', async () => {
      const receiver = await startJsonServer(() => ({}));
      const { id, secret: first } = await add({ url: receiver.url });
      const { secret: second } = (await ask('POST', `/webhooks/${id}/rotate`)).body.data;
      assert.notEqual(first, second);
      await ask('POST', `/webhooks/${id}/test`);
      await eventually(() => receiver.seen.length === 1);
      const [{ headers, body } = assert.fail()] = receiver.seen;
      for (const secret of [first, second])
        assert.ok(new Webhook(secret).verify(body, headers as Record<string, string>));
      await ask('DELETE', `/webhooks/${id}`);
    });

    test('what a webhook missed while it was off is sent on request, and once', async () => {
      const receiver = await startJsonServer(() => ({}));
      const { id } = await add({ url: receiver.url });
      await ask('PATCH', `/webhooks/${id}`, { enabled: false });
      const subject = await givenStoredConnection(service.db, account.id, projectId);
      const ids = await givenEvents(service.db, account.id, subject, 3);
      await eventually(
        async () => (await service.db.selectFrom('events').select('id').where('routed', '=', 0).execute()).length === 0,
      );
      const since = new Date(Date.now() - 60_000).toISOString().replace(/\.\d+/, '');
      const body = { since, which: 'missed' };
      const refused = await ask('POST', `/webhooks/${id}/resend`, body);
      assert.equal(refused.body.error.details[0].field, 'enabled');
      await ask('PATCH', `/webhooks/${id}`, { enabled: true });
      assert.deepEqual((await ask('POST', `/webhooks/${id}/resend`, { since, which: 'failed' })).body.data, {
        resent: 0,
        is_all: true,
      });
      assert.deepEqual((await ask('POST', `/webhooks/${id}/resend`, body)).body.data, { resent: 3, is_all: true });
      await eventually(() => receiver.seen.length === 3);
      assert.deepEqual(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])), new Set(ids));
      assert.deepEqual((await ask('POST', `/webhooks/${id}/resend`, body)).body.data, { resent: 0, is_all: true });
      await service.db.updateTable('webhook_deliveries').set({ status: 'failed', next_attempt_at: null }).execute();
      const failed = await ask('POST', `/webhooks/${id}/resend`, { since, which: 'failed' });
      assert.deepEqual(failed.body.data, { resent: 3, is_all: true });
      await eventually(() => receiver.seen.length === 6);
      const tooOld = await ask('POST', `/webhooks/${id}/resend`, { since: '2020-01-01T00:00:00Z', which: 'failed' });
      assert.equal(tooOld.body.error.details[0].field, 'since');
      await ask('DELETE', `/webhooks/${id}`);
    });

    test('home shows webhooks that were switched off, and not those that somebody has switched off', async () => {
      const [failing, byHand] = [await add(), await add()];
      await ask('PATCH', `/webhooks/${byHand.id}`, { enabled: false });
      const off = { enabled: 0, off_reason: 'failing', off_since: '2026-11-21T09:30:00.000Z' } as const;
      await service.db.updateTable('webhook_endpoints').set(off).where('id', '=', failing.id).execute();
      const { webhooks } = (await ask('GET', '/overview')).body.data;
      assert.deepEqual(webhooks, [{ id: failing.id, url, reason: 'failing', since: '2026-11-21T09:30:00Z' }]);
      const limited = await givenSignedIn(service.db, account.id, { role: 'viewer', projectIds: [projectId] });
      assert.deepEqual((await manage(service, limited, 'GET', '/overview')).body.data.webhooks, []);
      for (const { id } of [failing, byHand]) await ask('DELETE', `/webhooks/${id}`);
    });

    test('what is older than 30 days, and what was sent to webhooks that are gone, is swept', async () => {
      const receiver = await startJsonServer(() => ({}));
      const { id } = await add({ url: receiver.url });
      await ask('POST', `/webhooks/${id}/test`);
      await eventually(() => receiver.seen.length === 1);
      const objects = await openFileStore(`${service.dataDir}/objects`);
      await ask('DELETE', `/webhooks/${id}`);
      const old = '2026-01-01T00:00:00.000Z';
      await service.db.updateTable('events').set({ at: old, routed: 1 }).execute();
      await service.db.updateTable('webhook_attempts').set({ started_at: old }).execute();
      await sweep({ db: service.db, objects, auditDays: 365 });
      for (const table of ['events', 'webhook_deliveries', 'webhook_attempts'] as const) {
        assert.deepEqual(await service.db.selectFrom(table).selectAll().execute(), [], table);
      }
    });

    test('an event of what is gone is told to nobody, and holds up no other', async () => {
      const receiver = await startJsonServer(() => ({}));
      const { id } = await add({ url: receiver.url });
      const subject = await givenStoredConnection(service.db, account.id, projectId);
      await givenEvents(service.db, account.id, 'con_gone');
      const [told] = await givenEvents(service.db, account.id, subject);
      await routeEvents({ db: service.db, baseUrl: '', log: silentLog });
      await eventually(() => receiver.seen.length === 1);
      assert.equal(receiver.seen[0]?.headers['webhook-id'], told);
      await ask('DELETE', `/webhooks/${id}`);
    });

    test('messages of every event have the shapes that the document says, and no figures', async () => {
      const { webhooks } = (await service.call('GET', '/manage/v1/openapi.json')).body;
      const receiver = await startJsonServer(() => ({}));
      const { id } = await add({ url: receiver.url, events: eventTypes });
      const subjects = await givenSubjects();
      const db = service.db;
      for (const type of eventTypes) {
        const subject = subjects[type.split('.')[0] as keyof typeof subjects];
        const state = {
          ...{ 'connection.restored': 'connected', 'connection.reauth_required': 'reauth_required' },
          'alert.opened': 'open',
        }[type as never];
        const told = { accountId: account.id, projectId, type, subject, state: state ?? type.split('.')[1] ?? '' };
        await db.transaction().execute((transaction) => writeEvent(transaction, told));
      }
      await ask('POST', `/webhooks/${id}/test`);
      await eventually(
        () => new Set(receiver.seen.map(({ body }) => JSON.parse(body).type)).size === eventTypes.length + 1,
      );
      const messages = new Map(receiver.seen.map(({ body }) => [JSON.parse(body).type as string, JSON.parse(body)]));
      assert.deepEqual([...messages.keys()].toSorted(), Object.keys(webhooks).toSorted());
      for (const [type, message] of messages) {
        const { schema } = webhooks[type].post.requestBody.content['application/json'];
        assert.ok(checker.describes(schema, message), `${type}: ${JSON.stringify(message)}`);
        assert.equal(checker.describes(schema, { ...message, figures: 1 }), false, type);
        assert.doesNotMatch(JSON.stringify(message), /ann@example\.com|token_hash|password_hash|document_key/, type);
        assert.equal((await manage(service, admin, 'GET', message.data.url.split('/manage/v1')[1])).status, 200, type);
      }
      await ask('DELETE', `/webhooks/${id}`);
    });

    /** One of each kind of thing that events tell of. */
    async function givenSubjects() {
      const { db, dataDir } = service;
      const objects = await openFileStore(`${dataDir}/objects`);
      const { reportId, job } = await givenReport(db, objects, account, projectId);
      const { share } = await createShare(db, reportId, { password: null, expiresInMs: null });
      const schedule = await givenSchedule(db, projectId, { recipients: ['ann@example.com'] });
      return {
        generation_job: job.id,
        export_job: (await givenExport(db, objects, account, projectId, { reportId, bytes: new Uint8Array(1) })).id,
        report: reportId,
        connection: await givenStoredConnection(db, account.id, projectId),
        share: share.id,
        delivery: await givenDueDelivery(db, objects, account, schedule),
        alert: await givenWatch(db, { id: projectId, account_id: account.id }),
      };
    }
  });
}
