import type { BrandFont } from './brand-fonts.ts';

/**
 * The report document: the frozen data of one report, self-contained and versioned. It is all that renderers get. Dates
 * are calendar days (YYYY-MM-DD), times UTC ISO 8601, figures finite doubles or null for "no figure".
 */
export interface ReportDocument {
  readonly version: 1;
  readonly report_id: string;
  readonly title: string;
  readonly project_name: string;
  readonly client_name: string | null;
  readonly brand: Brand;
  /** BCP 47 tag that labels, numbers and dates follow. */
  readonly locale: string;
  /** IANA name; all calendar days are days in this zone. */
  readonly time_zone: string;
  /** ISO 4217 code of every `currency` metric that has none of its own. */
  readonly currency: string;
  readonly periods: Periods;
  readonly created_at: string;
  readonly sections: readonly Section[];
  readonly sources: readonly Source[];
  readonly warnings: readonly Warning[];
  /** The pictures of galleries by their names, `sha256:` and the digest of the PNG: data URIs. None if absent. */
  readonly pictures?: Readonly<Record<string, string>>;
}

/** What tells whose report it is. Reports from before brands have a colour and a logo alone. */
export interface Brand {
  /** `#rrggbb`, or null for the house colour. */
  readonly accent_color: string | null;
  /** Data URI of a PNG, JPEG or SVG picture, or null. */
  readonly logo: string | null;
  /** Who made the report. */
  readonly name?: string;
  /** At the foot of every page. */
  readonly footer?: string;
  /** How to reach who made it; may have line breaks. */
  readonly contact?: string;
  /** Data URI of a PNG, JPEG or SVG picture. */
  readonly cover_picture?: string;
  /** The house's family of type if absent. */
  readonly font?: BrandFont;
}

/** Calendar days, both ends inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Periods {
  readonly current: Period;
  readonly compare: Period | null;
}

export type Unit = 'count' | 'currency' | 'percent' | 'duration' | 'number';

export interface MetricDescription {
  readonly key: string;
  readonly label: string;
  /** `percent` values are ratios (0.25 is 25 %); `duration` values are seconds. */
  readonly unit: Unit;
  /** ISO 4217 code of the amounts of a `currency` metric, where its system fixes it; the report's if absent. */
  readonly currency?: string;
  /** Digits after the decimal point; null for the unit's own default. */
  readonly decimals: number | null;
  readonly better: 'up' | 'down' | 'none';
  /**
   * Whether the values of parts add up to the value of the whole. If not, the value of the whole period is always
   * queried.
   */
  readonly additive: boolean;
  /**
   * Dimensions whose values do not add up although days do, such as sessions by page. None if absent. That of a level is
   * present, even if empty, where it is no sum, such as a mean price.
   */
  readonly not_additive_by?: readonly string[];
  /**
   * `end` for a level, such as a balance: its figure is that of the last day of a period, week or month. It does not add up
   * over days, but over the values of dimensions. Absent for others, and in older documents.
   */
  readonly at?: 'end';
}

export interface DimensionDescription {
  readonly key: string;
  readonly label: string;
}

export type Section =
  | HighlightsSection
  | KpisSection
  | TimeseriesSection
  | BreakdownSection
  | CrosstabSection
  | HeatmapSection
  | ChannelsSection
  | FunnelSection
  | GoalsSection
  | GallerySection
  | PortfolioProjectsSection
  | PortfolioMetricSection
  | PortfolioSumsSection
  | PortfolioFaultsSection
  | TextSection
  | ImageSection
  | PageBreakSection;

/** The connected system a section's figures come from. */
interface SectionSource {
  readonly connection_id: string;
  readonly connection_name: string;
}

export interface SectionFigures extends SectionSource {
  /** 2 for a section below the one that names its system; 1 if absent. */
  readonly level?: 2;
  /** What a reader needs to know about the figures of this section, besides the warnings of the whole report. */
  readonly notes: readonly Note[];
}

