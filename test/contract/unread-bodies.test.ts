import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type DiscardBounds, discardUnreadBodies } from '../../src/platform/http/unread-bodies.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** More than the buffers of two sockets hold, so that it cannot be sent before the service has read some of it. */
const size = 14 * 1024 * 1024;
const payload = Buffer.alloc(size, ' ');
const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), payload, Buffer.from('\r\n0\r\n\r\n')]);

const framings = [
  [`Content-Length: ${size}`, payload],
  ['Transfer-Encoding: chunked', chunk],
] as const;

/**
 * Sends a whole request before reading a byte, as proxies do; returns everything received until it is enough or the
 * connection ends.
 */
async function exchange(
  url: string,
  request: readonly (string | Buffer)[],
  isEnough: (answer: string) => boolean = () => false,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.setTimeout(20_000, () => socket.destroy(new Error('the connection was left open')));
  for (const part of request.slice(0, -1)) socket.write(part);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(request.at(-1) ?? '', (error) => (error ? reject(error) : resolve()));
  });
  let answer = '';
  socket.setEncoding('utf8');
  for await (const text of socket) {
    answer += text;
    if (isEnough(answer)) break;
  }
  return answer;
}

/** Resolves when a connection has ended or was reset. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.on('error', () => {}).once('close', () => resolve()));
}

describe('an unwanted body', () => {
  let service: TestService;
  const tokens = { good: '', without: '', spent: '' };
  before(async () => {
    service = await startTestService('sqlite', { environment: { CORS_ORIGINS: 'https://app.example' } });
    tokens.good = await givenToken(service.db, (await givenAccount(service.db)).id);
    tokens.without = await givenToken(service.db, (await givenAccount(service.db, { plan: 'free' })).id);
    tokens.spent = await givenToken(service.db, (await givenAccount(service.db, { perDay: 1 })).id);
    await service.call('GET', '/api/v1/me', { token: tokens.spent });
  });
  after(() => service[Symbol.asyncDispose]());

  const json = 'Content-Type: application/json\r\nIdempotency-Key: k\r\n';
  const refusals: readonly [status: number, line: string, headers: () => string][] = [
    [413, 'POST /api/v1/projects', () => `Authorization: Bearer ${tokens.good}\r\n${json}`],
    [413, 'POST /shared/x', () => 'Content-Type: application/x-www-form-urlencoded\r\n'],
    [401, 'POST /api/v1/projects', () => json],
    [403, 'POST /api/v1/projects', () => `Authorization: Bearer ${tokens.without}\r\n${json}`],
    [404, 'POST /api/v1/nothing', () => json],
    [405, 'PUT /api/v1/projects', () => json],
    [405, 'DELETE /api/v1/projects', () => ''],
    [415, 'POST /shared/x', () => 'Content-Type: text/plain\r\n'],
    [429, 'POST /api/v1/projects', () => `Authorization: Bearer ${tokens.spent}\r\n${json}`],
    [400, 'POST /%ZZ', () => json],
  ];
  for (const [status, line, headers] of refusals) {
    for (const connection of ['close', 'keep-alive']) {
      const [length, body] = framings[connection === 'close' ? 0 : 1];
      test(`gets its ${status} of ${line} to clients that send everything first, ${connection}, ${length} [C-BODY-16]`, async () => {
        const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n${headers()}${length}\r\n\r\n`;
        const answer = await exchange(service.url, [head, body], (text) => /\r\n\r\n.*[}>]\s*$/s.test(text));
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      });
    }
  }

  for (const [length, body] of framings) {
    test(`leaves the connection to the next request, ${length}`, async () => {
      const common = `Host: x\r\nAuthorization: Bearer ${tokens.good}\r\n`;
      const next = `GET /api/v1/me HTTP/1.1\r\n${common}Connection: close\r\n\r\n`;
      const head = `POST /api/v1/projects HTTP/1.1\r\n${common}${json}${length}\r\n\r\n`;
      const answers = await exchange(service.url, [head, body, next]);
      assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
    });
  }

  test('that is far too long is told that the connection closes', async () => {
    const head = `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.good}\r\n${json}`;
    const far = `${head}Content-Length: 10000000000\r\n\r\n`;
    assert.match(await exchange(service.url, [far], (text) => text.includes('}')), /^connection: close/im);
  });

  test('of a client that waits for 100 Continue is answered', async () => {
    const head = `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.good}\r\n${json}`;
    const asking = `${head}Expect: 100-continue\r\nContent-Length: ${size}\r\n\r\n`;
    const answer = await exchange(service.url, [asking], (text) => text.includes('}'));
    assert.match(answer, /^HTTP\/1\.1 (100 Continue\r\n\r\nHTTP\/1\.1 )?413 /);
  });

  test('with broken framing gets no second answer', async () => {
    const head = `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: chunked\r\n\r\n`;
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () => socket.write(`${head}1\r\nx\r\n`));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (text.includes('}')) socket.write('no chunk\r\n');
    });
    await closed(socket);
    assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401']);
  });
});

describe('how much of an unwanted body is read', () => {
  /** A server that answers at once and reads nothing by itself. */
  async function startServer(bounds: DiscardBounds): Promise<{ url: string } & AsyncDisposable> {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'content-length': 2 }).end('no');
    });
    discardUnreadBodies(server, bounds);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const stop = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
  }

  /** Sends a chunked body without end, as fast as possible or a byte now and then, until the connection ends. */
  async function sendForEver(url: string, piece: Buffer, everyMs: number) {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const started = performance.now();
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    const ended = closed(socket);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const send = () => {
      if (!socket.writableNeedDrain) socket.write(piece);
    };
    const sending = setInterval(send, everyMs);
    await ended;
    clearInterval(sending);
    return { answer, sent: socket.bytesWritten, ms: performance.now() - started };
  }

  const mebibyte = 1024 * 1024;
  const fast = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(mebibyte), Buffer.from('\r\n')]);

  test('is limited in bytes, apart from what the sockets buffer', async () => {
    await using server = await startServer({ bytes: mebibyte, ms: 1_500 });
    const { answer, sent } = await sendForEver(server.url, fast, 1);
    assert.match(answer, /^HTTP\/1\.1 401 /);
    assert.ok(sent < 20 * mebibyte, `${sent} bytes`);
  });

  test('is limited in time', async () => {
    await using server = await startServer({ bytes: mebibyte, ms: 300 });
    const { answer, ms } = await sendForEver(server.url, Buffer.from('1\r\nx\r\n'), 10);
    assert.match(answer, /^HTTP\/1\.1 401 /);
    assert.ok(ms >= 300, `${ms} ms`);
  });
});
