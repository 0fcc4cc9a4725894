import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text as streamText } from 'node:stream/consumers';
import { sql } from 'kysely';
import { parseToken } from '../../src/domains/accounts/secrets.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { createS3Store } from '../../src/platform/storage/s3-store.ts';
import { pausableProxy } from '../platform/limits/servers.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { createTestDatabase, engines, withoutPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenExport, givenReport } from '../support/outcomes.ts';
import { redisUrl } from '../support/redis.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

/** A request whose headers are sent as given, including repeated names. */
async function send(service: TestService, path: string, headers: readonly string[], body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const method = body === undefined ? 'GET' : 'POST';
  const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  request(service.url + path, { method, headers: ['Host', 'x', ...headers, ...length] }, async (response) => {
    resolve({ status: response.statusCode, text: await streamText(response) });
  })
    .on('error', reject)
    .end(body);
  return promise;
}

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: a token is a public id, a secret and a checksum, and only a hash of the secret is stored [C-TOKEN-2, C-TOKEN-4]`, async () => {
    await using service = await startTestService(engine);
    const { id } = await givenAccount(service.db);
    for (const kind of ['live', 'try_it'] as const) {
      const token = await givenToken(service.db, id, { kind });
      const prefix = kind === 'live' ? 'rs_live_' : 'rs_try_';
      assert.match(token, new RegExp(`^${prefix}[0-9A-Za-z]{16}\\.[0-9A-Za-z]{49}$`));
      const [publicId = '', secret = ''] = token.split('.');
      const row = await service.db
        .selectFrom('tokens')
        .selectAll()
        .where('public_id', '=', publicId)
        .executeTakeFirstOrThrow();
      assert.equal(row.secret_hash, createHash('sha256').update(secret).digest('hex'));
      assert.ok(!JSON.stringify(row).includes(secret));
      assert.equal(
        parseToken(`${publicId}.${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`),
        undefined,
        'a mistyped token',
      );
      const lifetimeMs = row.expires_at === null ? null : Date.parse(row.expires_at) - Date.parse(row.created_at);
      assert.equal(lifetimeMs, kind === 'live' ? null : 86_400_000);
    }
  });

  test(`${engine}: the scheme is read in any case, from exactly one header, and never from the query [C-TOKEN-7]`, async () => {
    await using service = await startTestService(engine);
    const { id } = await givenAccount(service.db);
    const token = await givenToken(service.db, id);
    const status = async (headers: readonly string[]) => (await send(service, '/api/v1/', headers)).status;
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal(await status(['Authorization', `${scheme} ${token}`]), 200);
    }
    const twice = ['Authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`];
    assert.equal(await status([...twice]), 401);
    assert.equal(await status(['Authorization', `Basic ${token}`]), 401);
    assert.equal((await service.call('GET', `/api/v1/?access_token=${token}`)).status, 401);
  });

  test(`${engine}: with PUBLIC_URL every Location, Link and bootstrap link is absolute under it [C-HTTP-7]`, async () => {
    const base = 'https://reports.example.com';
    await using service = await startTestService(engine, { environment: { PUBLIC_URL: base } });
    const account = await givenAccount(service.db);
    const token = await givenToken(service.db, account.id);
    const write = async (path: string, body: unknown) => {
      const { headers, body: answer } = await service.call('POST', `/api/v1${path}`, { token, body });
      return { location: headers.get('location'), id: answer.data.id };
    };
    const project = await write('/projects', { name: 'P' });
    assert.equal(project.location, `${base}/api/v1/projects/${project.id}`);
    const period = { current: { from: '2026-01-01', to: '2026-01-31' } };
    const generation = await write(`/projects/${project.id}/generation-jobs`, { period });
    assert.equal(generation.location, `${base}/api/v1/generation-jobs/${generation.id}`);
    const objects = await openFileStore(`${service.dataDir}/objects`);
    const { reportId } = await givenReport(service.db, objects, account, project.id);
    const exported = await write(`/reports/${reportId}/export-jobs`, { format: 'pdf' });
    assert.equal(exported.location, `${base}/api/v1/export-jobs/${exported.id}`);
    const { headers } = await service.call('GET', '/api/v1/projects', { token });
    assert.match(
      headers.get('link') ?? '',
      /^<https:\/\/reports\.example\.com\/api\/v1\/projects\?page=1>; rel="first"/,
    );
    const { links } = (await service.call('GET', '/api/v1/', { token })).body.data;
    for (const link of Object.values(links)) assert.ok(String(link).startsWith(`${base}/`), String(link));
  });

  test(`${engine}: an internal fault is internal_error and reveals nothing; the log has it under the request id [C-ERROR-19]`, async () => {
    await using service = await startTestService(engine);
    const account = await givenAccount(service.db);
    const token = await givenToken(service.db, account.id);
    const { id } = await givenProject(service.db, account);
    await sql`alter table reports rename to hidden_reports`.execute(service.db);
    const headers = { 'x-request-id': 'look-me-up' };
    const answer = await service.call('GET', `/api/v1/projects/${id}/reports`, { token, headers });
    assert.equal(answer.status, 500);
    assert.equal(answer.body.error.code, 'internal_error');
    assert.deepEqual(Object.keys(answer.body.error), ['code', 'message']);
    const outside = answer.text + JSON.stringify([...answer.headers]);
    assert.doesNotMatch(outside, /sql|table|relation|select|\.ts|node_modules|reports"/i);
    assert.ok(service.log.some((line) => line.includes('look-me-up') && /reports/.test(line) && /"err"/.test(line)));
  });
}