/** A fact about a section's figures; `message` is ready to print. */
export type Note = { readonly message: string } & (
  | {
      /** The figures include a day that was not over yet when they were fetched. */
      readonly code: 'partial_day';
      readonly date: string;
    }
  | {
      /** Days of a period without rows, so without figures. */
      readonly code: 'missing_days';
      readonly period: keyof Periods;
      readonly days: readonly string[];
    }
  | {
      /** The system has all figures at midnight, so that it seems to know no hours. */
      readonly code: 'hours_unknown';
    }
  | {
      /** Days that have figures by day and none by hour: they are left out. */
      readonly code: 'hours_missing';
      readonly days: readonly string[];
    }
  | {
      /** Days with 23 or 25 hours, or others. */
      readonly code: 'clock_changes';
      readonly days: readonly string[];
    }
  | {
      /** Of a series with days of its own: the system has no figures before `date`. */
      readonly code: 'history_begins';
      readonly date: string;
    }
  | {
      /** Of a series with days of its own: days since the system's first figures without rows. */
      readonly code: 'span_missing_days';
      readonly days: readonly string[];
    }
  | {
      /** Of a series with days of its own: how many values of a metric could not be read. */
      readonly code: 'span_values_left_out';
      readonly metric: string;
      readonly count: number;
    }
  | {
      /** Points of a series that do not cover all days of their unit, by their dates. */
      readonly code: 'partial_units';
      readonly unit: 'week' | 'month';
      readonly dates: readonly string[];
    }
  | {
      /** Totals of different numbers of days are compared. */
      readonly code: 'period_lengths_differ';
      readonly current_days: number;
      readonly compare_days: number;
      /** The daily averages of the section's additive metrics, by their keys. */
      readonly per_day: readonly (Comparison & { readonly metric: string })[];
    }
  | {
      /** The figures of these metrics are values at the end, such as balances, and not sums over days. */
      readonly code: 'at_end';
      readonly metrics: readonly string[];
    }
  | {
      /** The dimension has more values than were fetched: comparisons cover the greatest `limit` ones. */
      readonly code: 'rows_truncated';
      readonly limit: number;
    }
  | {
      /** Which rows are shown was decided among the `limit` values with the greatest `metric`, as there are more. */
      readonly code: 'sorted_among';
      readonly limit: number;
      readonly metric: string;
    }
  | {
      /** The period covers only part of the months, quarters or years that the goals of these metrics are for. */
      readonly code: 'goals_prorated';
      readonly metrics: readonly string[];
    }
  | {
      /** The system keeps values of few people back; has merged rare values into one row; withholds rare values. */
      readonly code: 'thresholded' | 'other_row' | 'withheld_rows';
    }
  | {
      /** The figures still change, from `date` on; they are those since each value was published, as of `date`. */
      readonly code: 'incomplete_from' | 'since_published';
      readonly date: string;
    }
  | {
      /** The systems of a section have amounts in different currencies, by their ISO 4217 codes; they have no total. */
      readonly code: 'currencies_differ';
      readonly currencies: readonly string[];
    }
);

interface HighlightsSection {
  readonly type: 'highlights';
  readonly title: string | null;
  readonly items: readonly Highlight[];
}

/** One sentence computed from the data, ready to print. */
export interface Highlight {
  /** The rule that found it (docs/highlights.md); `empty` if none did. */
  readonly rule:
    | 'no_data'
    | 'goal'
    | 'change'
    | 'share'
    | 'arrival'
    | 'departure'
    | 'outlier'
    | 'trend'
    | 'run'
    | 'extremes'
    | 'empty';
  readonly sentiment: Sentiment;
  readonly text: string;
  /** Position in `sections` of the one where its numbers can be checked; null where the report shows none. */
  readonly section: number | null;
}

export type Sentiment = 'good' | 'bad' | 'neutral';

export interface KpisSection extends SectionFigures {
  readonly type: 'kpis';
  readonly title: string | null;
  readonly items: readonly Kpi[];
}

export interface Kpi extends Comparison {
  readonly metric: MetricDescription;
  /** One value for each day of the current period, null for a day without rows. */
  readonly spark: readonly (number | null)[];
  /** The metric's goal for the current period; absent where there is none. */
  readonly goal?: KpiGoal;
}

export interface KpiGoal {
  readonly target: number;
  /** `current / target`; null for a percentage, and for a target that is not positive. */
  readonly ratio: number | null;
  /** Whether the target is the part of a goal that falls on the period's days. */
  readonly prorated: boolean;
  readonly sentiment: Sentiment;
}

