// Made from the OpenAPI document by scripts/make-types.ts.

export interface Account {
  id: AccountId;
  name: string;
  plan: string;
  add_ons: Array<string>;
  api_access: {
    enabled: boolean;
    /** What gives the account API access. */
    granted_by: 'plan' | 'add_on';
  };
}

/** Names an account. */
export type AccountId = string;

/** The file of a completed export. Download it before `expires_at`. */
export interface Artifact {
  filename: string;
  content_type: string;
  size_bytes: number;
  /** Hexadecimal digest of the whole file. */
  sha256: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** The protected delivery path below the address of the service. The same token downloads. */
  download_path: string;
}

/** What a client needs to find its way. */
export interface Bootstrap {
  service: 'report-service';
  version: 'v1';
  release: 'v1-beta';
  server_time: Timestamp;
  links: {
    me: string;
    projects: string;
    openapi: string;
    documentation: string;
  };
  export_formats: Array<Format>;
  limits: {
    /** Requests in any 60 seconds. */
    per_minute: number;
    /** Requests a UTC day. */
    per_day: number;
  };
}

/** What tells whose reports they are. Fields of a project that are null or absent take the value of its account. */
export interface Brand {
  name: string | null;
  /** In the head of reports: `sha256:` and the digest of a stored picture. */
  logo: string | null;
  accent_color: string | null;
  footer: string | null;
  contact: string | null;
  /** Across the cover of reports: `sha256:` and the digest of a stored picture. */
  cover_picture: string | null;
  font: 'Noto Sans' | 'Open Sans' | 'Source Sans 3' | 'Lato' | 'PT Serif' | null;
  anonymous_comments: boolean | null;
}

/** What tells whose reports they are. Fields of a project that are null or absent take the value of its account. */
export interface BrandInput {
  /** Who makes the reports: "Prepared by …" on their cover. */
  name?: string | null;
  /** Data URI of a PNG, JPEG or SVG picture, at most 512 KiB decoded, or `sha256:` and the digest of one that the account has stored. Answers name stored pictures. One that reports cannot show is refused with the reason: it cannot be read, shows nothing, has more than 16,000,000 points, or uses filters, masks, patterns, scripts, embedded pictures or entities. */
  logo?: string | null;
  /** Color of headings and charts. */
  accent_color?: string | null;
  /** At the foot of every page, such as an imprint; three lines at most. */
  footer?: string | null;
  /** How to reach whoever made the report, on the cover; six lines at most, with breaks. */
  contact?: string | null;
  /** Data URI of a PNG, JPEG or SVG picture, at most 512 KiB decoded, or `sha256:` and the digest of one that the account has stored. Answers name stored pictures. One that reports cannot show is refused with the reason: it cannot be read, shows nothing, has more than 16,000,000 points, or uses filters, masks, patterns, scripts, embedded pictures or entities. */
  cover_picture?: string | null;
  /** Family of type, shipped with the service. Scripts that it lacks are set in another one. */
  font?: 'Noto Sans' | 'Open Sans' | 'Source Sans 3' | 'Lato' | 'PT Serif' | null;
  /** Whether comments that are written from now on show their day alone, and not who wrote them. */
  anonymous_comments?: boolean | null;
}

export interface BreakdownSection {
  type: 'breakdown';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** A connection of the project. */
  connection_id: string;
  dimension: string;
  /** Another dimension of the connection, for a table by both, such as `campaign` by `device`; not of every connection. None when null or absent. */
  secondary_dimension?: string | null;
  /** Of a table with a `secondary_dimension`; grouped when absent: the values of the secondary one are rows below each value of `dimension`, which has a subtotal. `cross` has them side by side, with one metric, of the current period alone. */
  layout?: 'grouped' | 'cross';
  /** How many values of the `secondary_dimension` are shown, of each value of `dimension` or side by side; 5 when absent, as `cross` 6. All others are together in one. Paper shows as many side by side as it has room for. */
  secondary_limit?: number;
  /** Keys of metrics, in display order. */
  metrics?: Array<string>;
  /** Columns worked out from metrics, shown or not, behind those of `metrics`. */
  own_columns?: Array<OwnColumn>;
  /** How the rows are shown; table when absent. Columns and a donut show one metric; a donut needs one whose parts add up. */
  display?: 'table' | 'bars' | 'columns' | 'donut';
  sort?: TableSort;
  /** Marks figures that are better or worse: than their `goal`, or than those they are compared with. A figure that is a part of a whole has no goal of its own, so of it only the total is marked. Not of columns and a donut. */
  marks?: 'goal' | 'compare';
  /** How many rows are shown; 10 when absent. At most 12 as columns; at most 6, and as many when absent, as a donut. PDF and Word show 100 at most and say how many more there are; files of figures have up to four times as many more. */
  limit?: number;
}

