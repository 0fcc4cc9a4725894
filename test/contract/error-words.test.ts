import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pageLinks } from '../../src/platform/http/pagination.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('what the details of an error say', () => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await startTestService('sqlite');
    const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
    token = await givenToken(service.db, account.id);
  });
  after(() => service[Symbol.asyncDispose]());

  const detailsOf = async (path: string) => (await service.call('GET', `/api/v1${path}`, { token })).body.error.details;
  const create = async (body: string) => {
    const headers = { 'idempotency-key': 'k', 'content-type': 'application/json' };
    return (await service.call('POST', '/api/v1/projects', { token, body, headers })).body.error;
  };

  for (const [body, field] of [
    [{ name: '' }, 'name'],
    [
      { name: 'Shop', settings: { sections: [{ type: 'kpis', connection_id: 'c', metrics: [] }] } },
      'settings.sections.0.metrics',
    ],
  ] as const) {
    test(`an empty ${field} gets the message that it must not be empty`, async () => {
      const { details } = await create(JSON.stringify(body));
      assert.deepEqual(
        details.map((detail: { field: string; message: string }) => [detail.field, detail.message]),
        [[field, 'must not be empty']],
      );
    });
  }

  const refusals: readonly (readonly [path: string, field: string, message: string])[] = [
    ['/projects?page=abc', 'page', 'must be a whole number from 1 to 10000'],
    ['/projects?per_page=101', 'per_page', 'must be a whole number from 1 to 100'],
    ['/projects?page=01', 'page', 'must be a whole number from 1 to 10000'],
    ['/projects/prj_none/reports?ready_for_export=True', 'ready_for_export', 'must be true or false'],
    ['/projects?status=open', 'status', 'must be one of active, archived'],
    ['/projects?status=active&status=active', 'status', 'must be sent once'],
  ];
  for (const [path, field, message] of refusals) {
    test(`${path}: ${message} [C-ENVELOPE-3, C-ERROR-1, C-QUERY-1]`, async () => {
      const details = await detailsOf(path);
      assert.deepEqual(
        details.map((detail: { field: string; message: string }) => [detail.field, detail.message]),
        [[`query.${field}`, message]],
      );
    });
  }

  test('the error for an unknown query key lists the known ones [C-QUERY-2]', async () => {
    const [{ message }] = await detailsOf('/projects?colour=red');
    assert.match(message, /^is not known; known are page, per_page, sort, direction, status/);
  });

  test('no link of a list leads to a page that is refused [C-PAGE-6]', () => {
    const links = pageLinks('/api/v1/projects?per_page=1', '', 10_000, 10_003);
    assert.match(links, /page=9999>; rel="prev".*page=10000>; rel="last"/);
    assert.doesNotMatch(links, /next/);
  });

  test('some of very many unknown fields are named [C-BODY-10]', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_${index}`, 1]));
    const { details } = await create(JSON.stringify({ name: 'P', ...fields }));
    assert.ok(details.length >= 1_000);
    assert.deepEqual(details[0], { field: 'field_0', rule: 'unknown', message: 'is not known' });
  });

  const keys: readonly (readonly [body: string, field: string])[] = [
    ['{"name":"P","settings":{"title":"a","title":"b"}}', 'settings.title'],
    [
      '{"name":"P","settings":{"sections":[{"type":"text"},{"type":"text","title":"a","title":"b"}]}}',
      'settings.sections.1.title',
    ],
    ['{"name":"P","settings":{"sections":[{}, {}],"__proto__":1}}', 'settings.__proto__'],
  ];
  for (const [body, field] of keys) {
    test(`a refused key is named by its path: ${field} [C-BODY-6]`, async () => {
      assert.equal((await create(body)).details[0].field, field);
    });
  }
});
