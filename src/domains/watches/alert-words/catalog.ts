/** A metric as it is called, with what was found of it, all as texts. */
interface Told {
  readonly metric: string;
  readonly value: string;
  readonly expected: string;
}

/** What incidents are told with, in one language. */
export interface AlertWords {
  /** What days add up to, behind a metric: `to date` of a week or month, or the last 7 or 28 days. */
  readonly spans: Readonly<Record<'week' | 'month' | 'days7' | 'days28', (metric: string) => string>>;
  above(told: Told): string;
  below(told: Told): string;
  /** `change` is such as −62%; what it is against. */
  readonly changed: Readonly<Record<'day' | 'weekdays' | 'days7' | 'days28', (told: Told, change: string) => string>>;
  unusual(told: Told, change: string, low: string, high: string): string;
  pace(told: Told, change: string): string;
  forecast(told: Told, change: string): string;
  /** A budget that ends before its period. */
  spentOn(told: Told, date: string, daily: string): string;
  spent(told: Told): string;
  unspent(told: Told, daily: string): string;
  stopped(told: Told): string;
  paused(told: Told): string;
  withoutConversions(told: Told, conversions: string): string;
  countsNothing(metric: string, other: string): string;
  readonly silence: string;
  /** The same of one value of a dimension. */
  silent(metric: string): string;
  /** Behind any of these. */
  since(date: string): string;
  explained(value: string, dimension: string, share: string): string;
  readonly noValue: string;
  /** The keys of a picture: the range that is usual, and a day beyond it. */
  readonly usualRange: string;
  readonly unusualDay: string;
  /** Of messages. */
  opened(what: string): string;
  reminded(what: string): string;
  closed(what: string): string;
  place(project: string, connection: string): string;
  over(date: string): string;
  more(parts: number): string;
  readonly look: string;
}
