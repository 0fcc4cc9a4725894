import { createGuard, type Guard, readFault } from './attempt.ts';
import type { Clock } from './clock.ts';
import { type ApiError, createApiError, NetworkError } from './errors.ts';
import { withRetries } from './retries.ts';
import type { ErrorDetail, Pagination } from './types.ts';

const maxJsonBytes = 16 * 1024 * 1024;
const maxRedirects = 5;

/** The options of every call. */
export interface RequestOptions {
  /** Aborts the call with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole call with its retries; the client's `deadlineMs` when absent. */
  readonly deadlineMs?: number | undefined;
  /** Attempts after the first; the client's `maxRetries` when absent. */
  readonly maxRetries?: number | undefined;
}

/** The options of calls that change something. */
export interface WriteOptions extends RequestOptions {
  /** A random one when absent. Give your own to repeat a call safely from another process. */
  readonly idempotencyKey?: string | undefined;
}

export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** What paths lie below. */
  readonly base: '/api/v1' | '/manage/v1';
  /** Undefined where the browser has a session. */
  readonly token: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly attemptTimeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the base of the connection. */
  readonly path: string;
  readonly query?: object;
  readonly body?: object;
  /** The `ETag` of what is changed. */
  readonly ifMatch?: string | undefined;
}

/** A successful answer. */
export interface Answer<Data> {
  readonly data: Data;
  readonly meta: {
    readonly request_id: string;
    readonly pagination?: Pagination;
    readonly reused?: boolean;
    readonly withheld?: readonly string[];
  };
  readonly retryAfterMs: number | undefined;
  readonly etag: string | undefined;
}

/** Calls an operation and retries it; all attempts of a write carry one idempotency key. */
export async function request<Data>(
  connection: Connection,
  call: Call,
  options: WriteOptions = {},
): Promise<Answer<Data>> {
  const url = new URL(connection.baseUrl + connection.base + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const each of [value].flat()) if (each !== undefined) url.searchParams.append(name, String(each));
  }
  const headers = new Headers({ ...authorizationOf(connection), accept: 'application/json' });
  if (call.ifMatch !== undefined) headers.set('if-match', call.ifMatch);
  if (call.method !== 'GET') headers.set('idempotency-key', options.idempotencyKey ?? newIdempotencyKey());
  if (call.body) headers.set('content-type', 'application/json');
  const body = call.body ? JSON.stringify(call.body) : null;
  // Redirects are not followed: a POST would become a GET, and another host would get the token.
  const init: RequestInit = { method: call.method, headers, body, redirect: 'manual' };
  return withRetries(connection.clock, limitsOf(connection, options), async (remainingMs) => {
    const guard = createGuard(options.signal);
    guard.arm(connection.attemptTimeoutMs, remainingMs);
    try {
      const response = await connection.fetch(url, { ...init, signal: guard.signal });
      return readAnswer<Data>(response, await readText(response));
    } catch (error) {
      throw readFault(error, guard);
    } finally {
      guard.end();
    }
  });
}

function authorizationOf({ token }: Connection): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** 128 random bits. `crypto.randomUUID` is missing on pages that are not served over HTTPS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The limits of one call: its own, or the client's defaults. */
export function limitsOf(connection: Connection, { signal, deadlineMs, maxRetries }: RequestOptions) {
  return {
    signal,
    deadlineMs: deadlineMs ?? connection.deadlineMs,
    maxRetries: maxRetries ?? connection.maxRetries,
  };
}

/** One path segment; throws a TypeError for an id that would change the path. */
export function segment(id: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError(`"${id}" is not an id.`);
  return encodeURIComponent(id);
}

/** Fetches a file, sending the token only to the service's own origin. Throws for every answer except 200. */
export async function fetchFile(connection: Connection, path: string, guard: Guard): Promise<Response> {
  const start = new URL(connection.baseUrl + connection.base + path);
  const headers = authorizationOf(connection);
  let response = await connection.fetch(start, { headers, redirect: 'manual', signal: guard.signal });
  // Browsers hide the target of a redirect; they follow it themselves and drop the header on another origin.
  if (response.type === 'opaqueredirect') {
    response = await connection.fetch(start, { headers, signal: guard.signal });
  }
  let url = start;
  let hasLeft = false;
  for (let hop = 0; hop < maxRedirects; hop += 1) {
    const target = redirectTarget(response, url);
    if (!target) break;
    await response.body?.cancel();
    hasLeft ||= target.origin !== start.origin;
    url = target;
    const init: RequestInit = { redirect: 'manual', signal: guard.signal, ...(!hasLeft && { headers }) };
    response = await connection.fetch(url, init);
  }
  if (response.status === 200) return response;
  throw readError(response, parseJson(await readText(response)));
}

function redirectTarget(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || location === null) return undefined;
  const target = new URL(location, from);
  if (target.protocol !== 'https:' && target.protocol !== from.protocol) {
    throw new NetworkError(`A redirect from ${from.protocol} to ${target.protocol} is not followed.`);
  }
  return target;
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  for (let size = 0; size <= maxJsonBytes; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  throw new NetworkError(`The answer is larger than ${maxJsonBytes} bytes.`);
}

interface Envelope {
  readonly ok?: unknown;
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly ErrorDetail[] };
  readonly meta?: Answer<unknown>['meta'];
}

function readAnswer<Data>(response: Response, text: string): Answer<Data> {
  const envelope = parseJson(text);
  if (!response.ok || envelope?.ok !== true || !envelope.meta) throw readError(response, envelope);
  const etag = response.headers.get('etag') ?? undefined;
  return { data: envelope.data as Data, meta: envelope.meta, retryAfterMs: readRetryAfter(response.headers), etag };
}

function parseJson(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function readError({ status, headers }: Response, envelope: Envelope | undefined): ApiError {
  const location = headers.get('location');
  const stranger = location
    ? `The service answered ${status} with a redirect to ${location}. Check the base URL.`
    : `The service answered ${status} without its usual envelope. Check the base URL.`;
  const told = envelope?.ok === false ? envelope.error : undefined;
  const { code = 'unexpected_response', message = stranger, details = [] } = told ?? {};
  const requestId = envelope?.meta?.request_id ?? headers.get('x-request-id') ?? undefined;
  return createApiError({ status, code, message, details, requestId, retryAfterMs: readRetryAfter(headers) });
}

/** Milliseconds of `Retry-After`, which holds seconds or a date (RFC 9110 section 10.2.3). */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
