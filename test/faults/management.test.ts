import assert from 'node:assert/strict';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenManageToken, givenSession, givenSignedIn } from '../support/manage.ts';
import { givenMember } from '../support/people.ts';
import { type Answer, type CallOptions, call } from '../support/service.ts';
import { test } from '../support/suite.ts';
import { type FaultInstallation, givenFaultInstallation } from './support/installation.ts';

async function startAll(installation: FaultInstallation, count: number): Promise<string[]> {
  const services = await Promise.all(Array.from({ length: count }, () => installation.start('api')));
  return Promise.all(services.map(({ ready }) => ready));
}

for (const engine of engines) {
  /** The embedded database has one process for the API. */
  const processes = engine === 'postgres' ? 2 : 1;

  test(`${engine}: what is ended or taken away through one of ${processes} serving holds with the next request in each`, async () => {
    await using installation = await givenFaultInstallation(engine);
    const { db } = installation;
    const urls = await startAll(installation, processes);
    const [first = assert.fail()] = urls;
    const account = await givenAccount(db);
    const projects = [await givenProject(db, account), await givenProject(db, account)];
    const [shown, hidden] = projects.map(({ id }) => `/manage/v1/projects/${id}`);
    const owner = await givenSignedIn(db, account.id);
    const statuses = (method: string, path: string, options: CallOptions) =>
      Promise.all(urls.map(async (url) => (await call(url, method, path, options)).status));
    const all = (status: number) => Array(processes).fill(status);
    const asOwner = async (method: string, path: string, body?: object) => {
      const answer = await call(first, method, `/manage/v1${path}`, { headers: owner.headers, ...(body && { body }) });
      assert.equal(answer.status, 200, answer.text);
    };

    const editor = await givenMember(db, account.id, { role: 'editor' });
    const rename = { body: { name: 'New' } };
    for (const [method, path, body] of [
      ['DELETE', `/members/${editor.id}/sessions`],
      ['PATCH', `/members/${editor.id}`, { role: 'viewer' }],
      ['PATCH', `/members/${editor.id}`, { role: 'editor', project_ids: [projects[0]?.id] }],
      ['DELETE', `/members/${editor.id}`],
    ] as const) {
      const { headers } = await givenSession(db, editor);
      assert.deepEqual(await statuses('GET', shown ?? '', { headers }), all(200));
      await asOwner(method, path, body);
      assert.deepEqual(await statuses('GET', '/manage/v1/session', { headers }), all(401), `${method} ${path}`);
      const { headers: again } = await givenSession(db, editor);
      const isGone = method === 'DELETE' && !path.endsWith('/sessions');
      if (body && !('project_ids' in body)) {
        assert.deepEqual(await statuses('PATCH', shown ?? '', { headers: again, ...rename }), all(403));
      } else if (body) {
        assert.deepEqual(await statuses('GET', hidden ?? '', { headers: again }), all(404));
        assert.deepEqual(await statuses('GET', shown ?? '', { headers: again }), all(200));
      } else if (isGone) {
        assert.deepEqual(await statuses('GET', shown ?? '', { headers: again }), all(403));
      }
    }

    const token = await givenManageToken(db, account.id, 'viewer');
    assert.deepEqual(await statuses('GET', shown ?? '', { token }), all(200));
    await asOwner('DELETE', `/tokens/${token.split('.')[0]}`);
    assert.deepEqual(await statuses('GET', shown ?? '', { token }), all(401));
  });

  test(`${engine}: ${processes} serving count the requests and the wrong tries together, and know each other's keys`, async () => {
    await using installation = await givenFaultInstallation(engine);
    const { db } = installation;
    const urls = await startAll(installation, processes);
    const at = (index: number) => urls[index % processes] ?? assert.fail();
    const account = await givenAccount(db);
    const owner = await givenSignedIn(db, account.id);
    for (const [index, left] of [599, 598, 597, 596].entries()) {
      const { headers } = await call(at(index), 'GET', '/manage/v1/session', { headers: owner.headers });
      assert.equal(headers.get('x-ratelimit-remaining'), String(left));
    }

    const headers = { ...owner.headers, 'idempotency-key': 'same' };
    const create = (index: number) =>
      call(at(index), 'POST', '/manage/v1/projects', { headers, body: { name: 'Shop' } });
    const created = await Promise.all([0, 1, 2, 3].map(create));
    assert.equal(new Set(created.map(({ body }) => body.data.id)).size, 1);

    const guess = (index: number): Promise<Answer> =>
      call(at(index), 'POST', '/manage/v1/session', { body: { email: owner.email, password: `not ${index}` } });
    const tries = await Promise.all(Array.from({ length: 16 }, (_, index) => guess(index)));
    const refused = tries.filter(({ status }) => status === 429);
    assert.deepEqual([refused.length, tries.filter(({ status }) => status === 401).length], [6, 10]);
    assert.ok(refused.every((answer) => Number(answer.headers.get('retry-after')) >= 1));
    const inside = await call(at(0), 'GET', '/manage/v1/session', { headers: owner.headers });
    assert.equal(inside.status, 200, 'whoever is signed in stays so');
  });
}