test('a database that does not answer is 503 with Retry-After, not 401 [C-ORDER-3, C-ERROR-20, C-LIMIT-12]', {
  skip: withoutPostgres,
}, async () => {
  await using database = await createTestDatabase('postgres');
  if (database.location.engine !== 'postgres') return;
  const url = new URL(database.location.url);
  await using proxy = await pausableProxy(url);
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  const environment = { DATABASE_URL: through.href, SECRET_KEY: randomBytes(32).toString('base64') };
  await using service = await startTestService('sqlite', { environment });
  const { id } = await givenAccount(database.db);
  const token = await givenToken(database.db, id);
  assert.equal((await service.call('GET', '/api/v1/', { token })).status, 200);
  proxy.paused = true;
  const refused = await service.call('GET', '/api/v1/', { token });
  assert.equal(refused.status, 503);
  assert.equal(refused.body.error.code, 'api_controls_unavailable');
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.equal(refused.headers.get('x-ratelimit-limit'), null);
  proxy.paused = false;
  for (const socket of proxy.broken) socket.destroy();
  await eventually(async () => (await service.call('GET', '/api/v1/', { token })).status === 200);
});

test('a limiter that does not answer is 503 with Retry-After, and lets nothing pass [C-ORDER-3]', {
  skip: !redisUrl,
}, async () => {
  await using proxy = await pausableProxy(new URL(redisUrl ?? ''));
  const environment = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  await using service = await startTestService('sqlite', { environment });
  const { id } = await givenAccount(service.db);
  const token = await givenToken(service.db, id);
  assert.equal((await service.call('GET', '/api/v1/', { token })).status, 200);
  proxy.paused = true;
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, headers, body } = await service.call('GET', '/api/v1/', { token });
    assert.equal(status, 503);
    assert.equal(body.error.code, 'api_controls_unavailable');
    assert.ok(Number(headers.get('retry-after')) >= 1);
  }
});

test('an Idempotency-Key that is sent twice is refused [C-ERROR-4]', async () => {
  await using service = await startTestService('sqlite');
  const { id } = await givenAccount(service.db);
  const twice = ['Idempotency-Key', 'a', 'Idempotency-Key', 'a', 'Content-Type', 'application/json'];
  const bearer = ['Authorization', `Bearer ${await givenToken(service.db, id)}`];
  const { status, text } = await send(service, '/api/v1/projects', [...bearer, ...twice], '{"name":"P"}');
  assert.equal(status, 400);
  assert.equal(JSON.parse(text).error.code, 'invalid_idempotency_key');
});

test('with redirects on, a download is 307 to an address that is valid for 60 seconds and needs no token [C-DOWNLOAD-9]', async (t) => {
  await using s3 = await startS3Server();
  const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' };
  const before = { ...process.env };
  Object.assign(process.env, credentials);
  t.after(() => {
    process.env = before;
  });
  const store = { OBJECT_STORE: `s3://${s3.bucket}`, S3_ENDPOINT: s3.endpoint, DOWNLOAD_REDIRECTS: 'on' };
  await using service = await startTestService('sqlite', { environment: store });
  const objects = createS3Store({ bucket: s3.bucket, prefix: '', endpoint: s3.endpoint });
  const account = await givenAccount(service.db);
  const { id: projectId } = await givenProject(service.db, account);
  const { reportId } = await givenReport(service.db, objects, account, projectId);
  const { id } = await givenExport(service.db, objects, account, projectId, { bytes: Buffer.from('file'), reportId });
  const token = await givenToken(service.db, account.id);
  const { status, headers } = await service.call('GET', `/api/v1/export-jobs/${id}/download`, { token });
  assert.equal(status, 307);
  const target = new URL(headers.get('location') ?? '');
  assert.equal(target.searchParams.get('X-Amz-Expires'), '60');
  assert.equal(await (await fetch(target)).text(), 'file');
});
