import type { lateOutcomes } from '../../platform/database/words.ts';
import { fieldFault, refusedField } from '../../platform/faults.ts';

/** Until which hour a report waits for the figures of its last day, and what becomes of it without them. */
export interface FreshBy {
  /** Local time of the schedule, `HH:MM`, on the day on which it fires. */
  readonly hour: string;
  readonly otherwise: (typeof lateOutcomes)[number];
}

/** A source whose figures of the last day are not there. */
export interface LateSource {
  readonly connection_id: string;
  readonly connection_name: string;
}

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Throws a fault of `fresh_by.hour`; null for a report that goes out at once. */
export function checkFreshBy(freshBy: FreshBy | null, at: string): FreshBy | null {
  if (freshBy === null) return null;
  const { hour, otherwise } = freshBy;
  if (!isTime(hour)) throw refusedField('fresh_by.hour', 'pattern', `takes a time as HH:MM, not "${hour}"`);
  if (hour > at) return { hour, otherwise };
  const message = `A report that is due at ${at} waits until a later hour of the same day, not until ${hour}.`;
  throw fieldFault('fresh_by.hour', 'order', message);
}

/** Until when an occurrence of that local day waits. An hour that clocks skip is that of the clock before. */
export function waitsUntil({ hour }: FreshBy, date: string, timeZone: string): Temporal.Instant {
  const local = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(hour));
  return local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant();
}

const waits = [10, 20, 40];
/** Each process that asks the sources of an occurrence may be killed; one that always kills them is not asked for ever. */
const mostAsks = 60;

/** What follows when the sources of an occurrence have been asked: it ends, or they are asked again at `askAt`. */
export type AfterAsking =
  | { readonly ended: 'fresh' | 'without' | 'skipped' }
  | { readonly ended: null; readonly askAt: Temporal.Instant };

/** `asks` is how often they have been asked, `until` the hour given. The waits grow, and the last question is at that hour. */
export function afterAsking(
  asked: { readonly isMissing: boolean; readonly asks: number; readonly otherwise: FreshBy['otherwise'] },
  now: Temporal.Instant,
  until: Temporal.Instant,
): AfterAsking {
  if (!asked.isMissing) return { ended: 'fresh' };
  if (Temporal.Instant.compare(now, until) >= 0 || asked.asks >= mostAsks) {
    return { ended: asked.otherwise === 'send' ? 'without' : 'skipped' };
  }
  const next = now.add({ minutes: waits[Math.min(asked.asks, waits.length) - 1] ?? 10 });
  return { ended: null, askAt: Temporal.Instant.compare(next, until) < 0 ? next : until };
}

/**
 * Whether a source has the figures of a day: that is over in the zone of its days, has data, and, where the source says
 * when it last changed, was over then.
 */
export function isFresh(
  answer: { readonly hasData: boolean; readonly freshAt: string | null },
  { day, timeZone, now }: { readonly day: string; readonly timeZone: string; readonly now: Temporal.Instant },
): boolean {
  const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  if (!answer.hasData || Temporal.Instant.compare(now, end) < 0) return false;
  return answer.freshAt === null || Temporal.Instant.compare(Temporal.Instant.from(answer.freshAt), end) >= 0;
}
