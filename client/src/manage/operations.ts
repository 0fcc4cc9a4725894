// Made from the OpenAPI document by scripts/make-operations.ts.

/** Names an account. */
export type AccountId = string;

/** A token, without its secret. */
export interface AccountToken {
  public_id: TokenId;
  name: string;
  /** `live` and `try_it` are for the public API, `manage` for this one. */
  kind: 'live' | 'try_it' | 'manage';
  scopes: Array<'projects:read' | 'projects:write' | 'reports:read' | 'reports:write'>;
  /** Of a token of kind `manage`; null for others. */
  role: 'viewer' | 'editor' | 'admin' | null;
  created_at: Timestamp;
  /** To the minute. */
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

/** How much of its limits the account uses, now and day by day. */
export interface AccountUsage {
  plan: string;
  requests: Limits;
  projects: Usage;
  generations_this_month: Usage;
  members: Usage;
  /** The last 30 days, and today; the oldest first. */
  days: Array<UsageDay>;
}

/** A customer. */
export interface AdminAccount {
  id: AccountId;
  name: string;
  plan: string;
  add_ons: Array<string>;
  /** Null for the default. */
  per_minute: number | null;
  /** Null for the default. */
  per_day: number | null;
  /** The private networks that the customer's own connections may reach; a command grants them. */
  allowed_networks: Array<string>;
  /** The folders that the customer's own connections may read; a command grants them. */
  data_roots: Array<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AdminAccountCreate {
  name: string;
  /** One of `/admin/plans`. */
  plan: string;
  add_ons?: Array<'api'>;
  /** Null for the default. */
  per_minute?: number | null;
  /** Null for the default. */
  per_day?: number | null;
  /** Whom to invite as its owner; without it whoever opens the link names theirs. */
  owner_email?: string | null;
}

export interface AdminAccountUpdate {
  name?: string;
  /** One of `/admin/plans`. */
  plan?: string;
  add_ons?: Array<'api'>;
  /** Null for the default. */
  per_minute?: number | null;
  /** Null for the default. */
  per_day?: number | null;
}

/** What accounts of a plan may have. */
export interface AdminPlan {
  name: string;
  /** Whether it includes API access by itself. */
  api_access: boolean;
  /** Null is unlimited. */
  max_projects: number | null;
  /** Null is unlimited. */
  max_connections_per_project: number | null;
  /** Null is unlimited. */
  max_generations_per_month: number | null;
  /** Null is unlimited. */
  max_members: number | null;
  /** Null is unlimited. */
  max_upload_bytes: number | null;
}

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

/** One change. */
export interface AuditEntry {
  id: AuditId;
  at: Timestamp;
  /** Who did it: a user, a token, an operator, or the service. */
  actor: string;
  /** What a user or token is called; null for others. */
  actor_name: string | null;
  /** How: `console`, `manage`, `api` or `cli`; null for what the service does by itself. */
  door: string | null;
  /** From where; null for a command. */
  address: string | null;
  action: string;
  account_id: AccountId | null;
  /** What was changed. */
  subject: string;
  /** What it is called now; null for what has no name, or is gone. */
  subject_name: string | null;
  /** More about it; never a secret. */
  details: Record<string, unknown>;
}

/** Names an entry of the log of changes. */
export type AuditId = string;

/** A link by which a person signs in at a vendor, and what came of it. */
export interface Authorization {
  id: AuthorizationId;
  project_id: ProjectId;
  /** The connection that has the sign-in; null until there is one. */
  connection_id: ConnectionId | null;
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** `incomplete`: not everything was allowed that reports need. */
  status: 'waiting' | 'granted' | 'denied' | 'incomplete' | 'failed' | 'expired';
  /** Why nothing was connected. */
  message: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface AuthorizationCreate {
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** Null where the resource is named afterwards. */
  config?: Record<string, unknown> | null;
}

/** Names a link by which a person signs in. */
export type AuthorizationId = string;

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
}

/** What tells whose reports they are. Fields of a project that are null or absent take the value of its account. */
export interface BrandInput {
  /** Who makes the reports: "Prepared by …" on their cover. */
  name?: string | null;
  /** Data URI of a PNG, JPEG or SVG picture, at most 512 KiB decoded, or `sha256:` and the digest of one that the account has stored. Answers name stored pictures. Reports show the alternative in place of one that cannot be read or that uses filters, masks, patterns, scripts, embedded pictures or entities. */
  logo?: string | null;
  /** Color of headings and charts. */
  accent_color?: string | null;
  /** At the foot of every page, such as an imprint; three lines at most. */
  footer?: string | null;
  /** How to reach whoever made the report, on the cover; six lines at most, with breaks. */
  contact?: string | null;
  /** Data URI of a PNG, JPEG or SVG picture, at most 512 KiB decoded, or `sha256:` and the digest of one that the account has stored. Answers name stored pictures. Reports show the alternative in place of one that cannot be read or that uses filters, masks, patterns, scripts, embedded pictures or entities. */
  cover_picture?: string | null;
  /** Family of type, shipped with the service. Scripts that it lacks are set in another one. */
  font?: 'Noto Sans' | 'Open Sans' | 'Source Sans 3' | 'Lato' | 'PT Serif' | null;
}

export interface BreakdownSection {
  type: 'breakdown';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** A connection of the project. */
  connection_id: string;
  dimension: string;
  /** Keys of metrics, in display order. */
  metrics?: Array<string>;
  /** How the rows are shown; table when absent. Columns and a donut show one metric; a donut needs one whose parts add up. */
  display?: 'table' | 'bars' | 'columns' | 'donut';
  /** How many rows are shown; 10 when absent. At most 12 as columns; at most 6, and as many when absent, as a donut. */
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

/** The first steps. */
export interface Checklist {
  /** Whether there is a project. */
  project: boolean;
  /** Whether a connection is connected. */
  connection: boolean;
  /** Whether a report was made. */
  report: boolean;
  /** Whether a report was exported or shared by a link, or a schedule was made. */
  delivery: boolean;
}

export interface CommentWrite {
  /** The section, from 1, in the order of the report. */
  section: number;
  /** CommonMark with tables, at most 20,000 characters; null removes the comment. */
  markdown: string | null;
}

export interface CommentedSection {
  /** The section, from 1, in the order of the report. */
  section: number;
  /** What the section shows. */
  type: string;
  title: string | null;
  /** The comment; null for none. */
  markdown: string | null;
  /** Who wrote it, as the log of changes names them. */
  author: string | null;
  written_at: Timestamp | null;
}

export interface ComparedPeriod {
  from: string;
  to: string;
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

/** The metrics and dimensions that it can ask for. */
export interface ConnectionCatalog {
  metrics: Array<OfferedMetric>;
  dimensions: Array<OfferedDimension>;
}

export interface ConnectionCount {
  total: number;
  /** How many of them need somebody: not connected. */
  due: number;
}

export interface ConnectionCreate {
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** What it reads and how, by the schema of its system. It never holds a secret. */
  config: Record<string, unknown>;
  /** The credentials, by the schema of the system. They are sealed, and never shown again. */
  secret?: Record<string, unknown> | null;
  /** A sign-in of the account, in place of a secret. */
  grant_id?: GrantId | null;
}

/** The figures of a period, at most 1,000 groups. */
export interface ConnectionFigures {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  by: string | null;
  metrics: Array<FiguresMetric>;
  rows: Array<FiguresRow>;
  notices: Array<Record<string, unknown>>;
  /** How many values that cannot be read each metric leaves out, by its key. */
  left_out: Record<string, unknown>;
}

/** Names a connection of a project to a data system. */
export type ConnectionId = string;

/** A configuration made from a look at the source, and what it saw. */
export interface ConnectionProposal {
  /** What it reads and how, by the schema of its system. It never holds a secret. */
  config: Record<string, unknown>;
  rows: Array<Record<string, unknown>>;
  /** How each column is read. */
  types: Record<string, unknown>;
  /** The value of each proposed metric over the whole source. */
  totals: Record<string, unknown>;
  doubts: Array<Doubt>;
}

/** A connection as lists show it. */
export interface ConnectionSummary {
  id: ConnectionId;
  project_id: ProjectId;
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** Anything but `connected` blocks generations until it is resolved. */
  status: 'connected' | 'reauth_required' | 'resource_missing';
  /** Whether credentials are stored for it. */
  has_secret: boolean;
  /** The sign-in that it reads with, in place of a secret. */
  grant_id: GrantId | null;
  /** Where the vendor says when: sign in again before. */
  sign_in_ends_at: Timestamp | null;
  /** What the operator made may reach all that the installation allows, what a customer made less. */
  made_by: 'operator' | 'customer';
  checked_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ConnectionUpdate {
  /** What it is called in reports. */
  name?: string;
  /** What it reads and how, by the schema of its system. It never holds a secret. */
  config?: Record<string, unknown>;
  /** New credentials, in place of a sign-in too; null where the system needs none. */
  secret?: Record<string, unknown> | null;
}

export interface ConnectionVerification {
  /** Whether the system answered as the configuration needs it. */
  answers: boolean;
  /** What it said. */
  message: string;
  warnings: Array<ConnectionWarning>;
}

export interface ConnectionWarning {
  /** For programs. */
  code: string;
  /** The place in the configuration. */
  path: string;
  /** What reports would say wrongly, and what to do about it. */
  message: string;
}

/** What the command `doctor` says of the installation. */
export interface Diagnosis {
  /** Whether every check found nothing wrong. */
  is_sound: boolean;
  findings: Array<Finding>;
}

/** What can be read in more than one way. */
export interface Doubt {
  column: string;
  code: string;
  message: string;
}

export interface DueConnection {
  id: ConnectionId;
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  system: string;
  name: string;
  status: 'connected' | 'reauth_required' | 'resource_missing';
  /** When somebody has to sign in again, where that is known. */
  sign_in_ends_at: Timestamp | null;
  checked_at: Timestamp;
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

export interface FailedDelivery {
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  schedule_id: ScheduleId;
  report_id: ReportId | null;
  recipient: string;
  /** What the mail server said. */
  failure: string | null;
  failed_at: Timestamp;
}

export interface FiguresMetric {
  /** Its key. */
  key: string;
  /** For people. */
  label: string;
  /** What it counts. */
  unit: string;
}

export interface FiguresQuestion {
  /** The first day, in the project's time zone. */
  from: string;
  /** The last day; it counts. */
  to: string;
  /** `day`, `week`, `month` or the key of a dimension; without it the whole period. */
  by?: string | null;
}

export interface FiguresRow {
  /** The group; null for the whole, and for a missing value. */
  key: string | null;
  /** One for each of `metrics`, in their order. */
  values: Array<number | null>;
}

export interface Finding {
  check: string;
  ok: boolean;
  /** What was found, or what to do. */
  message: string;
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
  /** In the unit of the metric: a percentage as a ratio (0.25 is 25 %), a duration in seconds. */
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

/** What a person granted by signing in at a vendor; never its tokens. */
export interface Grant {
  id: GrantId;
  /** Who was signed in to. */
  vendor: string;
  scopes: Array<string>;
  /** The connections that read with it. */
  connection_ids: Array<ConnectionId>;
  /** Null where the vendor does not say. */
  ends_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Names the sign-in of a person at a vendor. */
export type GrantId = string;

export interface HighlightsSection {
  type: 'highlights';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
}

export interface ImageSection {
  type: 'image';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** Data URI of a PNG, JPEG or SVG picture, at most 512 KiB decoded, or `sha256:` and the digest of one that the account has stored. Answers name stored pictures. Reports show the alternative in place of one that cannot be read or that uses filters, masks, patterns, scripts, embedded pictures or entities. */
  picture: string;
  /** What the picture shows, for those who do not see it. */
  alternative: string;
  /** A line below the picture; none when null or absent. */
  caption?: string | null;
}

/** A link by which somebody becomes a member, once, that nobody has used yet. */
export interface Invitation {
  id: InvitationId;
  /** Null where whoever accepts names theirs. */
  email: string | null;
  role: Role;
  /** The projects that they are limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  made_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface InvitationCreate {
  /** Whom to invite; without it whoever opens the link names theirs. */
  email?: string | null;
  role: 'viewer' | 'editor' | 'admin' | 'owner';
  /** The projects that a viewer or editor is limited to; null for all. */
  project_ids?: Array<string> | null;
}

/** Names an invitation. */
export type InvitationId = string;

/** Names a job: the id of a generation job or of an export job. */
export type JobId = string;

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

export interface LastReport {
  id: ReportId;
  created_at: Timestamp;
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

/** A job of either type with how far it is, in a list over projects. */
export interface ListedJob {
  id: JobId;
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
  /** The project's name. */
  project_name: string;
  /** Says which resource has the whole job. */
  type: 'generation' | 'export';
  report_id: ReportId | null;
  format: Format | null;
}

export interface ListedReport {
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
  /** The project's name. */
  project_name: string;
}

/** A connected data system, never with its secret. */
export interface ManagedConnection {
  id: ConnectionId;
  project_id: ProjectId;
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** Anything but `connected` blocks generations until it is resolved. */
  status: 'connected' | 'reauth_required' | 'resource_missing';
  /** Whether credentials are stored for it. */
  has_secret: boolean;
  /** The sign-in that it reads with, in place of a secret. */
  grant_id: GrantId | null;
  /** Where the vendor says when: sign in again before. */
  sign_in_ends_at: Timestamp | null;
  /** What the operator made may reach all that the installation allows, what a customer made less. */
  made_by: 'operator' | 'customer';
  checked_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Null for viewers, and until somebody names what it reads. */
  config: Record<string, unknown> | null;
}

/** A project as lists of management show it, with how it is. */
export interface ManagedProjectSummary {
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
  connections: ConnectionCount;
  last_report: LastReport | null;
  /** When the first of its schedules runs next. */
  next_run_at: Timestamp | null;
}

/** A recurring report of a project, and who gets it. */
export interface ManagedSchedule {
  id: ScheduleId;
  project_id: ProjectId;
  project_name: string;
  /** How often a report is made. */
  cadence: 'daily' | 'weekly' | 'monthly';
  /** Of a weekly schedule; null for others. */
  weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Of a monthly schedule, where 29 to 31 are the last day of shorter months; null for others. */
  day: number | null;
  /** Local time, HH:MM. */
  at: string;
  /** IANA time zone of `at`. */
  time_zone: string;
  /** What each report is about. */
  period: 'previous-day' | 'previous-week' | 'previous-month';
  /** What it is compared with. */
  compare: 'previous' | 'year-before' | 'none';
  /** The files that are made of each report. */
  export: Array<'pdf' | 'doc'>;
  /** Who gets each report by e-mail, at most 50 addresses. */
  email: Array<string>;
  /** How they get it: the files attached, or a link to the web page, each their own. */
  deliver: 'attachment' | 'link';
  /** Whether it fires; missed occurrences are not made up for. */
  enabled: boolean;
  /** The next three; none while it is off. */
  next_runs: Array<Timestamp>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Somebody who may do something in the account. */
export interface Member {
  id: UserId;
  email: string;
  name: string;
  role: Role;
  /** The projects that they are limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  /** Whether the operator lets them sign in no more. */
  is_disabled: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface MemberUpdate {
  role?: 'viewer' | 'editor' | 'admin' | 'owner';
  /** The projects that a viewer or editor is limited to; null for all. */
  project_ids?: Array<string> | null;
}

export interface NewAccountToken {
  public_id: TokenId;
  name: string;
  /** `live` and `try_it` are for the public API, `manage` for this one. */
  kind: 'live' | 'try_it' | 'manage';
  scopes: Array<'projects:read' | 'projects:write' | 'reports:read' | 'reports:write'>;
  /** Of a token of kind `manage`; null for others. */
  role: 'viewer' | 'editor' | 'admin' | null;
  created_at: Timestamp;
  /** To the minute. */
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** The whole token, shown this once. Null when the answer is repeated. */
  token: string | null;
}

export interface NewAdminAccount {
  id: AccountId;
  name: string;
  plan: string;
  add_ons: Array<string>;
  /** Null for the default. */
  per_minute: number | null;
  /** Null for the default. */
  per_day: number | null;
  /** The private networks that the customer's own connections may reach; a command grants them. */
  allowed_networks: Array<string>;
  /** The folders that the customer's own connections may read; a command grants them. */
  data_roots: Array<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The link by which somebody becomes its owner, shown this once. Null when the answer is repeated. */
  invitation_url: string | null;
  invitation_expires_at: Timestamp;
}

export interface NewAuthorization {
  id: AuthorizationId;
  project_id: ProjectId;
  /** The connection that has the sign-in; null until there is one. */
  connection_id: ConnectionId | null;
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** `incomplete`: not everything was allowed that reports need. */
  status: 'waiting' | 'granted' | 'denied' | 'incomplete' | 'failed' | 'expired';
  /** Why nothing was connected. */
  message: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** Where the person signs in; shown only once. Open it, or send it to whoever has the figures. */
  url: string | null;
}

export interface NewInvitation {
  id: InvitationId;
  /** Null where whoever accepts names theirs. */
  email: string | null;
  role: Role;
  /** The projects that they are limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  made_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** The link, shown this once. Null when the answer is repeated. */
  url: string | null;
  /** Whether an e-mail with the link is on its way: there is a mail server, and an address. */
  is_mailed: boolean;
}

export interface NewShare {
  id: ShareId;
  project_id: ProjectId;
  report_id: ReportId;
  /** Only an `active` link shows the report. */
  state: 'active' | 'expired' | 'revoked';
  /** Whether guests need a password. */
  has_password: boolean;
  /** Whether guests may download the figures. */
  figures: boolean;
  created_at: Timestamp;
  /** Null for a link that lives until it is revoked. */
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** How often guests have opened it. */
  view_count: number;
  last_viewed_at: Timestamp | null;
  /** The link, which is shown only once. */
  url: string | null;
}

export interface NextRun {
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  schedule_id: ScheduleId;
  cadence: 'daily' | 'weekly' | 'monthly';
  /** How many people get it. */
  recipients: number;
  run_at: Timestamp;
}

/** No body, or `{}`. */
export type Nothing = Record<string, never>;

export interface OfferedDimension {
  key: string;
  label: string;
}

export interface OfferedMetric {
  key: string;
  label: string;
  unit: string;
  better: 'up' | 'down' | 'none';
  additive: boolean;
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

/** What there is to do and to see in the projects that the caller sees. */
export interface Overview {
  /** Those that need somebody: not connected, or whose sign-in ends within two weeks. */
  connections: Array<DueConnection>;
  /** Of the last 30 days, unless the project has had one of the type completed since; the newest first. */
  blocked_jobs: Array<ListedJob>;
  /** E-mails of the last 30 days that were given up, the newest first. */
  failed_deliveries: Array<FailedDelivery>;
  /** The next run of each schedule, in order. */
  next_runs: Array<NextRun>;
  /** The newest first. */
  reports: Array<ListedReport>;
  checklist: Checklist;
}

/** One to switch to. */
export interface OwnAccount {
  id: AccountId;
  name: string;
  role: Role;
}

/** Until `step_up_until` it may do what needs a sign-in within ten minutes. */
export interface OwnSession {
  id: SessionId;
  signed_in_at: Timestamp;
  step_up_until: Timestamp;
  expires_at: Timestamp;
}

export interface OwnToken {
  public_id: string;
  name: string;
  expires_at: Timestamp | null;
}

export interface PageBreakSection {
  type: 'page_break';
}

export interface PasswordChange {
  /** The password so far; null for whoever has none yet. */
  current: string | null;
  /** The new one, of 12 characters or more. */
  password: string;
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

/** A browser in which a person is signed in. */
export interface PersonSession {
  id: SessionId;
  /** Whether this request was made with it. */
  is_current: boolean;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  address: string;
  /** The browser, as it says itself. */
  agent: string;
}

/** A stored picture of sections or brands; what has a name never changes. */
export interface Picture {
  name: PictureName;
  /** The picture itself: a PNG, a JPEG or an SVG. */
  data_uri: string;
}

/** Names a stored picture: `sha256:` and the digest of its bytes. */
export type PictureName = string;

export interface PlannedRun {
  due_at: Timestamp;
  period: ReportedPeriod;
  compare: ComparedPeriod | null;
}

/** When a schedule would fire next, and what it would report about. */
export interface PlannedRuns {
  runs: Array<PlannedRun>;
}

/** A page that shows the report of a draft, for five minutes, and only to the session or token that asked. */
export interface Preview {
  id: PreviewId;
  /** The path of the page, for a frame with `sandbox="allow-scripts"`. */
  url: string;
  expires_at: Timestamp;
}

/** Names the page of a preview. */
export type PreviewId = string;

/** The period of the report, and the fields of the project that are not stored yet, as a change of the project takes them; the others are as stored. */
export interface PreviewRequest {
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
  period: {
    current: RequestedPeriod;
    compare?: RequestedPeriod | null;
  };
}

export interface ProfileUpdate {
  name: string;
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

export interface ProjectCopy {
  /** What the project is called, for the account itself. */
  name: string;
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

/** An archived project keeps its history and settings, but makes no reports. */
export type ProjectStatus = 'active' | 'archived';

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

export interface RecipientRemoval {
  recipient: string;
}

export interface RemovedConnection {
  id: ConnectionId;
  project_id: ProjectId;
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** Anything but `connected` blocks generations until it is resolved. */
  status: 'connected' | 'reauth_required' | 'resource_missing';
  /** Whether credentials are stored for it. */
  has_secret: boolean;
  /** The sign-in that it reads with, in place of a secret. */
  grant_id: GrantId | null;
  /** Where the vendor says when: sign in again before. */
  sign_in_ends_at: Timestamp | null;
  /** What the operator made may reach all that the installation allows, what a customer made less. */
  made_by: 'operator' | 'customer';
  checked_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** What a person still has to do at the vendor, when its sign-in could not be withdrawn there. */
  left_to_do: string | null;
}

export interface RemovedRecipient {
  recipient: string;
  /** The schedules it was taken out of. */
  schedule_ids: Array<ScheduleId>;
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

/** The sections of a report, with the comments on them. */
export interface ReportComments {
  report_id: ReportId;
  /** Grows with each comment. */
  revision: number;
  sections: Array<CommentedSection>;
}

/** Names a report. */
export type ReportId = string;

export interface ReportWarning {
  /** For programs. */
  code: string;
  /** For people. */
  message: string;
  connection_id: ConnectionId | null;
}

/** Both days inclusive. */
export interface ReportedPeriod {
  from: string;
  to: string;
}

/** Both ends inclusive; at most 366 days; `from` not after `to`; `to` not after today. */
export interface RequestedPeriod {
  /** YYYY-MM-DD in the project's time zone. */
  from: string;
  /** YYYY-MM-DD in the project's time zone. */
  to: string;
}

export interface RevokedGrant {
  id: GrantId;
  /** Who was signed in to. */
  vendor: string;
  scopes: Array<string>;
  /** The connections that read with it. */
  connection_ids: Array<ConnectionId>;
  /** Null where the vendor does not say. */
  ends_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** What a person still has to do at the vendor, when its sign-in could not be withdrawn there. */
  left_to_do: string | null;
}

/** Each role may do what those before it may, and more. */
export type Role = 'viewer' | 'editor' | 'admin' | 'owner';

/** A recurring generation. */
export interface Schedule {
  id: ScheduleId;
  cadence: 'daily' | 'weekly' | 'monthly';
  /** IANA time zone. */
  time_zone: string;
  /** Archiving a project turns its schedules off; restoring leaves them off. */
  enabled: boolean;
  next_run_at: Timestamp | null;
}

export interface ScheduleCreate {
  /** How often a report is made. */
  cadence: 'daily' | 'weekly' | 'monthly';
  /** Local time, HH:MM. */
  at: string;
  /** IANA time zone of `at`. */
  time_zone: string;
  /** What each report is about. */
  period: 'previous-day' | 'previous-week' | 'previous-month';
  /** Of a weekly schedule; null for others. */
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Of a monthly schedule, where 29 to 31 are the last day of shorter months; null for others. */
  day?: number | null;
  /** What it is compared with. */
  compare?: 'previous' | 'year-before' | 'none';
  /** The files that are made of each report. */
  export?: Array<'pdf' | 'doc'>;
  /** Who gets each report by e-mail, at most 50 addresses. */
  email?: Array<string>;
  /** How they get it: the files attached, or a link to the web page, each their own. */
  deliver?: 'attachment' | 'link';
}

/** Names a recurring schedule of a project. */
export type ScheduleId = string;

export interface ScheduleRun {
  /** The local day. */
  occurrence: string;
  /** Whether it was only a test, for whoever asked. */
  is_test: boolean;
  due_at: Timestamp;
  /** How far it is. */
  state: string;
  generation_job_id: GenerationJobId | null;
  report_id: ReportId | null;
  /** How many e-mails it has. */
  emails: number;
  /** How many of them are sent. */
  emails_sent: number;
  failure: string | null;
}

/** The latest runs of a schedule, newest first. */
export interface ScheduleRuns {
  runs: Array<ScheduleRun>;
}

export interface ScheduleUpdate {
  /** Of a weekly schedule; null for others. */
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Of a monthly schedule, where 29 to 31 are the last day of shorter months; null for others. */
  day?: number | null;
  /** What it is compared with. */
  compare?: 'previous' | 'year-before' | 'none';
  /** The files that are made of each report. */
  export?: Array<'pdf' | 'doc'>;
  /** Who gets each report by e-mail, at most 50 addresses. */
  email?: Array<string>;
  /** How they get it: the files attached, or a link to the web page, each their own. */
  deliver?: 'attachment' | 'link';
  /** How often a report is made. */
  cadence?: 'daily' | 'weekly' | 'monthly';
  /** Local time, HH:MM. */
  at?: string;
  /** IANA time zone of `at`. */
  time_zone?: string;
  /** What each report is about. */
  period?: 'previous-day' | 'previous-week' | 'previous-month';
  /** Whether it fires; missed occurrences are not made up for. */
  enabled?: boolean;
}

/** Who calls, for which account, and what they may do there. */
export interface Session {
  /** Null for a token. */
  user: SessionUser | null;
  /** Null for a token. */
  session: OwnSession | null;
  /** Null for a person. */
  token: OwnToken | null;
  /** The account that all other operations are about. Null for whoever is a member of none. */
  account: SessionAccount | null;
  role: Role | null;
  /** Whether an operator reads in an account that they are no member of. */
  is_looking_in: boolean;
  /** What the role amounts to in scopes of the public API. */
  scopes: Array<'projects:read' | 'projects:write' | 'reports:read' | 'reports:write'>;
  /** The projects that the membership is limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  /** All accounts of the person, by name; for a token its own. */
  accounts: Array<OwnAccount>;
  plan: SessionPlan | null;
  /** Null for members limited to projects. */
  usage: {
    projects: Usage;
    generations_this_month: Usage;
    members: Usage;
  } | null;
}

export interface SessionAccount {
  id: AccountId;
  name: string;
}

/** Names the session of a person in one browser. */
export type SessionId = string;

export interface SessionPlan {
  name: string;
  /** Null where the plan has no limit. */
  max_projects: number | null;
  /** Null where the plan has no limit. */
  max_connections_per_project: number | null;
  /** Null where the plan has no limit. */
  max_generations_per_month: number | null;
  /** Null where the plan has no limit. */
  max_members: number | null;
}

export interface SessionUser {
  id: UserId;
  email: string;
  name: string;
  /** Whether they are an operator of the installation. */
  is_operator: boolean;
  /** False for whoever came by a link and has not chosen one yet. */
  has_password: boolean;
}

export interface SessionsEnded {
  id: UserId;
  /** How many there were. */
  ended: number;
}

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
    | ChannelsSection
    | FunnelSection
    | GoalsSection
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
    | ChannelsSection
    | FunnelSection
    | GoalsSection
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

/** A guest link to a report, without the link. */
export interface Share {
  id: ShareId;
  project_id: ProjectId;
  report_id: ReportId;
  /** Only an `active` link shows the report. */
  state: 'active' | 'expired' | 'revoked';
  /** Whether guests need a password. */
  has_password: boolean;
  /** Whether guests may download the figures. */
  figures: boolean;
  created_at: Timestamp;
  /** Null for a link that lives until it is revoked. */
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** How often guests have opened it. */
  view_count: number;
  last_viewed_at: Timestamp | null;
}

export interface ShareCreate {
  /** What guests need, of 8 to 200 characters. It is never shown again. */
  password?: string | null;
  /** Whether guests may download the figures; not if absent. */
  figures?: boolean;
  /** At most 366 days from now; null for a link that lives until it is revoked. */
  expires_at?: Timestamp | null;
}

/** Names a guest link. */
export type ShareId = string;

export interface SignIn {
  email: string;
  password: string;
}

/** The session that has ended. */
export interface SignedOut {
  id: SessionId;
}

/** What asked for it: an API token, a `try_it` token, a schedule, or the operator. */
export type Source = 'api' | 'try_it' | 'schedule' | 'console';

/** The figures of a period of a source that is not stored. */
export interface SourceFiguresQuestion {
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it reads and how, by the schema of its system. It never holds a secret. */
  config?: Record<string, unknown> | null;
  /** The credentials, by the schema of the system. They are sealed, and never shown again. */
  secret?: Record<string, unknown> | null;
  /** A sign-in of the account, in place of a secret. */
  grant_id?: GrantId | null;
  /** The first day, in the project's time zone. */
  from: string;
  /** The last day; it counts. */
  to: string;
  /** `day`, `week`, `month` or the key of a dimension; without it the whole period. */
  by?: string | null;
}

/** A source that is not stored; `config` has what names it. */
export interface SourceQuestion {
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it reads and how, by the schema of its system. It never holds a secret. */
  config?: Record<string, unknown> | null;
  /** The credentials, by the schema of the system. They are sealed, and never shown again. */
  secret?: Record<string, unknown> | null;
  /** A sign-in of the account, in place of a secret. */
  grant_id?: GrantId | null;
}

export interface SwitchAccount {
  account_id: AccountId;
}

export interface System {
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** The JSON Schema of its configuration. */
  config: Record<string, unknown>;
  /** That of its secret; null where it takes none. */
  secret: Record<string, unknown> | null;
  /** The vendor by which people sign in; null where they do not. */
  sign_in: string | null;
  /** Whether it makes a configuration from a look at the source. */
  proposes: boolean;
  /** Whether it lists what a credential can see. */
  lists_resources: boolean;
}

export interface SystemResource {
  /** For people. */
  label: string;
  /** The part of the configuration that names it. */
  config: Record<string, unknown>;
}

/** What a credential can see, such as sites, accounts or tables. */
export interface SystemResources {
  resources: Array<SystemResource>;
}

/** What can be connected. */
export interface Systems {
  systems: Array<System>;
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
}

/** UTC, whole seconds. */
export type Timestamp = string;

export interface TokenCreate {
  /** What it is for. */
  name: string;
  /** `manage` takes a role, the others take scopes. */
  kind: 'live' | 'try_it' | 'manage';
  scopes?: Array<'projects:read' | 'projects:write' | 'reports:read' | 'reports:write'>;
  /** Of a token of kind `manage`. */
  role?: 'viewer' | 'editor' | 'admin';
  /** Without it the token does not expire; one of kind `try_it` does after a day. */
  expires_in_days?: number | null;
}

/** Names a token: the part of it before the dot, which is no secret. */
export type TokenId = string;

/** A file of the account that its `file` connections read. */
export interface Upload {
  id: UploadId;
  /** The name of the file, without folders. */
  name: string;
  /** What a `file` connection takes as its `path` to read the file. */
  path: string;
  /** What the file is, found in its content. */
  format: 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet' | 'xlsx';
  /** The size of the file. */
  size_bytes: number;
  /** Its columns, at most 200; none while the file has no rows. */
  columns: Array<UploadColumn>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface UploadColumn {
  /** Its name in the file. */
  name: string;
  /** How its values are read: `date`, `time`, `whole number`, `decimal`, `percent`, `text`, `truth value`, `nested` or `empty`. */
  type: string;
}

/** Names an uploaded file. */
export type UploadId = string;

/** How much of what the plan allows is used. */
export interface Usage {
  /** How many count now. */
  used: number;
  /** Null where the plan has no limit. */
  limit: number | null;
}

export interface UsageDay {
  /** In UTC. */
  date: string;
  /** Generations that were started. */
  generations: number;
  /** Those of them that are completed. */
  completed: number;
  /** Exports that were started. */
  exports: number;
}

/** Names a person who signs in. */
export type UserId = string;

/** A connection with what its system said just now. */
export interface VerifiedConnection {
  id: ConnectionId;
  project_id: ProjectId;
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  /** What it is called in reports. */
  name: string;
  /** Anything but `connected` blocks generations until it is resolved. */
  status: 'connected' | 'reauth_required' | 'resource_missing';
  /** Whether credentials are stored for it. */
  has_secret: boolean;
  /** The sign-in that it reads with, in place of a secret. */
  grant_id: GrantId | null;
  /** Where the vendor says when: sign in again before. */
  sign_in_ends_at: Timestamp | null;
  /** What the operator made may reach all that the installation allows, what a customer made less. */
  made_by: 'operator' | 'customer';
  checked_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Null for viewers, and until somebody names what it reads. */
  config: Record<string, unknown> | null;
  /** Null where nothing was tried. */
  verification: ConnectionVerification | null;
}

/** What each operation takes and gives. */
export interface Operations {
  /** List projects. */
  listProjects: {
    input: {
      query?: {
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
        /** Only projects whose name or client has all of these words, in any case and with or without accents. */
        q?: string;
      };
    };
    data: {
      items: Array<ManagedProjectSummary>;
    };
  };
  /** Create a project. */
  createProject: {
    input: {
      body: ProjectCreate;
    };
    data: Project;
  };
  /** Read a project. */
  getProject: {
    input: {
      project_id: string;
    };
    data: Project;
  };
  /** Change a project. */
  updateProject: {
    input: {
      project_id: string;
      body: ProjectUpdate;
    };
    data: Project;
  };
  /** Archive a project. */
  archiveProject: {
    input: {
      project_id: string;
      body?: Nothing;
    };
    data: Project;
  };
  /** Restore an archived project. */
  restoreProject: {
    input: {
      project_id: string;
      body?: Nothing;
    };
    data: Project;
  };
  /** List the reports of a project. */
  listReports: {
    input: {
      project_id: string;
      query?: {
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
      };
    };
    data: {
      items: Array<Report>;
    };
  };
  /** Read the summary of a report. */
  getReport: {
    input: {
      report_id: string;
    };
    data: Report;
  };
  /** List the jobs of a project. */
  listJobs: {
    input: {
      project_id: string;
      query?: {
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
      };
    };
    data: {
      items: Array<JobSummary>;
    };
  };
  /** Read the summary of a job. */
  getJob: {
    input: {
      job_id: string;
    };
    data: JobSummary;
  };
  /** Start the generation of a report. */
  startGenerationJob: {
    input: {
      project_id: string;
      body: GenerationRequest;
    };
    data: GenerationJob;
  };
  /** Poll a generation job. */
  getGenerationJob: {
    input: {
      generation_job_id: string;
    };
    data: GenerationJob;
  };
  /** Start the export of a report. */
  startExportJob: {
    input: {
      report_id: string;
      body: ExportRequest;
    };
    data: ExportJob;
  };
  /** Poll an export job. */
  getExportJob: {
    input: {
      export_job_id: string;
    };
    data: ExportJob;
  };
  /** Read who is signed in. */
  getSession: { input: Record<never, never>; data: Session };
  /** Sign in. */
  signIn: {
    input: {
      body: SignIn;
    };
    data: Session;
  };
  /** Switch to another account. */
  switchAccount: {
    input: {
      body: SwitchAccount;
    };
    data: Session;
  };
  /** Sign out. */
  signOut: { input: Record<never, never>; data: SignedOut };
  /** Change your name. */
  updateProfile: {
    input: {
      body: ProfileUpdate;
    };
    data: Session;
  };
  /** Change your password. */
  changePassword: {
    input: {
      body: PasswordChange;
    };
    data: Session;
  };
  /** List your sessions. */
  listSessions: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<PersonSession>;
    };
  };
  /** End one of your sessions. */
  endSession: {
    input: {
      session_id: string;
    };
    data: PersonSession;
  };
  /** List members. */
  listMembers: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at' | 'email' | 'name';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<Member>;
    };
  };
  /** Read a member. */
  getMember: {
    input: {
      user_id: string;
    };
    data: Member;
  };
  /** Change what a member may do. */
  updateMember: {
    input: {
      user_id: string;
      body: MemberUpdate;
    };
    data: Member;
  };
  /** Take a member out of the account. */
  removeMember: {
    input: {
      user_id: string;
    };
    data: Member;
  };
  /** End the sessions of a member. */
  endSessionsOfMember: {
    input: {
      user_id: string;
    };
    data: SessionsEnded;
  };
  /** List invitations. */
  listInvitations: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<Invitation>;
    };
  };
  /** Invite somebody. */
  createInvitation: {
    input: {
      body: InvitationCreate;
    };
    data: NewInvitation;
  };
  /** Take an invitation back. */
  revokeInvitation: {
    input: {
      invitation_id: string;
    };
    data: Invitation;
  };
  /** List tokens. */
  listTokens: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<AccountToken>;
    };
  };
  /** Create a token. */
  createToken: {
    input: {
      body: TokenCreate;
    };
    data: NewAccountToken;
  };
  /** Revoke a token. */
  revokeToken: {
    input: {
      public_id: string;
    };
    data: AccountToken;
  };
  /** Read how much is used. */
  getUsage: { input: Record<never, never>; data: AccountUsage };
  /** List changes. */
  listAudit: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only entries since then. */
        from?: string;
        /** Only entries before then. */
        to?: string;
        /** Only entries of this actor. */
        actor?: string;
        /** Only entries of this action. */
        action?: string;
        /** Only entries about this. */
        subject?: string;
      };
    };
    data: {
      items: Array<AuditEntry>;
    };
  };
  /** List accounts. */
  listAccounts: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at' | 'name';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only accounts whose name contains this. */
        search?: string;
      };
    };
    data: {
      items: Array<AdminAccount>;
    };
  };
  /** Create an account. */
  createAccount: {
    input: {
      body: AdminAccountCreate;
    };
    data: NewAdminAccount;
  };
  /** Read an account. */
  getAccount: {
    input: {
      account_id: string;
    };
    data: AdminAccount;
  };
  /** Change an account. */
  updateAccount: {
    input: {
      account_id: string;
      body: AdminAccountUpdate;
    };
    data: AdminAccount;
  };
  /** List plans. */
  listPlans: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'name';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<AdminPlan>;
    };
  };
  /** Look for what is wrong with the installation. */
  diagnose: { input: Record<never, never>; data: Diagnosis };
  /** List changes of all accounts. */
  listAllAudit: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only entries since then. */
        from?: string;
        /** Only entries before then. */
        to?: string;
        /** Only entries of this actor. */
        actor?: string;
        /** Only entries of this action. */
        action?: string;
        /** Only entries about this. */
        subject?: string;
        /** Only entries of this account. */
        account_id?: string;
      };
    };
    data: {
      items: Array<AuditEntry>;
    };
  };
  /** Read what there is to do. */
  getOverview: { input: Record<never, never>; data: Overview };
  /** List the jobs of all projects. */
  listAllJobs: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only jobs of this type. */
        type?: 'generation' | 'export';
        /** Only jobs in this status. */
        status?: 'queued' | 'running' | 'completed' | 'blocked' | 'failed';
        /** Only jobs of this project. */
        project_id?: string;
        /** Only the exports of this report, and the generation that made it. */
        report_id?: string;
        /** Only these jobs: up to 50 ids with commas between them. */
        id?: string;
      };
    };
    data: {
      items: Array<ListedJob>;
    };
  };
  /** Copy a project. */
  copyProject: {
    input: {
      project_id: string;
      body: ProjectCopy;
    };
    data: Project;
  };
  /** List all connections. */
  listConnections: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at' | 'updated_at' | 'name';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those of this kind of system. */
        system?: string;
        /** Only those in this status. */
        status?: 'connected' | 'reauth_required' | 'resource_missing';
      };
    };
    data: {
      items: Array<ConnectionSummary>;
    };
  };
  /** List the connections of a project. */
  listProjectConnections: {
    input: {
      project_id: string;
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at' | 'updated_at' | 'name';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those of this kind of system. */
        system?: string;
        /** Only those in this status. */
        status?: 'connected' | 'reauth_required' | 'resource_missing';
      };
    };
    data: {
      items: Array<ConnectionSummary>;
    };
  };
  /** Connect a system. */
  createConnection: {
    input: {
      project_id: string;
      body: ConnectionCreate;
    };
    data: VerifiedConnection;
  };
  /** Read a connection. */
  getConnection: {
    input: {
      connection_id: string;
    };
    data: ManagedConnection;
  };
  /** Change a connection. */
  updateConnection: {
    input: {
      connection_id: string;
      body: ConnectionUpdate;
    };
    data: VerifiedConnection;
  };
  /** Remove a connection. */
  removeConnection: {
    input: {
      connection_id: string;
    };
    data: RemovedConnection;
  };
  /** Try a connection. */
  verifyConnection: {
    input: {
      connection_id: string;
      body?: Record<string, never>;
    };
    data: VerifiedConnection;
  };
  /** List what can be connected. */
  listSystems: { input: Record<never, never>; data: Systems };
  /** Propose a configuration. */
  proposeConnection: {
    input: {
      project_id: string;
      body: SourceQuestion;
    };
    data: ConnectionProposal;
  };
  /** Read the figures of a source that is not stored. */
  getSourceFigures: {
    input: {
      project_id: string;
      body: SourceFiguresQuestion;
    };
    data: ConnectionFigures;
  };
  /** List what a credential can see. */
  listSystemResources: {
    input: {
      project_id: string;
      body: SourceQuestion;
    };
    data: SystemResources;
  };
  /** List what a connection can see. */
  listConnectionResources: {
    input: {
      connection_id: string;
    };
    data: SystemResources;
  };
  /** List the metrics and dimensions of a connection. */
  getConnectionCatalog: {
    input: {
      connection_id: string;
      query?: {
        /** The language of labels, such as `de`; the project's by default. */
        locale?: string;
      };
    };
    data: ConnectionCatalog;
  };
  /** Read the figures of a period. */
  getConnectionFigures: {
    input: {
      connection_id: string;
      body: FiguresQuestion;
    };
    data: ConnectionFigures;
  };
  /** Connect a system by signing in. */
  authorizeNewConnection: {
    input: {
      project_id: string;
      body: AuthorizationCreate;
    };
    data: NewAuthorization;
  };
  /** Sign in anew for a connection. */
  authorizeConnection: {
    input: {
      connection_id: string;
      body?: Record<string, never>;
    };
    data: NewAuthorization;
  };
  /** Read what came of a sign-in. */
  getAuthorization: {
    input: {
      authorization_id: string;
    };
    data: Authorization;
  };
  /** List what people granted. */
  listGrants: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at' | 'updated_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<Grant>;
    };
  };
  /** Revoke what somebody granted. */
  revokeGrant: {
    input: {
      grant_id: string;
    };
    data: RevokedGrant;
  };
  /** List all schedules. */
  listSchedules: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at' | 'updated_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those that this e-mail address gets, in any case. */
        recipient?: string;
        /** Only those that are on, or off. */
        enabled?: boolean;
      };
    };
    data: {
      items: Array<ManagedSchedule>;
    };
  };
  /** List the schedules of a project. */
  listProjectSchedules: {
    input: {
      project_id: string;
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at' | 'updated_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those that this e-mail address gets, in any case. */
        recipient?: string;
        /** Only those that are on, or off. */
        enabled?: boolean;
      };
    };
    data: {
      items: Array<ManagedSchedule>;
    };
  };
  /** Schedule a report. */
  createSchedule: {
    input: {
      project_id: string;
      body: ScheduleCreate;
    };
    data: ManagedSchedule;
  };
  /** Read a schedule. */
  getSchedule: {
    input: {
      schedule_id: string;
    };
    data: ManagedSchedule;
  };
  /** Change a schedule. */
  updateSchedule: {
    input: {
      schedule_id: string;
      body: ScheduleUpdate;
    };
    data: ManagedSchedule;
  };
  /** Remove a schedule. */
  removeSchedule: {
    input: {
      schedule_id: string;
    };
    data: ManagedSchedule;
  };
  /** List the latest runs of a schedule. */
  listScheduleRuns: {
    input: {
      schedule_id: string;
    };
    data: ScheduleRuns;
  };
  /** Tell when a schedule would fire. */
  planSchedule: {
    input: {
      project_id: string;
      body: ScheduleCreate;
    };
    data: PlannedRuns;
  };
  /** Send a test of a schedule to yourself. */
  testSchedule: {
    input: {
      schedule_id: string;
      body?: Record<string, never>;
    };
    data: ScheduleRun;
  };
  /** Remove a recipient everywhere. */
  removeRecipient: {
    input: {
      body: RecipientRemoval;
    };
    data: RemovedRecipient;
  };
  /** List all guest links. */
  listShares: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those in this state. */
        state?: 'active' | 'expired' | 'revoked';
      };
    };
    data: {
      items: Array<Share>;
    };
  };
  /** List the guest links of a report. */
  listReportShares: {
    input: {
      report_id: string;
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those in this state. */
        state?: 'active' | 'expired' | 'revoked';
      };
    };
    data: {
      items: Array<Share>;
    };
  };
  /** Share a report by a link. */
  createShare: {
    input: {
      report_id: string;
      body?: ShareCreate;
    };
    data: NewShare;
  };
  /** Read a guest link. */
  getShare: {
    input: {
      share_id: string;
    };
    data: Share;
  };
  /** Revoke a guest link. */
  revokeShare: {
    input: {
      share_id: string;
    };
    data: Share;
  };
  /** Read the brand. */
  getBrand: { input: Record<never, never>; data: Brand };
  /** Change the brand. */
  updateBrand: {
    input: {
      body: BrandInput;
    };
    data: Brand;
  };
  /** Remove the brand. */
  removeBrand: { input: Record<never, never>; data: Brand };
  /** Read a stored picture. */
  getPicture: {
    input: {
      picture: string;
    };
    data: Picture;
  };
  /** List the sections of a report with their comments. */
  listComments: {
    input: {
      report_id: string;
    };
    data: ReportComments;
  };
  /** Comment on a section. */
  writeComment: {
    input: {
      report_id: string;
      body: CommentWrite;
    };
    data: ReportComments;
  };
  /** List uploads. */
  listUploads: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<Upload>;
    };
  };
  /** Read an upload. */
  getUpload: {
    input: {
      upload_id: string;
    };
    data: Upload;
  };
  /** Remove an upload. */
  removeUpload: {
    input: {
      upload_id: string;
    };
    data: Upload;
  };
  /** Preview the report of a draft. */
  createPreview: {
    input: {
      project_id: string;
      body: PreviewRequest;
    };
    data: Preview;
  };
}

