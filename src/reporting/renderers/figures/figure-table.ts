import type { Labels } from '../../documents/messages/messages.ts';
import type { MetricDescription, Period, ReportDocument, Section } from '../../documents/model.ts';

/** What a figure says of its metric. Its value is the metric's; the others are worked out from it, or set beside it. */
export type Measure =
  | 'value'
  /** Of an hour of the week, over all that the period has of it. */
  | 'mean'
  /** As a ratio; of a percentage the difference. */
  | 'change'
  | 'share'
  | 'target'
  /** What was reached of a target, as a ratio, and the same of the days gone. */
  | 'ratio'
  | 'pace'
  | 'time_gone'
  | 'forecast'
  /** What is left of a target for costs. */
  | 'budget_left'
  /** Between what and what a forecast probably comes true. */
  | 'forecast_low'
  | 'forecast_high'
  /** Parts of the first step of a funnel, and of the one before. */
  | 'of_first'
  | 'of_previous';

/** One figure as the document has it, not rounded. Ratios have the unit `percent` (0.25 is 25 %), durations are seconds. */
export interface Figure {
  readonly key: string;
  /** The metric's label, and for other measures than its value their name behind it. */
  readonly metric: string;
  readonly measure: Measure;
  readonly unit: MetricDescription['unit'];
  /** ISO 4217 code of an amount whose metric has its own. */
  readonly currency?: string;
  readonly decimals: number | null;
  readonly period: Period;
  /** Null where there is none. */
  readonly value: number | null;
  /** Of a table whose columns are values of a dimension: that value. */
  readonly part?: string;
}

/** The ISO 4217 code of a figure's amount; null for one that is none. */
export function currencyOfFigure(
  { unit, currency }: Pick<Figure, 'unit' | 'currency'>,
  report: { readonly currency: string },
): string | null {
  return unit === 'currency' ? (currency ?? report.currency) : null;
}

export interface FigureRow {
  /** The day, the dimension's value or the system; null for a row of figures that are named by their metrics. */
  readonly row: string | null;
  /** What a sheet has in the first column. */
  readonly name: string;
  /** In a table by two dimensions: the value of the secondary one; absent for the subtotal of all of them. */
  readonly part?: string;
  /** Whether that is a calendar day (YYYY-MM-DD). */
  readonly isDay?: true;
  /** In a table whose rows differ in their periods. */
  readonly period?: Period;
  /** In the order of the columns; null where a row has no such figure. */
  readonly figures: readonly (Figure | null)[];
}

/** The figures of one section. */
export interface FigureTable {
  /** From 1, in the order of the report's sections. */
  readonly section: number;
  readonly type: Section['type'];
  readonly title: string;
  /** Heads of the first column and of the figures. */
  readonly head: string;
  /** Head of the second column of a table whose rows have parts. */
  readonly partHead?: string;
  readonly columns: readonly string[];
  /** Whether the rows differ in their periods. */
  readonly byPeriod: boolean;
  readonly rows: readonly FigureRow[];
}

/** Tables of figures, as files have them. */
export interface FigureBook {
  /** The currency is that of amounts without one of their own. */
  readonly document: Pick<ReportDocument, 'title' | 'locale' | 'currency'>;
  readonly labels: Labels;
  readonly isRightToLeft: boolean;
  readonly tables: readonly FigureTable[];
}

/** All figures of a report, a table for each section that has some. */
export interface ReportFigures extends FigureBook {
  readonly document: ReportDocument;
}
