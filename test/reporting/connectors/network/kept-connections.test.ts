import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { guardedAgents } from '../../../../src/reporting/connectors/network/agents.ts';
import { NetworkGuard } from '../../../../src/reporting/connectors/network/guard.ts';
import { guardedFetch } from '../../../../src/reporting/connectors/network/guarded-fetch.ts';
import { makeAuthority } from '../../../support/certificates.ts';
import { isError } from '../../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../../support/connector-context.ts';
import { eventually } from '../../../support/eventually.ts';
import { removeFolder } from '../../../support/folders.ts';

const sockets = new Set<Socket>();
async function listen(server: Server | TcpServer): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('close', () => void sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** Reads the whole answer, so that its connection is free. */
const textOf = async (response: Promise<Response>) => (await response).text();

test('requests one after the other share a connection, which ends with the context', async () => {
  let connections = 0;
  const server = createServer((request, response) => response.end(request.url)).on('connection', () => connections++);
  const port = await listen(server);
  {
    await using context = openTestContext();
    for (const path of ['/1', '/2', '/3'])
      assert.equal(await textOf(context.fetch(`http://127.0.0.1:${port}${path}`)), path);
    assert.equal(await textOf(context.fetch(`http://127.0.0.1:${port}/4`, { method: 'POST', body: 'x' })), '/4');
    // Where the machine halts for seconds, an idle connection may be given up.
    assert.ok(connections < 4, String(connections));
    const before = connections;
    await using other = openTestContext();
    await textOf(other.fetch(`http://127.0.0.1:${port}/`));
    assert.equal(connections, before + 1, 'another context has its own');
  }
  await eventually(() => sockets.size === 0);
});

test('of a connection that is kept, whoever asks is told once', async () => {
  const port = await listen(createServer((_request, response) => response.end('x')));
  const { signal } = new AbortController();
  const guard = new NetworkGuard({ rules: localNetwork, signal, isVerifying: false });
  using agents = guardedAgents(guard);
  let connected = 0;
  const limits = { signal, maxBodyBytes: 1_000, onConnected: () => connected++ };
  const fetch = guardedFetch(guard, agents, limits);
  for (let request = 0; request < 12; request++) await textOf(fetch(`http://127.0.0.1:${port}/`));
  assert.ok(connected >= 1 && connected < 12, String(connected));
  const [kept] = Object.values(agents.of('http:', false).freeSockets).flat();
  assert.equal(kept?.listenerCount('connect'), 0);
});

test('many requests at once open a bounded number of connections', async () => {
  let connections = 0;
  const server = createServer((_request, response) => response.end('x')).on('connection', () => connections++);
  const port = await listen(server);
  await using context = openTestContext();
  const requests = Array.from({ length: 100 }, () => textOf(context.fetch(`http://127.0.0.1:${port}/`)));
  assert.equal((await Promise.all(requests)).join(''), 'x'.repeat(100));
  assert.ok(connections <= 16, String(connections));
});

test('a server with a certificate is spoken to by one TLS connection, and its name is checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  after(() => removeFolder(folder));
  const authority = makeAuthority(folder);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, readFileSync(authority.file, 'utf8')]);
  after(() => setDefaultCACertificates(before));
  const serverWith = async (name: string, names: string) => {
    const { certificate, key } = authority.sign(name, names);
    const seen = { handshakes: 0 };
    const server = createSecureServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (_, response) =>
      response.end('secure'),
    ).on('secureConnection', () => seen.handshakes++);
    return { port: await listen(server), seen };
  };
  const own = await serverWith('localhost', 'DNS:localhost,IP:127.0.0.1');
  const foreign = await serverWith('elsewhere', 'DNS:elsewhere.example');
  await using context = openTestContext();
  for (const host of ['localhost', '127.0.0.1']) {
    for (let request = 0; request < 3; request++) {
      assert.equal(await textOf(context.fetch(`https://${host}:${own.port}/`)), 'secure');
    }
  }
  assert.ok(own.seen.handshakes < 6, 'not one for each request');
  for (const host of ['localhost', '127.0.0.1']) {
    await assert.rejects(
      context.fetch(`https://${host}:${foreign.port}/`),
      isError('invalid_config', /certificate cannot be trusted/),
    );
  }
  setDefaultCACertificates(before);
  await using strict = openTestContext();
  const untrusted = isError('invalid_config', /certificate cannot be trusted/);
  await assert.rejects(strict.fetch(`https://localhost:${own.port}/`), untrusted);
});

/** A server that answers the first request of each connection, and at the next one closes it without a word. */
async function forgetfulServer() {
  const seen: string[] = [];
  let connections = 0;
  const server = createTcpServer((socket) => {
    const connection = ++connections;
    let requests = 0;
    socket.on('data', (data) => {
      seen.push(`${connection} ${String(data).split(' ', 1)[0]}`);
      if (requests++ === 0) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      else socket.destroy();
    });
  });
  return { url: `http://127.0.0.1:${await listen(server)}/`, seen };
}

test('a kept connection that the other side has closed fails no request that only reads', async () => {
  const { url, seen } = await forgetfulServer();
  await using context = openTestContext();
  for (let request = 0; request < 8; request++) assert.equal(await textOf(context.fetch(url)), 'ok');
  assert.ok(seen.length > 8, 'some were asked twice');
});

test('a request that may change something is not sent twice', async () => {
  const { url, seen } = await forgetfulServer();
  await using context = openTestContext();
  let fault: unknown;
  let posts = 0;
  // One that finds no kept connection is answered.
  for (; fault === undefined && posts < 8; posts++) {
    assert.equal(await textOf(context.fetch(url)), 'ok');
    fault = await textOf(context.fetch(url, { method: 'POST', body: '' })).then(
      () => undefined,
      (error) => error,
    );
  }
  isError('transient', /cannot be reached/)(fault);
  assert.equal(seen.filter((each) => each.endsWith('POST')).length, posts);
});

test('a fresh connection that is closed without a word is not tried again', async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    socket.on('data', () => socket.destroy());
  });
  const port = await listen(server);
  await using context = openTestContext();
  await assert.rejects(context.fetch(`http://127.0.0.1:${port}/`), isError('transient', /cannot be reached/));
  assert.equal(connections, 1);
});

test('a socket is connected until the context closes', async () => {
  const port = await listen(createTcpServer((socket) => socket.pipe(socket)));
  const context = openTestContext();
  const socket = await context.connect('localhost', port);
  socket.write('echo');
  assert.equal(String((await once(socket, 'data'))[0]), 'echo');
  await context[Symbol.asyncDispose]();
  await eventually(() => socket.closed);
});

test('a socket to a port where nobody listens, and one of closed work, are transient faults', async () => {
  const server = createTcpServer();
  const port = await listen(server);
  server.close();
  const context = openTestContext();
  await assert.rejects(context.connect('127.0.0.1', port), isError('transient', /cannot be reached/));
  await context[Symbol.asyncDispose]();
  await assert.rejects(context.connect('127.0.0.1', port), isError('transient', /stopped/));
});
