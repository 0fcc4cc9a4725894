import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { givenExport, givenReport } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What differs between two requests, whatever the method. */
const changing = /^(date|connection|keep-alive|x-request-id|(x-)?ratelimit.*)$/;

describe('methods and headers of every request', () => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await startTestService('sqlite');
    token = await givenToken(service.db, (await givenAccount(service.db)).id);
  });
  after(() => service[Symbol.asyncDispose]());

  test('HEAD of every read is GET without a body: the same status and headers [C-HTTP-1]', async () => {
    const account = await givenAccount(service.db, { perMinute: 1_000 });
    const own = await givenToken(service.db, account.id);
    const objects = await openFileStore(`${service.dataDir}/objects`);
    const { id } = await givenProject(service.db, account);
    const { reportId, job } = await givenReport(service.db, objects, account, id);
    const exported = await givenExport(service.db, objects, account, id, { bytes: Buffer.from('file'), reportId });
    const ids: Record<string, string> = {
      project_id: id,
      report_id: reportId,
      job_id: job.id,
      generation_job_id: job.id,
      export_job_id: exported.id,
    };
    const { paths } = (await service.call('GET', '/api/v1/openapi.json')).body;
    const reads = Object.keys(paths).filter((path) => paths[path].get);
    assert.equal(reads.length, 11);
    for (const template of reads) {
      const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '');
      // Twice, since the first use of a token changes what /me shows.
      const [, get, head] = [
        await service.call('GET', path, { token: own }),
        await service.call('GET', path, { token: own }),
        await service.call('HEAD', path, { token: own }),
      ];
      const stable = (headers: Headers) => [...headers].filter(([name]) => !changing.test(name));
      assert.deepEqual([head.status, head.text], [get.status, ''], path);
      assert.equal(get.status, 200, path);
      assert.deepEqual(stable(head.headers), stable(get.headers), path);
      const etag = get.headers.get('etag');
      if (etag === null) continue;
      const same = { token: own, headers: { 'if-none-match': etag } };
      const unchanged = [await service.call('GET', path, same), await service.call('HEAD', path, same)];
      for (const { status, headers } of unchanged) {
        assert.equal(status, 304, path);
        assert.equal(headers.get('content-length'), null, `${path}: the file is not of no length`);
      }
    }
  });

  test('X-HTTP-Method-Override is ignored, OPTIONS is 405, an unknown path 404 [C-HTTP-3, C-HTTP-5]', async () => {
    const headers = { 'x-http-method-override': 'DELETE' };
    assert.equal((await service.call('GET', '/api/v1/projects', { token, headers })).status, 200);
    const options = await service.call('OPTIONS', '/api/v1/projects');
    assert.equal(options.status, 405);
    assert.equal(options.headers.get('allow'), 'GET, HEAD, POST');
    const unknown = await service.call('GET', '/api/v1/nothing', { token });
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.error.code, 'not_found');
    assert.equal(unknown.headers.get('x-ratelimit-limit'), null);
    assert.equal((await service.call('GET', '/api/v1/projects/', { token })).status, 404);
  });

  test('a path that lacks an id is unknown: 404 for any method, with or without a token, and not counted [C-HTTP-3, C-LIMIT-5]', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/projects/'],
      ['GET', '/api/v1/projects/?page=1'],
      ['POST', '/api/v1/projects/'],
      ['POST', '/api/v1/projects//archive'],
      ['GET', '/api/v1/export-jobs//download'],
    ] as const) {
      for (const caller of [{ token }, {}]) {
        const { status, body, headers } = await service.call(method, path, caller);
        assert.deepEqual([status, body.error.code], [404, 'not_found'], `${method} ${path}`);
        assert.deepEqual([headers.get('allow'), headers.get('x-ratelimit-limit')], [null, null], `${method} ${path}`);
      }
    }
  });

  test('a well-formed X-Request-Id is kept, another one is replaced [C-ENVELOPE-5]', async () => {
    const ask = async (id: string) => {
      const { headers, body } = await service.call('GET', '/api/v1/', { token, headers: { 'x-request-id': id } });
      assert.equal(headers.get('x-request-id'), body.meta.request_id);
      return body.meta.request_id;
    };
    assert.equal(await ask('my.Request-1_x'), 'my.Request-1_x');
    for (const id of ['a b', 'x'.repeat(65), 'ä', '<b>']) assert.match(await ask(encodeURI(id)), /^req_/);
  });
});