export interface Channel {
  /** A connection of the project. */
  connection_id: string;
  /** Null or absent for the connection's own name. */
  label?: string | null;
}

/** Either `of` or `ratio`. */
export interface ChannelMetric {
  /** What ratios call it. */
  key: string;
  label: string;
  /** That of the metrics, or of the ratio; percent values are ratios. */
  unit: 'count' | 'currency' | 'percent' | 'duration' | 'number';
  /** Digits after the decimal point; null or absent for the unit's own. */
  decimals?: number | null;
  /** Which way is good news; none when absent. */
  better?: 'up' | 'down' | 'none';
  /** The key of its metric in each connection; one that is not named has no figure. */
  of?: Record<string, string>;
  /** In place of `of`: the keys of two others, the first divided by the second, in the total too. */
  ratio?: Array<string>;
}

export interface ChannelsSection {
  type: 'channels';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** The systems, one a row; each connection once. */
  rows: Array<Channel>;
  /** The figures, in display order. */
  metrics: Array<ChannelMetric>;
}

/** A connected data system, without its configuration and secret. */
export interface Connection {
  id: ConnectionId;
  /** The kind of data system. */
  system: string;
  name: string;
  /** Anything but `connected` blocks generations until the operator resolves it. */
  status: 'connected' | 'reauth_required' | 'resource_missing';
}

/** Names a connection of a project to a data system. */
export type ConnectionId = string;

/** Branch on this, not on the message. */
export type ErrorCode =
  | 'invalid_query_parameter'
  | 'invalid_request'
  | 'idempotency_key_required'
  | 'invalid_idempotency_key'
  | 'unauthorized'
  | 'api_access_required'
  | 'insufficient_scope'
  | 'not_found'
  | 'method_not_allowed'
  | 'idempotency_conflict'
  | 'artifact_not_ready'
  | 'project_archived'
  | 'plan_limit_reached'
  | 'artifact_unavailable'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'rate_limit_exceeded'
  | 'quota_exceeded'
  | 'internal_error'
  | 'api_controls_unavailable';

/** One place in the request that is at fault. */
export interface ErrorDetail {
  /** The place at fault as a dotted path: `period.current.from` in the body, `query.per_page`, `header.idempotency-key`; empty for the body as a whole. */
  field: string;
  /** The rule that is broken, for programs. */
  rule: string;
  /** The same for people. */
  message: string;
}

/** The making of one file of a report. */
export interface ExportJob {
  id: ExportJobId;
  project_id: ProjectId;
  status: JobStatus;
  source: Source;
  created_at: Timestamp;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
  updated_at: Timestamp;
  progress: Progress;
  /** The current or last attempt, from 1. */
  attempt: number;
  /** The most attempts; a transient fault is retried up to this number. */
  max_attempts: number;
  /** Set when the status is `blocked`. */
  blocked: Outcome | null;
  /** Set when the status is `failed`. */
  failure: Outcome | null;
  report_id: ReportId;
  format: Format;
  /** Null until the job is `completed`. */
  artifact: Artifact | null;
}

/** Names an export job. */
export type ExportJobId = string;

export interface ExportRequest {
  /** `doc` is a genuine .docx file. */
  format: 'pdf' | 'doc';
}

/** `doc` is a genuine .docx file. */
export type Format = 'pdf' | 'doc';

