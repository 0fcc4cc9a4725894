import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { Type } from 'typebox';
import { bearerGate } from '../../../src/domains/accounts/bearer-gate.ts';
import { announceDeprecation } from '../../../src/platform/http/deprecation.ts';
import { openapiRoutes } from '../../../src/platform/http/openapi.ts';
import { listOperation, readOperation } from '../../../src/platform/http/operations.ts';
import { listQuery } from '../../../src/platform/http/pagination.ts';
import type { ApiContext } from '../../../src/platform/http/route.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { createAddressThrottle } from '../../../src/platform/limits/address-throttle.ts';
import { openMemoryLimiter } from '../../../src/platform/limits/memory.ts';
import { givenAccount, givenToken } from '../../support/accounts.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { call } from '../../support/service.ts';

const Thing = Type.Object({ id: Type.String({ examples: ['1'] }) }, { title: 'Thing' });
const deprecated = { since: '2026-11-21', sunset: '2027-02-19', link: '/docs/guides/polling' };
const announced = {
  deprecation: '@1795219200',
  sunset: 'Fri, 19 Feb 2027 00:00:00 GMT',
  link: '<https://reports.example.com/docs/guides/polling>; rel="deprecation"; type="text/html"',
};

/** A server with a deprecated operation, a deprecated list, and an operation that stays. */
async function startFixture() {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await createTestDatabase('sqlite'));
  const limiter = await openMemoryLimiter(db);
  const app = createServer({ logger: pino({ level: 'silent' }), trustProxy: false });
  stack.defer(async () => {
    await app.close();
    await limiter.close();
  });
  const gate = bearerGate({
    db,
    limiter,
    failedAuthentication: createAddressThrottle(10),
    defaultLimits: { perMinute: 100, perDay: 100 },
  });
  const context: ApiContext = { db, gate, publicUrl: 'https://reports.example.com', base: '/api/v1' };
  const shared = { tag: 'Service', summary: 'Read', scope: null, data: Thing } as const;
  openapiRoutes(app, { publicUrl: context.publicUrl, crossOrigin: false });
  const old = { ...shared, path: '/old', operationId: 'getOld', deprecated };
  readOperation(app, context, old, async () => ({ id: '1' }));
  readOperation(app, context, { ...shared, path: '/new', operationId: 'getNew' }, async () => ({ id: '1' }));
  const query = listQuery(['created_at'], {});
  const list = { ...shared, path: '/olds', operationId: 'listOlds', query, deprecated };
  listOperation(app, context, list, async () => ({ items: [{ id: '1' }], total: 1 }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const token = await givenToken(db, (await givenAccount(db)).id);
  const { body } = await call(url, 'GET', '/api/v1/openapi.json');
  const resources = stack.move();
  return {
    document: body,
    checker: new AnswerChecker(body),
    get: (path: string, options = { token }) => call(url, 'GET', path, options),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('a deprecated operation sends Deprecation, Sunset and Link on every answer; the others send none [C-VERSION-4]', async () => {
  await using fixture = await startFixture();
  const sent = (headers: Headers) =>
    Object.fromEntries(Object.keys(announced).map((name) => [name, headers.get(name)]));
  const success = await fixture.get('/api/v1/old');
  assert.deepEqual([success.status, sent(success.headers)], [200, announced]);
  for (const refused of [await fixture.get('/api/v1/old', { token: 'x' }), await fixture.get('/api/v1/old?a=1')]) {
    assert.deepEqual(sent(refused.headers), announced, String(refused.status));
    assert.deepEqual(fixture.checker.faults('GET', '/api/v1/old', refused), []);
  }
  assert.deepEqual(fixture.checker.faults('GET', '/api/v1/old', success), []);
  const { headers } = await fixture.get('/api/v1/new');
  assert.deepEqual(sent(headers), { deprecation: null, sunset: null, link: null });
});

test('a deprecated list links its pages as well [C-VERSION-4]', async () => {
  await using fixture = await startFixture();
  const answer = await fixture.get('/api/v1/olds');
  const links = (answer.headers.get('link') ?? '').split(', ').map((link) => /rel="(\w+)"/.exec(link)?.[1]);
  assert.deepEqual(links, ['deprecation', 'first', 'last']);
  assert.deepEqual(fixture.checker.faults('GET', '/api/v1/olds', answer), []);
});

test('the document marks a deprecated operation, says how long it remains, and documents its headers', async () => {
  await using fixture = await startFixture();
  const { paths, components } = fixture.document;
  const [old, current] = [paths['/api/v1/old'].get, paths['/api/v1/new'].get];
  assert.equal(old.deprecated, true);
  assert.match(old.description, /2026-11-21.*2027-02-19.*\/docs\/guides\/polling/);
  assert.equal(current.deprecated, undefined);
  for (const { $ref, headers } of Object.values<{ $ref?: string; headers?: object }>(old.responses)) {
    const named = headers ?? components.responses[$ref?.split('/').at(-1) ?? ''].headers;
    for (const name of ['Deprecation', 'Sunset', 'Link']) assert.ok(name in named, `${name} of ${$ref}`);
  }
  assert.ok(!('Deprecation' in current.responses['200'].headers));
});

test('an operation remains for at least 90 days after its deprecation [C-VERSION-5]', () => {
  announceDeprecation(deprecated, '');
  for (const sunset of ['2027-02-18', '2026-11-20', 'soon']) {
    assert.throws(() => announceDeprecation({ ...deprecated, sunset }, ''), RangeError, sunset);
  }
});
