import type { CalendarUnit } from '../calendar.ts';
import type { Comparison, DimensionDescription, MetricDescription, Period, Point, Sentiment } from '../model.ts';

/**
 * What the figures of a report say, as facts: names, numbers and dates, no text. Detectors find them, `ranking.ts` picks
 * the most important ones, `highlight-text.ts` formats them and `messages/` puts them into words. docs/highlights.md
 * states the rule of each kind.
 */
export type Finding =
  | NoDataFinding
  | GoalFinding
  | ChangeFinding
  | ShareFinding
  | PresenceFinding
  | OutlierFinding
  | ExtremesFinding
  | RunFinding
  | TrendFinding;

export type Direction = 'up' | 'down';

/** A day that has a figure. */
export type Day = Point & { readonly value: number };

/** One metric of a connection. */
export interface About {
  readonly connectionId: string;
  readonly metric: MetricDescription;
  /** The metric's label, with the connection's name when another connection has a metric of that label. */
  readonly name: string;
  /** The metric's place in the order of the report, from 0. */
  readonly position: number;
}

/** A value of a dimension; a null label is the missing value. */
export interface DimensionValue {
  readonly dimension: DimensionDescription;
  readonly label: string | null;
}

/** A connection without a row in the current period. */
interface NoDataFinding {
  readonly kind: 'no_data';
  readonly connectionId: string;
  readonly connectionName: string;
}

/** How much of its goal a metric reached in a period, which need not be over. */
export interface GoalFinding {
  readonly kind: 'goal';
  readonly about: About;
  /** The goal whose own period it is; null where the period is the report's. */
  readonly goal: string | null;
  readonly period: Period;
  readonly target: number;
  readonly reached: number;
  /** `reached / target`; null where that says nothing. */
  readonly ratio: number | null;
  /** The part of the period's days that were over. */
  readonly timeGone: number;
  /** How far it is from the goal for these days, as a part of it; never negative. */
  readonly distance: number;
  readonly sentiment: Sentiment;
}

/** A metric moved between the periods. */
export interface ChangeFinding {
  readonly kind: 'change';
  readonly about: About;
  readonly direction: Direction;
  readonly from: number;
  readonly to: number;
  /** `(to - from) / |from|`; null from zero. */
  readonly ratio: number | null;
  /** Whether `from` and `to` are daily averages. */
  readonly perDay: boolean;
  /** The daily averages, where they tell another story than the totals; null otherwise. */
  readonly average: Comparison | null;
  /** The values of one dimension that most of the move comes from, greatest part first; at most two. */
  readonly contributors: readonly Contributor[];
}

export interface Contributor extends DimensionValue {
  /** Its part of the move: 0.5 is half of it; above 1 means that the others on balance moved the other way. */
  readonly part: number;
}

/** A value's part of the total moved between the periods. */
export interface ShareFinding extends DimensionValue {
  readonly kind: 'share';
  readonly about: About;
  readonly direction: Direction;
  /** Shares as ratios: 0.25 is 25 %. */
  readonly from: number;
  readonly to: number;
}

/** One of the greatest values of one period does not exist in the other. */
export interface PresenceFinding extends DimensionValue {
  readonly kind: 'arrival' | 'departure';
  readonly about: About;
  readonly figure: number;
  /** Part of the total of the period that has it. */
  readonly share: number;
}

/** A day, or consecutive days, far from the usual level around them. */
export interface OutlierFinding {
  readonly kind: 'outlier';
  readonly about: About;
  readonly direction: Direction;
  readonly days: Period;
  readonly count: number;
  /** The farthest of the days, and what was usual then. */
  readonly day: Day;
  readonly usual: number;
  /** Whether `usual` is that of the same weekday. */
  readonly byWeekday: boolean;
  /** Distance of the farthest day in robust standard deviations. */
  readonly score: number;
  /** Names of other metrics of the connection that stood out in the same direction on all these days. */
  readonly also: readonly string[];
}

/**
 * The greatest and the least day of the current period; null where several days share it or another highlight reports
 * it.
 */
export interface ExtremesFinding {
  readonly kind: 'extremes';
  readonly about: About;
  readonly high: Extreme | null;
  readonly low: Extreme | null;
  /** The middle value of the days. */
  readonly median: number;
}

export interface Extreme extends Day {
  /** Whether it is also beyond every day of the compared period. */
  readonly record: boolean;
}

/** Consecutive days on one side of what was usual for their weekday in the compared period. */
export interface RunFinding {
  readonly kind: 'run';
  readonly about: About;
  readonly direction: Direction;
  readonly days: Period;
  readonly count: number;
  /** How far the days lie from that level on average; never negative. */
  readonly distance: number;
}

/** Consecutive whole weeks or months that all moved the same way. */
export interface TrendFinding {
  readonly kind: 'trend';
  readonly about: About;
  readonly direction: Direction;
  readonly unit: Exclude<CalendarUnit, 'day'>;
  /** How many times in a row it moved. */
  readonly count: number;
  /** The unit before the first move, and the last one. */
  readonly from: Day;
  readonly to: Day;
}
