/*
 * The facts in the sentences of highlights and notes. Figures and dates are formatted, names are as the customer wrote
 * them; counts are numbers, since the grammar around them depends on them.
 */

type Move = 'up' | 'down';

export interface ChangeFacts {
  /** The metric's name, distinguished from the same name in other connections. */
  readonly name: string;
  /** `negative` where both figures are below zero, so that "rise" and "fall" would read as their opposites. */
  readonly direction: Move | 'negative';
  /** Whether the figures are daily averages. */
  readonly perDay: boolean;
  /** The change of the daily average with its sign, where it tells another story than the totals. */
  readonly average: string | null;
  /** The size of the relative change; null where the two figures say it better. */
  readonly ratio: string | null;
  readonly from: string;
  readonly to: string;
  /** Values of a dimension with their part of the change, greatest first; at most two. */
  readonly contributors: readonly ContributorFacts[];
}

interface ContributorFacts {
  /** As `value` words it. */
  readonly value: string;
  readonly part: string;
  /** Whether `part` is less than the whole, the whole, or more, as the other values moved the other way. */
  readonly extent: 'part' | 'whole' | 'more';
}

export interface ShareFacts {
  /** As `value` words it. */
  readonly value: string;
  readonly name: string;
  readonly direction: Move;
  readonly to: string;
  /** The size of the move, as `points` words it. */
  readonly points: string;
}

export interface PresenceFacts {
  /** As `value` words it. */
  readonly value: string;
  readonly name: string;
  /** The metric's figure in the period that has the value, and its part of the total there. */
  readonly figure: string;
  readonly share: string;
}

export interface OutlierFacts {
  readonly name: string;
  readonly direction: Move;
  /** The figure of the farthest day, its date, and what was usual then. */
  readonly figure: string;
  readonly date: string;
  readonly usual: string;
  /** The weekday that `usual` is for, by name and ISO number (1 is Monday); null where it is for any day. */
  readonly weekday: { readonly name: string; readonly number: number } | null;
  /** The span of the `count` consecutive days that stood out; null for a single day. */
  readonly span: string | null;
  readonly count: number;
  /** Further metrics that stood out the same way. */
  readonly also: readonly string[];
}

export interface ExtremesFacts {
  readonly name: string;
  /** Whether `first` is the best day and `second` the worst one; otherwise they are the highest and the lowest. */
  readonly judged: boolean;
  /** At least one of the two is set. */
  readonly first: ExtremeFacts | null;
  readonly second: ExtremeFacts | null;
}

export interface ExtremeFacts {
  readonly figure: string;
  readonly date: string;
  /** Whether it is also beyond every day of the compared period. */
  readonly record: boolean;
}

export interface RunFacts {
  readonly name: string;
  readonly direction: Move;
  readonly count: number;
  readonly span: string;
  /** The average distance of the days from the compared level, in the metric's unit or percentage points. */
  readonly distance: string;
}

export interface TrendFacts {
  readonly name: string;
  readonly direction: Move;
  readonly unit: 'week' | 'month';
  readonly count: number;
  readonly from: string;
  readonly to: string;
  /** The first days of the two weeks, or the names of the two months. */
  readonly fromDate: string;
  readonly toDate: string;
}

export interface GoalFacts {
  readonly name: string;
  readonly period: string;
  readonly reached: string;
  readonly target: string;
  /** What was reached as a part of the target; null where that says nothing. */
  readonly ratio: string | null;
  /** The part of the time that was over; null for all of it. */
  readonly gone: string | null;
  /** Whether less is better. */
  readonly isLimit: boolean;
}
