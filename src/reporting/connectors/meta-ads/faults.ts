import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConnectorError } from '../contract.ts';
import type { ApiAnswer } from '../hosted/api-json.ts';
import { readUsage } from './usage.ts';

const refusal = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    error_subcode: Type.Optional(Type.Integer()),
    message: Type.Optional(Type.String()),
    is_transient: Type.Optional(Type.Boolean()),
  }),
});

export type MetaError = Static<typeof refusal>['error'];

/** The token has ended or was revoked; another one may be good. */
export class RefusedToken extends ConnectorError {}

/** The same can be asked for in a run, which has more time. */
export class TooMuchData extends ConnectorError {}

/** Meta has no figures of this one post: few people saw it, or the account was no professional one yet. */
export class NoInsights extends ConnectorError {}

/** What is read, in the words of faults. */
export interface MetaSubject {
  /** The word of the system. */
  readonly system: 'meta-ads' | 'facebook-pages' | 'instagram';
  /** Such as `ad account`. */
  readonly thing: string;
  /** What the credentials need. */
  readonly permissions: string;
}

/** What a refusal means; undefined if it is not one in Meta's words. */
export function faultOfAnswer({ response, json }: ApiAnswer, subject: MetaSubject): ConnectorError | undefined {
  if (Value.Check(refusal, json)) return faultOf((json as Static<typeof refusal>).error, response.headers, subject);
  return response.status === 401 ? refusedToken() : undefined;
}

/** Codes and subcodes (https://developers.facebook.com/docs/marketing-api/error-reference, and that of Insights). */
export function faultOf(error: MetaError, headers: Headers, subject: MetaSubject): ConnectorError | undefined {
  const { code, error_subcode: subcode, message = '', is_transient } = error;
  if (code === 190 || code === 102) return refusedToken();
  if (isThrottled(code)) return throttled(headers);
  if (tooMuch.has(`${code}/${subcode}`) || /reduce the amount of data/i.test(message)) return tooMuchData();
  if (subcode === beforeConversion || (code === 10 && /not enough viewers/i.test(message))) return noInsights();
  if (code === 803 || (code === 100 && subcode === 33)) return missing(subject);
  const known = knownFaults[`${code}/${subcode}`] ?? knownFaults[code];
  if (known) return new ConnectorError(...known);
  if (code === 3 || code === 10 || (code >= 200 && code < 300)) return noRight(subject);
  if (code === 100 && /appsecret_proof/.test(message)) return new ConnectorError('reauth_required', needsProof);
  if (is_transient || code <= 2) return new ConnectorError('transient', 'Meta does not work right now.');
  return undefined;
}

/** Media posted before business account conversion. */
const beforeConversion = 2108006;

function noInsights(): NoInsights {
  return new NoInsights('invalid_config', 'Meta has no figures of a post.');
}

const tooMuch = new Set(['100/1504018', '2/1504038', '100/1487534']);

const needsProof =
  'Meta wants a proof of the secret of its app with this token. Sign in again, or use a token of an app that asks for none.';

const knownFaults: Readonly<Record<string, ConstructorParameters<typeof ConnectorError>>> = {
  '2/1504041': ['invalid_config', 'Meta does not give these metrics by this dimension. Choose others.'],
  2601: ['transient', 'Meta has not finished its report.'],
  2635: ['invalid_config', 'Meta has ended the version of its API that this service asks. Update the service.'],
  3018: ['invalid_config', 'Meta keeps figures for 37 months. Choose a later period.'],
};

export function noRight({ thing, permissions }: MetaSubject): ConnectorError {
  const message = `The credentials may not read this ${thing}. They need ${permissions} and access to the ${thing.replace(/^ad /, '')}.`;
  return new ConnectorError('resource_missing', message);
}

function missing({ thing }: MetaSubject): ConnectorError {
  return new ConnectorError('resource_missing', `There is no such ${thing}, or the credentials may not see it.`);
}

function isThrottled(code: number): boolean {
  return code === 4 || code === 17 || code === 32 || code === 613 || (code >= 80_000 && code <= 80_014);
}

/** Where Meta does not say how long. */
const usualRegainMs = 5 * 60 * 1000;

function throttled(headers: Headers): ConnectorError {
  const retryAfterMs = readUsage(headers).regainMs || usualRegainMs;
  return new ConnectorError('transient', 'The limit of requests to Meta is used up.', { retryAfterMs });
}

function refusedToken(): RefusedToken {
  return new RefusedToken(
    'reauth_required',
    'Meta refuses the token. Sign in again, or give the connection a new one.',
  );
}

function tooMuchData(): TooMuchData {
  const message = 'Meta cannot work out that much at once. Choose a shorter period, or fewer metrics and dimensions.';
  return new TooMuchData('invalid_config', message);
}
