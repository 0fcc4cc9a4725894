import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { revokeToken } from '../../src/domains/accounts/tokens.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

const period = { current: { from: '2026-01-01', to: '2026-01-31' } };

/** Every operation (C-OP-1), with a valid body and the scope it needs. */
export const operations = [
  { method: 'GET', path: '/api/v1/', scope: null },
  { method: 'GET', path: '/api/v1/me', scope: null },
  { method: 'GET', path: '/api/v1/projects', scope: 'projects:read' },
  { method: 'GET', path: '/api/v1/projects/{id}', scope: 'projects:read' },
  { method: 'POST', path: '/api/v1/projects', scope: 'projects:write', body: { name: 'New' } },
  { method: 'PATCH', path: '/api/v1/projects/{id}', scope: 'projects:write', body: { name: 'Newer' } },
  { method: 'POST', path: '/api/v1/projects/{id}/archive', scope: 'projects:write' },
  { method: 'POST', path: '/api/v1/projects/{id}/restore', scope: 'projects:write' },
  { method: 'GET', path: '/api/v1/projects/{id}/reports', scope: 'reports:read' },
  { method: 'GET', path: '/api/v1/reports/{id}', scope: 'reports:read' },
  { method: 'GET', path: '/api/v1/projects/{id}/jobs', scope: 'reports:read' },
  { method: 'GET', path: '/api/v1/jobs/{id}', scope: 'reports:read' },
  { method: 'POST', path: '/api/v1/projects/{id}/generation-jobs', scope: 'reports:write', body: { period } },
  { method: 'GET', path: '/api/v1/generation-jobs/{id}', scope: 'reports:read' },
  { method: 'POST', path: '/api/v1/reports/{id}/export-jobs', scope: 'reports:write', body: { format: 'pdf' } },
  { method: 'GET', path: '/api/v1/export-jobs/{id}', scope: 'reports:read' },
  { method: 'GET', path: '/api/v1/export-jobs/{id}/download', scope: 'reports:read' },
] as const;

