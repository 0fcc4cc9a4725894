import { request as requestHttps } from 'node:https';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import type { Place } from '../config.ts';
import { certificateFault, unreachable } from '../faults.ts';

const defaultPorts = { off: 8123, encrypted: 8443 };
const maxAnswerBytes = 32 * 1024 * 1024;

export interface Reply {
  readonly status: number;
  header(name: string): string | null;
  readonly text: string;
}

/** Posts a statement. `search` are the settings of the query. Throws a ConnectorError. */
export type Post = (search: URLSearchParams, headers: Record<string, string>, body: string) => Promise<Reply>;

/** HTTP by the context's fetch, except where it cannot be told what certificates to trust. */
export function transportOf(place: Place, context: ConnectorContext): Post {
  const { host, tls = 'verify', ca } = place;
  const isEncrypted = tls !== 'off';
  const port = place.port ?? (isEncrypted ? defaultPorts.encrypted : defaultPorts.off);
  const name = host.includes(':') ? `[${host}]` : host;
  const origin = `${isEncrypted ? 'https' : 'http'}://${name}:${port}`;
  const isOrdinary = !isEncrypted || (tls === 'verify' && ca === undefined);
  return async (search, headers, body) => {
    const url = new URL(`/?${search}`, origin);
    try {
      return await (isOrdinary ? byFetch(url, headers, body, context) : bySocket(url, headers, body, place, context));
    } catch (error) {
      const cause = error instanceof ConnectorError ? error.cause : error;
      throw certificateFault(cause) ?? (error instanceof ConnectorError ? error : unreachable(error));
    }
  };
}

async function byFetch(
  url: URL,
  headers: Record<string, string>,
  body: string,
  context: ConnectorContext,
): Promise<Reply> {
  const response = await context.fetch(url, { method: 'POST', headers, body, redirect: 'error' });
  const text = await response.text();
  return { status: response.status, header: (name) => response.headers.get(name), text };
}

/** One request over a socket whose address the guard has checked. */
async function bySocket(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { host, tls, ca }: Place,
  context: ConnectorContext,
): Promise<Reply> {
  const { signal } = context;
  const socket = await context.connect(host, Number(url.port || 443));
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const trust = { rejectUnauthorized: tls !== 'require', ...(ca === undefined ? {} : { ca }) };
  const options = {
    method: 'POST',
    headers: { ...headers, connection: 'close' },
    agent: false,
    signal,
    socket,
    ...trust,
  };
  const request = requestHttps(url, options, (incoming) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) request.destroy(new ConnectorError('invalid_config', tooLarge));
      else chunks.push(chunk);
    });
    incoming.on('error', reject).on('end', () =>
      resolve({
        status: incoming.statusCode ?? 502,
        header: (name) => String(incoming.headers[name.toLowerCase()] ?? '') || null,
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
  request.on('error', reject);
  request.end(body);
  return promise.finally(() => socket.destroy());
}

const tooLarge = `The connected system's answer is larger than ${maxAnswerBytes} bytes.`;
