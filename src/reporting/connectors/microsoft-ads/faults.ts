import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConnectorError } from '../contract.ts';
import type { ApiAnswer } from '../hosted/api-json.ts';

const error = Type.Object({
  Code: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  ErrorCode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const errors = Type.Optional(Type.Union([Type.Array(error), Type.Null()]));
/** `AdApiFaultDetail` has `Errors`, `ApiFaultDetail` has `OperationErrors`. */
const refusal = Type.Object({ Errors: errors, OperationErrors: errors });

/** The token is refused; another one may be good. */
export class RefusedToken extends ConnectorError {}

/** What a refusal means (https://learn.microsoft.com/en-us/advertising/guides/operation-error-codes); undefined leaves it to the status. */
export function faultOfAnswer({ response, json }: ApiAnswer): ConnectorError | undefined {
  if (response.status === 401) return refusedToken(401);
  if (!Value.Check(refusal, json)) return undefined;
  const [first] = [...(json.Errors ?? []), ...(json.OperationErrors ?? [])];
  return typeof first?.Code === 'number' ? faultOf(first.Code) : undefined;
}

function faultOf(code: number): ConnectorError | undefined {
  if (lostTokens.has(code)) return refusedToken(code);
  if (noRight.has(code)) {
    const message = `The sign-in may not read this account, or there is none with this number (${code}). Correct account, or sign in as somebody who may.`;
    return new ConnectorError('resource_missing', message);
  }
  if (code === tooMany || code === tooManyReports) {
    const message = `Microsoft Advertising asks for fewer requests (${code}).`;
    return new ConnectorError('transient', message, { retryAfterMs: patienceMs });
  }
  if (code === 0) return new ConnectorError('transient', 'Microsoft Advertising does not work right now (0).');
  const message = `Microsoft Advertising does not accept the request (${code}). Check account, metrics and dimensions, and choose a period of the last 36 months.`;
  return new ConnectorError('invalid_config', message);
}

/** Credentials that are wrong or have ended, a person who has to change the password, or to sign in as another one. */
const lostTokens: ReadonlySet<number> = new Set([105, 108, 109, 110, 120, 122, 123]);
/** No right to what was asked, to the account of a report, and no account. */
const noRight: ReadonlySet<number> = new Set([106, 2003, 1102]);
const tooMany = 117;
const tooManyReports = 207;
/** Calls are counted over a minute. */
const patienceMs = 60_000;

function refusedToken(code: number): RefusedToken {
  const message = `Microsoft Advertising refuses the credentials (${code}): the sign-in has ended, or the developer token is not good. Sign in again; if that does not help, the operator sets it with "oauth-clients set microsoft".`;
  return new RefusedToken('reauth_required', message);
}

/** What cannot be read; it may pass, as nobody types Microsoft's address. */
export function strange(): ConnectorError {
  return new ConnectorError('transient', 'Microsoft Advertising gave an answer that cannot be read.');
}
