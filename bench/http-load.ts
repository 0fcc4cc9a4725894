import { connect, type Socket } from 'node:net';

/** Asked by message, answered by one: a client in a process of its own, so that it takes no time from the server's thread. */
export interface LoadRequest {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly durationMs: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const endOfHead = '\r\n\r\n';

/** Each connection asks again as soon as it is answered. Any answer but 200 ends the run with an error. */
async function load({ port, path, headers, connections, durationMs }: LoadRequest): Promise<LoadResult> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`;
  const latencies: number[] = [];
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => client(port, request, started + durationMs, latencies)));
  const elapsedMs = performance.now() - started;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  const requests = latencies.length;
  return { requests, perSecond: (requests * 1_000) / elapsedMs, medianMs: at(0.5), p99Ms: at(0.99) };
}

function client(port: number, request: string, until: number, latencies: number[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
  let asked = 0;
  let received = '';
  const ask = () => {
    asked = performance.now();
    socket.write(request);
  };
  socket.on('connect', ask).on('error', reject);
  socket.on('data', (chunk: string) => {
    received += chunk;
    const head = received.indexOf(endOfHead);
    const length = head < 0 ? undefined : /content-length: (\d+)/i.exec(received)?.[1];
    if (length === undefined || received.length < head + endOfHead.length + Number(length)) return;
    if (!received.startsWith('HTTP/1.1 200 ')) return void socket.destroy(new Error(received));
    received = '';
    const now = performance.now();
    latencies.push(now - asked);
    if (now < until) return ask();
    socket.end();
    resolve();
  });
  return promise;
}

process.on('message', async (request: LoadRequest) => process.send?.(await load(request)));
