import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';

const open = openTestContext;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const echo = await serve(async (request, response) => {
  const chunks = await request.toArray();
  const { authorization, cookie } = request.headers;
  response.setHeader('x-answer', 'yes').end(
    JSON.stringify({
      url: request.url,
      method: request.method,
      authorization,
      cookie,
      body: Buffer.concat(chunks).toString(),
    }),
  );
});
const redirecting = await serve((request, response) => {
  const [, status, target] = request.url?.split('|') ?? [];
  response.writeHead(Number(status), { location: decodeURIComponent(target ?? '') }).end();
});
const redirect = (status: number, target: string) => `${redirecting}/|${status}|${encodeURIComponent(target)}`;

test('aborts with the given signal and at the deadline', async () => {
  const abort = new AbortController();
  await using context = open({ signal: abort.signal });
  assert.equal(context.signal.aborted, false);
  abort.abort();
  assert.equal(context.signal.aborted, true);
  await using late = open({ deadline: Date.now() + 20 });
  await once(late.signal, 'abort');
  assert.ok(Date.now() >= late.deadline - 5);
});

test('closes what a connector keeps open', async () => {
  const closed: string[] = [];
  {
    await using context = open();
    context.keep({ [Symbol.dispose]: () => void closed.push('engine') });
    assert.deepEqual(closed, []);
  }
  assert.deepEqual(closed, ['engine']);
});

test('keeps every form of the secret out of messages and fields, however deep', async () => {
  const lines: string[] = [];
  const write = (fields: Record<string, unknown>, message: string) => void lines.push(JSON.stringify(fields) + message);
  const secret = { user: 'ok', password: 'p&ss "word"', keys: ['k3y-k3y-k3y'] };
  await using context = open({ secret, log: { info: write, warn: write } });
  const encoded = [encodeURIComponent(secret.password), Buffer.from(secret.password).toString('base64')];
  const error = new Error(`failed for ${secret.password}`, { cause: new Error('k3y-k3y-k3y') });
  context.log.info(
    { url: `https://x/?p=${encoded[0]}`, list: [{ deep: { 'k3y-k3y-k3y': encoded[1] } }] },
    secret.password,
  );
  context.log.warn({ error, at: new URL(`https://k3y-k3y-k3y.example`), n: 1 }, 'user ok');
  const text = lines.join('\n');
  for (const form of [secret.password, 'p&ss', 'k3y-k3y-k3y', ...encoded])
    assert.ok(!text.includes(form), `${form} in ${text}`);
  assert.match(text, /failed for \[redacted\]/);
  assert.match(text, /"n":1.*user ok/);
});

test('logs a field that contains itself', async () => {
  const fields: Record<string, unknown> = {};
  fields.self = fields;
  await using context = open({ log: { info: (given) => void JSON.stringify(given), warn: () => {} } });
  context.log.info(fields, 'round');
});

test('fetches with method, headers and body', async () => {
  await using context = open();
  const response = await context.fetch(`${echo}/path?q=1`, {
    method: 'POST',
    body: 'text',
    headers: { authorization: 'a' },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('x-answer'), 'yes');
  assert.deepEqual(await response.json(), { url: '/path?q=1', method: 'POST', authorization: 'a', body: 'text' });
});

test('speaks http and https only', async () => {
  await using context = open();
  for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,x']) {
    await assert.rejects(context.fetch(url), isError('invalid_config', /scheme/));
    await assert.rejects(context.fetch(redirect(302, url)), isError('invalid_config', /scheme/));
  }
});

test('follows redirects, without credentials to another origin, and checks each again', async () => {
  await using context = open();
  const headers = { authorization: 'token', cookie: 'c=1' };
  const other = await context.fetch(redirect(302, `${echo}/moved`), { method: 'POST', body: 'x', headers });
  assert.deepEqual(await other.json(), { url: '/moved', method: 'GET', body: '' });
  const kept = await context.fetch(redirect(307, `${echo}/moved`), { method: 'POST', body: 'x', headers });
  assert.deepEqual(await kept.json(), { url: '/moved', method: 'POST', body: 'x' });
});

test('gives up after 5 redirects', async () => {
  await using context = open();
  const nested = (depth: number): string => (depth === 0 ? `${echo}/end` : redirect(302, nested(depth - 1)));
  assert.equal((await context.fetch(nested(5))).status, 200);
  await assert.rejects(context.fetch(nested(6)), isError('invalid_config', /redirects/));
});

test('reads no answer larger than the limit, announced or not', async () => {
  const endless = await serve((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  await using context = open({ maxBodyBytes: 200_000 });
  const response = await context.fetch(endless);
  await assert.rejects(response.text(), isError('invalid_config', /larger than 200000 bytes/));
  await assert.rejects(
    context.fetch(echo, { method: 'POST', body: 'x'.repeat(200_001) }),
    isError('invalid_config', /too large/),
  );
});

test('stops a request that does not answer, and one that stops answering, when the signal aborts', async () => {
  const silent = await serve(() => {});
  const stalling = await serve((_request, response) => void response.write('begin'));
  await using context = open({ deadline: Date.now() + 300 });
  const response = await context.fetch(stalling);
  await Promise.all([
    assert.rejects(context.fetch(silent), isError('transient', /stopped/)),
    assert.rejects(response.text(), isError('transient', /stopped/)),
  ]);
});

test('reports a system that cannot be reached as transient', async () => {
  await using context = open();
  await assert.rejects(context.fetch('http://127.0.0.1:1/'), isError('transient', /cannot be reached/));
});
