import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConnectorError } from '../../contract.ts';
import { readRetryAfter, statusFault } from '../../http/status-faults.ts';

/** What a fault of one of Google's APIs is worded with. */
export interface GoogleApi {
  /** The system's word, such as `google-analytics`. */
  readonly system: string;
  /** As the library of APIs in the Google Cloud console calls it. */
  readonly name: string;
  /** What to check when the API does not accept a request, or has nothing at the address. */
  readonly advice: string;
  /** The wait after a refusal that does not say of what time its quota is, where the API documents another than a minute. */
  readonly quotaWaitMs?: number;
}

const text = Type.Optional(Type.String());
const failure = Type.Object({
  error: Type.Object({
    status: text,
    message: text,
    /** The older form. */
    errors: Type.Optional(Type.Array(Type.Object({ reason: text }))),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          reason: text,
          retryDelay: text,
          metadata: Type.Optional(Type.Object({ quota_limit: text, quota_unit: text })),
        }),
      ),
    ),
  }),
});

type Failure = Static<typeof failure>['error'];

const withoutScope = ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions'];
const switchedOff = ['SERVICE_DISABLED', 'accessNotConfigured'];
const overQuota = [
  ...['RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'rateLimitExceeded', 'userRateLimitExceeded'],
  ...['quotaExceeded', 'dailyLimitExceeded'],
];

/** What an answer that is no success means by the reasons in its body or, where they say nothing, by its status. */
export function googleFault(response: Response, json: unknown, api: GoogleApi): ConnectorError {
  return findGoogleFault(response, json, api) ?? statusFault(response, api.advice);
}

/**
 * What the reasons in the body of a refusal say more than its status, in the form of https://google.aip.dev/193 or the
 * older one; undefined if that is nothing.
 */
export function findGoogleFault(response: Response, json: unknown, api: GoogleApi): ConnectorError | undefined {
  const error: Failure = Value.Check(failure, json) ? json.error : {};
  const reasons = [error.status, ...[...(error.details ?? []), ...(error.errors ?? [])].map(({ reason }) => reason)];
  const has = (known: readonly string[]) => reasons.some((reason) => reason !== undefined && known.includes(reason));
  if (has(withoutScope)) {
    const message = 'The credentials do not include this right. Sign in again and grant all that is asked for.';
    return new ConnectorError('reauth_required', message);
  }
  if (has(switchedOff)) {
    const message = `The ${api.name} is not enabled in the Google Cloud project of the credentials. Enable it there.`;
    return new ConnectorError('invalid_config', message);
  }
  return has(overQuota) ? quotaFault(response, error, api) : undefined;
}

function quotaFault({ status, headers }: Response, error: Failure, { name, quotaWaitMs }: GoogleApi): ConnectorError {
  const waitMs = readRetryAfter(headers.get('retry-after')) ?? retryDelayMs(error);
  if (waitMs !== undefined) return overQuotaFault(`The quota of the ${name} is used up (${status}).`, waitMs);
  if (isOf('day', error)) {
    const message = `The quota of the ${name} for this day is used up (${status}). A new day begins at midnight Pacific time.`;
    return overQuotaFault(message, untilPacificMidnightMs());
  }
  if (isOf('hour', error)) {
    return overQuotaFault(`The quota of the ${name} for this hour is used up (${status}).`, 60 * minuteMs);
  }
  if (isOf('atOnce', error)) {
    return overQuotaFault(`The ${name} answers fewer requests at once (${status}).`, atOnceWaitMs);
  }
  return overQuotaFault(`The quota of the ${name} is used up for now (${status}).`, quotaWaitMs ?? minuteMs);
}

const minuteMs = 60_000;
/** How long others are waited for that ask the same. */
const atOnceWaitMs = 5_000;

function overQuotaFault(message: string, retryAfterMs: number): ConnectorError {
  return new ConnectorError('transient', message, { retryAfterMs });
}

/** The wait of a `google.rpc.RetryInfo`, such as `17s`. */
function retryDelayMs({ details = [] }: Failure): number | undefined {
  const seconds = details.map(({ retryDelay }) => /^(\d{1,6})(\.\d+)?s$/.exec(retryDelay ?? '')?.[1]).find(Boolean);
  return seconds === undefined ? undefined : (Number(seconds) + 1) * 1000;
}

const unitForms = {
  day: /per day|daily|PerDay|^1\/d\b/i,
  hour: /per hour|PerHour|^1\/h\b|thresholded requests|server errors/i,
  atOnce: /concurrent/i,
};

/** Whether the quota is one of a day, an hour or a moment: its name, its unit or the message says so. */
function isOf(unit: keyof typeof unitForms, { message, details = [], errors = [] }: Failure): boolean {
  const limits = details.flatMap(({ metadata }) => [metadata?.quota_limit, metadata?.quota_unit]);
  const words = [message, ...errors.map(({ reason }) => reason), ...limits];
  return words.some((word) => word !== undefined && unitForms[unit].test(word));
}

function untilPacificMidnightMs(): number {
  const now = Temporal.Now.zonedDateTimeISO('America/Los_Angeles');
  return now.startOfDay().add({ days: 1 }).epochMilliseconds - now.epochMilliseconds;
}
