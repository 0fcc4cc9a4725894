import { ConnectorError } from '../contract.ts';

/**
 * What an answer that is no success means, alike for all systems reached by HTTP: 401 `reauth_required`, 403 and 404
 * `resource_missing`, 408, 429 and 5xx `transient`, others `invalid_config`. `advice` says what to check then.
 */
export function statusFault({ status, headers }: Response, advice: string): ConnectorError {
  if (status === 401) {
    return new ConnectorError(
      'reauth_required',
      'The system refuses the credentials (401). Give the connection new ones.',
    );
  }
  if (status === 403) {
    const message = 'The credentials may not read this (403). Let them, or correct the connection.';
    return new ConnectorError('resource_missing', message);
  }
  if (status === 404)
    return new ConnectorError('resource_missing', `There is nothing at this address (404). ${advice}`);
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterMs = readRetryAfter(headers.get('retry-after'));
    const message =
      status === 429 ? 'The system asks for fewer requests (429).' : `The system does not work right now (${status}).`;
    return new ConnectorError('transient', message, retryAfterMs === undefined ? {} : { retryAfterMs });
  }
  return new ConnectorError('invalid_config', `The system does not accept the request (${status}). ${advice}`);
}

/** Longer waits are of no use to any job, and some servers answer nonsense. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/** The wait that a `Retry-After` asks for, in milliseconds, be it in seconds or as a date; undefined if it says nothing. */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRetryAfterMs);
}
