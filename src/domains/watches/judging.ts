import { difference, quotient, sum } from '../../reporting/documents/arithmetic.ts';
import type { GoalSettings, GoalsSettings } from '../../reporting/documents/goal-settings.ts';
import type { Period } from '../../reporting/documents/model.ts';
import { addDays, endOf } from './days.ts';
import type { Finding, Judged } from './findings.ts';
import type { DailyValue, Judgement, UsualSettings } from './usual/judge.ts';
import type { WatchedFigures } from './watched-figures.ts';

/** What decides beside the figures. */
export interface JudgingContext {
  /** Those of the connection. */
  readonly goals: GoalsSettings;
  /** How many metrics of the account are watched for what is unusual: they share its false alarms. */
  readonly metricsWatched: number;
  readonly now: Temporal.Instant;
  /** The zone of the source's days. */
  readonly timeZone: string;
  /** Says what `judgeLastDay` would of the days; for a trial, which judges many days at once, and tells nobody. */
  readonly usual?: (key: string, day: string, settings: UsualSettings, days: readonly DailyValue[]) => Judgement;
}

const nothingElse = { other: null, span: null, against: null, daily: null, spentOn: null, since: '' } as const;

/** A finding with nothing but what it is about; it has been so since its day unless it says otherwise. */
export function found(finding: Finding['finding'], judged: Judged, more: Partial<Finding>): Finding {
  return {
    ...nothingElse,
    ...judged,
    finding,
    direction: null,
    metric: null,
    ...more,
    since: more.since ?? judged.day,
  };
}

/** What a value is held against, and how far it is from that. */
export function judgedOf(day: string, value: number | null, expected: number | null): Judged {
  const off = value !== null && expected !== null ? difference(value, expected) : null;
  const ratio = off !== null && expected !== null ? quotient(off, Math.abs(expected)) : null;
  return { day, value, expected, low: null, high: null, ratio };
}

/** Since when a source has had nothing new: no rows, or where it says when it changed, no change. */
export function silentSince(
  { lastRow, freshAt, from }: WatchedFigures,
  { now, timeZone }: Pick<JudgingContext, 'now' | 'timeZone'>,
): Temporal.Instant {
  const rows = endOf(lastRow ?? addDays(from, -1), timeZone);
  const fresh = freshAt === null ? now : Temporal.Instant.from(freshAt);
  return [rows, fresh, now].toSorted(Temporal.Instant.compare)[0] ?? now;
}

/** Of the days that have values. */
export function sumOf(figures: WatchedFigures, key: string, { from, to }: Period): number | undefined {
  const values = valuesOf(figures, key, { from, to });
  return values.length === 0 ? undefined : (sum(values) ?? undefined);
}

/** The mean of the days that have values; null for fewer than `least`. */
export function meanOf(figures: WatchedFigures, key: string, period: Period, least: number): number | null {
  const values = valuesOf(figures, key, period);
  const whole = values.length < least ? null : sum(values);
  return whole === null ? null : quotient(whole, values.length);
}

const valuesOf = (figures: WatchedFigures, key: string, { from, to }: Period) =>
  figures.days(key, from, to).flatMap(({ value }) => (value === null ? [] : [value]));

/** The goal of a metric on a day; undefined for none. */
export function goalOn(goals: GoalsSettings, metric: string | null, day: string): GoalSettings | undefined {
  return goals.find((goal) => goal.metric === metric && (goal.from ?? '') <= day && day <= (goal.to ?? '9999'));
}
