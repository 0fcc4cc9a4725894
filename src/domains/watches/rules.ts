/** What a watch looks for, by the words of its kind; the one of its kind is there. */
export interface Rules {
  readonly threshold?: ThresholdRule;
  readonly change?: ChangeRule;
  readonly goal?: GoalRule;
  readonly silence?: SilenceRule;
  readonly unusual?: UnusualRule;
}

export const directions = ['above', 'below'] as const;
export const eitherDirections = ['above', 'below', 'either'] as const;
export type Direction = (typeof directions)[number];

export const thresholdSpans = ['day', 'week', 'month'] as const;
export interface ThresholdRule {
  readonly direction: Direction;
  /** In the unit of the metric. */
  readonly value: number;
  /** A day, or the days from Monday or the first of the month to it. */
  readonly span: (typeof thresholdSpans)[number];
}

export const changeSpans = ['day', 'week', 'month'] as const;
export const comparisons = ['before', 'weekdays'] as const;
export interface ChangeRule {
  readonly direction: (typeof eitherDirections)[number];
  /** 0.3 is 30 %. */
  readonly ratio: number;
  /** A day, the last 7 days or the last 28. */
  readonly span: (typeof changeSpans)[number];
  /** As many days before, or of a day the median of the same weekday in the four weeks before. */
  readonly against: (typeof comparisons)[number];
  /** Nothing is told while both values are below it. */
  readonly least: number;
}

export const goalMeasures = ['pace', 'forecast', 'budget', 'ads'] as const;
export const adSignals = ['underspend', 'overspend', 'stopped', 'paused', 'stale', 'no_conversions'] as const;
export type AdSignal = (typeof adSignals)[number];
export interface GoalRule {
  /** How far the days gone are from their goal, what the period ends with, when a budget is spent, or signals of ads. */
  readonly measure: (typeof goalMeasures)[number];
  readonly ratio: number;
  /** Of `ads`. */
  readonly signals: readonly AdSignal[];
  /** Of `ads`: the key of the metric that counts conversions. */
  readonly conversions: string | null;
}

export interface SilenceRule {
  /** Since the end of the last day with figures. */
  readonly hours: number;
  /** The metric of the watch counts nothing while this one does. */
  readonly while: string | null;
}

export const sensitivities = ['low', 'normal', 'high'] as const;
export interface UnusualRule {
  readonly sensitivity: (typeof sensitivities)[number];
  readonly direction: (typeof eitherDirections)[number];
}