/** A figure of the current period and that of the compared period. */
export interface Comparison {
  readonly current: number | null;
  /** Null also when the report has no period to compare with. */
  readonly compare: number | null;
  /** Null when either figure is missing or their difference overflows. */
  readonly change: Change | null;
}

export interface Change {
  readonly absolute: number;
  /** `absolute / |compare|`; null when the compared figure is zero or the ratio overflows. */
  readonly ratio: number | null;
  readonly direction: 'up' | 'down' | 'flat';
  readonly sentiment: Sentiment;
}

export interface TimeseriesSection extends SectionFigures, MetricSeries {
  readonly type: 'timeseries';
  readonly title: string | null;
  readonly by: 'day' | 'week' | 'month';
  /** A line if absent. */
  readonly display?: 'line' | 'area' | 'columns';
  /** Its own days, which end with the report's period; it compares them with none. Those of the report if absent. */
  readonly span?: Period;
  /** Further metrics of the same unit in the same chart, at most three; none if absent. */
  readonly others?: readonly MetricSeries[];
  /** What watches had found on its days when the report was made; absent where that is nothing, or nobody asked for it. */
  readonly incidents?: SeriesIncidents;
}

export interface SeriesIncidents {
  /** The latest ones, the earliest of them first. */
  readonly items: readonly SeriesIncident[];
  /** How many there were besides. */
  readonly others: number;
}

export interface SeriesIncident {
  /** The first day on which it was so, which may lie before the section's days. */
  readonly from: string;
  /** The last one, at most that of the section or of the report's making. */
  readonly to: string;
  /** Whether it was over when the report was made. */
  readonly is_over: boolean;
  /** The metrics of the section that it is about, by their keys. */
  readonly metrics: readonly string[];
  /** What was found, ready to print. */
  readonly text: string;
}

/** The course of one metric. */
export interface MetricSeries {
  readonly metric: MetricDescription;
  readonly current: readonly Point[];
  /** One point for each unit of the compared period, as `current` has them; null without a compare period. */
  readonly compare: readonly Point[] | null;
  /** The metric over the whole periods. */
  readonly total: Comparison;
  /** The goal at each point of `current`, null where there is none; absent where no point has one. */
  readonly goal?: readonly (number | null)[];
}

export interface Point {
  /** The first day of the unit within the period. */
  readonly date: string;
  /** Null where there are no figures: a gap, not zero. */
  readonly value: number | null;
  /**
   * Set when the value does not cover all days of its unit: the unit is unfinished or cut by the period, or days have
   * no rows.
   */
  readonly partial?: true;
}

export interface BreakdownSection extends SectionFigures {
  readonly type: 'breakdown';
  readonly title: string | null;
  readonly dimension: DimensionDescription;
  /** Of a table by two dimensions: that of the `parts` of its rows. */
  readonly secondary?: DimensionDescription;
  /** Those of the system, and behind them own columns, which are worked out from metrics and never add up. */
  readonly metrics: readonly MetricDescription[];
  /** In the order of the table: descending by the first metric, unless the customer chose another one. */
  readonly rows: readonly BreakdownRow[];
  /**
   * Everything beyond `rows` in one row, even when only the compared period has more; null when nothing is left.
   * Non-additive metrics have null figures here; own columns are worked out from those of the row.
   */
  readonly rest: BreakdownRow | null;
  readonly total: BreakdownRow;
  /** How many values the dimension has in the current period, shown or not. */
  readonly group_count: number;
  /** A table if absent. Columns and a donut have one metric. */
  readonly display?: 'table' | 'bars' | 'columns' | 'donut';
  /** What figures are marked against; nothing if absent. */
  readonly marks?: TableMarks;
  /** Of a table with more rows than paper shows: everything beyond these in one row. */
  readonly rest_on_paper?: BreakdownRow;
  /** Of such a table: the rows behind `rows`, for files of figures; none if absent. */
  readonly further?: FurtherRows;
}

