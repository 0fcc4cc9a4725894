import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { statusFault } from '../http/status-faults.ts';
import type { RequestPlan } from './request-plan.ts';

/** One request of a plan: where it goes, and with which body. */
export interface PageRequest {
  readonly url: URL;
  readonly body: unknown;
}

/** An answer that was read to its end. */
export interface PageAnswer {
  /** Where it came from in the end. */
  readonly url: URL;
  readonly headers: Headers;
  /** Empty for an answer without content. */
  readonly bytes: Uint8Array;
}

const maxRedirects = 5;
const pageDeadlineMs = 120_000;
const maxRepeats = 3;
const usualWaitMs = 500;
const maxWaitMs = 60_000;
/** What is left of the deadline after a wait, so that the answer can still be used. */
const spareMs = 10_000;

/**
 * Fetches a page. What goes to another origin than that of the plan, by a redirect or a link, carries no secret. With
 * `isRepeated` it waits out a fault that may pass, so that many pages need not be fetched anew.
 * Throws a ConnectorError.
 */
export async function fetchPage(
  plan: RequestPlan,
  request: PageRequest,
  isRepeated: boolean,
  context: ConnectorContext,
): Promise<PageAnswer> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await fetchOnce(plan, request, context);
    } catch (error) {
      const isPassing = error instanceof ConnectorError && error.kind === 'transient';
      if (!isRepeated || !isPassing || repeats === maxRepeats) throw error;
      const waitMs = error.retryAfterMs ?? usualWaitMs;
      if (!isWorthWaiting(waitMs, context)) throw error;
      await wait(waitMs, undefined, { signal: context.signal }).catch(() => {
        throw error;
      });
    }
  }
}

function isWorthWaiting(waitMs: number, { deadline }: ConnectorContext): boolean {
  return waitMs <= maxWaitMs && Date.now() + waitMs + spareMs < deadline;
}

async function fetchOnce(plan: RequestPlan, request: PageRequest, context: ConnectorContext): Promise<PageAnswer> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(pageDeadlineMs)]);
  let { url } = request;
  let isPost = plan.method === 'POST';
  for (let redirects = 0; ; redirects++) {
    const response = await context.fetch(url, { ...send(plan, url, isPost ? request.body : undefined), signal });
    const location = response.headers.get('location');
    if (!isRedirect(response.status) || location === null) return await readAnswer(url, response);
    await response.body?.cancel();
    if (redirects === maxRedirects) throw invalid('The system redirects too often. Use the address that it leads to.');
    url = targetOf(location, url);
    // As browsers do: only 307 and 308 say that the request is to be made as it is.
    isPost &&= response.status === 307 || response.status === 308;
  }
}

function send(plan: RequestPlan, url: URL, body: unknown): RequestInit {
  const isOwn = url.origin === plan.url.origin;
  if (body !== undefined && plan.hasSecretBody && !isOwn) {
    throw invalid('The system leads to another address, which must not get the secret. Use that address as url.');
  }
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'report-service' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  for (const { name, value, isSecret } of plan.headers) if (isOwn || !isSecret) headers.set(name, value);
  const method = body === undefined ? 'GET' : 'POST';
  return { method, headers, redirect: 'manual', ...(body !== undefined && { body: JSON.stringify(body) }) };
}

async function readAnswer(url: URL, response: Response): Promise<PageAnswer> {
  if (response.status < 200 || response.status > 299) {
    await response.body?.cancel();
    throw statusFault(response, 'Check url, headers and body.');
  }
  return { url, headers: response.headers, bytes: await readBytes(response) };
}

async function readBytes(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw new ConnectorError('transient', 'The answer of the system broke off.', { cause: error });
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** The address that a redirect or a link leads to. */
export function targetOf(location: string, from: URL): URL {
  const target = URL.parse(location, from.href);
  if (!target) throw invalid('The system leads to an address that cannot be read.');
  return target;
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