const at = (path: string, id = 'prj_00000000000000000000000000') => path.replace('{id}', id);
const bodyOf = (operation: (typeof operations)[number]) => ('body' in operation ? { body: operation.body } : {});

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: refusals of every operation`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    for (const operation of operations) {
      const name = `${operation.method} ${operation.path}`;

      test(`${name} without a token is 401 with a challenge, and is not counted [C-ORDER-2, C-TOKEN-1, C-LIMIT-5]`, async () => {
        const answer = await service.call(operation.method, at(operation.path), bodyOf(operation));
        assert.equal(answer.status, 401);
        assert.equal(answer.body.error.code, 'unauthorized');
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="report-service"');
        assert.equal(answer.headers.get('x-ratelimit-limit'), null);
        assert.equal(answer.body.meta.request_id, answer.headers.get('x-request-id'));
      });

      test(`${name} of an account without API access is 403, and is counted [C-ORDER-5, C-ERROR-7, C-PLAN-1]`, async () => {
        const account = await givenAccount(service.db, { plan: 'starter' });
        const token = await givenToken(service.db, account.id);
        const answer = await service.call(operation.method, at(operation.path), { token, ...bodyOf(operation) });
        assert.equal(answer.status, 403);
        assert.equal(answer.body.error.code, 'api_access_required');
        assert.equal(answer.headers.get('x-ratelimit-remaining'), '119');
      });

      if (operation.scope !== null) {
        test(`${name} without its scope is 403 and names the scope [C-OP-1, C-ORDER-6, C-ERROR-8, C-SCOPE-1, C-SCOPE-3]`, async () => {
          const account = await givenAccount(service.db);
          const others = (['projects:read', 'projects:write', 'reports:read', 'reports:write'] as const).filter(
            (scope) => scope !== operation.scope,
          );
          const token = await givenToken(service.db, account.id, { scopes: others });
          const answer = await service.call(operation.method, at(operation.path), { token, ...bodyOf(operation) });
          assert.equal(answer.status, 403);
          assert.equal(answer.body.error.code, 'insufficient_scope');
          const challenge = answer.headers.get('www-authenticate') ?? '';
          assert.ok(challenge.includes(`error="insufficient_scope", scope="${operation.scope}"`), challenge);
        });
      }

      test(`${name} over the minute's limit is 429 with Retry-After [C-ERROR-17, C-LIMIT-12]`, async () => {
        const account = await givenAccount(service.db, { perMinute: 1 });
        const token = await givenToken(service.db, account.id);
        await service.call('GET', '/api/v1/', { token });
        const answer = await service.call(operation.method, at(operation.path), { token, ...bodyOf(operation) });
        assert.equal(answer.status, 429);
        assert.equal(answer.body.error.code, 'rate_limit_exceeded');
        assert.ok(Number(answer.headers.get('retry-after')) >= 1);
        assert.equal(answer.headers.get('x-ratelimit-remaining'), '0');
      });

      test(`${name} answers an unsupported method with 405 and Allow [C-HTTP-2, C-ERROR-10]`, async () => {
        const answer = await service.call('DELETE', at(operation.path));
        assert.equal(answer.status, 405);
        assert.equal(answer.body.error.code, 'method_not_allowed');
        assert.ok(answer.headers.get('allow')?.split(', ').includes(operation.method));
      });

      if (operation.path.includes('{id}')) {
        test(`${name} answers another account's resource like a missing one [C-ERROR-9]`, async () => {
          const [owner, other] = [await givenAccount(service.db), await givenAccount(service.db)];
          const { id } = await givenProject(service.db, owner);
          const token = await givenToken(service.db, other.id);
          const headers = { 'x-request-id': 'same', 'idempotency-key': 'k' };
          const options = { token, headers, ...bodyOf(operation) };
          const foreign = await service.call(operation.method, at(operation.path, id), options);
          const missing = await service.call(operation.method, at(operation.path), options);
          assert.equal(foreign.status, 404);
          assert.equal(foreign.body.error.code, 'not_found');
          assert.equal(foreign.text, missing.text);
        });
      }

      if (operation.method !== 'GET') {
        test(`${name} without Idempotency-Key, with a bad one or with two is 400 [C-ERROR-3, C-ERROR-4, C-IDEM-1, C-IDEM-2]`, async () => {
          const account = await givenAccount(service.db);
          const token = await givenToken(service.db, account.id);
          for (const [key, code] of [
            ['', 'idempotency_key_required'],
            ['""', 'idempotency_key_required'],
            ['a b', 'invalid_idempotency_key'],
            ['x'.repeat(256), 'invalid_idempotency_key'],
          ] as const) {
            const headers = { 'idempotency-key': key };
            const answer = await service.call(operation.method, at(operation.path), {
              token,
              headers,
              ...bodyOf(operation),
            });
            assert.equal(answer.status, 400);
            assert.equal(answer.body.error.code, code);
            assert.equal(answer.body.error.details[0].field, 'header.idempotency-key');
          }
        });

        test(`${name} with an unknown field is 400 and names it [C-ENVELOPE-3, C-BODY-10, C-GENERATION-1]`, async () => {
          const account = await givenAccount(service.db);
          const token = await givenToken(service.db, account.id);
          const body = { ...('body' in operation ? operation.body : {}), extra: 1 };
          const answer = await service.call(operation.method, at(operation.path), { token, body });
          assert.equal(answer.status, 400);
          assert.deepEqual(answer.body.error.details, [{ field: 'extra', rule: 'unknown', message: 'is not known' }]);
        });
      }

      test(`${name} with an unknown or repeated query key is 400 and names it [C-ERROR-1, C-QUERY-2, C-QUERY-3]`, async () => {
        const account = await givenAccount(service.db);
        const token = await givenToken(service.db, account.id);
        for (const [query, field] of [
          ['colour=red', 'query.colour'],
          ['colour=red&colour=red', 'query.colour'],
          ['page=1&page=1', 'query.page'],
        ]) {
          const options = { token, ...bodyOf(operation) };
          const answer = await service.call(operation.method, `${at(operation.path)}?${query}`, options);
          assert.equal(answer.status, 400);
          assert.equal(answer.body.error.code, 'invalid_query_parameter');
          assert.equal(answer.body.error.details[0].field, field);
        }
      });
    }

    test('a malformed, unknown, revoked or expired token gets the same 401 [C-ERROR-5, C-ERROR-6]', async () => {
      const account = await givenAccount(service.db);
      const revoked = await givenToken(service.db, account.id);
      await revokeToken(service.db, revoked.split('.')[0] ?? '');
      const expired = await givenToken(service.db, account.id, { expiresInMs: -1 });
      const valid = await givenToken(service.db, account.id);
      const [publicId, secret] = valid.split('.');
      const tokens = [
        revoked,
        expired,
        'x',
        `${publicId}.`,
        `${publicId}.${secret?.slice(0, -1)}${secret?.endsWith('A') ? 'B' : 'A'}`,
        valid.toLowerCase(),
      ];
      const texts = new Set<string>();
      for (const token of tokens) {
        const answer = await service.call('GET', '/api/v1/', { token, headers: { 'x-request-id': 'same' } });
        assert.equal(answer.status, 401);
        assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
        texts.add(answer.text);
      }
      assert.equal(texts.size, 1);
      assert.equal((await service.call('GET', '/api/v1/', { token: valid })).status, 200);
    });

    test('credentials without a token are 401 without error="invalid_token" [C-ERROR-6]', async () => {
      for (const authorization of ['Bearer', 'Bearer ', 'Basic abc']) {
        const { status, headers } = await service.call('GET', '/api/v1/', { headers: { authorization } });
        assert.deepEqual(
          [status, headers.get('www-authenticate')],
          [401, 'Bearer realm="report-service"'],
          authorization,
        );
      }
    });

    test('an exhausted daily quota is quota_exceeded, with headers about the day [C-ERROR-18, C-LIMIT-9]', async () => {
      const account = await givenAccount(service.db, { perMinute: 1, perDay: 1 });
      const token = await givenToken(service.db, account.id);
      await service.call('GET', '/api/v1/', { token });
      const answer = await service.call('GET', '/api/v1/', { token });
      assert.equal(answer.status, 429);
      assert.equal(answer.body.error.code, 'quota_exceeded');
      assert.equal(answer.headers.get('x-ratelimit-limit'), '1');
      assert.equal(Number(answer.headers.get('x-ratelimit-reset')) % 86_400, 0);
    });

    test('of 1,000 parallel requests exactly 120 are admitted [C-LIMIT-6]', async () => {
      const account = await givenAccount(service.db);
      const token = await givenToken(service.db, account.id);
      const answers = await Promise.all(Array.from({ length: 1000 }, () => service.call('GET', '/api/v1/', { token })));
      assert.equal(answers.filter(({ status }) => status === 200).length, 120);
      assert.equal(answers.filter(({ status }) => status === 429).length, 880);
    });
  });
}