/** The top values of a dimension as cards. */
export interface GallerySection extends SectionFigures {
  readonly type: 'gallery';
  readonly title: string | null;
  readonly dimension: DimensionDescription;
  /** Two to four. */
  readonly metrics: readonly MetricDescription[];
  readonly cards: readonly GalleryCard[];
  /** As in a breakdown. */
  readonly rest: BreakdownRow | null;
  readonly total: BreakdownRow;
  /** How many values the dimension has in the current period, shown or not. */
  readonly group_count: number;
}

/** A row of a breakdown, with what its system shows of it. */
export interface GalleryCard extends BreakdownRow {
  /** What the advertisement or post says; null where that is not known, or all of it is the label. */
  readonly text: string | null;
  /** Where it can be seen. */
  readonly link: string | null;
  /** A name in `pictures` of the document; null for a card without one. */
  readonly picture: string | null;
}

export interface TableMarks {
  readonly than: 'goal' | 'compare';
  /** With goals: that of each metric; null where there is none. */
  readonly goals: readonly (TableGoal | null)[];
}

interface TableGoal {
  readonly target: number;
  /** Where rows are parts of the total, which alone is marked then: how that stands. */
  readonly standing?: Sentiment;
}

/** Rows as figures alone. */
export interface FurtherRows {
  readonly rows: readonly {
    readonly label: string | null;
    /** One for each metric, in the section's order; null where there is none. */
    readonly current: readonly (number | null)[];
    readonly compare: readonly (number | null)[];
  }[];
  /** Everything beyond them in one row; null when nothing is left. */
  readonly rest: BreakdownRow | null;
}

export interface BreakdownRow {
  /** The dimension's value; null for rows without one, and for `rest` and `total`. */
  readonly label: string | null;
  /** One cell for each metric, in the section's order. */
  readonly cells: readonly BreakdownCell[];
  /** In a table by two dimensions: what the row, a subtotal, is made of. */
  readonly parts?: RowParts;
}

/** The values of the secondary dimension of one row, in the order of the table. */
interface RowParts {
  readonly rows: readonly BreakdownRow[];
  /** Everything beyond `rows` in one row, as `rest` of the section; null when nothing is left. */
  readonly rest: BreakdownRow | null;
  /** How many values were returned, shown or not. */
  readonly group_count: number;
}

/**
 * One metric by two dimensions, the values of the secondary one side by side. It compares no periods. Null figures are of pairs
 * that do not occur, and of what has none.
 */
export interface CrosstabSection extends SectionFigures {
  readonly type: 'crosstab';
  readonly title: string | null;
  readonly dimension: DimensionDescription;
  readonly secondary: DimensionDescription;
  readonly metric: MetricDescription;
  /** Values of the secondary dimension, the greatest first; null for a missing one. */
  readonly columns: readonly (string | null)[];
  /** Descending by their totals. */
  readonly rows: readonly CrosstabRow[];
  /** Everything beyond `rows`; null when nothing is left. */
  readonly rest: CrosstabRow | null;
  readonly total: CrosstabRow;
  /** How many values the dimensions have, shown or not. */
  readonly group_count: number;
  readonly column_count: number;
  /** Where the system has more pairs than were fetched, so that a missing figure may be one that is not known. */
  readonly truncated?: true;
}

export interface CrosstabRow {
  /** The dimension's value; null for a missing one, and for `rest` and `total`. */
  readonly label: string | null;
  /** One for each column. */
  readonly cells: readonly (number | null)[];
  /** Everything beyond the columns. */
  readonly others: number | null;
  readonly total: number | null;
}

export interface BreakdownCell extends Comparison {
  /** Share of the current total (0.25 is 25 %); null for non-additive metrics and totals of zero. */
  readonly share: number | null;
  /** Better or worse than what the section's `marks` say; absent where it is neither, or is not marked. */
  readonly mark?: 'good' | 'bad';
}

/** A metric by weekday and hour, or by weekday and week. It compares no periods. */
export interface HeatmapSection extends SectionFigures {
  readonly type: 'heatmap';
  readonly title: string | null;
  readonly metric: MetricDescription;
  readonly by: 'hour' | 'week';
  /** Hours of the clock, from `00` to `23`, or the Mondays of weeks. */
  readonly columns: readonly string[];
  /**
   * From Monday to Sunday, a figure for each column: of an hour its mean over the days of that weekday, of a week that of
   * the day. Null where there is none.
   */
  readonly rows: readonly (readonly (number | null)[])[];
  /** Over the whole period. */
  readonly total: number | null;
}