/** Where each operation is. */
export const operations = {
  listProjects: { method: 'GET', path: '/projects' },
  createProject: { method: 'POST', path: '/projects' },
  getProject: { method: 'GET', path: '/projects/{project_id}' },
  updateProject: { method: 'PATCH', path: '/projects/{project_id}' },
  archiveProject: { method: 'POST', path: '/projects/{project_id}/archive' },
  restoreProject: { method: 'POST', path: '/projects/{project_id}/restore' },
  listReports: { method: 'GET', path: '/projects/{project_id}/reports' },
  getReport: { method: 'GET', path: '/reports/{report_id}' },
  listJobs: { method: 'GET', path: '/projects/{project_id}/jobs' },
  getJob: { method: 'GET', path: '/jobs/{job_id}' },
  startGenerationJob: { method: 'POST', path: '/projects/{project_id}/generation-jobs' },
  getGenerationJob: { method: 'GET', path: '/generation-jobs/{generation_job_id}' },
  startExportJob: { method: 'POST', path: '/reports/{report_id}/export-jobs' },
  getExportJob: { method: 'GET', path: '/export-jobs/{export_job_id}' },
  getSession: { method: 'GET', path: '/session' },
  signIn: { method: 'POST', path: '/session' },
  switchAccount: { method: 'PATCH', path: '/session' },
  signOut: { method: 'DELETE', path: '/session' },
  updateProfile: { method: 'PATCH', path: '/session/profile' },
  changePassword: { method: 'POST', path: '/session/password' },
  listSessions: { method: 'GET', path: '/sessions' },
  endSession: { method: 'DELETE', path: '/sessions/{session_id}' },
  listMembers: { method: 'GET', path: '/members' },
  getMember: { method: 'GET', path: '/members/{user_id}' },
  updateMember: { method: 'PATCH', path: '/members/{user_id}' },
  removeMember: { method: 'DELETE', path: '/members/{user_id}' },
  endSessionsOfMember: { method: 'DELETE', path: '/members/{user_id}/sessions' },
  listInvitations: { method: 'GET', path: '/invitations' },
  createInvitation: { method: 'POST', path: '/invitations' },
  revokeInvitation: { method: 'DELETE', path: '/invitations/{invitation_id}' },
  listTokens: { method: 'GET', path: '/tokens' },
  createToken: { method: 'POST', path: '/tokens' },
  revokeToken: { method: 'DELETE', path: '/tokens/{public_id}' },
  getUsage: { method: 'GET', path: '/usage' },
  listAudit: { method: 'GET', path: '/audit' },
  listAccounts: { method: 'GET', path: '/admin/accounts' },
  createAccount: { method: 'POST', path: '/admin/accounts' },
  getAccount: { method: 'GET', path: '/admin/accounts/{account_id}' },
  updateAccount: { method: 'PATCH', path: '/admin/accounts/{account_id}' },
  listPlans: { method: 'GET', path: '/admin/plans' },
  diagnose: { method: 'GET', path: '/admin/doctor' },
  listAllAudit: { method: 'GET', path: '/admin/audit' },
  getOverview: { method: 'GET', path: '/overview' },
  listAllJobs: { method: 'GET', path: '/jobs' },
  copyProject: { method: 'POST', path: '/projects/{project_id}/copy' },
  listConnections: { method: 'GET', path: '/connections' },
  listProjectConnections: { method: 'GET', path: '/projects/{project_id}/connections' },
  createConnection: { method: 'POST', path: '/projects/{project_id}/connections' },
  getConnection: { method: 'GET', path: '/connections/{connection_id}' },
  updateConnection: { method: 'PATCH', path: '/connections/{connection_id}' },
  removeConnection: { method: 'DELETE', path: '/connections/{connection_id}' },
  verifyConnection: { method: 'POST', path: '/connections/{connection_id}/verify' },
  listSystems: { method: 'GET', path: '/systems' },
  proposeConnection: { method: 'POST', path: '/projects/{project_id}/connections/proposal' },
  getSourceFigures: { method: 'POST', path: '/projects/{project_id}/connections/figures' },
  listSystemResources: { method: 'POST', path: '/projects/{project_id}/connections/resources' },
  listConnectionResources: { method: 'GET', path: '/connections/{connection_id}/resources' },
  getConnectionCatalog: { method: 'GET', path: '/connections/{connection_id}/catalog' },
  getConnectionFigures: { method: 'POST', path: '/connections/{connection_id}/figures' },
  authorizeNewConnection: { method: 'POST', path: '/projects/{project_id}/authorizations' },
  authorizeConnection: { method: 'POST', path: '/connections/{connection_id}/authorizations' },
  getAuthorization: { method: 'GET', path: '/authorizations/{authorization_id}' },
  listGrants: { method: 'GET', path: '/grants' },
  revokeGrant: { method: 'DELETE', path: '/grants/{grant_id}' },
  listSchedules: { method: 'GET', path: '/schedules' },
  listProjectSchedules: { method: 'GET', path: '/projects/{project_id}/schedules' },
  createSchedule: { method: 'POST', path: '/projects/{project_id}/schedules' },
  getSchedule: { method: 'GET', path: '/schedules/{schedule_id}' },
  updateSchedule: { method: 'PATCH', path: '/schedules/{schedule_id}' },
  removeSchedule: { method: 'DELETE', path: '/schedules/{schedule_id}' },
  listScheduleRuns: { method: 'GET', path: '/schedules/{schedule_id}/runs' },
  planSchedule: { method: 'POST', path: '/projects/{project_id}/schedules/plan' },
  testSchedule: { method: 'POST', path: '/schedules/{schedule_id}/tests' },
  removeRecipient: { method: 'POST', path: '/recipients/remove' },
  listShares: { method: 'GET', path: '/shares' },
  listReportShares: { method: 'GET', path: '/reports/{report_id}/shares' },
  createShare: { method: 'POST', path: '/reports/{report_id}/shares' },
  getShare: { method: 'GET', path: '/shares/{share_id}' },
  revokeShare: { method: 'DELETE', path: '/shares/{share_id}' },
  getBrand: { method: 'GET', path: '/brand' },
  updateBrand: { method: 'PATCH', path: '/brand' },
  removeBrand: { method: 'DELETE', path: '/brand' },
  getPicture: { method: 'GET', path: '/pictures/{picture}' },
  listComments: { method: 'GET', path: '/reports/{report_id}/comments' },
  writeComment: { method: 'POST', path: '/reports/{report_id}/comments' },
  listUploads: { method: 'GET', path: '/uploads' },
  getUpload: { method: 'GET', path: '/uploads/{upload_id}' },
  removeUpload: { method: 'DELETE', path: '/uploads/{upload_id}' },
  createPreview: { method: 'POST', path: '/projects/{project_id}/preview' },
} as const satisfies Record<keyof Operations, object>;
