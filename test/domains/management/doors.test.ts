import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSession, givenSignedIn, manage } from '../../support/manage.ts';
import { givenUser, password } from '../../support/people.ts';
import { startTestService, suiteService, type TestService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: the doors of the management API`, async () => {
    const service: TestService = await suiteService(engine);
    const { db } = service;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    before(async () => {
      account = await givenAccount(db, { plan: 'free' });
    });

    test('a project made by a person on a plan without API access can be read, with paths of this door', async () => {
      const own = await givenAccount(db, { plan: 'free' });
      const owner = await givenSignedIn(db, own.id);
      const created = await manage(service, owner, 'POST', '/projects', { body: { name: 'Shop' } });
      assert.equal(created.status, 201, created.text);
      assert.equal(created.headers.get('location'), `/manage/v1/projects/${created.body.data.id}`);
      assert.equal(created.body.meta.api_version, 'v1-preview');
      const listed = await manage(service, owner, 'GET', '/projects');
      assert.equal(listed.body.data.items[0].id, created.body.data.id);
      assert.match(listed.headers.get('link') ?? '', /^<\/manage\/v1\/projects\?page=1>; rel="first"/);
      const period = { current: { from: '2026-01-01', to: '2026-01-31' } };
      const path = `/projects/${created.body.data.id}/generation-jobs`;
      const started = await manage(service, owner, 'POST', path, { body: { period } });
      assert.equal(started.body.data.source, 'console');
      assert.equal(started.headers.get('location'), `/manage/v1/generation-jobs/${started.body.data.id}`);
    });

    test('what is done is recorded with who did it, through which door and from where', async () => {
      const own = await givenAccount(db);
      const owner = await givenSignedIn(db, own.id);
      const token = await givenManageToken(db, own.id, 'editor');
      const { body } = await manage(service, owner, 'POST', '/projects', { body: { name: 'Shop' } });
      const path = `/manage/v1/projects/${body.data.id}`;
      await service.call('PATCH', path, { token, body: { name: 'Other' } });
      const rows = await db
        .selectFrom('audit_log')
        .select(['actor', 'door', 'address', 'action', 'subject', 'details'])
        .where('account_id', '=', own.id)
        .orderBy('id')
        .execute();
      const [actor] = token.split('.');
      assert.deepEqual(rows, [
        {
          ...{ actor: `user:${owner.userId}`, door: 'console', address: '127.0.0.1', action: 'project.create' },
          ...{ subject: body.data.id, details: '{}' },
        },
        {
          ...{ actor: `token:${actor}`, door: 'manage', address: '127.0.0.1', action: 'project.update' },
          ...{ subject: body.data.id, details: '{"fields":["name"]}' },
        },
      ]);
    });

    test('a session is nothing to the public API, nor is a token of one API to the other', async () => {
      const owner = await givenSignedIn(db, account.id);
      const managing = await givenManageToken(db, account.id, 'admin');
      const calling = await givenToken(db, account.id);
      assert.equal((await service.call('GET', '/api/v1/me', { headers: owner.headers })).status, 401);
      assert.equal((await service.call('GET', '/api/v1/me', { token: managing })).status, 401);
      assert.equal((await service.call('GET', '/manage/v1/session', { token: calling })).status, 401);
      assert.equal((await service.call('GET', '/manage/v1/session')).status, 401);
      assert.equal((await service.call('GET', '/manage/v1/session', { token: managing })).status, 200);
    });

    test('a request with a session has to come from a page of the service', async () => {
      const { headers } = await givenSignedIn(db, account.id);
      const { cookie = '' } = headers;
      const ask = async (method: string, site: Record<string, string>) => {
        const path = method === 'GET' ? '/manage/v1/projects' : '/manage/v1/projects/prj_x/archive';
        const { status, body } = await service.call(method, path, { headers: { cookie, ...site } });
        return body.error?.code ?? status;
      };
      for (const [site, read, write] of [
        [{ 'sec-fetch-site': 'same-origin' }, 200, 'not_found'],
        [{ 'sec-fetch-site': 'none' }, 200, 'cross_site_request'],
        [{ 'sec-fetch-site': 'same-site' }, 'cross_site_request', 'cross_site_request'],
        [{ 'sec-fetch-site': 'cross-site' }, 'cross_site_request', 'cross_site_request'],
        [{ 'sec-fetch-site': 'cross-site', origin: service.url }, 'cross_site_request', 'cross_site_request'],
        [{ origin: service.url }, 200, 'not_found'],
        [{ origin: 'https://evil.example' }, 'cross_site_request', 'cross_site_request'],
        [{ origin: 'null' }, 'cross_site_request', 'cross_site_request'],
        [{}, 'cross_site_request', 'cross_site_request'],
      ] as const) {
        assert.deepEqual([await ask('GET', site), await ask('POST', site)], [read, write], JSON.stringify(site));
      }
    });

    test('a session beside a token does not get around the rule', async () => {
      const { headers } = await givenSignedIn(db, account.id);
      const token = await givenManageToken(db, account.id, 'viewer');
      const crossed = { cookie: headers.cookie ?? '', 'sec-fetch-site': 'cross-site' };
      const answer = await service.call('GET', '/manage/v1/session', { token, headers: crossed });
      assert.equal(answer.body.error.code, 'cross_site_request');
    });

    test('signing in gives a session, whatever is wrong the same refusal, and signing out ends it', async () => {
      const user = await givenUser(db);
      const signIn = (email: string, secret: string, headers: Record<string, string> = {}) =>
        service.call('POST', '/manage/v1/session', { body: { email, password: secret }, headers });
      const wrong = await signIn(user.email, 'not this password', { 'x-request-id': 'same' });
      const unknown = await signIn('nobody@example.com', password, { 'x-request-id': 'same' });
      assert.deepEqual([wrong.status, wrong.text], [401, unknown.text]);
      assert.equal(wrong.headers.get('set-cookie'), null);
      const crossed = await signIn(user.email, password, { 'sec-fetch-site': 'cross-site' });
      assert.equal(crossed.body.error.code, 'cross_site_request');
      const entered = await signIn(user.email, password, { 'sec-fetch-site': 'same-origin' });
      assert.equal(entered.status, 201, entered.text);
      assert.match(
        entered.headers.get('set-cookie') ?? '',
        /^session=\w{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
      );
      assert.deepEqual([entered.body.data.user.id, entered.body.data.account], [user.id, null]);
      const cookie = /^session=\w+/.exec(entered.headers.get('set-cookie') ?? '')?.[0] ?? '';
      const who = { headers: { cookie, 'sec-fetch-site': 'same-origin' } };
      assert.equal((await manage(service, who, 'GET', '/session')).body.data.user.email, user.email);
      const left = await manage(service, who, 'DELETE', '/session');
      assert.match(left.headers.get('set-cookie') ?? '', /^session=; Path=\/; Max-Age=0;/);
      assert.equal((await manage(service, who, 'GET', '/session')).status, 401);
    });

    test('signing in again and switching the account give new tokens, and the old ones are worth nothing', async () => {
      const [first, second] = [await givenAccount(db, { name: 'A' }), await givenAccount(db, { name: 'B' })];
      const member = await givenSignedIn(db, first.id);
      const rights = { account_id: second.id, user_id: member.userId, role: 'viewer', project_ids: null } as const;
      const now = new Date().toISOString();
      await db
        .insertInto('memberships')
        .values({ ...rights, created_at: now, updated_at: now })
        .execute();
      const session = await manage(service, member, 'GET', '/session');
      assert.deepEqual(
        [session.body.data.account, session.body.data.role, session.body.data.accounts.length],
        [{ id: first.id, name: 'A' }, 'owner', 2],
      );
      const switched = await manage(service, member, 'PATCH', '/session', { body: { account_id: second.id } });
      assert.deepEqual([switched.body.data.account.id, switched.body.data.role], [second.id, 'viewer'], switched.text);
      assert.deepEqual(switched.body.data.scopes, ['projects:read', 'reports:read']);
      assert.equal((await manage(service, member, 'GET', '/session')).status, 401);
      const cookie = /^session=\w+/.exec(switched.headers.get('set-cookie') ?? '')?.[0] ?? '';
      const again = { headers: { cookie, 'sec-fetch-site': 'same-origin' } };
      const stepped = await manage(service, again, 'POST', '/session', { body: { email: member.email, password } });
      assert.equal(stepped.body.data.account.id, second.id, stepped.text);
      assert.notEqual(stepped.body.data.session.id, switched.body.data.session.id);
      assert.equal((await manage(service, again, 'GET', '/session')).status, 401);
      const other = await manage(
        service,
        await givenSession(db, { id: member.userId, email: '' }),
        'PATCH',
        '/session',
        {
          body: { account_id: account.id },
        },
      );
      assert.equal(other.status, 404);
    });

    test('requests here have a limit of their own and do not count as those of the account', async () => {
      const own = await givenAccount(db, { perMinute: 2 });
      const owner = await givenSignedIn(db, own.id);
      const token = await givenToken(db, own.id);
      for (let left = 599; left > 596; left--) {
        const { headers } = await manage(service, owner, 'GET', '/session');
        assert.equal(headers.get('x-ratelimit-remaining'), String(left));
      }
      const { headers } = await service.call('GET', '/api/v1/', { token });
      assert.deepEqual([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')], ['2', '1']);
    });

    test('a change made for an old state is refused with the current one, and without If-Match the last one wins', async () => {
      const owner = await givenSignedIn(db, account.id);
      const { id } = await givenProject(db, account);
      const path = `/projects/${id}`;
      const read = await manage(service, owner, 'GET', path);
      assert.equal(read.headers.get('etag'), '"1"');
      const change = (name: string, match?: string) =>
        manage(service, owner, 'PATCH', path, { body: { name }, ...(match && { headers: { 'if-match': match } }) });
      const first = await change('First', '"1"');
      assert.deepEqual([first.status, first.headers.get('etag')], [200, '"2"']);
      const late = await change('Late', '"1"');
      assert.equal(late.status, 412);
      assert.equal(late.body.error.code, 'edit_conflict');
      assert.deepEqual(late.body.error.details, [{ field: 'header.if-match', rule: 'current', message: '"2"' }]);
      assert.equal((await change('Weak', 'W/"2"')).status, 412);
      assert.equal((await change('Any', '*')).headers.get('etag'), '"3"');
      assert.equal((await change('Last')).headers.get('etag'), '"4"');
      assert.equal((await manage(service, owner, 'GET', path)).body.data.name, 'Last');
    });

    test('idempotency keys belong to whoever acts, and to the account they act for', async () => {
      const own = await givenAccount(db);
      const [one, other] = [await givenSignedIn(db, own.id), await givenSignedIn(db, own.id)];
      const headers = { 'idempotency-key': 'same' };
      const create = (who: typeof one, name: string) =>
        manage(service, who, 'POST', '/projects', { body: { name }, headers });
      const [first, again, foreign] = [await create(one, 'A'), await create(one, 'A'), await create(other, 'A')];
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal(again.body.data.id, first.body.data.id);
      assert.notEqual(foreign.body.data.id, first.body.data.id);
      assert.equal((await create(one, 'B')).body.error.code, 'idempotency_conflict');
    });

    test('a member limited to projects sees those, and everything else is as if it were not there', async () => {
      const own = await givenAccount(db);
      const [mine, hidden] = [await givenProject(db, own), await givenProject(db, own)];
      const member = await givenSignedIn(db, own.id, { role: 'editor', projectIds: [mine.id] });
      const owner = await givenSignedIn(db, own.id);
      const period = { current: { from: '2026-01-01', to: '2026-01-31' } };
      const started = await manage(service, owner, 'POST', `/projects/${hidden.id}/generation-jobs`, {
        body: { period },
      });
      const listed = await manage(service, member, 'GET', '/projects');
      assert.deepEqual(
        [listed.body.data.items.map(({ id }: { id: string }) => id), listed.body.meta.pagination.total],
        [[mine.id], 1],
      );
      assert.equal((await manage(service, member, 'GET', `/projects/${mine.id}`)).status, 200);
      const headers = { 'x-request-id': 'same' };
      const ask = async (path: string) => (await manage(service, member, 'GET', path, { headers })).text;
      const missing = await ask('/projects/prj_00000000000000000000000000');
      assert.equal(await ask(`/projects/${hidden.id}`), missing);
      assert.equal(await ask(`/projects/${hidden.id}/jobs`), missing);
      assert.equal(await ask(`/jobs/${started.body.data.id}`), missing);
      assert.equal(await ask(`/generation-jobs/${started.body.data.id}`), missing);
      assert.equal((await manage(service, member, 'POST', '/projects', { body: { name: 'More' } })).status, 404);
    });
  });
}

for (const engine of engines) {
  describe(`${engine}: the management API behind a proxy`, async () => {
    const service = await startTestService(engine, {
      environment: { TRUST_PROXY: 'on', CORS_ORIGINS: 'https://app.example.com' },
    });
    after(() => service[Symbol.asyncDispose]());
    const { db } = service;
    const from = (proto: string, host: string) => ({ 'x-forwarded-proto': proto, 'x-forwarded-host': host });

    test('over https the cookie is bound to the host, and over http from elsewhere there is none', async () => {
      const user = await givenUser(db);
      const body = { email: user.email, password };
      const safe = from('https', 'reports.example.com');
      const entered = await service.call('POST', '/manage/v1/session', { body, headers: safe });
      const set = entered.headers.get('set-cookie') ?? '';
      assert.match(set, /^__Host-session=\w{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/);
      const cookie = set.split(';', 1)[0] ?? '';
      const site = { cookie, 'sec-fetch-site': 'same-origin' };
      assert.equal((await service.call('GET', '/manage/v1/session', { headers: { ...safe, ...site } })).status, 200);
      const plain = { ...from('http', 'reports.example.com'), 'sec-fetch-site': 'same-origin' };
      assert.equal((await service.call('GET', '/manage/v1/session', { headers: { ...plain, cookie } })).status, 401);
      const unsafe = await service.call('POST', '/manage/v1/session', { body, headers: plain });
      assert.deepEqual([unsafe.status, unsafe.body.error.details[0].rule], [400, 'https']);
      const sibling = { ...safe, cookie, origin: 'https://evil.reports.example.com' };
      const refused = await service.call('GET', '/manage/v1/session', { headers: sibling });
      assert.equal(refused.body.error.code, 'cross_site_request');
    });

    test('scripts of other origins cannot call it, whatever origins may call the public API', async () => {
      const origin = 'https://app.example.com';
      const asked = { origin, 'access-control-request-method': 'GET' };
      const preflight = await service.call('OPTIONS', '/manage/v1/projects', { headers: asked });
      assert.equal(preflight.status, 404);
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      assert.equal((await service.call('OPTIONS', '/api/v1/projects', { headers: asked })).status, 204);
      const token = await givenManageToken(db, (await givenAccount(db)).id, 'viewer');
      const answer = await service.call('GET', '/manage/v1/projects', { token, headers: { origin } });
      assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, null]);
    });

    test('bodies that are no JSON are refused', async () => {
      const owner = await givenSignedIn(db, (await givenAccount(db)).id);
      const headers = { ...owner.headers, 'content-type': 'text/plain' };
      const answer = await service.call('POST', '/manage/v1/projects', { headers, body: '{"name":"A"}' });
      assert.equal(answer.status, 415);
    });
  });
}