export interface FunnelSection {
  type: 'funnel';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** A connection of the project. */
  connection_id: string;
  /** Keys of the metrics that are its steps, in their order. */
  metrics: Array<string>;
}

export interface GallerySection {
  type: 'gallery';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** A connection of the project. */
  connection_id: string;
  /** A dimension whose values have pictures, such as ads, posts or videos. */
  dimension: string;
  /** Keys of the two to four metrics on each card, in display order. */
  metrics: Array<string>;
  sort?: TableSort;
  /** How many cards are shown; 6 when absent. At most 40 in all galleries together. */
  limit?: number;
}

/** The making of one report. A completed job has made exactly one, a failed one none. */
export interface GenerationJob {
  id: GenerationJobId;
  project_id: ProjectId;
  status: JobStatus;
  source: Source;
  created_at: Timestamp;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
  updated_at: Timestamp;
  progress: Progress;
  /** The current or last attempt, from 1. */
  attempt: number;
  /** The most attempts; a transient fault is retried up to this number. */
  max_attempts: number;
  /** Set when the status is `blocked`. */
  blocked: Outcome | null;
  /** Set when the status is `failed`. */
  failure: Outcome | null;
  period: Periods;
  /** The report that was made; null until the job is `completed`. */
  result: {
    report_id: ReportId;
  } | null;
}

/** Names a generation job. */
export type GenerationJobId = string;

/** The period to report on and, if wanted, one to compare it with. */
export interface GenerationRequest {
  period: {
    current: RequestedPeriod;
    compare?: RequestedPeriod | null;
  };
}

export interface Goal {
  /** A name of your own for it. */
  id: string;
  /** A connection of the project. */
  connection_id: string;
  /** Key of one of the connection's metrics. */
  metric: string;
  /** In the unit of the metric: a percentage as a ratio (0.25 is 25 %), a duration in seconds, money in the currency of the connection. */
  amount: number;
  /** The calendar period that the amount is for. */
  per: 'month' | 'quarter' | 'year';
  /** The first day on which it holds; null or absent for open. */
  from?: string | null;
  /** The last day on which it holds; null or absent for open. */
  to?: string | null;
}

export interface GoalsSection {
  type: 'goals';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** Ids of `settings.goals`, in display order; all when absent. */
  goals?: Array<string>;
}

export interface HeatmapSection {
  type: 'heatmap';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** A connection of the project. */
  connection_id: string;
  metric: string;
  /** `hour` shows the mean of each hour of the week, of a metric that adds up and a system that knows hours; `week` each day of the period, weeks side by side. */
  by: 'hour' | 'week';
}

export interface HighlightsSection {
  type: 'highlights';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
}

export interface ImageSection {
  type: 'image';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** Data URI of a PNG, JPEG or SVG picture, at most 512 KiB decoded, or `sha256:` and the digest of one that the account has stored. Answers name stored pictures. One that reports cannot show is refused with the reason: it cannot be read, shows nothing, has more than 16,000,000 points, or uses filters, masks, patterns, scripts, embedded pictures or entities. */
  picture: string;
  /** What the picture shows, for those who do not see it. */
  alternative: string;
  /** A line below the picture; none when null or absent. */
  caption?: string | null;
}

/** Names a job: the id of a generation job or of an export job. */
export type JobId = string;

export interface JobListQuery {
  /** The page, from 1. One past the end is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
  /** What the items are sorted by. Ties break by id. */
  sort?: 'created_at' | 'updated_at';
  /** `desc`: the newest or greatest first. */
  direction?: 'asc' | 'desc';
  /** Only jobs of this type. */
  type?: 'generation' | 'export';
  /** Only jobs in this status. */
  status?: 'queued' | 'running' | 'completed' | 'blocked' | 'failed';
}

/** `queued`: accepted, waits to run. `running`: work has started. `completed`: the result is there. `blocked`: cannot go on until the reason in `blocked` is resolved. `failed`: ended with an error. The last three are final. */
export type JobStatus = 'queued' | 'running' | 'completed' | 'blocked' | 'failed';

