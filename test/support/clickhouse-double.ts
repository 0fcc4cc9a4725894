import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What ClickHouse's reference of today says a server answers; `hangs` never does. */
export type DoubleAnswer =
  | {
      readonly meta: readonly (readonly [name: string, type: string])[];
      readonly data: readonly (readonly unknown[])[];
    }
  | {
      readonly status: number;
      readonly code?: number;
      readonly text: string;
      readonly headers?: Record<string, string>;
    }
  | 'hangs';

export interface DoubleRequest {
  readonly sql: string;
  readonly search: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** A server that speaks today's HTTP protocol of ClickHouse, with answers by `answer`. */
export interface ClickhouseDouble extends AsyncDisposable {
  readonly port: number;
  readonly requests: readonly DoubleRequest[];
  /** How many requests the client closed before they were answered. */
  closed(): number;
}

/** Settings that servers of today have, with those of a user who may change them. */
const settings = ['max_execution_time', 'max_result_rows', 'cancel_http_readonly_queries_on_client_close']
  .map((name) => [name, '0'])
  .concat([['readonly', '0']]);

/** Starts on 127.0.0.1. `answer` is asked for all statements but the first of a session, which asks for settings. */
export async function startClickhouseDouble(
  answer: (sql: string) => DoubleAnswer,
  tls?: { readonly key: Buffer; readonly cert: Buffer },
): Promise<ClickhouseDouble> {
  const requests: DoubleRequest[] = [];
  let closed = 0;
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sql = Buffer.concat(chunks).toString('utf8');
    requests.push({ sql, search: new URL(request.url ?? '/', 'http://double').searchParams, headers: request.headers });
    response.on('close', () => {
      if (!response.writableFinished) closed++;
    });
    const told = sql.includes('system.settings')
      ? { meta: [['name', 'String'] as const, ['value', 'String'] as const], data: settings }
      : answer(sql);
    if (told === 'hangs') return;
    if ('text' in told) {
      const code = told.code === undefined ? {} : { 'x-clickhouse-exception-code': String(told.code) };
      response.writeHead(told.status, { ...told.headers, ...code }).end(told.text);
      return;
    }
    const meta = told.meta.map(([name, type]) => ({ name, type }));
    response.end(JSON.stringify({ meta, data: told.data, rows: told.data.length }));
  };
  const server = tls ? createHttps(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    closed: () => closed,
    async [Symbol.asyncDispose]() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await ended;
    },
  };
}
