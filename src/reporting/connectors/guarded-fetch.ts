import { lookup as resolve } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { ConnectorError } from './contract.ts';

/** Loopback, private, link-local, shared, documentation, benchmark, multicast and reserved ranges (IANA special-purpose registries). */
const privateAddresses = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv4');
}
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv6');
}

export interface FetchLimits {
  readonly signal: AbortSignal;
  readonly maxBodyBytes: number;
  readonly allowPrivateAddresses: boolean;
}

const maxRedirects = 5;

/**
 * A `fetch` for addresses given by customers. It speaks only http and https, checks the address that it really connects
 * to (so that DNS answers cannot redirect it), follows at most 5 redirects under the same rules and without credentials
 * to another origin, and limits bodies to `maxBodyBytes` either way. Throws a ConnectorError: `invalid_config` for
 * refused requests, `transient` for network faults.
 */
export function guardedFetch(limits: FetchLimits): typeof globalThis.fetch {
  return async (input, init) => {
    let request = new Request(input, init);
    const signal = AbortSignal.any([limits.signal, request.signal]);
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > limits.maxBodyBytes) throw refused('The request to the connected system is too large.');
    for (let redirects = 0; ; redirects++) {
      const response = await send(request, request.method === 'GET' ? undefined : body, signal, limits);
      const location = response.headers.get('location');
      if (!isRedirect(response.status) || location === null || request.redirect === 'manual') return response;
      await response.body?.cancel();
      const isLast = redirects === maxRedirects || request.redirect === 'error';
      if (isLast) throw refused('The connected system redirects too often.');
      request = redirected(request, new URL(location, request.url), response.status, body);
    }
  };
}

/** A socket to an address given by customers, which was checked as those of `guardedFetch` are. Throws a ConnectorError. */
export function guardedConnect(
  host: string,
  port: number,
  { signal, allowPrivateAddresses }: Omit<FetchLimits, 'maxBodyBytes'>,
): Promise<Socket> {
  if (isIP(host) !== 0 && !allowPrivateAddresses && isPrivate(host)) throw refusedAddress(host);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, lookup: allowPrivateAddresses ? undefined : lookupPublic, signal });
  const onError = (error: Error) => reject(failure(error, signal));
  socket.once('error', onError).once('connect', () => resolve(socket.off('error', onError)));
  return promise;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function redirected(request: Request, url: URL, status: number, body: Uint8Array<ArrayBuffer>): Request {
  const headers = new Headers(request.headers);
  if (url.origin !== new URL(request.url).origin) {
    for (const name of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(name);
  }
  const keepsMethod = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD';
  if (!keepsMethod) headers.delete('content-type');
  const { method, redirect } = request;
  const hasBody = keepsMethod && body.length > 0;
  return new Request(url, { headers, redirect, method: keepsMethod ? method : 'GET', ...(hasBody ? { body } : {}) });
}

function send(
  request: Request,
  body: Uint8Array | undefined,
  signal: AbortSignal,
  limits: FetchLimits,
): Promise<Response> {
  const url = new URL(request.url);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp) throw refused(`The scheme ${url.protocol} is not allowed.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !limits.allowPrivateAddresses && isPrivate(host)) throw refusedAddress(host);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' };
  const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: request.method,
    headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
    lookup: limits.allowPrivateAddresses ? undefined : lookupPublic,
    agent: false,
    signal,
  });
  outgoing.on('error', (error) => reject(failure(error, signal)));
  outgoing.on('response', (incoming) => {
    try {
      resolve(responseOf(incoming, request.method, signal, limits.maxBodyBytes));
    } catch (error) {
      incoming.destroy();
      reject(failure(error, signal));
    }
  });
  outgoing.end(body);
  return promise;
}

/** Resolves a host to its addresses and fails when one of them is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (addresses.length === 0 || addresses.some(({ address }) => isPrivate(address))) {
      return callback(refusedAddress(hostname), []);
    }
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};

/**
 * Whether an IP address is anything but a public unicast one. IPv6 addresses that embed an IPv4 address are not public.
 */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return privateAddresses.check(address, 'ipv4');
  return !publicV6.check(address, 'ipv6') || privateAddresses.check(address, 'ipv6');
}

function responseOf(incoming: IncomingMessage, method: string, signal: AbortSignal, maxBodyBytes: number): Response {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  if (isEmpty) incoming.resume();
  const statusText = incoming.statusMessage ?? '';
  const body = isEmpty ? null : (Readable.toWeb(limited(incoming, maxBodyBytes, signal)) as ReadableStream<Uint8Array>);
  return new Response(body, { status, statusText, headers });
}

function limited(incoming: IncomingMessage, maxBodyBytes: number, signal: AbortSignal): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      const tooLarge = bytes > maxBodyBytes;
      callback(tooLarge ? refused(`The connected system's answer is larger than ${maxBodyBytes} bytes.`) : null, chunk);
    },
  });
  incoming.on('error', (error) => limit.destroy(failure(error, signal)));
  limit.on('close', () => incoming.destroy());
  return incoming.pipe(limit);
}

function failure(error: unknown, signal: AbortSignal): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const message = signal.aborted
    ? 'The request was stopped before it was done.'
    : 'The connected system cannot be reached.';
  return new ConnectorError('transient', message, { cause: error });
}

function refusedAddress(host: string): ConnectorError {
  return refused(`The address ${host} is not public. Ask the operator to allow private addresses.`);
}

function refused(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