/** A job of either type in short. */
export interface JobSummary {
  id: JobId;
  project_id: ProjectId;
  status: JobStatus;
  source: Source;
  created_at: Timestamp;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
  updated_at: Timestamp;
  /** Says which resource has the whole job. */
  type: 'generation' | 'export';
  report_id: ReportId | null;
  format: Format | null;
}

export interface KpisSection {
  type: 'kpis';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** A connection of the project. */
  connection_id: string;
  /** Keys of metrics, in display order. */
  metrics?: Array<string>;
}

/** The request limits, shared by all tokens of the account. */
export interface Limits {
  minute: {
    /** Requests in any 60 seconds. */
    limit: number;
    /** Left now, after this request. */
    remaining: number;
    resets_at: Timestamp;
  };
  day: {
    /** Requests a UTC day. */
    limit: number;
    /** Counted today, with this request. */
    used: number;
    /** Left today. */
    remaining: number;
    resets_at: Timestamp;
  };
}

/** The account and the token of the caller. */
export interface Me {
  account: Account;
  token: Token;
  limits: Limits;
  usage: {
    projects: Usage;
    generations_this_month: Usage;
  };
}

/** Why a job ended `blocked` or `failed`. */
export interface Outcome {
  /** For programs, one of `reauth_required`, `resource_missing`, `no_connected_systems`, `tariff_restricted`, `project_archived`, `generation_failed`, `report_not_ready_for_export`, `source_artifact_missing`, `export_generation_failed`, `artifact_unavailable`. */
  reason: string;
  /** For people: what happened. */
  message: string;
  /** For people: what to do about it. */
  action: string;
  /** What it is about, such as `connection_id` and `system`. */
  details: Record<string, unknown>;
}

export interface OwnColumn {
  /** What the table calls it, as in `sort`. */
  key: string;
  label: string;
  /** Numbers and keys of metrics of the connection, with `+ - * /` and parentheses, such as `cost / conversions`; a key of other characters than letters, digits and `_ . :` in double quotes. It is worked out for each row, the rest and the total from their own metrics; without a value where one is missing, or where it divides by zero. */
  expression: string;
  /** That of the result. `currency` for amounts of money, in the currency of the connection, and only for them; percent values are ratios (0.25 is 25 %), durations seconds. */
  unit: 'count' | 'currency' | 'percent' | 'duration' | 'number';
  /** Digits after the decimal point; null or absent for the unit's own. */
  decimals?: number | null;
  /** Which way is good news; none when absent. */
  better?: 'up' | 'down' | 'none';
  /** What each row and the total is marked against, in the unit of the column; only for ratios, such as the cost per conversion. */
  goal?: number | null;
}

export interface PageBreakSection {
  type: 'page_break';
}

/** Where in the list this page stands. */
export interface Pagination {
  page: number;
  per_page: number;
  /** Items on all pages. */
  total: number;
  /** 0 when there is nothing. */
  total_pages: number;
}

/** Calendar days in the project's time zone, both ends inclusive. */
export interface Period {
  /** YYYY-MM-DD */
  from: string;
  /** YYYY-MM-DD */
  to: string;
}

/** The period reported on, and the one it is compared with, or null. */
export interface Periods {
  current: Period;
  compare: Period | null;
}

/** How far the job is. The stages may change: show them, do not branch on them. */
export interface Progress {
  /** What is being done. */
  stage: string;
  /** Steps done. */
  completed: number;
  /** All steps; 0 while it is not known. */
  total: number;
}

/** A project with all that may be shown of it; never a secret. */
export interface Project {
  id: ProjectId;
  name: string;
  client_name: string | null;
  status: ProjectStatus;
  /** IANA time zone. */
  time_zone: string;
  /** ISO 4217 code. */
  currency: string;
  /** BCP 47 tag. */
  locale: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  archived_at: Timestamp | null;
  settings: Settings;
  /** The connected data systems; they are managed by the operator, and through the management API. */
  connections: Array<Connection>;
  /** The recurring generations. */
  schedules: Array<Schedule>;
}