/** Systems side by side. */
export interface ChannelsSection {
  readonly type: 'channels';
  readonly title: string | null;
  readonly notes: readonly Note[];
  readonly metrics: readonly MetricDescription[];
  readonly rows: readonly ChannelRow[];
  /** All systems together; null where there is only one. */
  readonly total: ChannelTotal | null;
}

export interface ChannelRow extends SectionSource, ChannelTotal {
  readonly label: string;
}

export interface ChannelTotal {
  /** ISO 4217 code of its amounts, where the system fixes it, or all systems have the same; the report's if absent. */
  readonly currency?: string;
  /** One cell for each metric, in the section's order; without figures where there is none. */
  readonly cells: readonly Comparison[];
}

/** Metrics of one connection as steps that lead from one to the next. */
export interface FunnelSection extends SectionFigures {
  readonly type: 'funnel';
  readonly title: string | null;
  readonly steps: readonly FunnelStep[];
}

export interface FunnelStep extends Comparison {
  readonly metric: MetricDescription;
  /** Parts of the first step (0.25 is 25 %). */
  readonly of_first: Comparison;
  /** Parts of the step before; null for the first. */
  readonly of_previous: Comparison | null;
}

/** Goals in their own periods, which need not be over: those that hold on the report's last day. */
export interface GoalsSection {
  readonly type: 'goals';
  readonly title: string | null;
  /** The last day of the figures: the report's, or the unfinished one on which they were fetched. */
  readonly as_of: string;
  readonly items: readonly GoalItem[];
}

/** A goal and what was reached of it by the report's last day; docs/highlights.md defines pace and forecast. */
export interface GoalItem extends SectionSource {
  readonly goal_id: string;
  readonly metric: MetricDescription;
  readonly per: 'month' | 'quarter' | 'year';
  /** The goal's month, quarter or year, without days on which it does not hold. */
  readonly period: Period;
  readonly target: number;
  readonly reached: number | null;
  /** `reached / target`; null for a percentage, and for a target that is not positive. */
  readonly ratio: number | null;
  /** The part of the period's days that were over, from 0 to 1. */
  readonly time_gone: number;
  /** What was reached on these days, as a ratio to the goal for them; null where `ratio` is. */
  readonly pace: number | null;
  /** The same as a difference. */
  readonly lead: number | null;
  /** Null when the period is over or too young, and for metrics that do not add up. */
  readonly forecast: number | null;
  /**
   * Within which four of five such periods end, by the weeks before; absent where there is no forecast, or fewer than five
   * weeks of figures.
   */
  readonly forecast_range?: ForecastRange;
  readonly sentiment: Sentiment;
}

/** Between what and what a running period probably ends. */
export interface ForecastRange {
  readonly low: number;
  readonly high: number;
}

/** All projects of an account, what is most off its goal first, with figures as they were read before the report was made. */
export interface PortfolioProjectsSection {
  readonly type: 'portfolio_projects';
  readonly title: null;
  /** When the figures were read, the oldest and the newest; null without any. */
  readonly read: { readonly first: string; readonly last: string } | null;
  /** The last day of the report's period, up to which goals are worked out. */
  readonly as_of: string;
  readonly items: readonly PortfolioProject[];
  /** How many projects there are besides. */
  readonly others: number;
}

export interface PortfolioProject {
  readonly project_id: string;
  readonly project_name: string;
  readonly client_name: string | null;
  /** The figure that is furthest behind its goal; null without goals, and in the first week of their time. */
  readonly furthest: PortfolioFigure | null;
  /** When its oldest figure was read; null where none is, or means something else by now. */
  readonly read_at: string | null;
  readonly connections: { readonly total: number; readonly faulty: number };
}

/** One metric of a system over the projects that have it. Amounts of two currencies stand side by side, and are not added up. */
export interface PortfolioMetricSection {
  readonly type: 'portfolio_metric';
  readonly title: null;
  readonly system: string;
  /** The metric's label, with its system where another one has a metric of that label. */
  readonly label: string;
  readonly items: readonly PortfolioFigure[];
}

