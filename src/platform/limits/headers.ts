import type { Decision } from './limiter.ts';

/**
 * The headers of an answer: `X-RateLimit-*` for the minute (for the day when that refused), `RateLimit-Policy` and
 * `RateLimit` in the form of draft-ietf-httpapi-ratelimit-headers, and `Retry-After` of a refusal. Seconds are whole
 * and rounded up, so that a client that waits that long is admitted.
 */
export function limitHeaders(decision: Decision): Record<string, string> {
  const { nowMs, minute, day } = decision;
  const spoken = decision.refusedBy === 'day' ? day : minute;
  const minuteLeft = `"minute";r=${minute.remaining};t=${seconds(minute.resetsAtMs - nowMs)}`;
  const dayLeft = `"day";r=${day.remaining};t=${seconds(day.resetsAtMs - nowMs)}`;
  const headers: Record<string, string> = {
    'X-RateLimit-Limit': String(spoken.limit),
    'X-RateLimit-Remaining': String(spoken.remaining),
    'X-RateLimit-Reset': String(seconds(spoken.resetsAtMs)),
    'RateLimit-Policy': `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`,
    RateLimit: `${minuteLeft}, ${dayLeft}`,
  };
  if (!decision.admitted) headers['Retry-After'] = retryAfter(decision.retryAfterMs);
  return headers;
}

/** A wait as the value of `Retry-After`: whole seconds, rounded up, at least 1. */
export function retryAfter(waitMs: number): string {
  return String(Math.max(1, seconds(waitMs)));
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
