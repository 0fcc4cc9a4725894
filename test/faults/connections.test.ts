import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { engines } from '../support/databases.ts';
import { isLongRun, test, usually } from '../support/suite.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { type Latency, measureLatency, showLatency } from './support/latency.ts';

const idleClients = isLongRun ? 10_000 : usually(1_000, 200);
const slowClients = isLongRun ? 1_000 : usually(200, 40);
/** Connections that are opened at the same time, well below the kernel's backlog. */
const batch = 100;
const dripMs = 1_000;
/** The server's limit for headers is 10 s, checked every second; the rest is for a busy machine. */
const cutByMs = 20_000;
const responsiveMs = 3_000;
const measureMs = isLongRun ? 5_000 : 1_500;

async function openAll(port: number, count: number, begin: (socket: Socket) => void): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const opened = Array.from({ length: Math.min(batch, count - sockets.length) }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      begin(socket);
      return socket;
    });
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

/** Gets its answer, and keeps the connection open without another request. */
async function openIdle(port: number): Promise<Socket[]> {
  const sockets = await openAll(port, idleClients, (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
  await Promise.all(sockets.map((socket) => socket.bytesRead > 0 || once(socket, 'data')));
  return sockets;
}

interface SlowClient {
  readonly answer: string;
  readonly lastedMs: number;
}

/** Sends its headers a character a second, until it is cut. */
async function openSlow(port: number): Promise<Promise<SlowClient>[]> {
  const sockets = await openAll(port, slowClients, (socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  return sockets.map(async (socket) => {
    const started = performance.now();
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    const drip = setInterval(() => socket.write('x'), dripMs);
    await once(socket, 'close', { signal: AbortSignal.timeout(3 * cutByMs) });
    clearInterval(drip);
    return { answer, lastedMs: performance.now() - started };
  });
}

for (const engine of engines) {
  test(`${engine}: ${idleClients} idle connections and ${slowClients} clients that send slowly do not keep the others from being served; the slow ones are cut`, async (t) => {
    await using installation = await givenFaultInstallation(engine, { LOG_LEVEL: 'error' });
    const { token } = await givenCustomer(installation);
    const service = await installation.start('api');
    const url = await service.ready;
    const port = Number(new URL(url).port);
    const measure = () => measureLatency({ url, path: '/api/v1/me', token }, delay(measureMs));
    await measure();
    const baseline = await measure();

    const slow = await openSlow(port);
    const idle = await openIdle(port);
    const crowded: Latency = await measure();
    const cut = await Promise.all(slow);
    for (const { answer, lastedMs } of cut) {
      assert.match(answer, /^HTTP\/1\.1 408 /);
      assert.ok(lastedMs < cutByMs, `cut after ${lastedMs} ms`);
    }
    assert.equal(idle.filter((socket) => socket.closed).length, 0, 'the idle ones are kept');
    assert.equal(crowded.failed, 0);
    assert.ok(crowded.p99 < responsiveMs, `p99 ${crowded.p99} ms`);
    for (const socket of idle) socket.destroy();
    const [first = NaN, last = NaN] = [Math.min, Math.max].map((end) => end(...cut.map(({ lastedMs }) => lastedMs)));
    t.diagnostic(
      `${engine}: ${idleClients} idle, ${slowClients} slow clients cut after ${(first / 1_000).toFixed(1)} to ${(last / 1_000).toFixed(1)} s; before ${showLatency(baseline)}; meanwhile ${showLatency(crowded)}`,
    );
    assert.equal((await service.stop()).code, 0);
  });
}
