import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/** A client in its own process, so that it takes no time from the server's thread; request and answer are messages. */
export interface LoadRequest {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further headers, which the connections take in turns: those of many callers. */
  readonly callers?: readonly Readonly<Record<string, string>>[];
  /** JSON of a POST, which goes out with a new Idempotency-Key each time. */
  readonly body?: string;
  /** Any answer of another status ends the run with an error. */
  readonly status: number;
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

/** Each connection sends its next request as soon as it is answered. */
async function load(request: LoadRequest): Promise<LoadResult> {
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + request.durationMs;
  await Promise.all(
    Array.from({ length: request.connections }, (_, index) => client(asked(request, index), until, latencies)),
  );
  const elapsedMs = performance.now() - started;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  const requests = latencies.length;
  return { requests, perSecond: (requests * 1_000) / elapsedMs, medianMs: at(0.5), p99Ms: at(0.99) };
}

/** What one of the connections asks. */
function asked(request: LoadRequest, index: number): LoadRequest {
  const caller = request.callers?.[index % request.callers.length];
  return { ...request, headers: { ...request.headers, ...caller } };
}

function client(request: LoadRequest, until: number, latencies: number[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const write = writer(request);
  const socket = connect(request.port, '127.0.0.1').setNoDelay().setEncoding('latin1');
  let asked = 0;
  let received = '';
  const ask = () => {
    asked = performance.now();
    socket.write(write());
  };
  socket.on('connect', ask).on('error', reject);
  socket.on('close', () => reject(new Error(`the server closed the connection ${received}`)));
  socket.on('data', (chunk: string) => {
    received += chunk;
    const head = received.indexOf(endOfHead);
    const length = head < 0 ? undefined : /content-length: (\d+)/i.exec(received)?.[1];
    if (length === undefined || received.length < head + endOfHead.length + Number(length)) return;
    if (!received.startsWith(`HTTP/1.1 ${request.status} `)) return void socket.destroy(new Error(received));
    received = '';
    const now = performance.now();
    latencies.push(now - asked);
    if (now < until) return ask();
    resolve();
    socket.end();
  });
  return promise;
}

/** Returns the text of the next request. */
function writer({ method, path, port, headers, body }: LoadRequest): () => string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}`;
  if (body === undefined) return () => `${head}\r\n`;
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return () => `${head}${content}Idempotency-Key: ${randomUUID()}\r\n\r\n${body}`;
}

process.on('message', async (request: LoadRequest) => process.send?.(await load(request)));