export interface ProjectCreate {
  /** What the project is called, for the account itself. */
  name: string;
  /** Who the reports are for; shown on their cover. */
  client_name?: string | null;
  /** IANA time zone whose calendar days the periods are. */
  time_zone?: string;
  /** ISO 4217 code of the currency metrics. */
  currency?: string;
  /** BCP 47 tag that decides how reports read. */
  locale?: string;
  settings?: SettingsInput | null;
}

/** Names a project. */
export type ProjectId = string;

export interface ProjectListQuery {
  /** The page, from 1. One past the end is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
  /** What the items are sorted by. Ties break by id. */
  sort?: 'created_at' | 'updated_at' | 'name';
  /** `desc`: the newest or greatest first. */
  direction?: 'asc' | 'desc';
  /** Only projects in this status; both when absent. */
  status?: 'active' | 'archived';
}

/** An archived project keeps its history and settings, but makes no reports. */
export type ProjectStatus = 'active' | 'archived';

/** A project as lists show it; read it alone for its settings, connections and schedules. */
export interface ProjectSummary {
  id: ProjectId;
  name: string;
  client_name: string | null;
  status: ProjectStatus;
  /** IANA time zone. */
  time_zone: string;
  /** ISO 4217 code. */
  currency: string;
  /** BCP 47 tag. */
  locale: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  archived_at: Timestamp | null;
}

/** Only the fields to change. */
export interface ProjectUpdate {
  /** What the project is called, for the account itself. */
  name?: string;
  /** Who the reports are for; shown on their cover. */
  client_name?: string | null;
  /** IANA time zone whose calendar days the periods are. */
  time_zone?: string;
  /** ISO 4217 code of the currency metrics. */
  currency?: string;
  /** BCP 47 tag that decides how reports read. */
  locale?: string;
  settings?: SettingsInput | null;
}

/** A report in short. Its figures were frozen when it was made. */
export interface Report {
  id: ReportId;
  project_id: ProjectId;
  title: string;
  /** `unavailable` when the stored document is lost. */
  status: 'ready' | 'unavailable';
  /** Whether an export can be started now. */
  ready_for_export: boolean;
  period: Periods;
  source: Source;
  generation_job_id: GenerationJobId;
  /** What a reader should know about the figures; the report is complete nevertheless. */
  warnings: Array<ReportWarning>;
  created_at: Timestamp;
}

/** Names a report. */
export type ReportId = string;

export interface ReportListQuery {
  /** The page, from 1. One past the end is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
  /** What the items are sorted by. Ties break by id. */
  sort?: 'created_at' | 'period_from';
  /** `desc`: the newest or greatest first. */
  direction?: 'asc' | 'desc';
  /** Only reports with this source. */
  source?: 'api' | 'try_it' | 'schedule' | 'console';
  /** Only reports that can, or cannot, be exported now. */
  ready_for_export?: boolean;
}

export interface ReportWarning {
  /** For programs. */
  code: string;
  /** For people. */
  message: string;
  connection_id: ConnectionId | null;
}

/** Both ends inclusive; at most 366 days; `from` not after `to`; `to` not after today. */
export interface RequestedPeriod {
  /** YYYY-MM-DD in the project's time zone. */
  from: string;
  /** YYYY-MM-DD in the project's time zone. */
  to: string;
}

/** A recurring generation. */
export interface Schedule {
  id: ScheduleId;
  cadence: 'daily' | 'weekdays' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'yearly';
  /** IANA time zone. */
  time_zone: string;
  /** Archiving a project turns its schedules off; restoring leaves them off. */
  enabled: boolean;
  next_run_at: Timestamp | null;
}

/** Names a recurring schedule of a project. */
export type ScheduleId = string;

/** Brand and layout of the project's reports. */
export interface Settings {
  accent_color: string | null;
  /** Data URI of a PNG or SVG picture. */
  logo: string | null;
  title: string | null;
  /** The sections of the reports in their order; null for the automatic layout. */
  sections: Array<
    | HighlightsSection
    | KpisSection
    | TimeseriesSection
    | BreakdownSection
    | HeatmapSection
    | ChannelsSection
    | FunnelSection
    | GoalsSection
    | GallerySection
    | TextSection
    | ImageSection
    | PageBreakSection
  > | null;
  /** Goals of metrics; null for none. For one metric only one holds on a day. Key figures show the goal of the period, prorated by days; a section `goals` shows each in its own period. */
  goals?: Array<Goal>;
  /** What a connected system that fails does to a report: `block` it (the default), or `omit` leaves the system out, with a warning that names it. */
  on_failure?: 'block' | 'omit';
  brand?: Brand;
}

