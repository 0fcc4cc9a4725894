import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reaction = (response: ServerResponse, request: SeenRequest) => void;

export interface FaultServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: SeenRequest[];
}

/** A server that reacts to each request with the next reaction, and with the last one from then on. */
export async function startFaultServer(...reactions: readonly Reaction[]): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: await text(incoming) };
    const reaction = reactions[Math.min(requests.push(request), reactions.length) - 1];
    reaction?.(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const meta = { request_id: 'req_test', api_version: 'v1-beta' };

export function success(data: unknown, headers: Record<string, string> = {}, more: object = {}): Reaction {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ ok: true, data, meta: { ...meta, ...more } }));
  };
}

export function failure(status: number, code: string, headers: Record<string, string> = {}): Reaction {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ ok: false, error: { code, message: `It is ${code}.` }, meta }));
  };
}

export const reset: Reaction = (response) => void response.socket?.destroy();
export const silence: Reaction = () => {};

export function bytes(body: Buffer, headers: Record<string, string> = {}): Reaction {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', ...headers });
    response.end(body);
  };
}

/** Promises the whole body, sends its first half, and then breaks off or falls silent. */
export function half(body: Buffer, then: 'breaks' | 'stalls'): Reaction {
  return (response) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, body.length / 2), () => {
      if (then === 'breaks') response.socket?.destroy();
    });
  };
}

export function redirect(location: string): Reaction {
  return (response) => {
    response.writeHead(307, { location });
    response.end();
  };
}
