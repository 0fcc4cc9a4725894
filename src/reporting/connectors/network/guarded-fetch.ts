import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ConnectorError } from '../contract.ts';
import type { Agents } from './agents.ts';
import { type AnswerLimits, acceptedEncodings, responseOf } from './answers.ts';
import { faultOf, type NetworkGuard } from './guard.ts';

const maxRedirects = 5;
/** What a redirect takes along to another origin: nothing that a credential may be in. */
const harmlessHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'range',
  'user-agent',
]);

export interface FetchLimits extends AnswerLimits {
  /** Told of each new connection, before a request goes out on it. */
  readonly onConnected?: () => void;
}

/**
 * A `fetch` for addresses given by customers. It speaks only http and https, connects only to addresses that the guard
 * of the agents has checked, follows at most 5 redirects under the same rules and without credentials to another origin,
 * unpacks answers, and limits bodies to `maxBodyBytes` either way. Throws a ConnectorError: `invalid_config` for refused
 * requests, `transient` for network faults.
 */
export function guardedFetch(guard: NetworkGuard, agents: Agents, limits: FetchLimits): typeof globalThis.fetch {
  return async (input, init) => {
    let request = readRequest(input, init);
    const own = { ...limits, signal: AbortSignal.any([limits.signal, request.signal]) };
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > limits.maxBodyBytes) throw refused('The request to the connected system is too large.');
    for (let redirects = 0; ; redirects++) {
      guard.checkUrl(new URL(request.url));
      const response = await send(request, body, agents, own);
      const location = response.headers.get('location');
      if (!isRedirect(response.status) || location === null || request.redirect === 'manual') return response;
      await response.body?.cancel();
      const isLast = redirects === maxRedirects || request.redirect === 'error';
      if (isLast) throw refused('The connected system redirects too often.');
      request = redirected(request, location, response.status, body);
    }
  };
}

/** A URL may come from a configuration or a redirect; `Request` refuses one that cannot be read or has a password. */
function readRequest(input: string | URL | Request, init?: RequestInit): Request {
  const url = input instanceof Request ? input.url : String(input);
  if (!URL.canParse(url)) throw refused('The address of the connected system is not a valid URL; correct it.');
  const { protocol, username, password } = new URL(url);
  if (username || password) throw refused('A user or password must not stand in an address; put it into the secret.');
  if (protocol !== 'http:' && protocol !== 'https:') throw refused(`The scheme ${protocol} is not allowed.`);
  return new Request(input, init);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function redirected(request: Request, location: string, status: number, body: Uint8Array<ArrayBuffer>): Request {
  const url = URL.canParse(location, request.url) ? new URL(location, request.url).href : location;
  const headers = new Headers(request.headers);
  const isElsewhere = URL.canParse(url) && new URL(url).origin !== new URL(request.url).origin;
  for (const name of isElsewhere ? [...headers.keys()] : []) {
    if (!harmlessHeaders.has(name)) headers.delete(name);
  }
  const keepsMethod = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD';
  if (!keepsMethod) headers.delete('content-type');
  const { method, redirect } = request;
  const hasBody = keepsMethod && body.length > 0;
  return readRequest(url, { headers, redirect, method: keepsMethod ? method : 'GET', ...(hasBody ? { body } : {}) });
}

/**
 * A kept connection may have been closed by the other side while the request was under way to it: what only reads is
 * then asked once more, on a fresh one.
 */
async function send(request: Request, body: Uint8Array, agents: Agents, limits: FetchLimits): Promise<Response> {
  try {
    return await sendOnce(request, body, agents, limits, false);
  } catch (error) {
    if (error instanceof StaleConnection && isReading(request))
      return await sendOnce(request, body, agents, limits, true);
    throw error;
  }
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A kept connection ended before there was an answer. */
class StaleConnection extends ConnectorError {}

function sendOnce(
  request: Request,
  body: Uint8Array,
  agents: Agents,
  limits: FetchLimits,
  isFresh: boolean,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const { signal, onConnected } = limits;
  const url = new URL(request.url);
  const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: request.method,
    headers: headersOf(request, body),
    agent: agents.of(url.protocol, isFresh),
    signal,
  });
  if (onConnected) {
    const event = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    outgoing.on('socket', (socket) => {
      if (!outgoing.reusedSocket) socket.once(event, onConnected);
    });
  }
  outgoing.on('error', (error) => {
    const fault = faultOf(error, signal);
    const isStale = outgoing.reusedSocket && !signal.aborted && fault !== error;
    reject(isStale ? new StaleConnection(fault.kind, fault.message, { cause: error }) : fault);
  });
  outgoing.on('response', (incoming: IncomingMessage) => {
    try {
      resolve(responseOf(incoming, request.method, limits));
    } catch (error) {
      incoming.destroy();
      reject(faultOf(error, signal));
    }
  });
  outgoing.end(isReading(request) ? undefined : body);
  return promise;
}

function headersOf(request: Request, body: Uint8Array): OutgoingHttpHeaders {
  const headers = { 'accept-encoding': acceptedEncodings, ...Object.fromEntries(request.headers) };
  return isReading(request) ? headers : { ...headers, 'content-length': String(body.length) };
}

function refused(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