/** Brand and layout of the project's reports; replaced whole: omitted fields become null. */
export interface SettingsInput {
  /** Color of headings and charts. */
  accent_color?: string | null;
  /** Data URI of a PNG or SVG picture, at most 128 KiB decoded. Reports leave out one that cannot be read or that uses filters, masks, patterns, scripts, embedded pictures or entities. */
  logo?: string | null;
  /** Title of the reports; null for a standard one. */
  title?: string | null;
  /** The sections of the reports in their order; null for the automatic layout. */
  sections?: Array<
    | HighlightsSection
    | KpisSection
    | TimeseriesSection
    | BreakdownSection
    | HeatmapSection
    | ChannelsSection
    | FunnelSection
    | GoalsSection
    | GallerySection
    | TextSection
    | ImageSection
    | PageBreakSection
  > | null;
  /** Goals of metrics; null for none. For one metric only one holds on a day. Key figures show the goal of the period, prorated by days; a section `goals` shows each in its own period. */
  goals?: Array<Goal> | null;
  /** What a connected system that fails does to a report: `block` it (the default), or `omit` leaves the system out, with a warning that names it. */
  on_failure?: 'block' | 'omit' | null;
  brand?: BrandInput | null;
}

/** What asked for it: an API token, a `try_it` token, a schedule, or the operator. */
export type Source = 'api' | 'try_it' | 'schedule' | 'console';

/** What the rows are sorted by, which also decides which of them are shown; by the first metric when absent. Not of a donut. */
export interface TableSort {
  /** The key of a metric or own column that is shown; null or absent for the rows' names. */
  by?: string | null;
  /** Descending when absent, names ascending. Rows without a figure are last. */
  order?: 'descending' | 'ascending';
}

export interface TextSection {
  type: 'text';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** CommonMark with tables, at most 20,000 code points. `{{con_….metric.current}}`, `.compare` and `.change` stand for figures, `{{period.current}}` and `{{period.compare}}` for the periods. */
  markdown: string;
}

export interface TimeseriesSection {
  type: 'timeseries';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** A connection of the project. */
  connection_id: string;
  metric?: string;
  /** Keys of two to four metrics of one unit in one chart, instead of `metric`. */
  metrics?: Array<string>;
  /** How the figures are drawn; line when absent. */
  display?: 'line' | 'area' | 'columns';
  /** Calendar unit of one point; day when absent. Weeks start on Monday. `auto` takes days for a period of up to 62 days, weeks up to 366, else months. */
  by?: 'auto' | 'day' | 'week' | 'month';
  /** Days of its own, which end with the report's period and stand in the heading: 13 calendar months, 4 calendar quarters or 12 weeks from Monday on, the last of which the period may cut. Its points are months, or weeks, where `by` is `auto` or absent. It has no compared period. */
  span?: '13_months' | '4_quarters' | '12_weeks';
  /** Whether days are marked on which watches of the connection found something about its metrics; what they found stands below the chart, for all who read the report. False when absent. */
  show_incidents?: boolean;
}

/** UTC, whole seconds. */
export type Timestamp = string;

/** The token that this request was made with. */
export interface Token {
  /** The part of the token before the dot. It is no secret. */
  public_id: string;
  name: string;
  /** `try_it` tokens serve this reference and live at most 24 hours. */
  kind: 'live' | 'try_it';
  scopes: Array<'projects:read' | 'projects:write' | 'reports:read' | 'reports:write'>;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
}

/** How much of what the plan allows is used. */
export interface Usage {
  /** How many count now. */
  used: number;
  /** Null where the plan has no limit. */
  limit: number | null;
}
