import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConnectorError, type ConnectorErrorKind } from '../contract.ts';
import { findGoogleFault } from '../hosted/google/faults.ts';
import { readRetryAfter } from '../http/status-faults.ts';

const failure = Type.Object({
  error: Type.Object({
    details: Type.Array(
      Type.Object({
        errors: Type.Optional(
          Type.Array(
            Type.Object({
              /** One entry, such as `{ authorizationError: 'USER_PERMISSION_DENIED' }`. */
              errorCode: Type.Optional(Type.Record(Type.String(), Type.String())),
              details: Type.Optional(
                Type.Object({
                  quotaErrorDetails: Type.Optional(Type.Object({ retryDelay: Type.Optional(Type.String()) })),
                }),
              ),
            }),
          ),
        ),
      }),
    ),
  }),
});

/** What a fault is worded with. */
export const adsApi = {
  system: 'google-ads',
  name: 'Google Ads API',
  advice: 'Check customer and manager; the version of the API may have ended, too.',
} as const;

/** What to do about a manager account as customer. */
export const isManagerMessage =
  'This is a manager account, which has no figures of its own. Name one of its accounts as customer, and this one as manager.';

const quotaMessage = 'Google Ads asks for fewer requests, or those of the day are used up (429).';

type Meaning = readonly [form: RegExp, kind: ConnectorErrorKind, message: string];

/** What codes mean, by the first form that fits. */
const meanings: readonly Meaning[] = [
  [
    /^DEVELOPER_TOKEN_/,
    'invalid_config',
    'Google Ads does not accept the developer token, and needs none. The operator leaves it out: "oauth-clients remove google", then "set" without --developer-token.',
  ],
  [
    /^CLOUD_PROJECT_NOT_APPROVED|^PROJECT_DISABLED$|^CLOUD_PROJECT_|^MISSING_TOS$|^ORGANIZATION_NOT_/,
    'invalid_config',
    "The Google Cloud project of the operator's client may not read this Google Ads account. Apply there for access to the Google Ads API.",
  ],
  [
    /^NOT_ADS_USER$/,
    'reauth_required',
    'The Google account that signed in has no Google Ads account. Sign in with one that has.',
  ],
  [/_NOT_ENROLLED$|^GOOGLE_ACCOUNT_DELETED$/, 'reauth_required', 'Google refuses the sign-in. Sign in again.'],
  [
    /^USER_PERMISSION_DENIED$|^INVALID_LOGIN_CUSTOMER_ID/,
    'resource_missing',
    'Who signed in may not read this Google Ads account. Give access, or name the manager account that has it as manager.',
  ],
  [
    /^CUSTOMER_NOT_ENABLED$|^CUSTOMER_NOT_FOUND$|^ACCESS_DENIED_FOR_ACCOUNT_TYPE$|^INCOMPLETE_SIGNUP$|_SUSPENDED_ACCOUNT$/,
    'resource_missing',
    'The Google Ads account does not exist, is cancelled, or is not set up yet. Correct customer.',
  ],
  [/^REQUESTED_METRICS_FOR_MANAGER$/, 'invalid_config', isManagerMessage],
  [/^RESOURCE_(TEMPORARILY_)?EXHAUSTED$|_QUERY_RESOURCE_CONSUMPTION$/, 'transient', quotaMessage],
  [/^(INTERNAL|TRANSIENT)_ERROR$|^DEADLINE_EXCEEDED$/, 'transient', 'Google Ads does not work right now.'],
];

/**
 * What an answer means by the codes of https://developers.google.com/google-ads/api/docs/common-errors; undefined if they
 * say no more than its status, as those of a token that has ended.
 */
export function findAdsFault(response: Response, json: unknown): ConnectorError | undefined {
  const told = toldBy(json);
  if (!Value.Check(failure, told)) return findGoogleFault(response, told, adsApi);
  const errors = told.error.details.flatMap(({ errors = [] }) => errors);
  const codes = errors.flatMap(({ errorCode = {} }) => Object.values(errorCode));
  const meaning = meanings.find(([form]) => codes.some((code) => form.test(code)));
  if (!meaning) return findGoogleFault(response, told, adsApi);
  const [, kind, message] = meaning;
  if (message !== quotaMessage) return new ConnectorError(kind, message);
  const waits = errors.map(({ details }) => waitMsOf(details?.quotaErrorDetails?.retryDelay));
  const retryAfterMs = Math.max(...waits) || readRetryAfter(response.headers.get('retry-after')) || usualWaitMs;
  return new ConnectorError(kind, message, { retryAfterMs });
}

/** A fault of a stream comes as its only chunk, or as its last. */
function toldBy(json: unknown): unknown {
  if (!Array.isArray(json)) return json;
  return json.find((chunk) => typeof chunk === 'object' && chunk !== null && 'error' in chunk);
}

/** Whether a stream that began well ends in a fault. */
export function endsInFault(json: unknown): boolean {
  return Array.isArray(json) && toldBy(json) !== undefined;
}

/** Where Google does not say how long to wait. */
const usualWaitMs = 60_000;
const longestWaitMs = 24 * 60 * 60 * 1000;

/** A duration such as `17s` or `1.5s`, in milliseconds. */
function waitMsOf(text = ''): number {
  const [, seconds] = /^(\d{1,9}(?:\.\d+)?)s$/.exec(text) ?? [];
  return Math.min(Math.ceil(Number(seconds ?? 0) * 1000), longestWaitMs);
}
