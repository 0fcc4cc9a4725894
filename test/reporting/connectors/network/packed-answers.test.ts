import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { isError } from '../../../support/connector-conformance.ts';
import { openTestContext } from '../../../support/connector-context.ts';

const text = JSON.stringify({ rows: Array.from({ length: 1_000 }, (_, index) => ({ index, name: `row ${index}` })) });
const mebibyte = 2 ** 20;
const zeros = Buffer.alloc(16 * mebibyte);
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const answers: Readonly<Record<string, readonly [encoding: string, body: Buffer]>> = {
  gzip: ['gzip', gzipSync(text)],
  'x-gzip': ['X-GZIP', gzipSync(text)],
  br: ['br', brotliCompressSync(text, fast)],
  deflate: ['deflate', deflateSync(text)],
  plain: ['identity', Buffer.from(text)],
  members: ['gzip', Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
  'gzip-bomb': ['gzip', gzipSync(zeros)],
  'br-bomb': ['br', brotliCompressSync(zeros, fast)],
  'deflate-bomb': ['deflate', deflateSync(zeros)],
  'empty-members': ['gzip', Buffer.concat(Array(100_000).fill(gzipSync('')))],
  'gzip-damaged': ['gzip', Buffer.from(text)],
  'br-damaged': ['br', Buffer.from(text)],
  'gzip-cut': ['gzip', gzipSync(text).subarray(0, 1_000)],
  'gzip-empty': ['gzip', Buffer.alloc(0)],
  zstd: ['zstd', Buffer.from(text)],
  twice: ['gzip, gzip', gzipSync(gzipSync(text))],
};

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers['accept-encoding'] ?? '');
  const [encoding, body] = answers[request.url?.slice(1) ?? ''] ?? ['identity', Buffer.from('')];
  response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const open = () => openTestContext({ maxBodyBytes: mebibyte });

for (const name of ['gzip', 'x-gzip', 'br', 'deflate', 'plain', 'members']) {
  test(`an answer is unpacked: ${name}`, async () => {
    await using context = open();
    const response = await context.fetch(`${base}/${name}`);
    assert.equal(await response.text(), text);
    if (name !== 'plain')
      assert.equal(response.headers.get('content-encoding') ?? response.headers.get('content-length'), null);
  });
}

test('an answer of no bytes is empty, though it is called compressed', async () => {
  await using context = open();
  assert.equal(await (await context.fetch(`${base}/gzip-empty`)).text(), '');
});

test('gzip and br are asked for, unless the request says otherwise', async () => {
  await using context = open();
  await context.fetch(`${base}/plain`);
  assert.equal(asked.at(-1), 'gzip, br');
  await context.fetch(`${base}/plain`, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(asked.at(-1), 'identity');
});

for (const name of ['gzip-bomb', 'br-bomb', 'deflate-bomb']) {
  test(`an answer that unpacks to more than the limit is refused: ${name}`, async () => {
    await using context = open();
    const response = await context.fetch(`${base}/${name}`);
    await assert.rejects(response.text(), isError('invalid_config', /larger than 1048576 bytes once unpacked/));
  });
}

test('an answer that is too large as it is sent is refused, though it unpacks to nothing', async () => {
  await using context = open();
  const response = await context.fetch(`${base}/empty-members`);
  await assert.rejects(response.text(), isError('invalid_config', /larger than 1048576 bytes\./));
});

for (const name of ['gzip-damaged', 'br-damaged', 'gzip-cut']) {
  test(`an answer that cannot be unpacked is a passing fault: ${name}`, async () => {
    await using context = open();
    const response = await context.fetch(`${base}/${name}`);
    await assert.rejects(response.text(), isError('transient', /damaged/));
  });
}

for (const name of ['zstd', 'twice']) {
  test(`a compression that was not asked for is refused: ${name}`, async () => {
    await using context = open();
    await assert.rejects(context.fetch(`${base}/${name}`), isError('invalid_config', /not asked for/));
  });
}
