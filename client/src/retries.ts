import type { Clock } from './clock.ts';
import {
  AbortedError,
  ApiError,
  NetworkError,
  RateLimitError,
  type ReportServiceError,
  ServerError,
  TimeoutError,
} from './errors.ts';

const firstBackoffMs = 500;
const longestBackoffMs = 8_000;

export interface RetryLimits {
  readonly signal: AbortSignal | undefined;
  /** For all attempts and the waits in between. */
  readonly deadlineMs: number;
  readonly maxRetries: number;
  /** Between two attempts; 0 when absent. */
  readonly leastWaitMs?: number;
}

/**
 * Retries until an attempt succeeds. Network faults, silence, 429 and 5xx are retried after `Retry-After` and an
 * exponential backoff with full jitter, which keeps calls refused together from returning together. Everything else is
 * thrown at once, as is the last fault when the deadline would pass before the next attempt.
 */
export async function withRetries<Result>(
  clock: Clock,
  { signal, deadlineMs, maxRetries, leastWaitMs = 0 }: RetryLimits,
  attempt: (remainingMs: number) => Promise<Result>,
): Promise<Result> {
  const end = clock.now() + deadlineMs;
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt(end - clock.now());
    } catch (error) {
      if (retry >= maxRetries || !isPassing(error)) throw error;
      const backoffMs = clock.random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** retry);
      const askedMs = (error instanceof ApiError && error.retryAfterMs) || 0;
      const waitMs = Math.max(leastWaitMs, askedMs + backoffMs);
      if (clock.now() + waitMs >= end) throw error;
      await sleep(clock, waitMs, signal);
    }
  }
}

/** Sleeps on the clock; throws an AbortedError when the signal aborts. */
export async function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    throw signal?.aborted ? new AbortedError(signal.reason) : error;
  }
}

/** Whether the same call may succeed a moment later. */
export function isPassing(error: unknown): error is ReportServiceError {
  return [NetworkError, TimeoutError, RateLimitError, ServerError].some((passing) => error instanceof passing);
}