/** A figure of one project; its metric names the currency of its amounts. */
export interface PortfolioFigure extends Comparison {
  readonly project_id: string;
  readonly project_name: string;
  readonly metric: MetricDescription;
  /** Its own days, which need not be the report's: of another time zone, or read on another day. */
  readonly period: Period;
  /** Null where nothing is compared. */
  readonly compare_period: Period | null;
  readonly goal: PortfolioGoal | null;
  readonly forecast: number | null;
  /** What is left of a goal for costs; below zero is overspent. */
  readonly budget_left: number | null;
  /** How far it is behind its goal, as a part of it. */
  readonly off_course: number | null;
  /** What has to be known about it. */
  readonly notes: readonly string[];
  readonly read_at: string;
}

interface PortfolioGoal {
  readonly target: number;
  readonly ratio: number | null;
  readonly time_gone: number;
  readonly pace: number | null;
  readonly lead: number | null;
  readonly sentiment: Sentiment;
}

/** What adds up over projects: each metric of a system in each currency, and converted where the account has rates. */
export interface PortfolioSumsSection {
  readonly type: 'portfolio_sums';
  readonly title: null;
  readonly items: readonly PortfolioSum[];
}

export interface PortfolioSum {
  readonly system: string;
  readonly label: string;
  readonly metric: MetricDescription;
  /** Null where a rate is missing. */
  readonly value: number | null;
  readonly projects: number;
  /** The days of most projects, and how many have others. */
  readonly period: Period;
  readonly other_days: number;
  /** Of a converted one: the day of the rates, null where none was needed, and the currencies without a rate. */
  readonly converted?: { readonly rate_date: string | null; readonly missing: readonly string[] };
}

/** Connections that did not answer, or that need somebody. */
export interface PortfolioFaultsSection {
  readonly type: 'portfolio_faults';
  readonly title: null;
  readonly items: readonly PortfolioFault[];
}

export interface PortfolioFault {
  readonly project_id: string;
  readonly project_name: string;
  /** Null for a fault of the service itself. */
  readonly connection_name: string | null;
  readonly kind: 'reauth_required' | 'resource_missing' | 'transient' | 'invalid_config' | 'unexpected';
  /** When the figures that are shown of it were read; null where none are. */
  readonly read_at: string | null;
}

export interface TextSection {
  readonly type: 'text';
  readonly title: string | null;
  /** CommonMark with tables. */
  readonly markdown: string;
  /** What stands in the place of each placeholder, by its name without braces. None if absent. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface ImageSection {
  readonly type: 'image';
  readonly title: string | null;
  /** Data URI of a PNG, JPEG or SVG picture. */
  readonly picture: string;
  readonly alternative: string;
  readonly caption: string | null;
}

/** What follows starts a new page, on paper. */
export interface PageBreakSection {
  readonly type: 'page_break';
  readonly title: null;
}

/** The queries to one connected system. */
export interface Source extends SectionSource {
  readonly system: string;
  /** The requested metrics and dimensions in the order of the system, the days, and the time zone. */
  readonly metrics: readonly AskedName[];
  readonly dimensions: readonly AskedName[];
  readonly periods: Periods;
  readonly time_zone: string;
  readonly queries: number;
  /** Source rows in the current and in the compared period; null without a compare period, or where the system does not say. */
  readonly rows_current: number | null;
  readonly rows_compare: number | null;
  /** When the first query was sent. */
  readonly fetched_at: string;
  /** When the source last changed, by the oldest of its answers; null when the system does not say. */
  readonly fresh_at: string | null;
  /** What the system bills for all of the queries; absent where it does not say. */
  readonly bytes_billed?: number;
}

export interface AskedName {
  readonly key: string;
  readonly label: string;
}

export interface Warning {
  /**
   * Such as `partial_period`, `period_lengths_differ`, `periods_overlap`, `source_omitted`, `no_data`, `missing_days`,
   * `values_left_out`, `rows_truncated`, `time_zone_differs`, `currency_differs`, `sampled`,
   * `repeated_cursor`, `picture_left_out`, `pictures_not_fetched`, and the codes of notes.
   */
  readonly code: string;
  readonly message: string;
  readonly connection_id: string | null;
}
