import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { makeOperations } from '../../client/scripts/make-operations.ts';
import { ConflictError, ManagementClient, PermissionError } from '../../client/src/manage/index.ts';
import { givenAccount } from '../support/accounts.ts';
import { givenManageToken, givenSignedIn } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test("the management client's operations are those of the committed document", () => {
  const made = makeOperations(JSON.parse(read('manage-openapi.json')));
  assert.equal(made, read('client/src/manage/operations.ts'), 'run "npm run openapi"');
});

test('operations are not made from a document that lacks a schema or a parameter', () => {
  const document = JSON.parse(read('manage-openapi.json'));
  delete document.components.schemas.ProjectAnswer;
  assert.throws(() => makeOperations(document), /no #\/components\/schemas\/ProjectAnswer/);
});

describe('the management client', () => {
  let service: TestService;
  let accountId: string;
  before(async () => {
    service = await startTestService('sqlite');
    accountId = (await givenAccount(service.db, { plan: 'agency' })).id;
  });
  after(() => service[Symbol.asyncDispose]());

  const clientOf = async (role: string) =>
    new ManagementClient({
      baseUrl: `${service.url}/manage/v1/`,
      token: await givenManageToken(service.db, accountId, role),
      maxRetries: 0,
    });

  test('calls operations by their names, with what they take', async () => {
    const client = await clientOf('admin');
    const { data: session } = await client.call('getSession');
    assert.deepEqual([session.account?.id, session.role], [accountId, 'admin']);
    const { data: project, etag } = await client.call('createProject', { body: { name: 'Shop' } });
    assert.equal(etag, '"1"');
    const input = { project_id: project.id, body: { name: 'Store' } };
    const changed = await client.call('updateProject', input, { ifMatch: '"1"' });
    assert.deepEqual([changed.data.name, changed.etag], ['Store', '"2"']);
    await assert.rejects(client.call('updateProject', input, { ifMatch: '"1"' }), (error) => {
      assert.ok(error instanceof ConflictError);
      assert.deepEqual([error.status, error.code, error.details[0]?.message], [412, 'edit_conflict', '"2"']);
      return true;
    });
  });

  test('a list in a query is sent as its values, one after the other', async () => {
    const client = await clientOf('editor');
    await client.call('createProject', { body: { name: 'Both', tags: ['One', 'Two'] } });
    await client.call('createProject', { body: { name: 'Only one', tags: ['One'] } });
    const { data } = await client.call('listProjects', { query: { tag: ['one', 'two'] } });
    assert.deepEqual(
      data.items.map(({ name }) => name),
      ['Both'],
    );
  });

  test('a secret comes once; repeated under its key it is withheld', async () => {
    const client = await clientOf('admin');
    const body = { name: 'CI', kind: 'manage', role: 'viewer' } as const;
    const first = await client.call('createToken', { body }, { idempotencyKey: 'k' });
    assert.match(first.data.token ?? '', /^rs_manage_/);
    const again = await client.call('createToken', { body }, { idempotencyKey: 'k' });
    assert.deepEqual([again.data.token, again.withheld, first.withheld], [null, ['token'], []]);
    const revoked = await client.call('revokeToken', { public_id: first.data.public_id });
    assert.notEqual(revoked.data.revoked_at, null);
  });

  test('goes over all pages of a list', async () => {
    const client = await clientOf('editor');
    const made = new Set<string>();
    for (const name of ['A', 'B', 'C']) made.add((await client.call('createProject', { body: { name } })).data.id);
    const found = new Set<string>();
    for await (const { id } of client.list('listProjects', { query: { per_page: 1 } })) found.add(id);
    assert.ok(made.isSubsetOf(found));
  });

  test('uses the session of a browser, which sends its own cookie, where it has no token', async () => {
    const { headers } = await givenSignedIn(service.db, accountId, { role: 'viewer' });
    const fetchAsBrowser: typeof fetch = (url, init) => {
      const own = new Headers(init?.headers);
      assert.equal(own.get('authorization'), null);
      for (const [name, value] of Object.entries(headers)) own.set(name, value);
      return fetch(url, { ...init, headers: own });
    };
    const client = new ManagementClient({ baseUrl: service.url, fetch: fetchAsBrowser });
    assert.equal((await client.call('getSession')).data.role, 'viewer');
    await assert.rejects(client.call('createProject', { body: { name: 'A' } }), PermissionError);
    await client.call('signOut');
  });
});
