import { setTimeout as wait } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { statusFault } from '../http/status-faults.ts';

/** A request to the API of a hosted system: by POST with a body, otherwise by GET. */
export interface ApiRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { readonly type: string; readonly text: string };
  /** What a refusal means by the system's own codes; undefined leaves it to the status. */
  readonly faultOf?: (answer: ApiAnswer) => ConnectorError | undefined;
}

/** An answer that was read to its end, whatever its status. */
export interface ApiAnswer {
  readonly response: Response;
  /** Undefined if the answer is not JSON. */
  readonly json: unknown;
}

const requestDeadlineMs = 120_000;
const maxRepeats = 2;
const usualWaitMs = 250;
const maxWaitMs = 10_000;
/** What is left of the deadline after a wait, so that the answer can still be used. */
const spareMs = 10_000;

/**
 * Asks an API. It waits out faults that may pass soon, follows no redirect, as credentials go along, and throws a
 * ConnectorError for the statuses 408, 429 and 5xx, for answers that break off, and what `faultOf` makes of a refusal.
 */
export async function askApi(request: ApiRequest, context: ConnectorContext): Promise<ApiAnswer> {
  for (let repeats = 0; ; repeats++) {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(requestDeadlineMs)]);
    try {
      return await askOnce(request, signal, context);
    } catch (error) {
      const waitMs = repeatWaitMs(error, repeats);
      if (waitMs === undefined || signal.aborted || Date.now() + waitMs + spareMs > context.deadline) throw error;
      await wait(waitMs, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}

/** How long to wait before asking once more; undefined if that is of no use. */
function repeatWaitMs(error: unknown, repeats: number): number | undefined {
  if (!(error instanceof ConnectorError) || error.kind !== 'transient' || repeats === maxRepeats) return undefined;
  // Whoever asks for fewer requests without a time has no use for another one.
  if (error instanceof TooManyRequests && error.retryAfterMs === undefined) return undefined;
  const waitMs = error.retryAfterMs ?? usualWaitMs * 2 ** repeats;
  return waitMs <= maxWaitMs ? waitMs : undefined;
}

class TooManyRequests extends ConnectorError {}

async function askOnce(request: ApiRequest, signal: AbortSignal, context: ConnectorContext): Promise<ApiAnswer> {
  const { url, headers, body, faultOf } = request;
  const response = await context.fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      'user-agent': 'report-service',
      ...(body && { 'content-type': body.type }),
      ...headers,
    },
    redirect: 'manual',
    signal,
    ...(body && { body: body.text }),
  });
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    throw new ConnectorError('invalid_config', 'The system leads to another address. Use that one as url.');
  }
  const refusal = faultOf && !response.ok ? { response, json: await readJson(response) } : undefined;
  const fault = refusal && faultOf?.(refusal);
  if (fault) throw fault;
  if (status === 408 || status === 429 || status >= 500) {
    if (!refusal) await response.body?.cancel();
    const { kind, message, retryAfterMs } = statusFault(response, '');
    const options = retryAfterMs === undefined ? {} : { retryAfterMs };
    throw status === 429 ? new TooManyRequests(kind, message, options) : new ConnectorError(kind, message, options);
  }
  return refusal ?? { response, json: await readJson(response) };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    if (error instanceof SyntaxError) return undefined;
    throw new ConnectorError('transient', 'The answer of the system broke off.', { cause: error });
  }
}

/** Answers may have 10,000 rows: uncompiled, a check takes half a second. */
const validators = new WeakMap<TSchema, Validator>();

/** The JSON of a successful answer, once it has the expected shape; throws `fault` otherwise. */
export function readShape<Shape extends TSchema>(shape: Shape, json: unknown, fault: ConnectorError): Static<Shape> {
  const validator = validators.getOrInsertComputed(shape, () => Compile(shape));
  if (validator.Check(json)) return json as Static<Shape>;
  throw fault;
}

/** A JSON body. */
export function jsonBody(value: unknown): { readonly type: string; readonly text: string } {
  return { type: 'application/json', text: JSON.stringify(value) };
}

/** The header of a bearer token; throws `invalid_config` for one with characters that no header can carry. */
export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${headerText(token)}` };
}

/** A key or token that goes into a header. An error of the header itself would quote it. */
export function headerText(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new ConnectorError('invalid_config', 'The secret has characters that no key or token has.');
}
