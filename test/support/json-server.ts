import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

/** A request that a test's server got. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface JsonServer {
  readonly url: string;
  readonly port: number;
  /** All requests so far. */
  readonly seen: SeenRequest[];
}

/** Answers a request itself, or gives what to send as JSON. */
export type JsonHandler = (request: SeenRequest, response: ServerResponse) => unknown;

/** A server on 127.0.0.1 for one test file; a handler that gives undefined has answered, or leaves the request open. */
export async function startJsonServer(handle: JsonHandler): Promise<JsonServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const query = new URL(url, 'http://localhost').searchParams;
    const request = { method, path: url, query, headers, body: await text(incoming) };
    seen.push(request);
    const answer = handle(request, response);
    if (answer === undefined) return;
    if (!response.headersSent) response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, seen };
}
