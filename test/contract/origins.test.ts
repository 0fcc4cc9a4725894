import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { AnswerChecker } from '../support/openapi.ts';
import { type Answer, startTestService } from '../support/service.ts';

const origin = 'https://app.example.com';

test('without configured origins CORS is off and OPTIONS is 405 [C-CORS-1]', async () => {
  await using service = await startTestService('sqlite');
  const answer = await service.call('GET', '/api/v1/', { headers: { origin } });
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
  const headers = { origin, 'access-control-request-method': 'GET' };
  assert.equal((await service.call('OPTIONS', '/api/v1/', { headers })).status, 405);
});

test('a configured origin may call, is answered 204 to OPTIONS, and reads the custom headers [C-CORS-2]', async () => {
  await using service = await startTestService('sqlite', {
    environment: { CORS_ORIGINS: `${origin}, https://b.example` },
  });
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'idempotency-key',
  };
  const preflight = await service.call('OPTIONS', '/api/v1/projects', { headers });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Idempotency-Key/);
  const account = await givenAccount(service.db);
  const token = await givenToken(service.db, account.id);
  const answer = await service.call('GET', '/api/v1/', { token, headers: { origin } });
  assert.equal(answer.headers.get('access-control-allow-origin'), origin);
  const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
  for (const name of ['x-request-id', 'x-ratelimit-remaining', 'retry-after', 'link'])
    assert.ok(exposed.includes(name), name);
  const refused = await service.call('GET', '/api/v1/', { headers: { origin } });
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get('access-control-allow-origin'), origin, 'errors are readable too');
});

test('with CORS the OpenAPI document has its headers, and without it has none', async () => {
  await using service = await startTestService('sqlite', { environment: { CORS_ORIGINS: origin } });
  const checker = new AnswerChecker((await service.call('GET', '/api/v1/openapi.json')).body);
  const token = await givenToken(service.db, (await givenAccount(service.db)).id);
  for (const caller of [origin, 'https://evil.example']) {
    for (const path of ['/api/v1/me', '/api/v1/projects', '/api/v1/reports/x']) {
      const answer = await service.call('GET', path, { token, headers: { origin: caller } });
      assert.deepEqual(checker.faults('GET', path, answer), []);
    }
    const refused = await service.call('GET', '/api/v1/me', { headers: { origin: caller } });
    assert.deepEqual(checker.faults('GET', '/api/v1/me', refused), []);
  }
  await using closed = await startTestService('sqlite');
  assert.doesNotMatch((await closed.call('GET', '/api/v1/openapi.json')).text, /Access-Control/);
});

test('a page of the documentation depends on the encoding, and with CORS also on the origin', async () => {
  await using service = await startTestService('sqlite', { environment: { CORS_ORIGINS: origin } });
  const varies = async () => (await service.call('GET', '/docs', { headers: { origin } })).headers.get('vary');
  assert.equal((await varies())?.toLowerCase(), 'origin, accept-encoding');
  await using closed = await startTestService('sqlite');
  assert.equal((await closed.call('GET', '/docs')).headers.get('vary'), 'accept-encoding');
});

test('with CORS an unknown path is still 404, and a known one says what it allows', async () => {
  await using service = await startTestService('sqlite', { environment: { CORS_ORIGINS: origin } });
  for (const path of ['/api/v2/me', '/nothing', '/api/v1/projects/', '/shared/a/b/c']) {
    const { status, headers } = await service.call('GET', path, { headers: { origin } });
    assert.equal(status, 404, path);
    assert.equal(headers.get('access-control-allow-origin'), origin, path);
  }
  const answer = await service.call('DELETE', '/api/v1/me');
  assert.equal(answer.status, 405);
  assert.match(answer.headers.get('allow') ?? '', /GET/);
});

test('with CORS the refusal of a path that cannot be decoded can be read like any other [C-CORS-2]', async () => {
  await using service = await startTestService('sqlite', { environment: { CORS_ORIGINS: origin } });
  const cors = ({ headers }: Answer) =>
    ['vary', 'access-control-allow-origin', 'access-control-expose-headers'].map((name) => headers.get(name));
  const undecodable = await service.call('GET', '/api/v1/projects/100%', { headers: { origin } });
  assert.equal(undecodable.status, 400);
  assert.deepEqual(cors(undecodable), cors(await service.call('GET', '/api/v1/me', { headers: { origin } })));
});

test('another origin gets no CORS headers [C-CORS-3]', async () => {
  await using service = await startTestService('sqlite', { environment: { CORS_ORIGINS: origin } });
  for (const path of ['/api/v1/', '/%']) {
    const answer = await service.call('GET', path, { headers: { origin: 'https://evil.example' } });
    assert.equal(answer.headers.get('access-control-allow-origin'), null, path);
  }
});

test('security.txt is there when a contact is configured [C-DISCOVERY-3]', async () => {
  const environment = { SECURITY_CONTACT: 'security@example.com', PUBLIC_URL: 'https://reports.example.com' };
  await using service = await startTestService('sqlite', { environment });
  const { status, text, headers } = await service.call('GET', '/.well-known/security.txt');
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
  const fields = Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  );
  const { Expires: expires, ...others } = fields;
  assert.deepEqual(others, {
    Contact: 'mailto:security@example.com',
    'Preferred-Languages': 'en',
    Canonical: 'https://reports.example.com/.well-known/security.txt',
  });
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  assert.ok(days > 30 && days < 365, 'RFC 9116 section 2.5.5');
  await using silent = await startTestService('sqlite');
  assert.equal((await silent.call('GET', '/.well-known/security.txt')).status, 404);
});
