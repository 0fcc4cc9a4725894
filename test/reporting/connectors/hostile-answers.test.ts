import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ConnectorError } from '../../../src/reporting/connectors/contract.ts';
import { openTestContext } from '../../support/connector-context.ts';

const mebibyte = 2 ** 20;
const bodyLimit = 8 * mebibyte;
/** Beyond the body limit. */
const mostGrowth = 64 * mebibyte;
/** Passes before the answers that never end, and long after the others were refused, however busy the machine is. */
const deadlinesMs = { transient: 1_500, invalid_config: 20_000 };
/** Made here, since that takes longer than a busy machine leaves to a request. */
const bomb = gzipSync(Buffer.alloc(64 * mebibyte));

function sendForEver(response: ServerResponse, chunk: Buffer): void {
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}

const answers: Readonly<Record<string, RequestListener>> = {
  announced: (_request, response) => {
    response.writeHead(200, { 'content-length': 1024 * mebibyte });
    sendForEver(response, Buffer.alloc(65_536));
  },
  endless: (_request, response) => sendForEver(response, Buffer.alloc(65_536)),
  compressed: (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
  },
  slow: (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    const timer = setInterval(() => response.write('x'), 1_000);
    response.on('close', () => clearInterval(timer));
  },
  'cut short': (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('x');
    setImmediate(() => response.destroy());
  },
  'without an end of its headers': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => request.socket.write(`x-filler: ${'x'.repeat(1_000)}\r\n`), 1);
    request.socket.on('close', () => clearInterval(timer)).on('error', () => {});
  },
};

const server = createServer((request, response) =>
  answers[decodeURIComponent(request.url?.slice(1) ?? '')]?.(request, response),
);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;

/**
 * The bytes of an answer, read with a deadline and the body limit, and how much the process's memory grew meanwhile.
 */
async function read(name: string, deadlineMs: number): Promise<{ bytes: number; growth: number }> {
  await using context = openTestContext({ deadline: Date.now() + deadlineMs, maxBodyBytes: bodyLimit });
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  try {
    const response = await context.fetch(`http://127.0.0.1:${port}/${encodeURIComponent(name)}`);
    return { bytes: (await response.arrayBuffer()).byteLength, growth: most - before };
  } finally {
    clearInterval(sampling);
    assert.ok(most - before < bodyLimit + mostGrowth, `${(most - before) / mebibyte} MiB more`);
  }
}

for (const [name, kind] of [
  ['announced', 'invalid_config'],
  ['endless', 'invalid_config'],
  ['compressed', 'invalid_config'],
  ['slow', 'transient'],
  ['cut short', 'transient'],
  ['without an end of its headers', 'transient'],
] as const) {
  test(`an answer that is ${name} ends as ${kind}, within the deadline and the memory`, {
    timeout: 30_000,
  }, async () => {
    await assert.rejects(read(name, deadlinesMs[kind]), (error) => {
      assert.ok(error instanceof ConnectorError, String(error));
      assert.equal(error.kind, kind);
      return true;
    });
  });
}
