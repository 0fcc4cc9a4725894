import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { givenManageToken } from '../support/manage.ts';
import { type Nginx, skip, startNginx } from '../support/nginx.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const mebibyte = 1024 * 1024;

/** What no proxy shows. */
const inside = ['/metrics', '/readyz', '/healthz', '/version'];

/** Far more than a proxy lets through unless it is told. */
const megabytes = usually(50, 5);
/** A CSV of that size, of few lines: what reads them is not tried here. */
const file = `day,sold,note\n${`2026-05-01,1234567890,${'x'.repeat(9_978)}\n`.repeat(100 * megabytes + 1)}`;

/** One request on a connection of its own. */
async function ask({ url, authority }: Nginx, path: string, options: RequestOptions = {}, body = '') {
  const headers = { 'content-length': Buffer.byteLength(body), ...options.headers };
  const sent = request(url + path, { ca: readFileSync(authority), agent: false, ...options, headers });
  const answered = Promise.withResolvers<import('node:http').IncomingMessage>();
  sent.on('response', answered.resolve).on('error', answered.reject);
  // Who is answered early need not send the rest.
  pipeline(Readable.from([body]), sent).catch(() => {});
  const response = await answered.promise;
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

async function passesLargeBodies(service: TestService, nginx: Nginx, base = ''): Promise<void> {
  const account = await givenAccount(service.db);
  const project = await givenProject(service.db, account);
  const bearer = { authorization: `Bearer ${await givenManageToken(service.db, account.id, 'editor')}` };
  const uploads = `${base}/manage/v1/uploads?name=large.csv`;
  const key = { 'idempotency-key': 'once' };
  const uploaded = await ask(nginx, uploads, { method: 'POST', headers: { ...bearer, ...key } }, file);
  assert.equal(uploaded.status, 201, uploaded.text);
  assert.equal(JSON.parse(uploaded.text).data.size_bytes, file.length);

  const change = async (bytes: number) => {
    const body = '{"name":"Changed"}'.padEnd(bytes);
    const headers = { ...bearer, 'content-type': 'application/json', 'idempotency-key': `change-${bytes}` };
    const { status, text } = await ask(
      nginx,
      `${base}/manage/v1/projects/${project.id}`,
      { method: 'PATCH', headers },
      body,
    );
    return { status, body: JSON.parse(text) };
  };
  const changed = await change(4 * mebibyte);
  assert.deepEqual([changed.status, changed.body.data?.name], [200, 'Changed']);
  // What is too large for the service has its sentence.
  const refused = await change(4 * mebibyte + 1);
  assert.deepEqual([refused.status, refused.body.error.code], [413, 'payload_too_large']);
  const stranger = await ask(nginx, uploads, { method: 'POST', headers: key }, file.slice(0, 15 * mebibyte));
  assert.equal(stranger.status, 401, stranger.text);
}

test(`an upload of ${megabytes} MB and a project change of 4 MiB go through deploy/nginx.conf`, { skip }, async () => {
  await using service = await startTestService('sqlite', { environment: { TRUST_PROXY: '1' } });
  await using nginx = await startNginx(read('deploy/nginx.conf'), new URL(service.url).host);
  await passesLargeBodies(service, nginx);
  for (const path of inside) assert.equal((await ask(nginx, path)).status, 404, path);
  const plain = await fetch(`${nginx.plainUrl}/console`, { redirect: 'manual' });
  assert.deepEqual([plain.status, plain.headers.get('location')], [308, 'https://127.0.0.1/console']);
  assert.doesNotMatch(nginx.output(), /\[(warn|crit|alert|emerg)\]/);
});

test(`an upload of ${megabytes} MB and a project change of 4 MiB go through the path of docs/operating.md`, {
  skip,
}, async () => {
  const [, snippet] = /```nginx\n(location \/reports\/ [\s\S]*?)```/.exec(read('docs/operating.md')) ?? [];
  assert.ok(snippet);
  const environment = { TRUST_PROXY: '1', PUBLIC_URL: 'https://localhost/reports' };
  await using service = await startTestService('sqlite', { environment });
  const own = read('deploy/nginx.conf')
    .match(/ssl_certificate.*/g)
    ?.join('\n');
  const site = `server { listen 80; return 204; } server { listen 443 ssl; ${own} ${snippet} }`;
  await using nginx = await startNginx(site, new URL(service.url).host);
  await passesLargeBodies(service, nginx, '/reports');
  for (const path of inside) assert.equal((await ask(nginx, `/reports${path}`)).status, 404, path);
  const { status, headers } = await ask(nginx, '/reports/');
  assert.deepEqual([status, headers.location], [302, './console']);
});
