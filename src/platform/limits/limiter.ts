export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** What an account may do: requests in any 60 seconds, and in a UTC calendar day. Whole numbers. */
export interface RequestLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** What is left of an account's limits. Times are epoch milliseconds on the limiter's clock. */
export interface Usage {
  readonly nowMs: number;
  /** `resetsAtMs`: when the next request becomes available; now when none is counted. */
  readonly minute: { readonly limit: number; readonly remaining: number; readonly resetsAtMs: number };
  /** `resetsAtMs`: the next 00:00 UTC. */
  readonly day: {
    readonly limit: number;
    readonly used: number;
    readonly remaining: number;
    readonly resetsAtMs: number;
  };
}

/** The answer to one request, with the usage after it. */
export interface Decision extends Usage {
  readonly admitted: boolean;
  /** `day` when both limits are exceeded. */
  readonly refusedBy: 'minute' | 'day' | null;
  /** How long until a request of the account is admitted; 0 when this one was. */
  readonly retryAfterMs: number;
}

/**
 * Counts the requests of accounts. In any half-open 60 seconds at most `perMinute` are admitted and in a UTC day at
 * most `perDay`; a refused request is not counted. Both counts are one atomic step, and limits may change from call to
 * call.
 *
 * If the clock jumps back, a request counted in the future is treated as admitted now, so it counts for another 60
 * seconds; the day stays the later one if it is at most one ahead, and otherwise goes back and keeps its count. So no
 * jump back admits more than the limits allow, and none blocks an account beyond the end of the next day.
 *
 * All methods throw LimiterUnavailable when the counts cannot be kept; nothing is admitted then.
 */
export interface Limiter {
  admit(accountId: string, limits: RequestLimits): Promise<Decision>;
  /**
   * Where the counts are kept beside `auth_version`: `admit`, or undefined with nothing counted when the version is no
   * longer the current one, in one step.
   */
  admitKnown?(version: string, accountId: string, limits: RequestLimits): Promise<Decision | undefined>;
  /** The usage, without counting a request. */
  peek(accountId: string, limits: RequestLimits): Promise<Usage>;
  /** Saves what is unsaved, and releases timers and the connections that the limiter opened. */
  close(): Promise<void>;
}

/** The counts cannot be read or saved now; `cause` says why. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable';
}

/** What every limiter determines in its atomic step; the counts include the current request when it was admitted. */
export interface Counts {
  readonly nowMs: number;
  readonly admitted: boolean;
  readonly minuteUsed: number;
  /** When the next request becomes available; null when none is counted. */
  readonly minuteFreesAtMs: number | null;
  /** The UTC day that is counted, in days from 1970-01-01. */
  readonly day: number;
  readonly dayUsed: number;
}

/** The decision that follows from the counts. */
export function toDecision(counts: Counts, { perMinute, perDay }: RequestLimits): Decision {
  const { nowMs, admitted, minuteUsed, dayUsed } = counts;
  const minuteFull = minuteUsed >= perMinute;
  const dayFull = dayUsed >= perDay;
  const minuteResetsAtMs = counts.minuteFreesAtMs ?? nowMs;
  const dayResetsAtMs = (counts.day + 1) * dayMs;
  // The minute can still be full when the day begins.
  const freeAtMs = Math.max(dayFull ? dayResetsAtMs : 0, minuteFull ? minuteResetsAtMs : 0);
  return {
    nowMs,
    minute: { limit: perMinute, remaining: Math.max(0, perMinute - minuteUsed), resetsAtMs: minuteResetsAtMs },
    day: { limit: perDay, used: dayUsed, remaining: Math.max(0, perDay - dayUsed), resetsAtMs: dayResetsAtMs },
    admitted,
    refusedBy: admitted ? null : dayFull ? 'day' : 'minute',
    retryAfterMs: admitted ? 0 : freeAtMs - nowMs,
  };
}

/** The day to count: never before `countedDay`, unless the clock that wrote it was more than a day ahead. */
export function dayToCount(nowMs: number, countedDay: number): number {
  const today = Math.floor(nowMs / dayMs);
  return today === countedDay - 1 ? countedDay : today;
}
