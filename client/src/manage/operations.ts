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
  /** Domains of e-mail addresses whose people may sign in by the own provider of the account. */
  sso_domains: Array<string>;
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
  /** A domain belongs to one account: where another one has it, take it away there first. */
  sso_domains?: Array<string>;
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
  max_watches: number | null;
  /** Null is unlimited. */
  max_upload_bytes: number | null;
  /** The least months that an account keeps its reports; null for none. */
  min_keep_reports_months: number | null;
  /** How many accounts have it. */
  accounts: number;
}

export interface AdminPlanCreate {
  /** A letter or digit, then letters, digits, spaces and `. _ + -`. */
  name: string;
  /** Whether it includes API access by itself. */
  api_access?: boolean;
  /** Null is unlimited. */
  max_projects?: number | null;
  /** Null is unlimited. */
  max_connections_per_project?: number | null;
  /** Null is unlimited. */
  max_generations_per_month?: number | null;
  /** Null is unlimited. */
  max_members?: number | null;
  /** Null is unlimited. */
  max_watches?: number | null;
  /** Null is unlimited. */
  max_upload_bytes?: number | null;
  /** The least months that an account keeps its reports; null for none. Accounts that keep theirs for less keep them for this long from then on. */
  min_keep_reports_months?: number | null;
}

export interface AdminPlanUpdate {
  /** A letter or digit, then letters, digits, spaces and `. _ + -`. */
  name?: string;
  /** Whether it includes API access by itself. */
  api_access?: boolean;
  /** Null is unlimited. */
  max_projects?: number | null;
  /** Null is unlimited. */
  max_connections_per_project?: number | null;
  /** Null is unlimited. */
  max_generations_per_month?: number | null;
  /** Null is unlimited. */
  max_members?: number | null;
  /** Null is unlimited. */
  max_watches?: number | null;
  /** Null is unlimited. */
  max_upload_bytes?: number | null;
  /** The least months that an account keeps its reports; null for none. Accounts that keep theirs for less keep them for this long from then on. */
  min_keep_reports_months?: number | null;
}

/** What watches have found is over. */
export interface AlertClosedEvent {
  type: 'alert.closed';
  timestamp: Timestamp;
  data: AlertEventData;
}

/** An incident that watches have found, without who is told of it. */
export interface AlertEventData {
  id: IncidentId;
  project_id: ProjectId;
  connection_id: ConnectionId;
  state: 'open' | 'closed';
  first_day: string;
  parts: Array<AlertPart>;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
  /** Where the management API tells more; only the path where the installation knows no address of its own. */
  url: string;
}

/** Watches have found something. */
export interface AlertOpenedEvent {
  type: 'alert.opened';
  timestamp: Timestamp;
  data: AlertEventData;
}

export interface AlertPart {
  watch_id: WatchId;
  finding: string;
  metric: string | null;
  direction: 'above' | 'below' | null;
  value: number | null;
  expected: number | null;
  since: string;
  is_over: boolean;
}

/** When somebody wants no messages about incidents. */
export interface AlertSettings {
  /** When no message about incidents comes: it waits until they end. Null for none. */
  quiet_hours: QuietHours | null;
  /** Whether messages come on Saturdays and Sundays, too. */
  weekends: boolean;
  /** IANA zone of the hours. */
  time_zone: string;
}

export interface AlertSettingsUpdate {
  /** When no message about incidents comes: it waits until they end. Null for none. */
  quiet_hours?: QuietHours | null;
  /** Whether messages come on Saturdays and Sundays, too. */
  weekends?: boolean;
  /** IANA zone of the hours. */
  time_zone?: string;
}

/** A file as `GET /templates/{template_id}/file` answers it. */
export interface AnyTemplateFile {
  /** The form of the file. */
  format: string;
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
  /** How: `console`, `manage`, `api`, `scim` or `cli`; null for what the service does by itself. */
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
  /** Null for what a vendor answered in its own words, and for all that did not fail. */
  reason: 'refused' | 'no_client' | 'connection_removed' | null;
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

/** Archives each project. */
export interface BulkArchive {
  type: 'archive';
}

/** Changes those values of the brand of each project that `brand` has; null takes the account's. */
export interface BulkBrand {
  type: 'brand';
  brand: BrandInput;
}

/** Gives each project a connection that reads the same, with its sign-in or a secret of its own. A project that has one already keeps it. */
export interface BulkConnect {
  type: 'connect';
  /** A connection of any project of the account. */
  connection_id: string;
}

/** How many items are in which state. */
export interface BulkCounts {
  /** Not begun. */
  waiting: number;
  /** Its generation or export runs. */
  started: number;
  /** Done. */
  done: number;
  /** Failed: its item says why. */
  failed: number;
  /** Stopped before it began. */
  stopped: number;
}

/** Has each project follow its template no more; it keeps its settings. */
export interface BulkDetach {
  type: 'detach';
}

/** Makes a file of the latest report of each project. */
export interface BulkExport {
  type: 'export';
  /** `doc` is a genuine .docx file, `pptx` a presentation. */
  format: 'pdf' | 'doc' | 'pptx';
}

export interface BulkFault {
  /** For programs: the error code of the single operation, or the reason of its job. */
  reason: string;
  /** For people: what happened. */
  message: string;
  /** For people: what to do about it. */
  action: string | null;
  /** What it is about, such as `connection_id`, or `fields` of the request at fault. */
  details: Record<string, unknown>;
}

/** Puts each project into a folder; out of the one that it is in with null. */
export interface BulkFolder {
  type: 'folder';
  /** The folder that it is in, such as a group of clients; null for none. */
  folder?: string | null;
}

/** Generates a report of each project: of a `period`, or of the same `days` everywhere. */
export interface BulkGenerate {
  type: 'generate';
  /** What each report is about, by the calendar of its project on the day on which the bulk job was asked for. */
  period?:
    | 'previous-day'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'last-7-days'
    | 'last-14-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'last-365-days'
    | 'week-to-date'
    | 'month-to-date'
    | 'quarter-to-date'
    | 'year-to-date';
  /** What `period` is compared with: `previous` if absent. */
  compare?: 'previous' | 'year-before' | 'none';
  days?: {
    current: RequestedPeriod;
    compare?: RequestedPeriod | null;
  };
}

/** The work for one project. */
export interface BulkItem {
  id: BulkItemId;
  /** Null for a row of a file that has made no project. */
  project_id: ProjectId | null;
  /** The name of its project when it was asked for, or of its row. */
  label: string;
  state: BulkItemState;
  /** The generation or export that it started. */
  job_id: JobId | null;
  /** The report of that job. */
  report_id: ReportId | null;
  /** What else it made, such as `schedule_id`. */
  result: Record<string, unknown>;
  /** Why it has failed; else null. */
  fault: BulkFault | null;
  updated_at: Timestamp;
}

/** Names one item of a bulk job. */
export type BulkItemId = string;

/** `waiting`: not begun. `started`: its generation or export runs. `done`, `failed` and `stopped` are final, until it is done again. */
export type BulkItemState = 'waiting' | 'started' | 'done' | 'failed' | 'stopped';

/** The same work for many projects. */
export interface BulkJob {
  id: BulkJobId;
  /** What is done. */
  action: string;
  /** What it takes, without secrets. */
  parameters: Record<string, unknown>;
  state: BulkJobState;
  /** How many items it has. */
  total: number;
  counts: BulkCounts;
  /** Who asked for it: an actor of the log of changes. */
  asked_by: string;
  /** What that user or token is called; null for others, and for who is gone. */
  asked_by_name: string | null;
  stopped_at: Timestamp | null;
  created_at: Timestamp;
}

export interface BulkJobCreate {
  /** What is done for each project, with what it takes. */
  action:
    | BulkGenerate
    | BulkExport
    | BulkShare
    | BulkSchedule
    | BulkRecipients
    | BulkTag
    | BulkFolder
    | BulkArchive
    | BulkRestore
    | BulkLanguage
    | BulkBrand
    | BulkTemplate
    | BulkDetach
    | BulkConnect;
  projects: ProjectChoice;
}

/** Names a bulk job: the same work for many projects. */
export type BulkJobId = string;

/** `ended`: nothing waits or runs any more; `counts` says how it went. */
export type BulkJobState = 'running' | 'ended';

/** Sets the language of the reports of each project from now on. */
export interface BulkLanguage {
  type: 'language';
  /** BCP 47 tag that decides how reports read. */
  locale: string;
}

export interface BulkLink {
  project_id: ProjectId;
  label: string;
  report_id: ReportId;
  share_id: ShareId;
  /** Null for a link that was revoked, or was made with a former key of the installation. */
  url: string | null;
}

/** The guest links that a bulk job has made; each is shown once. */
export interface BulkLinks {
  id: BulkJobId;
  /** Those that were not shown yet. */
  links: Array<BulkLink> | null;
}

/** Adds addresses to all schedules of each project, or takes them out, or both. */
export interface BulkRecipients {
  type: 'recipients';
  /** Who gets the reports by e-mail from now on; those who do already stay as they are. */
  add?: Array<string>;
  /** Who gets them no more, neither in copy, whatever the case of the address. */
  remove?: Array<string>;
}

/** Makes each project active again. */
export interface BulkRestore {
  type: 'restore';
}

/** Adds the same schedule to each project. Without `time_zone`, and without a DTSTART, `at` is the time of day where the project is. */
export interface BulkSchedule {
  type: 'schedule';
  schedule: ScheduleCreate;
}

/** Makes a guest link to the latest report of each project. `POST /bulk-jobs/{bulk_job_id}/links` shows the links, each once. */
export interface BulkShare {
  type: 'share';
  /** What guests need, of 8 to 200 characters. It is never shown again. */
  password?: string | null;
  /** At most 366 days from now; null for a link that lives until it is revoked. */
  expires_at?: Timestamp | null;
  /** Whether guests may download the figures; not if absent. */
  figures?: boolean;
}

/** Gives tags to each project, or takes some away, or both. */
export interface BulkTag {
  type: 'tag';
  /** Tags to give to each. */
  add?: Array<string>;
  /** Tags to take away, in any case. */
  remove?: Array<string>;
}

/** Has each project follow a published template, or makes its settings from one. Slots that several connections fit are chosen in the project. */
export interface BulkTemplate {
  type: 'template';
  template_id: TemplateId;
  /** `follow` (the default): the project changes with the template. `copy`: it is made from it once, and free. */
  mode?: 'follow' | 'copy';
  /** Whether what differs from the template stays as the project's own; if absent, so for a project that follows this template already, and otherwise not. */
  keep_own?: boolean;
}

/** Of `change`: how far a value may move. */
export interface ChangeRule {
  /** Which way; `either` unless given. */
  direction: 'above' | 'below' | 'either';
  /** From which change on, as a part of the value before: 0.3 is 30 %. 0.3 unless given. */
  ratio: number;
  /** A day, the last 7 days, or the last 28; `day` unless given. */
  span: 'day' | 'week' | 'month';
  /** `before`: as many days before. `weekdays`, of a day: the median of the same weekday in the four weeks before; usual for a day. */
  against: 'before' | 'weekdays';
  /** Nothing is told while both values are below it; 0 unless given. */
  least: number;
}

/** Of `change`: how far a value may move. */
export interface ChangeRuleGiven {
  /** Which way; `either` unless given. */
  direction?: 'above' | 'below' | 'either';
  /** From which change on, as a part of the value before: 0.3 is 30 %. 0.3 unless given. */
  ratio?: number;
  /** A day, the last 7 days, or the last 28; `day` unless given. */
  span?: 'day' | 'week' | 'month';
  /** `before`: as many days before. `weekdays`, of a day: the median of the same weekday in the four weeks before; usual for a day. */
  against?: 'before' | 'weekdays';
  /** Nothing is told while both values are below it; 0 unless given. */
  least?: number;
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

/** A channel of a chat that schedules post to, without its address. */
export interface ChatChannel {
  id: ChatChannelId;
  /** Slack, by an incoming webhook, or Microsoft Teams, by Workflows. */
  system: 'slack' | 'teams';
  /** What you call it, such as the name that the channel has there. */
  name: string;
  /** Where the address leads, without what is secret. */
  address: string;
  /** Of the private networks it reaches what the account is granted if a customer made it. */
  made_by: 'operator' | 'customer';
  /** Since when the chat says that there is no such channel; nothing is posted until a test arrives or it has another address. */
  gone_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ChatChannelCreate {
  /** Slack, by an incoming webhook, or Microsoft Teams, by Workflows. */
  system: 'slack' | 'teams';
  /** What you call it, such as the name that the channel has there. */
  name: string;
  /** The address that the chat gives for the channel, a secret: whoever has it may post. It is stored sealed and never shown. */
  url: string;
}

/** Names a channel of a chat. */
export type ChatChannelId = string;

export interface ChatChannelTest {
  /** BCP 47; English unless given. */
  language?: string;
}

/** What became of a test message. */
export interface ChatChannelTested {
  id: ChatChannelId;
  /** Whether the chat has taken the message. */
  is_taken: boolean;
  /** Why not, for programs; `unknown` where it did not answer. */
  reason:
    | 'channel_gone'
    | 'channel_removed'
    | 'chat_refused'
    | 'chat_busy'
    | 'chat_fault'
    | 'chat_unreachable'
    | 'chat_silent'
    | 'unreachable'
    | 'unknown'
    | null;
  /** The same in English. */
  message: string | null;
  /** The HTTP status with the beginning of what the chat answered. */
  answer: string | null;
}

export interface ChatChannelUpdate {
  /** What you call it, such as the name that the channel has there. */
  name?: string;
  /** The address that the chat gives for the channel, a secret: whoever has it may post. It is stored sealed and never shown. */
  url?: string;
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

export interface CodeSetup {
  /** Base32, to be typed into an app. */
  secret: string;
  /** What an app opens (`otpauth:`, RFC 6238: SHA-1, 6 digits, 30 seconds). */
  uri: string;
  /** The same as a QR code: a picture in SVG. */
  qr_svg: string;
  expires_at: Timestamp;
}

export interface ComingDeletion {
  keep_reports_months: number | null;
  from: Timestamp;
}

/** A paragraph or heading with `spans` (text, and whether it is strong, emphasis, code or leads to `href`), a list with `start` and `items` of blocks, a quote of `blocks`, a code with its `text`, a table with `columns`, `head` and `rows`, or a rule. */
export interface CommentBlock {
  type: 'heading' | 'paragraph' | 'list' | 'quote' | 'code' | 'table' | 'rule';
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
  /** The same as reports show it; null for none. */
  blocks: Array<CommentBlock> | null;
  /** Who wrote it, as the log of changes names them. */
  author: string | null;
  /** The name below the comment, as it was when the comment was written; null where reports show none. */
  author_name: string | null;
  written_at: Timestamp | null;
}

export interface ComparedPeriod {
  from: string;
  to: string;
}

export interface ConfirmedSecondFactor {
  id: SecondFactorId;
  created_at: Timestamp;
  /** Null until its first code was sent; it counts for nothing before. */
  confirmed_at: Timestamp | null;
  /** Null until somebody has signed in with it. */
  last_used_at: Timestamp | null;
  /** With the first factor: ten codes, each of which signs in once in place of a factor that is lost. They are shown this once. Null for whoever has codes already. */
  recovery_codes: Array<string> | null;
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
  /** The ISO 4217 code of its amounts, where the system or the configuration fixes it; null for the project's. */
  currency: string | null;
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

/** A connection, with its status then. */
export interface ConnectionEventData {
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
  /** Where the management API tells more; only the path where the installation knows no address of its own. */
  url: string;
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
  /** The numeric columns, in the order of the source. */
  columns: Array<CountedColumn>;
  doubts: Array<Doubt>;
  project: ProposalProject;
}

/** A connection needs new credentials. */
export interface ConnectionReauthRequiredEvent {
  type: 'connection.reauth_required';
  timestamp: Timestamp;
  data: ConnectionEventData;
}

/** A connection is connected again. */
export interface ConnectionRestoredEvent {
  type: 'connection.restored';
  timestamp: Timestamp;
  data: ConnectionEventData;
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

/** A numeric column of the source. */
export interface CountedColumn {
  /** Its name in the source. */
  column: string;
  /** A `flow` adds up, a `ratio` is one column divided by another, a `level` is as of a moment, `people` add up neither over days nor over groups, and a `code` counts nothing. */
  kind: 'flow' | 'ratio' | 'level' | 'people' | 'code';
  /** The key of the metric that was made of it; null where none was. */
  metric: string | null;
  /** Which of `choices` that is. */
  counted: 'total' | 'ratio' | 'mean' | 'weighted_mean' | 'at_end' | 'daily_mean' | null;
  /** Whether a doubt is about how it is counted. */
  doubt: boolean;
  /** Every way to count it; none for columns beyond the first 50. */
  choices: Array<WayToCount>;
}

/** What differs of the metric in the configuration. */
export interface CountedMetric {
  /** The expression. */
  sql: string;
  unit: string;
  better: 'up' | 'down' | 'none';
  additive: boolean;
  /** Where the figure is that of the last day. */
  at?: 'end';
}

export interface Decision {
  /** As the log of changes names them. */
  by: string;
  at: Timestamp;
  reason: string | null;
}

/** One e-mail or message of a run of a schedule to one recipient. */
export interface Delivery {
  id: DeliveryId;
  project_id: ProjectId;
  project_name: string;
  schedule_id: ScheduleId;
  report_id: ReportId | null;
  /** The local day of its run. */
  occurrence: string;
  /** An e-mail address, or the name that the chat channel had. */
  recipient: string;
  /** By what it goes out. */
  system: 'email' | 'slack' | 'teams';
  /** Where it is posted, even if that was removed since; null for an e-mail. */
  channel_id: ChatChannelId | null;
  /** How the recipient stands in the head of an e-mail; `bcc` not at all. */
  role: 'to' | 'cc' | 'bcc';
  /** `unknown`: the mail server or chat had all of it and did not answer, so it may have arrived and is not sent again by itself; `skipped`: its recipient is on the list of those who get none. */
  state: 'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'skipped';
  /** How often it was tried. */
  attempts: number;
  /** How often somebody had it sent again. */
  sent_again: number;
  /** When a pending one is tried next. */
  next_attempt_at: Timestamp | null;
  /** Why it did not go out, for programs. */
  reason:
    | 'no_mail_server'
    | 'stopped'
    | 'link_revoked'
    | 'too_large'
    | 'file_lost'
    | 'report_lost'
    | 'unknown'
    | 'unwanted'
    | 'render'
    | 'bounced'
    | 'channel_gone'
    | 'channel_removed'
    | 'chat_refused'
    | 'chat_busy'
    | 'chat_fault'
    | 'chat_unreachable'
    | 'chat_silent'
    | 'timeout'
    | 'unreachable'
    | 'sign_in_refused'
    | 'encryption'
    | 'address_refused'
    | 'mail_refused'
    | 'mail_server'
    | null;
  /** The same in English. */
  message: string | null;
  /** What the mail server answered last, with its codes (RFC 5321, RFC 3463), or the chat, with its HTTP status. */
  answer: string | null;
  /** Bytes of the whole message. */
  size: number | null;
  /** The connections that the report was made without, since they had no figures of that day in time. */
  not_there_yet: Array<NotThereYet>;
  sent_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** An e-mail or message of a schedule, without who gets it. */
export interface DeliveryEventData {
  id: string;
  project_id: ProjectId;
  schedule_id: ScheduleId;
  report_id: ReportId | null;
  /** By what it goes out. */
  system: 'email' | 'slack' | 'teams';
  /** `unknown` where nobody knows whether it arrived; it is not sent again. */
  status: 'sent' | 'failed' | 'unknown';
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Where the management API tells more; only the path where the installation knows no address of its own. */
  url: string;
}

/** An e-mail or message was given up. */
export interface DeliveryFailedEvent {
  type: 'delivery.failed';
  timestamp: Timestamp;
  data: DeliveryEventData;
}

/** Names an e-mail or a message of a schedule. */
export type DeliveryId = string;

/** An e-mail or message was sent. */
export interface DeliverySentEvent {
  type: 'delivery.sent';
  timestamp: Timestamp;
  data: DeliveryEventData;
}

/** What the command `doctor` says of the installation. */
export interface Diagnosis {
  /** Whether every check found nothing wrong. */
  is_sound: boolean;
  findings: Array<Finding>;
}

/** What people of the directory may do who are in no group with a role, and when it called last. */
export interface Directory {
  /** Where the directory calls. */
  address: string;
  /** Never that of an owner, which owners alone give. */
  role: 'viewer' | 'editor' | 'admin';
  /** The projects that it is limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  /** Tags by name: what has any of them is seen besides `project_ids`, which are then not null. */
  tags: Array<string>;
  /** Whether people whom the directory makes get an e-mail with a link to choose a password. */
  sends_mail: boolean;
  /** To the minute; null for never. */
  last_called_at: Timestamp | null;
  /** How many people the directory keeps. */
  users: number;
  /** How many groups it has sent. */
  groups: number;
}

/** A group of the directory, and the role that it gives. */
export interface DirectoryGroup {
  id: DirectoryGroupId;
  /** As the directory calls it. */
  name: string;
  /** How many people are in it. */
  members: number;
  /** What its people may do; null where it gives them nothing. */
  role: 'viewer' | 'editor' | 'admin' | null;
  /** The projects that it is limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  /** Tags by name: what has any of them is seen besides `project_ids`, which are then not null. */
  tags: Array<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Names a group of the directory. */
export type DirectoryGroupId = string;

export interface DirectoryGroupUpdate {
  /** What its people may do; null gives them nothing. */
  role?: 'viewer' | 'editor' | 'admin' | null;
  /** The projects that a viewer or editor is limited to; null for all. */
  project_ids?: Array<string> | null;
  /** Tags by name whose projects a viewer or editor sees besides. */
  tags?: Array<string>;
}

export interface DirectoryUpdate {
  /** A role; never that of an owner. */
  role?: 'viewer' | 'editor' | 'admin';
  /** The projects that a viewer or editor is limited to; null for all. */
  project_ids?: Array<string> | null;
  /** Tags by name whose projects a viewer or editor sees besides. */
  tags?: Array<string>;
  /** Whether people whom the directory makes get an e-mail with a link to choose a password. */
  sends_mail?: boolean;
}

/** What can be read in more than one way. */
export interface Doubt {
  column: string;
  code: string;
  message: string;
}

/** In place of `settings`: what the project would have once the draft of a template is published. `slots` and `settings` are what is not stored of the draft yet. A project that does not follow the template is shown as if it did, with the first connection that fits each slot. */
export interface DraftOfTemplate {
  template_id: TemplateId;
  /** The places for connections. */
  slots?: Array<TemplateSlot>;
  settings?: TemplateSettings;
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

/** Names an event: the `webhook-id` of all messages that tell it. */
export type EventId = string;

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

/** A file cannot be made until somebody acts. */
export interface ExportJobBlockedEvent {
  type: 'export_job.blocked';
  timestamp: Timestamp;
  data: JobEventData;
}

/** A file was made. */
export interface ExportJobCompletedEvent {
  type: 'export_job.completed';
  timestamp: Timestamp;
  data: JobEventData;
}

/** A file could not be made. */
export interface ExportJobFailedEvent {
  type: 'export_job.failed';
  timestamp: Timestamp;
  data: JobEventData;
}

/** Names an export job. */
export type ExportJobId = string;

export interface ExportRequest {
  /** `doc` is a genuine .docx file, `pptx` a presentation. */
  format: 'pdf' | 'doc' | 'pptx';
}

export interface FailedDelivery {
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  schedule_id: ScheduleId;
  report_id: ReportId | null;
  /** An e-mail address, or the name that the chat channel had. */
  recipient: string;
  /** By what it goes out. */
  system: 'email' | 'slack' | 'teams';
  /** What the mail server or chat said. */
  failure: string | null;
  failed_at: Timestamp;
}

export interface FaultyConnection {
  id: ConnectionId;
  name: string;
  system: string;
  status: 'connected' | 'reauth_required' | 'resource_missing';
}

export interface FiguresMetric {
  /** Its key. */
  key: string;
  /** For people. */
  label: string;
  /** What it counts. */
  unit: string;
  /** The ISO 4217 code of its amounts; null for other units. */
  currency: string | null;
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

export interface FilledTemplateSlot {
  /** Its name: sections have `slot:` and this name for `connection_id`, and so have placeholders of texts. */
  slot: string;
  systems: Array<string>;
  required: boolean;
  /** What fills it; null for nothing. */
  connection_id: ConnectionId | null;
  /** The connections of the project that fit. Several with none chosen wait for a choice. */
  fitting: Array<ConnectionId>;
  /** Metrics that its connection lacks. */
  missing: Array<string>;
}

export interface Finding {
  check: string;
  ok: boolean;
  /** What was found, or what to do. */
  message: string;
}

export interface FollowedSection {
  type:
    | 'highlights'
    | 'kpis'
    | 'timeseries'
    | 'breakdown'
    | 'heatmap'
    | 'channels'
    | 'funnel'
    | 'goals'
    | 'gallery'
    | 'text'
    | 'image'
    | 'page_break';
  title: string | null;
  /** `template`: as the template has it; `changed`: the project's own in its place; `own`: the project's alone. */
  origin: 'template' | 'changed' | 'own';
  /** Whether reports leave it out, since a slot is empty or a metric missing. */
  is_left_out: boolean;
}

/** `doc` is a genuine .docx file, `pptx` a presentation. */
export type Format = 'pdf' | 'doc' | 'pptx';

export interface FreshBy {
  /** Local time of the same day, HH:MM, later than `at`. */
  hour: string;
  /** At that hour the report goes out and says what is missing, or it is not made. */
  otherwise: 'send' | 'skip';
}

export interface Freshness {
  /** The last day of its period, whose figures it waits for. */
  day: string;
  since: Timestamp;
  until: Timestamp;
  /** What becomes of it then without them. */
  otherwise: 'send' | 'skip';
  /** `fresh`: all had their figures; `without`: it went on without some; `skipped`: it was not made; null while it waits. */
  ended: 'fresh' | 'without' | 'skipped' | null;
  /** When the connections are asked next; null once it has ended. */
  next_ask_at: Timestamp | null;
  /** The connections without figures of that day, or not asked yet. */
  missing: Array<LateConnection>;
}

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

/** A report cannot be made until somebody acts. */
export interface GenerationJobBlockedEvent {
  type: 'generation_job.blocked';
  timestamp: Timestamp;
  data: JobEventData;
}

/** A report was made. */
export interface GenerationJobCompletedEvent {
  type: 'generation_job.completed';
  timestamp: Timestamp;
  data: JobEventData;
}

/** A report could not be made. */
export interface GenerationJobFailedEvent {
  type: 'generation_job.failed';
  timestamp: Timestamp;
  data: JobEventData;
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

/** Of `goal`: how the metric stands with the project's goal for it. */
export interface GoalRule {
  /** `pace`: what was reached on the days gone; `forecast`: what the period ends with; `budget`: whether it is spent before its end, or not by then; `ads`: signals of an advertising account. `pace` unless given. */
  measure: 'pace' | 'forecast' | 'budget' | 'ads';
  /** How far off is told, as a part of the goal; 0.1 unless given. */
  ratio: number;
  /** Of `ads`: which of its signals are told; all unless given. */
  signals: Array<'underspend' | 'overspend' | 'stopped' | 'paused' | 'stale' | 'no_conversions'>;
  /** Of `ads`: the metric that counts conversions, for the signal `no_conversions`. */
  conversions: string | null;
}

/** Of `goal`: how the metric stands with the project's goal for it. */
export interface GoalRuleGiven {
  /** `pace`: what was reached on the days gone; `forecast`: what the period ends with; `budget`: whether it is spent before its end, or not by then; `ads`: signals of an advertising account. `pace` unless given. */
  measure?: 'pace' | 'forecast' | 'budget' | 'ads';
  /** How far off is told, as a part of the goal; 0.1 unless given. */
  ratio?: number;
  /** Of `ads`: which of its signals are told; all unless given. */
  signals?: Array<'underspend' | 'overspend' | 'stopped' | 'paused' | 'stale' | 'no_conversions'>;
  /** Of `ads`: the metric that counts conversions, for the signal `no_conversions`. */
  conversions?: string | null;
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

/** What a sign-in sees, system by system. */
export interface GrantResources {
  systems: Array<SeenSystem>;
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

export interface IfChanged {
  type: 'change';
  /** The key of a metric. */
  metric: string;
  /** In percent, up or down. */
  percent: number;
}

export interface IfGoalOffCourse {
  type: 'goal_off_course';
}

export interface IfRows {
  type: 'rows';
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

export interface ImportFault {
  /** Null for the import as a whole. */
  row: number | null;
  /** A column, or `slots.` and the name of a slot; null for the row as a whole. */
  column: string | null;
  /** For programs. */
  rule: string;
  /** What the column does wrong and what to write, or what is doubtful. */
  message: string;
}

/** What an import makes, and what keeps it from being made. */
export interface ImportResult {
  /** The bulk job that makes the projects; null for a dry run, and where there is nothing to make. */
  bulk_job_id: BulkJobId | null;
  /** How many rows there are. */
  rows: number;
  /** How many projects it makes, or would make. */
  to_make: number;
  /** Rows that make nothing, as there is a project of their name: an earlier one, or that of a row above (null). */
  already_there: Array<ImportedAlready>;
  /** With any of them nothing is made. */
  faults: Array<ImportFault>;
  /** What reports may show otherwise than somebody thinks, such as amounts in another currency. */
  warnings: Array<ImportWarning>;
  /** Why the plan of the account has no room for them; null where it has. */
  plan_fault: string | null;
}

export interface ImportWarning {
  /** Null for the import as a whole. */
  row: number | null;
  /** A column, or `slots.` and the name of a slot; null for the row as a whole. */
  column: string | null;
  /** For programs. */
  rule: string;
  /** What the column does wrong and what to write, or what is doubtful. */
  message: string;
}

export interface ImportedAlready {
  /** As a spreadsheet numbers it: the header of a file is row 1. Without a header the first row is 1. */
  row: number;
  name: string;
  project_id: ProjectId | null;
}

export interface ImportedRow {
  /** What the project is called. */
  name?: string;
  /** Who the reports are for. */
  client?: string | null;
  /** IANA time zone; UTC if it is not said. */
  time_zone?: string | null;
  /** BCP 47 tag of the reports; en-US if it is not said. */
  language?: string | null;
  /** ISO 4217 code; USD if it is not said. */
  currency?: string | null;
  /** The id or name of a published template that the project follows. */
  template?: string | null;
  /** The folder that it is in; it is made if there is none of the name. */
  folder?: string | null;
  /** Its tags; those that the account does not have yet are made. */
  tags?: Array<string>;
  /** What fills slots of the template: `google-ads:123-456-7890`, an id alone, or `con_…`. */
  slots?: Record<string, unknown>;
  /** What else it reads, each with its system: `google-analytics:123456`. They fill slots where only one fits. */
  connections?: Array<string>;
}

/** One cause, with all that it made watches tell. */
export interface Incident {
  id: IncidentId;
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  connection_id: ConnectionId;
  /** Null for one that was removed. */
  connection_name: string | null;
  state: 'open' | 'closed';
  /** Its first part in a line, in the `language` that is asked for. */
  headline: string;
  parts: Array<IncidentPart>;
  /** Since when. */
  first_day: string;
  /** The last day that was judged. */
  last_day: string;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
  /** `watch_changed`: nobody watches for it any more. */
  close_reason: 'recovered' | 'watch_changed' | null;
  acknowledged_at: Timestamp | null;
  acknowledged_by: string | null;
  snoozed_until: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface IncidentComment {
  id: IncidentCommentId;
  /** As in the log of changes. */
  author: string;
  author_name: string;
  text: string;
  created_at: Timestamp;
}

export interface IncidentCommentCreate {
  text: string;
}

/** Names a comment on an incident. */
export type IncidentCommentId = string;

export interface IncidentDetails {
  id: IncidentId;
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  connection_id: ConnectionId;
  /** Null for one that was removed. */
  connection_name: string | null;
  state: 'open' | 'closed';
  /** Its first part in a line, in the `language` that is asked for. */
  headline: string;
  parts: Array<IncidentPart>;
  /** Since when. */
  first_day: string;
  /** The last day that was judged. */
  last_day: string;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
  /** `watch_changed`: nobody watches for it any more. */
  close_reason: 'recovered' | 'watch_changed' | null;
  acknowledged_at: Timestamp | null;
  acknowledged_by: string | null;
  snoozed_until: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The oldest first. */
  comments: Array<IncidentComment>;
  /** Who was told of it. */
  notices: Array<IncidentNotice>;
}

/** The value of a dimension that explains most of a change. */
export interface IncidentExplained {
  /** Its label. */
  dimension: string;
  /** Null for rows without one. */
  value: string | null;
  /** Which part of the change it makes: 1 for all of it. */
  share: number;
}

/** Names an incident: one cause that watches have told of. */
export type IncidentId = string;

export interface IncidentNotice {
  /** `opened`, `closed`, or `reminded`. */
  occasion: string;
  /** The id of a user or a chat channel. */
  recipient: string;
  /** As of deliveries. */
  status: string;
  reason: string | null;
  failure: string | null;
  sent_at: Timestamp | null;
}

export interface IncidentPart {
  watch_id: WatchId;
  /** What it is called in messages; made from what it looks for if empty. */
  watch_name: string;
  kind: 'threshold' | 'change' | 'goal' | 'silence' | 'unusual';
  /** What was found: the kind, the measure of a goal, a signal of ads, or `counts_nothing`. */
  finding: string;
  metric: string | null;
  /** The metric's label. */
  label: string | null;
  unit: 'count' | 'currency' | 'percent' | 'duration' | 'number' | null;
  /** ISO 4217; null for what is no amount. */
  currency: string | null;
  decimals: number | null;
  dimension: WatchedValue | null;
  /** Null where there is no side to be on. */
  direction: 'above' | 'below' | null;
  /** The day, which was over. */
  day: string;
  /** Null where there was none. */
  value: number | null;
  /** What it is held against: a limit, what was before, a goal, what is usual. */
  expected: number | null;
  /** Of `unusual`: where the usual range begins. */
  low: number | null;
  /** And where it ends. */
  high: number | null;
  /** How far the value is from what is expected, as a part of that; null where that is zero. */
  ratio: number | null;
  /** The first of the days on which it was so. */
  since: string;
  explained: IncidentExplained | null;
  /** Of a budget: the amount a day that would mend it. */
  daily: number | null;
  /** Of a budget: the day on which it is spent. */
  spent_on: string | null;
  /** Whether this part is as it should be by now. */
  is_over: boolean;
  /** The same in words, in the `language` that is asked for. */
  text: string;
}

export interface IncidentSnooze {
  /** Until when it is out of sight, at most 30 days from now; it is told once more then if it is still open. */
  until: string;
}

/** A link by which somebody becomes a member, once, that nobody has used yet. */
export interface Invitation {
  id: InvitationId;
  /** Null where whoever accepts names theirs. */
  email: string | null;
  role: Role;
  /** The projects that they are limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  /** Tags by name: what has any of them is seen besides `project_ids`, which are then not null. */
  tags: Array<string>;
  made_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface InvitationCreate {
  /** Whom to invite; without it whoever opens the link names theirs. */
  email?: string | null;
  role: 'viewer' | 'editor' | 'admin' | 'owner';
  /** The projects that a viewer or editor is limited to, which are none where `tags` alone limit them; null for all. */
  project_ids?: Array<string> | null;
  /** Tags of the account by name, in any case: a viewer or editor sees the projects that have any of them, as of each request, besides those of `project_ids`. */
  tags?: Array<string>;
}

/** Names an invitation. */
export type InvitationId = string;

/** A job that has ended. */
export interface JobEventData {
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
  /** Where the management API tells more; only the path where the installation knows no address of its own. */
  url: string;
}

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

/** What the page shows: a period by its name, or by its days. */
export interface KeptPage {
  /** By its name; the first of the link if absent. */
  period?:
    | 'last-7-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'this-week'
    | 'this-month'
    | 'this-quarter'
    | 'this-year';
  days?: RequestedPeriod;
  /** The first of the link if absent. */
  compare?: 'previous' | 'year-before' | 'none';
}

/** What is old enough and stays, and why. */
export interface KeptReports {
  /** Because of a legal hold. */
  held: number;
  /** Because something of them goes on, waits for somebody, or is younger: an export. */
  in_use: number;
  /** Because a guest link shows them; they go once it has ended. */
  linked: number;
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

export interface LateConnection {
  connection_id: ConnectionId;
  connection_name: string;
}

/** While it is there, nothing of the account, or of the project, is deleted by age. */
export interface LegalHold {
  id: LegalHoldId;
  /** Null for the whole account. */
  project_id: ProjectId | null;
  /** Why, as whoever set it said. */
  reason: string;
  made_by: string;
  created_at: Timestamp;
}

export interface LegalHoldCreate {
  /** Null for the whole account. */
  project_id?: string | null;
  /** Why, such as the number of the case. */
  reason: string;
}

/** Names a legal hold. */
export type LegalHoldId = string;

/** How a report by a template of the library looks. */
export interface LibraryPicture {
  id: LibraryTemplateId;
  /** A JPEG of the first page after the cover, in English, with example figures. */
  data_uri: string;
}

export interface LibraryTemplate {
  id: LibraryTemplateId;
  name: string;
  description: string;
  /** The places for connections. */
  slots: Array<TemplateSlot>;
  settings: TemplateSettings;
}

/** Names a template that comes with the service. */
export type LibraryTemplateId = string;

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

export interface LivePage {
  /** What readers choose from; the first is shown at first. Those that begin with `this` reach up to now, all others end with a day that is over. */
  periods: Array<
    | 'last-7-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'this-week'
    | 'this-month'
    | 'this-quarter'
    | 'this-year'
  >;
  /** Whether readers may name the days themselves. */
  own_days: boolean;
  /** What periods may be compared with; the first is what they are compared with at first. */
  compare: Array<'previous' | 'year-before' | 'none'>;
  /** How old the figures may be before they are asked for again. */
  keep_minutes: number;
  /** The origins whose pages may show it in a frame; none if empty. */
  origins: Array<string>;
}

/** What readers may choose from now on; what is absent stays. */
export interface LiveShareChanges {
  /** What readers choose from; the first is shown at first. Those that begin with `this` reach up to now, all others end with a day that is over. */
  periods?: Array<
    | 'last-7-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'this-week'
    | 'this-month'
    | 'this-quarter'
    | 'this-year'
  >;
  /** Whether readers may name the days themselves. */
  own_days?: boolean;
  /** What periods may be compared with; the first is what they are compared with at first. */
  compare?: Array<'previous' | 'year-before' | 'none'>;
  /** How old the figures may be before they are asked for again. */
  keep_minutes?: number;
  /** The origins whose pages may show it in a frame; none if empty. */
  origins?: Array<string>;
}

export interface LiveShareCreate {
  /** What readers choose from; the first is shown at first. Those that begin with `this` reach up to now, all others end with a day that is over. */
  periods: Array<
    | 'last-7-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'this-week'
    | 'this-month'
    | 'this-quarter'
    | 'this-year'
  >;
  /** Whether readers may name the days themselves. */
  own_days?: boolean;
  /** What periods may be compared with; the first is what they are compared with at first. */
  compare?: Array<'previous' | 'year-before' | 'none'>;
  /** How old the figures may be before they are asked for again. */
  keep_minutes?: number;
  /** The origins whose pages may show it in a frame; none if empty. */
  origins?: Array<string>;
  /** What guests need, of 8 to 200 characters. It is never shown again. */
  password?: string | null;
  /** At most 366 days from now; null for a link that lives until it is revoked. */
  expires_at?: Timestamp | null;
}

/** What the installation can mail. */
export interface Mailing {
  /** Whether e-mails can be sent at all. */
  has_server: boolean;
  /** Whether e-mails that come back after they were sent are read, and fail then. */
  bounces_are_read: boolean;
  /** The only domains that schedules send to; null for every domain. */
  allowed_domains: Array<string> | null;
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
  /** By name. */
  tags: Array<string>;
  /** The folder that it is in; null for none. */
  folder: string | null;
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
  cadence: 'daily' | 'weekdays' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'yearly';
  /** Of a weekly or fortnightly schedule, or with `week` of one by the month; null for others. */
  weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Of a monthly, quarterly or yearly schedule, where 29 to 31 are the last day of shorter months; null for others. */
  day: number | null;
  /** Which `weekday` of the month, in place of a `day`. */
  week: 'first' | 'second' | 'third' | 'fourth' | 'last' | null;
  /** Which day from Monday to Friday of the month, 1 to 20, or -1 for the last, in place of a `day`. */
  working_day: number | null;
  /** Of a yearly schedule; of a quarterly one 1 to 3, the month of each quarter, the first by default. */
  month: number | null;
  /** The first day on which it may fire, in its time zone. A fortnightly one counts its weeks from it: by default it is the day on which it fires first. */
  from: string | null;
  /** The last day on which it may fire. */
  until: string | null;
  /** Days on which it does not fire, such as holidays. */
  skip: Array<string>;
  /** Local time, HH:MM. */
  at: string;
  /** IANA time zone of `at`. */
  time_zone: string;
  /** What each report is about. A period to date is that of the day before, up to that day: on its first day it is the whole one before. */
  period:
    | 'previous-day'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'last-7-days'
    | 'last-14-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'last-365-days'
    | 'week-to-date'
    | 'month-to-date'
    | 'quarter-to-date'
    | 'year-to-date';
  /** What it is compared with. */
  compare: 'previous' | 'year-before' | 'none';
  /** The files that are made of each report. */
  export: Array<'pdf' | 'doc' | 'pptx'>;
  /** Who gets each report by e-mail, at most 50 addresses. */
  email: Array<string>;
  /** The ids of the chat channels that each report is posted to, at most 10. */
  channels: Array<string>;
  /** How they get it: the files attached, or a link to the web page, each their own. */
  deliver: 'attachment' | 'link';
  /** Whether each report waits, once it is made, until somebody releases it. */
  approve: boolean;
  /** The e-mail addresses of the members who may release them; none for all of role editor or more. */
  approvers: Array<string>;
  /** What a report meets that goes out, all of it: the period has rows, a goal is off course, a figure of the report changed by so much against the compared period. */
  only_if: Array<IfRows | IfGoalOffCourse | IfChanged>;
  /** Until when a report waits for those connections that have no figures of its last day yet; null for one that is made at once. */
  fresh_by: FreshBy | null;
  /** Whether it fires; missed occurrences are not made up for. */
  enabled: boolean;
  /** With placeholders: `{{project}}`, `{{client}}`, `{{period.current}}`, `{{period.compare}}`, and figures as `{{CONNECTION.METRIC.current}}`, `.compare` or `.change`. The report's title and period where it is null. */
  subject: string | null;
  /** Plain text above the report, with the same placeholders. */
  message: string | null;
  /** Whom answers go to. */
  reply_to: string | null;
  /** In place of the name in `MAIL_FROM`; the address stays. */
  sender_name: string | null;
  /** Who gets a copy, an e-mail of their own; all see it. */
  cc: Array<string>;
  /** Who gets a copy that nobody else sees. */
  bcc: Array<string>;
  /** What single recipients get otherwise than the others. */
  recipient_options: Array<RecipientOptions>;
  /** The same as the value of an RRULE of RFC 5545. Its time and first day are those of a DTSTART, and skipped days an EXDATE. */
  rrule: string;
  /** The next three, or those that are left; none while it is off. */
  next_runs: Array<Timestamp>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface MatchQuestion {
  /** What sign-ins see, as `GET /grants/{grant_id}/resources` lists it. */
  resources: Array<MatchedResource>;
}

export interface MatchedResource {
  /** As the system calls it: a property, an advertising account or a site. */
  id: string;
  /** For people. */
  label: string;
  /** What it and what it belongs to are called, apart. */
  names: Array<string>;
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  grant_id: GrantId;
  /** The host that it is about; null where nothing says it. */
  domain: string | null;
  /** The ISO 4217 code of its amounts; null where the list does not tell it. */
  currency: string | null;
  /** The zone of its days; null where the list does not tell it. */
  time_zone: string | null;
}

/** Somebody who may do something in the account. */
export interface Member {
  id: UserId;
  email: string;
  name: string;
  role: Role;
  /** The projects that they are limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  /** Tags by name: what has any of them is seen besides `project_ids`, which are then not null. */
  tags: Array<string>;
  /** Whether the operator lets them sign in no more. */
  is_disabled: boolean;
  /** Of whom the directory of the company keeps; null for others. */
  directory: MemberDirectory | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface MemberDirectory {
  /** The groups that give them a role, which is not changed here then; none where none does. */
  groups: Array<string>;
}

export interface MemberUpdate {
  role?: 'viewer' | 'editor' | 'admin' | 'owner';
  /** The projects that a viewer or editor is limited to, which are none where `tags` alone limit them; null for all. */
  project_ids?: Array<string> | null;
  /** Tags of the account by name, in any case: a viewer or editor sees the projects that have any of them, as of each request, besides those of `project_ids`. */
  tags?: Array<string>;
}

export interface MissingMetrics {
  slot: string;
  metrics: Array<string>;
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
  /** Domains of e-mail addresses whose people may sign in by the own provider of the account. */
  sso_domains: Array<string>;
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
  /** Null for what a vendor answered in its own words, and for all that did not fail. */
  reason: 'refused' | 'no_client' | 'connection_removed' | null;
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
  /** Tags by name: what has any of them is seen besides `project_ids`, which are then not null. */
  tags: Array<string>;
  made_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** The link, shown this once. Null when the answer is repeated. */
  url: string | null;
  /** Whether an e-mail with the link is on its way: there is a mail server, and an address. */
  is_mailed: boolean;
}

export interface NewPasskey {
  id: PasskeyId;
  /** What its owner calls it. */
  name: string;
  /** Whether it is kept in other places too, such as the account of a password manager. */
  is_synced: boolean;
  created_at: Timestamp;
  /** Null until somebody has signed in with it. */
  last_used_at: Timestamp | null;
  /** With the first factor: ten codes, each of which signs in once in place of a factor that is lost. They are shown this once. Null for whoever has codes already. */
  recovery_codes: Array<string> | null;
}

export interface NewRecoveryCodes {
  left: number;
  created_at: Timestamp | null;
  /** They are shown this once. */
  codes: Array<string> | null;
}

export interface NewScimToken {
  id: ScimTokenId;
  name: string;
  created_at: Timestamp;
  /** To the minute. */
  last_used_at: Timestamp | null;
  /** The whole token, shown this once. Null when the answer is repeated. */
  token: string | null;
}

export interface NewSecondFactor {
  id: SecondFactorId;
  created_at: Timestamp;
  /** Null until its first code was sent; it counts for nothing before. */
  confirmed_at: Timestamp | null;
  /** Null until somebody has signed in with it. */
  last_used_at: Timestamp | null;
  /** It is shown this once. */
  setup: CodeSetup | null;
}

export interface NewShare {
  id: ShareId;
  /** `report` for a link to a report, `live` for one to a page of the project that is always current. */
  kind: 'report' | 'live';
  project_id: ProjectId;
  /** Null for a link of kind `live`. */
  report_id: ReportId | null;
  /** Only an `active` link shows its page. */
  state: 'active' | 'expired' | 'revoked';
  /** Whether guests need a password. */
  has_password: boolean;
  /** Whether guests may download the figures. */
  figures: boolean;
  /** What readers of a page that is always current may choose; null for a link to a report. */
  live: LivePage | null;
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

export interface NewWebhook {
  id: WebhookId;
  /** Where events are sent: https, and http only within the networks that the operator allows. Redirects are not followed. */
  url: string;
  /** What it is for, in your words. */
  description: string | null;
  /** What it is told of. */
  events: Array<
    | 'generation_job.completed'
    | 'generation_job.blocked'
    | 'generation_job.failed'
    | 'export_job.completed'
    | 'export_job.blocked'
    | 'export_job.failed'
    | 'report.released'
    | 'report.rejected'
    | 'connection.reauth_required'
    | 'connection.restored'
    | 'share.viewed'
    | 'delivery.sent'
    | 'delivery.failed'
    | 'alert.opened'
    | 'alert.closed'
  >;
  /** Only what belongs to these projects; null for all. */
  project_ids: Array<ProjectId> | null;
  /** The date of the shapes that it gets. */
  version: string;
  /** How messages are signed: `v1` by HMAC-SHA256 with a shared secret, `v1a` by Ed25519. */
  signing: 'v1' | 'v1a';
  /** What verifies the signatures of `v1a`; null for `v1`. */
  public_key: string | null;
  /** Of the private networks it reaches what the account is granted if a customer made it. */
  made_by: 'operator' | 'customer';
  /** Whether it is told of anything. */
  enabled: boolean;
  /** Why it is off: `by_hand`, `gone` (it answered 410), or `failing` (nothing but failures for five days). */
  off_reason: 'by_hand' | 'gone' | 'failing' | null;
  off_since: Timestamp | null;
  /** Failed attempts since the last good one. */
  failures: number;
  failing_since: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** What verifies the signatures of `v1`, shown only once; null for `v1a` and for one that was brought. */
  secret: string | null;
}

export interface NextRetention {
  keep_reports_months: number;
  from: Timestamp;
}

export interface NextRun {
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  schedule_id: ScheduleId;
  cadence: 'daily' | 'weekdays' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'yearly';
  /** How many addresses and chat channels get it. */
  recipients: number;
  run_at: Timestamp;
}

export interface NotSent {
  /** Which condition it did not meet, or that it could not be told. */
  code: 'no_rows' | 'changed_less' | 'figure_missing' | 'goals_on_course' | 'goals_missing' | 'not_fresh';
  /** The key of a metric. */
  metric?: string;
  /** In percent, up or down. */
  percent?: number;
  /** By how much it changed, in percent. */
  changed?: number;
}

export interface NotThereYet {
  connection_id: ConnectionId;
  connection_name: string;
  day: string;
}

/** No body, or `{}`. */
export type Nothing = Record<string, never>;

/** The operator's client at a vendor, without its secrets. */
export interface OAuthClient {
  /** At which people sign in. */
  vendor:
    | 'google'
    | 'meta'
    | 'linkedin'
    | 'tiktok'
    | 'microsoft'
    | 'pinterest'
    | 'amazon'
    | 'hubspot'
    | 'mailchimp'
    | 'snowflake';
  /** As the vendor shows it; null where no client is set. */
  client_id: string | null;
  /** Whether there is one, of Google Ads or Microsoft Advertising. */
  has_developer_token: boolean;
  /** What the vendor has to know, to the last letter; null until `PUBLIC_URL` is set. */
  redirect_uri: string | null;
  created_at: Timestamp | null;
  updated_at: Timestamp | null;
}

export interface OAuthClientSet {
  /** At which people sign in to let the service read their figures. */
  vendor:
    | 'google'
    | 'meta'
    | 'linkedin'
    | 'tiktok'
    | 'microsoft'
    | 'pinterest'
    | 'amazon'
    | 'hubspot'
    | 'mailchimp'
    | 'snowflake';
  /** As the vendor shows it. */
  client_id: string;
  /** Sealed at once, and never shown again. */
  client_secret: string;
  /** Of Google Ads; the one before stays without it. */
  developer_token?: string | null;
}

export interface OfferedDimension {
  key: string;
  label: string;
  /** Whether galleries can show its values with their pictures. */
  pictures?: boolean;
  /** Metrics that stand in the place of the connection’s in tables and galleries by it: they are of its values alone, such as of posts since they were published. */
  metrics?: Array<OfferedMetric>;
  /** Keys of the dimensions that a table can have as `secondary_dimension` beside this one. */
  pairs_with: Array<string>;
}

export interface OfferedMetric {
  key: string;
  label: string;
  unit: string;
  /** The ISO 4217 code of its amounts, where it has one of its own; else that of the connection. */
  currency?: string;
  /** Digits after the decimal point; null for the unit's usual ones. */
  decimals?: number | null;
  better: 'up' | 'down' | 'none';
  additive: boolean;
  /** Of a level, such as a balance: its figure is that of the last day. */
  at?: 'end';
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
  /** What watches have found and is not over, but for what somebody put off; the newest first. */
  incidents: Array<Incident>;
  /** Reports of schedules that wait for somebody to release them, the oldest first. */
  waiting_reports: Array<WaitingReport>;
  /** Those that the service has switched off. */
  webhooks: Array<StoppedWebhook>;
  /** The next run of each schedule, in order. */
  next_runs: Array<NextRun>;
  /** The newest first. */
  reports: Array<ListedReport>;
  checklist: Checklist;
  /** What will be deleted by age and is not yet, for admins; null for nothing. */
  retention: ComingDeletion | null;
}

/** One to switch to. */
export interface OwnAccount {
  id: AccountId;
  name: string;
  role: Role;
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

/** Until `step_up_until` it may do what needs a sign-in within ten minutes. At `expires_at` it ends, by the times of the account, however much it is used. */
export interface OwnSession {
  id: SessionId;
  signed_in_at: Timestamp;
  step_up_until: Timestamp;
  expires_at: Timestamp;
  /** Whether it began by single sign-on. */
  is_by_sso: boolean;
  /** What you proved besides a password, or in its place; null for a password or a link alone. */
  factor: 'passkey' | 'code' | 'recovery_code' | null;
}

/** A person's own sign-in by the provider of their account. */
export interface OwnSignOn {
  id: UserId;
  /** Whether the person can link a sign-in: the domain of their address has single sign-on. */
  is_offered: boolean;
  /** `optional`: people of the domains may come so. `required`: they come in no other way, owners of the account aside. */
  mode: 'off' | 'optional' | 'required';
  /** The sign-in at the provider that is linked; null for none. */
  identity: SignOnIdentity | null;
}

export interface OwnToken {
  public_id: string;
  name: string;
  expires_at: Timestamp | null;
}

export interface PageBreakSection {
  type: 'page_break';
}

/** A passkey of a person, without its keys. */
export interface Passkey {
  id: PasskeyId;
  /** What its owner calls it. */
  name: string;
  /** Whether it is kept in other places too, such as the account of a password manager. */
  is_synced: boolean;
  created_at: Timestamp;
  /** Null until somebody has signed in with it. */
  last_used_at: Timestamp | null;
}

export interface PasskeyCreate {
  /** What its owner calls it. */
  name: string;
  /** The browser’s credential as its `toJSON` gives it. */
  response: Record<string, unknown>;
}

/** Names a passkey of a person. */
export type PasskeyId = string;

export interface PasskeyOptions {
  /** What `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of a browser reads. */
  options: Record<string, unknown>;
}

export interface PasskeySignIn {
  /** The browser’s credential as its `toJSON` gives it. */
  response: Record<string, unknown>;
}

export interface PasskeyUpdate {
  /** What its owner calls it. */
  name: string;
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

/** Everything that is stored about a person. */
export interface PersonalExport {
  exported_at: Timestamp;
  /** The person. */
  user: Record<string, unknown>;
  places: Array<PersonalPlace>;
}

/** One kind of row that tells of a person. */
export interface PersonalPlace {
  title: string;
  table: string;
  /** By what the rows are found. */
  column: string;
  rows: Array<Record<string, unknown>>;
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

export interface Portfolio {
  items: Array<PortfolioProject>;
  /** Over all projects that the query finds. */
  totals: Array<PortfolioTotal>;
  /** Amounts in the reporting currency, where the account names one, and rates. */
  converted: Array<PortfolioConvertedTotal>;
  refresh: PortfolioRefreshState;
}

export interface PortfolioChange {
  absolute: number;
  /** Null where what is compared is zero. */
  ratio: number | null;
  direction: 'up' | 'down' | 'flat';
  sentiment: 'good' | 'bad' | 'neutral';
}

export interface PortfolioChoice {
  /** Of any system if null. */
  system: string | null;
  metric: string;
}

export interface PortfolioConnections {
  total: number;
  faulty: Array<FaultyConnection>;
}

/** Sums of several currencies in the reporting currency. */
export interface PortfolioConvertedTotal {
  system: string;
  metric: string;
  label: string;
  unit: 'count' | 'currency' | 'percent' | 'duration' | 'number';
  currency: string;
  /** Null for those that are usual. */
  decimals: number | null;
  projects: number;
  from: string;
  to: string;
  /** How many of the projects have figures of other days: of another zone, or read on another day. */
  other_days: number;
  value: number | null;
  /** The day of the rates; null where none was needed. */
  rate_date: string | null;
  /** Currencies that there is no rate for, and therefore no sum. */
  missing: Array<string>;
}

export interface PortfolioDays {
  from: string;
  to: string;
}

export interface PortfolioFault {
  connection_id: ConnectionId | null;
  connection_name: string | null;
  kind: string;
  message: string;
}

export interface PortfolioFigure {
  connection_id: ConnectionId;
  connection_name: string;
  system: string;
  metric: string;
  label: string;
  unit: 'count' | 'currency' | 'percent' | 'duration' | 'number';
  /** ISO 4217; null for what is no amount. */
  currency: string | null;
  /** Null for those that are usual. */
  decimals: number | null;
  better: 'up' | 'down' | 'none';
  /** Whether days add up. */
  additive: boolean;
  /** Its days, which are over; null on the first of a month for `month`. */
  period: PortfolioDays | null;
  /** As many days of the month before for `month`, the month before for `last_month`, 30 for `days`. */
  compare: PortfolioDays | null;
  /** Null where the source has none. */
  value: number | null;
  compared: number | null;
  change: PortfolioChange | null;
  goal: PortfolioGoal | null;
  /** Of `month`: what it ends with if its other days are like those gone. Null in the first week, and for what does not add up. */
  forecast: number | null;
  /** Of a goal for costs: what is left of it; below zero is overspent. */
  budget_left: number | null;
  /** How far it is behind its goal, as a part of it; below zero is ahead. */
  off_course: number | null;
  /** The values of the last 30 days. */
  spark: Array<number | null>;
  /** What has to be known about it, by the words of the warnings of reports. */
  notes: Array<PortfolioNote>;
  read_at: Timestamp;
}

/** The goal of the period, as reports work it out. */
export interface PortfolioGoal {
  /** For the whole month while it is not over; of part of a month what falls on its days. */
  target: number;
  /** What was reached of it. */
  ratio: number | null;
  /** What was reached of the goal for the days gone; below 1 is behind it. */
  pace: number | null;
  /** The same as a difference. */
  lead: number | null;
  /** The part of the days that are over. */
  time_gone: number;
  /** Whether the days are part of a month that it is for. */
  prorated: boolean;
  sentiment: 'good' | 'bad' | 'neutral';
}

export interface PortfolioNote {
  code: string;
  /** From which day on figures still change. */
  date: string | null;
  count: number | null;
}

/** Which projects the reports show. */
export interface PortfolioOfProject {
  /** All of them. */
  tag: Array<string>;
  folder: string | null;
}

export interface PortfolioProject {
  project_id: ProjectId;
  name: string;
  client_name: string | null;
  time_zone: string;
  currency: string;
  /** `not_read`: nothing was read yet, or only what means something else by now: of another layout, connection, goal, currency, time zone or month. */
  state: 'read' | 'not_read';
  /** Whether its figures are about to be read. */
  is_waiting: boolean;
  read_at: Timestamp | null;
  /** When that was tried last. */
  tried_at: Timestamp | null;
  /** What failed at the last try. Figures of such a connection are those of the last time, with theirs. */
  faults: Array<PortfolioFault>;
  /** Of the figure that is furthest behind; null without goals. */
  off_course: number | null;
  figures: Array<PortfolioFigure>;
  connections: PortfolioConnections;
  last_report: PortfolioReport | null;
  next_report: PortfolioRun | null;
}

/** The connection that has rates by day. */
export interface PortfolioRates {
  connection_id: string;
  /** Its values are ISO 4217 codes. */
  dimension: string;
  metric: string;
  /** `price`: what one unit of the currency costs in the reporting currency. `units`: how many one unit of the reporting currency buys, as central banks say it. */
  means: 'price' | 'units';
}

/** Nothing for all projects; `projects`, or what finds them: `tag`, `folder` and `q`. */
export interface PortfolioRefresh {
  /** Only these; all if absent. */
  projects?: Array<string>;
  /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
  tag?: Array<string>;
  /** Only what belongs to projects in this folder, in any case. */
  folder?: string;
  /** Words that a name or client has to have, in any case. */
  q?: string;
}

export interface PortfolioRefreshState {
  /** Whether projects are read each night at five. */
  enabled: boolean;
  /** When somebody last asked for it. */
  requested_at: Timestamp | null;
  /** How many projects are about to be read. */
  waiting: number;
  /** How many have figures. */
  read: number;
  rates_date: string | null;
  rates_fault: string | null;
}

export interface PortfolioRefreshed {
  /** How many projects are read now. */
  queued: number;
  /** How many are being read, or were asked for in the last 15 minutes. */
  skipped: number;
  requested_at: Timestamp;
}

export interface PortfolioReport {
  id: ReportId;
  title: string;
  created_at: Timestamp;
  period: PortfolioDays;
  /** Who released it; null for what nobody had to. */
  released_by: string | null;
  /** Of one that has not gone out: why. Else null. */
  state: 'awaiting_approval' | 'rejected' | null;
}

/** Which projects the report shows: all, or those with all of the tags, in the folder. `name`, `locale` and `time_zone` are for a project that has to be made; what is usual among the projects if absent. */
export interface PortfolioReportCreate {
  /** Starts a report of it. Without it there is only the project, such as for a schedule. */
  period?: 'month' | 'last_month' | 'days';
  /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
  tag?: Array<string>;
  /** Only what belongs to projects in this folder, in any case. */
  folder?: string;
  /** What the project is called, for the account itself. */
  name?: string;
  /** BCP 47 tag that decides how reports read. */
  locale?: string;
  /** IANA time zone whose calendar days the periods are. */
  time_zone?: string;
}

export interface PortfolioReportOrder {
  project_id: ProjectId;
  /** Whether the project was made for it. */
  is_new: boolean;
  /** Null without a `period`. */
  generation_job_id: GenerationJobId | null;
}

export interface PortfolioRun {
  schedule_id: ScheduleId;
  run_at: Timestamp;
}

export interface PortfolioSettings {
  /** Whether projects are read each night at five. */
  enabled: boolean;
  /** Of projects whose template names none; null for the first key figures of their layouts. */
  figures: Array<PortfolioChoice> | null;
  /** ISO 4217: what sums are converted to; null for none. */
  currency: string | null;
  rates: PortfolioRates | null;
}

export interface PortfolioSettingsUpdate {
  /** Whether projects are read each night at five. */
  enabled?: boolean;
  /** Of projects whose template names none; null for the first key figures of their layouts. */
  figures?: Array<PortfolioChoice> | null;
  /** ISO 4217: what sums are converted to; null for none. */
  currency?: string | null;
  rates?: PortfolioRates | null;
}

/** The sum of one metric of one system in one currency. */
export interface PortfolioTotal {
  system: string;
  metric: string;
  label: string;
  unit: 'count' | 'currency' | 'percent' | 'duration' | 'number';
  /** ISO 4217; null for what is no amount. */
  currency: string | null;
  /** Null for those that are usual. */
  decimals: number | null;
  projects: number;
  from: string;
  to: string;
  /** How many of the projects have figures of other days: of another zone, or read on another day. */
  other_days: number;
  value: number | null;
}

/** A page that shows the report of a draft, for five minutes, and only to the session or token that asked. */
export interface Preview {
  id: PreviewId;
  /** The path of the page, for a frame with `sandbox="allow-scripts"`. */
  url: string;
  expires_at: Timestamp;
  template?: PreviewedTemplate;
}

/** Names the page of a preview. */
export type PreviewId = string;

export interface PreviewReadiness {
  /** Whether one would be made at once. */
  is_ready: boolean;
}

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
  template?: DraftOfTemplate;
}

export interface PreviewedSlot {
  /** Its name: sections have `slot:` and this name for `connection_id`, and so have placeholders of texts. */
  slot: string;
  /** What fills it; null for nothing. */
  connection_id: ConnectionId | null;
  /** Metrics that its connection lacks. */
  missing: Array<string>;
}

/** How the parts of a template stand in the project, if one was asked for. */
export interface PreviewedTemplate {
  /** Where each section of the template stands on the page, from 1; null for one that is left out, hidden, or the automatic layout. */
  sections: Array<number | null> | null;
  slots: Array<PreviewedSlot>;
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
  /** By name. */
  tags: Array<string>;
  /** The folder that it is in; null for none. */
  folder: string | null;
  /** Whether it follows a template, which `/projects/{project_id}/template` then names. */
  follows_template: boolean;
  /** Of a project whose reports show the portfolio of the account, made by `POST /portfolio/reports`: which projects. Null for all others. */
  portfolio: PortfolioOfProject | null;
}

export interface ProjectChange {
  project_id: ProjectId;
  name: string;
  sections: SectionChanges;
  /** Other settings that change. */
  fields: Array<string>;
  /** Sections that change in the template alone, since the project has its own in their place. */
  kept: number;
  /** Slots without a connection, whose sections are left out. */
  empty_slots: Array<string>;
  /** Metrics of the template that the connection of a slot does not have. */
  missing: Array<MissingMetrics>;
}

/** Which projects, at most 5000. They are fixed when the bulk job is made. */
export interface ProjectChoice {
  /** The projects by their ids. */
  ids?: Array<string>;
  filter?: ProjectFilter;
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
  /** At most 20 tags of 1 to 50 characters; they replace those it has. In any case they are the same, spelled as the account has them. */
  tags?: Array<string>;
  /** The folder that it is in, such as a group of clients; null for none. */
  folder?: string | null;
}

/** In place of `ids`: all projects that the list shows with this filter. */
export interface ProjectFilter {
  status?: 'active' | 'archived';
  /** Words that the name or client has. */
  q?: string;
  /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
  tag?: Array<string>;
  /** Only what belongs to projects in this folder, in any case. */
  folder?: string;
}

/** Names a project. */
export type ProjectId = string;

/** Either `csv` or `rows`. */
export interface ProjectImport {
  /** The text of a file with a header and at most 5000 rows; a request with `Content-Type: text/csv` has it as its body. */
  csv?: string;
  /** In place of `csv`: the rows themselves. */
  rows?: Array<ImportedRow>;
}

/** What is proposed as one client. */
export interface ProjectMatch {
  /** What a project of them may be called. */
  name: string;
  domain: string | null;
  /** Have somebody look at what is not `certain` before it becomes a project. */
  certainty: 'certain' | 'likely' | 'unsure';
  /** Why they are taken for one client: the same domain, the same name, the same telling words, a name that is that of the domain, or a similar one. Of one that stands alone: there was only one system to look at, nothing fits, several fit, or a whole domain covers it. */
  reason:
    | 'same_domain'
    | 'same_name'
    | 'same_words'
    | 'name_of_domain'
    | 'similar_name'
    | 'only_system'
    | 'alone'
    | 'ambiguous'
    | 'covered';
  /** How alike similar names are; null for another reason. */
  score: number | null;
  /** At most one of each system. */
  resources: Array<MatchedResource>;
  /** Others that fit as well, as system and id. Which of them is the client’s, somebody has to say. */
  rivals: Array<string>;
}

/** Each resource is in one match. */
export interface ProjectMatches {
  matches: Array<ProjectMatch>;
}

/** An archived project keeps its history and settings, but makes no reports. */
export type ProjectStatus = 'active' | 'archived';

/** How a project follows its template. */
export interface ProjectTemplate {
  project_id: ProjectId;
  /** Null where the project was made from it and is free. */
  template_id: TemplateId | null;
  /** The template's name. */
  name: string;
  /** The revision that projects follow; 0 before the first is published. */
  published: number;
  slots: Array<FilledTemplateSlot>;
  /** Every section in its order, with those that are left out; null for the automatic layout. */
  sections: Array<FollowedSection> | null;
  /** How many sections the project hides. */
  hidden: number;
  /** Settings besides sections that are the project's own. */
  own: Array<string>;
  reports: TemplateReports | null;
}

export interface ProjectTemplateSet {
  template_id: TemplateId;
  /** `follow` (the default): the project changes with the template. `copy`: it is made from it once, and free. */
  mode?: 'follow' | 'copy';
  /** The connection for a slot, where several fit; those that are not named are filled by the only one that fits. */
  slots?: Record<string, string>;
  /** Whether what differs from the template stays as the project's own; if absent, so for a project that follows this template already, and otherwise not. */
  keep_own?: boolean;
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
  /** At most 20 tags of 1 to 50 characters; they replace those it has. In any case they are the same, spelled as the account has them. */
  tags?: Array<string>;
  /** The folder that it is in, such as a group of clients; null for none. */
  folder?: string | null;
}

/** What `config.currency`, where there is one, is compared with. */
export interface ProposalProject {
  /** Its ISO 4217 code. */
  currency: string;
  /** Whether connections of it have amounts already. If not, it can take the currency of this source. */
  has_amounts: boolean;
}

/** What publishing a template changes, project by project. */
export interface Publication {
  id: TemplateId;
  /** The revision that projects follow; 0 before the first is published. */
  published: number;
  /** How many projects follow the template. */
  projects: number;
  /** How many of them change by it. */
  changed: number;
  /** The projects that change, and those where something is missing; a thousand at most. */
  items: Array<ProjectChange>;
}

export interface QuietHours {
  /** When they begin, `HH:MM`. */
  from: string;
  /** When they end; earlier is the next day. */
  until: string;
}

export interface RecipientOptions {
  address: string;
  /** BCP 47; the report's unless given. What is frozen in a report, such as its titles, stays as it is. */
  language?: string | null;
  /** The schedule's way unless given. */
  deliver?: 'attachment' | 'link' | null;
  /** Titles or types of the only sections that the e-mail is about. It then has neither a link nor files, which show the whole report. */
  sections?: Array<string> | null;
}

export interface RecipientRemoval {
  recipient: string;
}

export interface RecoveryCodeCount {
  /** How many can still be used. */
  left: number;
  /** Null where there are none. */
  created_at: Timestamp | null;
}

export interface RemovedChatChannel {
  id: ChatChannelId;
  /** Slack, by an incoming webhook, or Microsoft Teams, by Workflows. */
  system: 'slack' | 'teams';
  /** What you call it, such as the name that the channel has there. */
  name: string;
  /** Where the address leads, without what is secret. */
  address: string;
  /** Of the private networks it reaches what the account is granted if a customer made it. */
  made_by: 'operator' | 'customer';
  /** Since when the chat says that there is no such channel; nothing is posted until a test arrives or it has another address. */
  gone_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The schedules it was taken out of. */
  schedule_ids: Array<ScheduleId>;
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

/** Whether a report waits for somebody to release it. */
export interface ReportApproval {
  /** The run that waits with this report; null where none does. */
  run: ScheduleRun | null;
  /** Whether the caller may release or reject it. */
  may_decide: boolean;
}

/** The sections of a report, with the comments on them. */
export interface ReportComments {
  report_id: ReportId;
  /** Grows with each comment. */
  revision: number;
  sections: Array<CommentedSection>;
}

/** A report, without its figures. */
export interface ReportEventData {
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
  /** Where the management API tells more; only the path where the installation knows no address of its own. */
  url: string;
}

/** Names a report. */
export type ReportId = string;

export interface ReportOfTemplate {
  id: ReportId;
  created_at: Timestamp;
}

/** Somebody has rejected a report. */
export interface ReportRejectedEvent {
  type: 'report.rejected';
  timestamp: Timestamp;
  data: ReportEventData;
}

/** Somebody has released a report. */
export interface ReportReleasedEvent {
  type: 'report.released';
  timestamp: Timestamp;
  data: ReportEventData;
}

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

/** How long an account keeps its reports. */
export interface Retention {
  /** How many months reports are kept, with their jobs, files of exports, comments, guest links and e-mails; null for ever. An export made later keeps its report for that time anew. */
  keep_reports_months: number | null;
  /** What the plan of the account asks for at least; null for nothing. */
  least_months: number | null;
  /** A shorter time that was chosen, and from when it takes effect unless it is taken back; null for none. */
  next: NextRetention | null;
  /** Before when nothing is deleted, of which admins were told; null until something is old enough within 7 days. */
  first_deletion_at: Timestamp | null;
}

/** What would be deleted `at` the first moment at which it can be. */
export interface RetentionPreview {
  /** For which time this was counted. */
  keep_reports_months: number | null;
  at: Timestamp;
  /** Reports that are deleted then. */
  reports: number;
  /** Their generations and exports, and generations without a report. */
  jobs: number;
  /** Files of exports that are still there. */
  files: number;
  /** Guest links to them, all of which have ended. */
  links: number;
  /** Files sent by people that no connection reads. */
  uploads: number;
  /** Whether there are more: the oldest 100,000 generations are counted. */
  is_cut: boolean;
  /** When the oldest of them was made. */
  oldest_at: Timestamp | null;
  /** About when the next one is old enough. */
  next_at: Timestamp | null;
  kept: KeptReports;
}

export interface RetentionUpdate {
  /** How many months reports are kept, with their jobs, files of exports, comments, guest links and e-mails; null for ever. An export made later keeps its report for that time anew. A shorter time takes effect 7 days later, of which admins are told; sending the one of now takes it back. */
  keep_reports_months: number | null;
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

export interface RunRejection {
  /** Why it must not go out, for whoever mends it. */
  reason: string;
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

export interface ScheduleCreate {
  /** In place of `cadence` and its day: the value of an RRULE of RFC 5545, or its lines with DTSTART (`from`, `at` and `time_zone`) and EXDATE (`skip`). UNTIL is `until`. What no schedule can keep is refused and named. */
  rrule?: string;
  /** Of a weekly or fortnightly schedule, or with `week` of one by the month; null for others. */
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Of a monthly, quarterly or yearly schedule, where 29 to 31 are the last day of shorter months; null for others. */
  day?: number | null;
  /** Which `weekday` of the month, in place of a `day`. */
  week?: 'first' | 'second' | 'third' | 'fourth' | 'last' | null;
  /** Which day from Monday to Friday of the month, 1 to 20, or -1 for the last, in place of a `day`. */
  working_day?: number | null;
  /** Of a yearly schedule; of a quarterly one 1 to 3, the month of each quarter, the first by default. */
  month?: number | null;
  /** The first day on which it may fire, in its time zone. A fortnightly one counts its weeks from it: by default it is the day on which it fires first. */
  from?: string | null;
  /** The last day on which it may fire. */
  until?: string | null;
  /** Days on which it does not fire, such as holidays. */
  skip?: Array<string>;
  /** What it is compared with. */
  compare?: 'previous' | 'year-before' | 'none';
  /** The files that are made of each report. */
  export?: Array<'pdf' | 'doc' | 'pptx'>;
  /** Who gets each report by e-mail, at most 50 addresses. */
  email?: Array<string>;
  /** The ids of the chat channels that each report is posted to, at most 10. */
  channels?: Array<string>;
  /** How they get it: the files attached, or a link to the web page, each their own. */
  deliver?: 'attachment' | 'link';
  /** With placeholders: `{{project}}`, `{{client}}`, `{{period.current}}`, `{{period.compare}}`, and figures as `{{CONNECTION.METRIC.current}}`, `.compare` or `.change`. The report's title and period where it is null. */
  subject?: string | null;
  /** Plain text above the report, with the same placeholders. */
  message?: string | null;
  /** Whom answers go to. */
  reply_to?: string | null;
  /** In place of the name in `MAIL_FROM`; the address stays. */
  sender_name?: string | null;
  /** Who gets a copy, an e-mail of their own; all see it. */
  cc?: Array<string>;
  /** Who gets a copy that nobody else sees. */
  bcc?: Array<string>;
  /** What single recipients get otherwise than the others. */
  recipient_options?: Array<RecipientOptions>;
  /** Whether each report waits, once it is made, until somebody releases it. */
  approve?: boolean;
  /** The e-mail addresses of the members who may release them; none for all of role editor or more. */
  approvers?: Array<string>;
  /** What a report meets that goes out, all of it: the period has rows, a goal is off course, a figure of the report changed by so much against the compared period. */
  only_if?: Array<IfRows | IfGoalOffCourse | IfChanged>;
  /** Until when a report waits for those connections that have no figures of its last day yet; null for one that is made at once. */
  fresh_by?: FreshBy | null;
  /** How often a report is made; required without `rrule`. */
  cadence?: 'daily' | 'weekdays' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'yearly';
  /** Local time, HH:MM; required unless a DTSTART says it. */
  at?: string;
  /** IANA time zone of `at`; required unless a DTSTART says it. */
  time_zone?: string;
  /** What each report is about. A period to date is that of the day before, up to that day: on its first day it is the whole one before. */
  period:
    | 'previous-day'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'last-7-days'
    | 'last-14-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'last-365-days'
    | 'week-to-date'
    | 'month-to-date'
    | 'quarter-to-date'
    | 'year-to-date';
}

/** Names a recurring schedule of a project. */
export type ScheduleId = string;

/** The schedule of projects that follow; its days are those of schedules. It names nobody. */
export interface SchedulePattern {
  /** How often a report is made. */
  cadence: 'daily' | 'weekdays' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'yearly';
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Of the month; 29 to 31 are the last day of shorter ones. */
  day?: number | null;
  week?: 'first' | 'second' | 'third' | 'fourth' | 'last' | null;
  working_day?: number | null;
  month?: number | null;
  /** Local time of the project, HH:MM. */
  at: string;
  /** The files that are made of each report. */
  export?: Array<'pdf' | 'doc' | 'pptx'>;
  /** How those get it who are named in the project. */
  deliver?: 'attachment' | 'link';
  /** Whether each report waits until somebody releases it. */
  approve?: boolean;
}

export interface ScheduleRun {
  id: ScheduleRunId;
  /** The local day. */
  occurrence: string;
  /** Whether it was only a test, for whoever asked. */
  is_test: boolean;
  due_at: Timestamp;
  /** How far it is; `waiting` for figures of connections; `awaiting_approval` until somebody releases or rejects its report. */
  state:
    | 'waiting'
    | 'generating'
    | 'awaiting_approval'
    | 'exporting'
    | 'delivering'
    | 'completed'
    | 'not_sent'
    | 'rejected'
    | 'failed';
  generation_job_id: GenerationJobId | null;
  report_id: ReportId | null;
  /** How many e-mails and messages it has. */
  emails: number;
  /** How many of them are sent. */
  emails_sent: number;
  /** How it waits, or has waited, for the figures of its connections; null for one that did not. */
  freshness: Freshness | null;
  /** Who released or rejected it; null where nobody did. */
  decision: Decision | null;
  /** Why its report went to nobody; null where it met all conditions. */
  not_sent: NotSent | null;
  failure: string | null;
  /** Why the job that the run waited for ended, for programs; null where none did, or it is gone. */
  stopped: Stopped | null;
  /** The e-mails and messages that were given up, as `failure` tells them in sentences. */
  unsent: Array<UnsentMail>;
}

/** Names a run of a schedule. */
export type ScheduleRunId = string;

/** The latest runs of a schedule, newest first. */
export interface ScheduleRuns {
  runs: Array<ScheduleRun>;
}

export interface ScheduleUpdate {
  /** In place of `cadence` and its day: the value of an RRULE of RFC 5545, or its lines with DTSTART (`from`, `at` and `time_zone`) and EXDATE (`skip`). UNTIL is `until`. What no schedule can keep is refused and named. */
  rrule?: string;
  /** Of a weekly or fortnightly schedule, or with `week` of one by the month; null for others. */
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Of a monthly, quarterly or yearly schedule, where 29 to 31 are the last day of shorter months; null for others. */
  day?: number | null;
  /** Which `weekday` of the month, in place of a `day`. */
  week?: 'first' | 'second' | 'third' | 'fourth' | 'last' | null;
  /** Which day from Monday to Friday of the month, 1 to 20, or -1 for the last, in place of a `day`. */
  working_day?: number | null;
  /** Of a yearly schedule; of a quarterly one 1 to 3, the month of each quarter, the first by default. */
  month?: number | null;
  /** The first day on which it may fire, in its time zone. A fortnightly one counts its weeks from it: by default it is the day on which it fires first. */
  from?: string | null;
  /** The last day on which it may fire. */
  until?: string | null;
  /** Days on which it does not fire, such as holidays. */
  skip?: Array<string>;
  /** What it is compared with. */
  compare?: 'previous' | 'year-before' | 'none';
  /** The files that are made of each report. */
  export?: Array<'pdf' | 'doc' | 'pptx'>;
  /** Who gets each report by e-mail, at most 50 addresses. */
  email?: Array<string>;
  /** The ids of the chat channels that each report is posted to, at most 10. */
  channels?: Array<string>;
  /** How they get it: the files attached, or a link to the web page, each their own. */
  deliver?: 'attachment' | 'link';
  /** With placeholders: `{{project}}`, `{{client}}`, `{{period.current}}`, `{{period.compare}}`, and figures as `{{CONNECTION.METRIC.current}}`, `.compare` or `.change`. The report's title and period where it is null. */
  subject?: string | null;
  /** Plain text above the report, with the same placeholders. */
  message?: string | null;
  /** Whom answers go to. */
  reply_to?: string | null;
  /** In place of the name in `MAIL_FROM`; the address stays. */
  sender_name?: string | null;
  /** Who gets a copy, an e-mail of their own; all see it. */
  cc?: Array<string>;
  /** Who gets a copy that nobody else sees. */
  bcc?: Array<string>;
  /** What single recipients get otherwise than the others. */
  recipient_options?: Array<RecipientOptions>;
  /** Whether each report waits, once it is made, until somebody releases it. */
  approve?: boolean;
  /** The e-mail addresses of the members who may release them; none for all of role editor or more. */
  approvers?: Array<string>;
  /** What a report meets that goes out, all of it: the period has rows, a goal is off course, a figure of the report changed by so much against the compared period. */
  only_if?: Array<IfRows | IfGoalOffCourse | IfChanged>;
  /** Until when a report waits for those connections that have no figures of its last day yet; null for one that is made at once. */
  fresh_by?: FreshBy | null;
  /** How often a report is made. */
  cadence?: 'daily' | 'weekdays' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'yearly';
  /** Local time, HH:MM. */
  at?: string;
  /** IANA time zone of `at`. */
  time_zone?: string;
  /** What each report is about. A period to date is that of the day before, up to that day: on its first day it is the whole one before. */
  period?:
    | 'previous-day'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'last-7-days'
    | 'last-14-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'last-365-days'
    | 'week-to-date'
    | 'month-to-date'
    | 'quarter-to-date'
    | 'year-to-date';
  /** Whether it fires; missed occurrences are not made up for. */
  enabled?: boolean;
}

/** A token of the directory, without its secret. */
export interface ScimToken {
  id: ScimTokenId;
  name: string;
  created_at: Timestamp;
  /** To the minute. */
  last_used_at: Timestamp | null;
}

export interface ScimTokenCreate {
  /** Which directory it is for. */
  name: string;
}

/** Names a token of the directory: the part of it before the dot, which is no secret. */
export type ScimTokenId = string;

/** An app that shows one-time codes. */
export interface SecondFactor {
  id: SecondFactorId;
  created_at: Timestamp;
  /** Null until its first code was sent; it counts for nothing before. */
  confirmed_at: Timestamp | null;
  /** Null until somebody has signed in with it. */
  last_used_at: Timestamp | null;
}

export interface SecondFactorConfirmation {
  /** What the app shows. */
  code: string;
}

/** Names an app that shows one-time codes of a person. */
export type SecondFactorId = string;

export interface SectionChanges {
  added: number;
  removed: number;
  changed: number;
  moved: boolean;
}

export interface SectionDifference {
  /** `same` is one that only stands elsewhere. */
  change: 'added' | 'removed' | 'changed' | 'same';
  moved: boolean;
  type:
    | 'highlights'
    | 'kpis'
    | 'timeseries'
    | 'breakdown'
    | 'heatmap'
    | 'channels'
    | 'funnel'
    | 'goals'
    | 'gallery'
    | 'text'
    | 'image'
    | 'page_break';
  title: string | null;
  /** Its place, from 1; null where it is not there. */
  before: number | null;
  /** Its place, from 1; null where it is not there. */
  after: number | null;
  /** The fields that differ, where it is changed. */
  fields: Array<string>;
}

/** What an account asks of the people who work in it. */
export interface Security {
  /** Whether people of the account need a second factor: a passkey, or a one-time code. Whoever has none yet can only set one up. Tokens are not asked for one. */
  require_second_factor: boolean;
  /** The networks (CIDR) that people of the account may come from; empty for everywhere. From elsewhere its operations answer 403 `network_not_allowed`, while those about the person, and other accounts of theirs, stay open. The address is that of the connection, or as `TRUST_PROXY` of the installation lets proxies name it. Tokens, and operators who look in, are not touched by it. */
  allowed_networks: Array<string>;
  /** After how many minutes without a request a session in this account ends. Null for the 12 hours of the service. */
  session_idle_minutes: number | null;
  /** After how many minutes a session in this account ends, however much it is used. Null for the 14 days of the service. */
  session_longest_minutes: number | null;
}

export interface SecurityUpdate {
  /** Whether people of the account need a second factor: a passkey, or a one-time code. Whoever has none yet can only set one up. Tokens are not asked for one. */
  require_second_factor?: boolean;
  /** The networks (CIDR) that people of the account may come from; empty for everywhere. From elsewhere its operations answer 403 `network_not_allowed`, while those about the person, and other accounts of theirs, stay open. The address is that of the connection, or as `TRUST_PROXY` of the installation lets proxies name it. Tokens, and operators who look in, are not touched by it. A list without the address that you call from is refused. */
  allowed_networks?: Array<string>;
  /** After how many minutes without a request a session in this account ends. Null for the 12 hours of the service. */
  session_idle_minutes?: number | null;
  /** After how many minutes a session in this account ends, however much it is used. Null for the 14 days of the service. */
  session_longest_minutes?: number | null;
}

/** What a sign-in sees in a system. */
export interface SeenResource {
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  grant_id: GrantId;
  /** As the system calls it: a property, an advertising account or a site. */
  id: string;
  /** For people. */
  label: string;
  /** What it and what it belongs to are called, apart. */
  names: Array<string>;
  /** The host that it is about; null where nothing says it. */
  domain: string | null;
  /** The ISO 4217 code of its amounts; null where the list does not tell it. */
  currency: string | null;
  /** The zone of its days; null where the list does not tell it. */
  time_zone: string | null;
  /** The part of the configuration that names it. */
  config: Record<string, unknown>;
}

export interface SeenSystem {
  /** The kind of data system, as `GET /systems` lists them. */
  system: string;
  resources: Array<SeenResource>;
  /** Null for a system that has answered. */
  fault: UnlistedSystem | null;
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
  /** Whether the account requires a second factor that this session lacks: all about it is refused until one is set up. */
  second_factor_required: boolean;
  /** Whether an operator reads in an account that they are no member of. */
  is_looking_in: boolean;
  /** False where the account lets its people in from other networks alone: all that is not about the person then answers 403 `network_not_allowed`. */
  is_network_allowed: boolean;
  /** What the role amounts to in scopes of the public API. */
  scopes: Array<'projects:read' | 'projects:write' | 'reports:read' | 'reports:write'>;
  /** The projects that the membership is limited to; null for all. */
  project_ids: Array<ProjectId> | null;
  /** The tags whose projects it is limited to as well, by name. */
  tags: Array<string>;
  /** All accounts of the person, by name; for a token its own. */
  accounts: Array<OwnAccount>;
  plan: SessionPlan | null;
  /** Null for members limited to projects, and where `is_network_allowed` is false. */
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
  /** Null where the plan has no limit. */
  max_watches: number | null;
}

export interface SessionUser {
  id: UserId;
  email: string;
  name: string;
  /** Whether they are an operator of the installation. */
  is_operator: boolean;
  /** False for whoever came by a link and has not chosen one yet. */
  has_password: boolean;
  /** Whether they can sign in by a passkey. */
  has_passkey: boolean;
  /** Whether an app shows them one-time codes. */
  has_one_time_codes: boolean;
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

/** A guest link to a report or to a page that is always current, without the link. */
export interface Share {
  id: ShareId;
  /** `report` for a link to a report, `live` for one to a page of the project that is always current. */
  kind: 'report' | 'live';
  project_id: ProjectId;
  /** Null for a link of kind `live`. */
  report_id: ReportId | null;
  /** Only an `active` link shows its page. */
  state: 'active' | 'expired' | 'revoked';
  /** Whether guests need a password. */
  has_password: boolean;
  /** Whether guests may download the figures. */
  figures: boolean;
  /** What readers of a page that is always current may choose; null for a link to a report. */
  live: LivePage | null;
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
  /** At most 366 days from now; null for a link that lives until it is revoked. */
  expires_at?: Timestamp | null;
  /** Whether guests may download the figures; not if absent. */
  figures?: boolean;
}

/** A guest link. */
export interface ShareEventData {
  id: ShareId;
  /** `report` for a link to a report, `live` for one to a page of the project that is always current. */
  kind: 'report' | 'live';
  project_id: ProjectId;
  /** Null for a link of kind `live`. */
  report_id: ReportId | null;
  /** Only an `active` link shows its page. */
  state: 'active' | 'expired' | 'revoked';
  /** Whether guests need a password. */
  has_password: boolean;
  /** Whether guests may download the figures. */
  figures: boolean;
  /** What readers of a page that is always current may choose; null for a link to a report. */
  live: LivePage | null;
  created_at: Timestamp;
  /** Null for a link that lives until it is revoked. */
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** How often guests have opened it. */
  view_count: number;
  last_viewed_at: Timestamp | null;
  /** Where the management API tells more; only the path where the installation knows no address of its own. */
  url: string;
}

/** Names a guest link. */
export type ShareId = string;

/** Guests have opened a link: the first view of each hour (UTC). */
export interface ShareViewedEvent {
  type: 'share.viewed';
  timestamp: Timestamp;
  data: ShareEventData;
}

export interface SignIn {
  email: string;
  password: string;
  /** For whoever has a second factor: the code that their app shows, or a recovery code. */
  code?: string;
}

export interface SignOnBegun {
  id: AccountId;
  /** To be opened in the same browser within ten minutes, once. Null when the answer is repeated. */
  url: string | null;
}

export interface SignOnBySaml {
  /** By which the provider knows the account; it is also the audience. */
  entity_id: string;
  /** Where our metadata are, for the provider. */
  metadata_url: string;
  /** Where the provider sends people back to (ACS), by HTTP-POST. */
  answer_url: string;
  /** Where people go to sign in, of the provider's metadata. */
  sign_in_url: string | null;
  /** What the provider signs with: several while it changes its key. None is taken after its end. */
  certificates: Array<SigningCertificate>;
}

export interface SignOnClaim {
  name: string;
  value: string;
}

export interface SignOnIdentity {
  issuer: string;
  email: string;
  linked_at: Timestamp;
  last_used_at: Timestamp | null;
}

/** What the last sign-in of a test came to. */
export interface SignOnTest {
  by: UserId;
  at: Timestamp;
  /** Whether these are the settings that were tested. */
  is_current: boolean;
  /** Why it came to nothing; null where it did not. */
  reason:
    | 'unreachable'
    | 'misconfigured'
    | 'client_refused'
    | 'denied'
    | 'refused'
    | 'invalid_answer'
    | 'unverified_email'
    | 'foreign_email'
    | 'no_role'
    | 'unlinked'
    | 'not_invited'
    | 'not_member'
    | 'disabled'
    | 'operator'
    | 'taken'
    | 'full'
    | 'elsewhere'
    | 'expired'
    | 'used'
    | 'off'
    | 'signed_out'
    | 'invitation_gone'
    | null;
  /** What of an answer by SAML was refused. */
  detail:
    | 'unreadable'
    | 'wrong_shape'
    | 'encrypted'
    | 'unsigned'
    | 'weak_algorithm'
    | 'certificate_expired'
    | 'bad_signature'
    | 'not_successful'
    | 'wrong_issuer'
    | 'wrong_destination'
    | 'wrong_recipient'
    | 'wrong_audience'
    | 'wrong_request'
    | 'not_yet_valid'
    | 'expired'
    | 'no_subject'
    | null;
  /** The role that its claims give. */
  role: 'viewer' | 'editor' | 'admin' | null;
  claims: Array<SignOnClaim>;
}

/** The session that has ended. */
export interface SignedOut {
  id: SessionId;
  /** Of a session that began by single sign-on: to be opened in the same browser within ten minutes, once. It leads on to where the provider ends its own session, if it has such a page. Null for others. */
  provider_url: string | null;
}

export interface SigningCertificate {
  subject: string;
  /** SHA-256, in hexadecimal digits. */
  fingerprint: string;
  valid_from: Timestamp;
  valid_to: Timestamp;
}

/** Of `silence`: for how long nothing may come. */
export interface SilenceRule {
  /** Since the end of the last day that has figures, or the last change that the source tells; 24 unless given. */
  hours: number;
  /** A metric that goes on: the watch tells when its own metric counts nothing while this one does. */
  while: string | null;
}

/** Of `silence`: for how long nothing may come. */
export interface SilenceRuleGiven {
  /** Since the end of the last day that has figures, or the last change that the source tells; 24 unless given. */
  hours?: number;
  /** A metric that goes on: the watch tells when its own metric counts nothing while this one does. */
  while?: string | null;
}

/** How the people of the account sign in by its own provider of OpenID Connect or SAML. */
export interface SingleSignOn {
  id: AccountId;
  /** `optional`: people of the domains may come so. `required`: they come in no other way, owners of the account aside. */
  mode: 'off' | 'optional' | 'required';
  /** Null until there is a provider. */
  protocol: 'oidc' | 'saml' | null;
  /** Of SAML the entity id. Null until there is a provider. */
  issuer: string | null;
  /** Null for SAML. */
  client_id: string | null;
  /** Whether a secret is stored, which is never shown. */
  has_secret: boolean;
  saml: SignOnBySaml;
  /** To be registered with the provider. */
  redirect_url: string;
  /** For logout by back channel and by front channel. */
  logout_url: string;
  /** Of e-mail addresses, as the operator has given them to the account. */
  domains: Array<string>;
  /** The role of whoever the mapping gives none; null refuses them. */
  default_role: 'viewer' | 'editor' | 'admin' | null;
  /** Null where no claim gives roles. */
  mapping: {
    /** The name of a claim; dots lead into objects, such as `realm_access.roles`. */
    claim: string;
    /** The role that each value of the claim gives; of several the highest counts. */
    values: Record<string, unknown>;
  } | null;
  /** Whether a first sign-in makes somebody a member; otherwise they are invited first. */
  creates_users: boolean;
  /** Members of the domains, owners aside, who have not linked their sign-in yet: required locks them out. */
  unlinked_members: number;
  test: SignOnTest | null;
  updated_at: Timestamp | null;
}

export interface SingleSignOnUpdate {
  /** `oidc`: OpenID Connect, the better choice where the directory has both. `saml`: SAML 2.0. */
  protocol?: 'oidc' | 'saml';
  /** Needed for `oidc`. */
  issuer?: string;
  /** Needed for `oidc`. */
  client_id?: string;
  /** Without it the one before stays, as long as the issuer does. */
  client_secret?: string;
  /** The provider's metadata of SAML, as XML. Without it those before stay. */
  metadata?: string;
  /** The role of whoever the mapping gives none; null refuses them. */
  default_role: 'viewer' | 'editor' | 'admin' | null;
  mapping: {
    /** The name of a claim; dots lead into objects, such as `realm_access.roles`. */
    claim: string;
    /** The role that each value of the claim gives; of several the highest counts. */
    values: Record<string, unknown>;
  } | null;
  creates_users: boolean;
  /** `optional`: people of the domains may come so. `required`: they come in no other way, owners of the account aside. */
  mode: 'off' | 'optional' | 'required';
}

export interface SlotDifference {
  /** Its name: sections have `slot:` and this name for `connection_id`, and so have placeholders of texts. */
  slot: string;
  change: 'added' | 'removed' | 'changed';
  /** The fields that differ, where it is changed. */
  fields: Array<string>;
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

export interface Stopped {
  /** For programs, one of `reauth_required`, `resource_missing`, `no_connected_systems`, `tariff_restricted`, `project_archived`, `generation_failed`, `report_not_ready_for_export`, `source_artifact_missing`, `export_generation_failed`, `artifact_unavailable`. */
  reason: string;
  /** What it is about, such as `connection_id` and `system`. */
  details: Record<string, unknown>;
}

export interface StoppedWebhook {
  id: WebhookId;
  url: string;
  /** `gone`: it answered 410. `failing`: nothing but failures for five days. */
  reason: 'gone' | 'failing';
  since: Timestamp;
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

/** What the rows are sorted by, which also decides which of them are shown; by the first metric when absent. Not of a donut. */
export interface TableSort {
  /** The key of a metric or own column that is shown; null or absent for the rows' names. */
  by?: string | null;
  /** Descending when absent, names ascending. Rows without a figure are last. */
  order?: 'descending' | 'ascending';
}

/** A tag of projects, or a folder that projects are in. */
export interface Tag {
  id: TagId;
  kind: TagKind;
  name: string;
  /** How many projects have it, archived ones too. */
  projects: number;
  created_at: Timestamp;
}

/** Names a tag or a folder. */
export type TagId = string;

/** A project has any number of tags and is in one folder at most. */
export type TagKind = 'tag' | 'folder';

export interface TagUpdate {
  /** What it is called from now on. */
  name: string;
}

/** A template with its draft: what is published next. */
export interface Template {
  id: TemplateId;
  name: string;
  /** What it is for. */
  description: string | null;
  /** The revision that projects follow; 0 before the first is published. */
  published: number;
  published_at: Timestamp | null;
  /** Whether the draft is another than what projects follow. */
  has_changes: boolean;
  /** How many projects follow it. */
  projects: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The places for connections. */
  slots: Array<TemplateSlot>;
  settings: TemplateSettings;
  reports: TemplateReports | null;
  /** Of a project that follows it, made since it was published: how its reports look. Null for none. */
  newest_report: ReportOfTemplate | null;
}

/** How a revision of a template differs from a later one, or the draft. */
export interface TemplateComparison {
  template_id: TemplateId;
  /** The earlier one. */
  revision: number;
  /** The later one; null for the draft. */
  with: number | null;
  /** The sections that differ, in the order of the later one. */
  sections: Array<SectionDifference>;
  /** The slots that differ. */
  slots: Array<SlotDifference>;
  /** What else differs; `sections` where one of both has the automatic layout. */
  fields: Array<string>;
}

export interface TemplateCreate {
  /** What the template is called, once in an account. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** The places for connections. */
  slots?: Array<TemplateSlot>;
  settings?: TemplateSettings;
  reports?: TemplateReports | null;
  /** In place of `slots` and `settings`: those of this project, with a slot for each connection that its sections name. */
  project_id?: string;
  /** In place of `slots` and `settings`: the id of a template that comes with the service. */
  library?: string;
}

export interface TemplateFigure {
  connection_id: string;
  metric: string;
}

/** A template as a file, with its pictures, for other accounts and installations. */
export interface TemplateFile {
  format: 'report-service-template-1';
  /** What the template is called, once in an account. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** The places for connections. */
  slots?: Array<TemplateSlot>;
  settings?: TemplateSettings;
  reports?: TemplateReports | null;
}

/** Names a template. */
export type TemplateId = string;

/** How the reports of projects that follow are made, where they do not say it themselves. */
export interface TemplateReports {
  /** The language of the reports of projects that have not said one of their own. */
  locale?: string | null;
  /** What a report is about. */
  period?:
    | 'previous-day'
    | 'previous-week'
    | 'previous-month'
    | 'previous-quarter'
    | 'previous-year'
    | 'last-7-days'
    | 'last-14-days'
    | 'last-28-days'
    | 'last-30-days'
    | 'last-90-days'
    | 'last-365-days'
    | 'week-to-date'
    | 'month-to-date'
    | 'quarter-to-date'
    | 'year-to-date'
    | null;
  /** What it is compared with. */
  compare?: 'previous' | 'year-before' | 'none' | null;
  schedule?: SchedulePattern | null;
}

/** What projects followed from that moment on. */
export interface TemplateRevision {
  template_id: TemplateId;
  number: number;
  /** Who published it: an actor of the log of changes. */
  published_by: string;
  /** What that user or token is called; null for others, and for who is gone. */
  published_by_name: string | null;
  published_at: Timestamp;
  /** The places for connections. */
  slots: Array<TemplateSlot>;
  settings: TemplateSettings;
  reports: TemplateReports | null;
}

export interface TemplateRevisionSummary {
  template_id: TemplateId;
  number: number;
  /** Who published it: an actor of the log of changes. */
  published_by: string;
  /** What that user or token is called; null for others, and for who is gone. */
  published_by_name: string | null;
  published_at: Timestamp;
}

/** What projects have for settings that follow the template. */
export interface TemplateSettings {
  title?: string | null;
  /** As in settings of projects, with slots for connections; null for the automatic layout. */
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
  /** As in settings of projects, with slots for connections. */
  goals?: Array<Goal> | null;
  on_failure?: 'block' | 'omit' | null;
  brand?: BrandInput | null;
  /** Figures that the portfolio shows of projects that follow it, in place of the account's choice. */
  portfolio?: Array<TemplateFigure> | null;
}

/** A place for a connection, which each project fills with one of its own. */
export interface TemplateSlot {
  /** Its name: sections have `slot:` and this name for `connection_id`, and so have placeholders of texts. */
  slot: string;
  /** The systems that it takes: a connection of the project of one of them fills it. */
  systems: Array<string>;
  /** Whether reports fail without it. Otherwise its sections are left out; so if absent. */
  required?: boolean;
  /** What systems call the metrics and dimensions of the sections, where it is another name. */
  names?: Record<string, Record<string, string>>;
}

export interface TemplateSummary {
  id: TemplateId;
  name: string;
  /** What it is for. */
  description: string | null;
  /** The revision that projects follow; 0 before the first is published. */
  published: number;
  published_at: Timestamp | null;
  /** Whether the draft is another than what projects follow. */
  has_changes: boolean;
  /** How many projects follow it. */
  projects: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Only the fields to change; `slots`, `settings` and `reports` are replaced whole. */
export interface TemplateUpdate {
  /** What the template is called, once in an account. */
  name?: string;
  /** What it is for. */
  description?: string | null;
  /** The places for connections. */
  slots?: Array<TemplateSlot>;
  settings?: TemplateSettings;
  reports?: TemplateReports | null;
  /** In place of `slots` and `settings`: those of this project, with a slot for each connection that its sections name. */
  project_id?: string;
}

/** The webhook itself. */
export interface TestEventData {
  id: WebhookId;
  /** Where the management API tells more; only the path where the installation knows no address of its own. */
  url: string;
}

export interface TextSection {
  type: 'text';
  /** Heading of the section; null or absent for the standard one. */
  title?: string | null;
  /** CommonMark with tables, at most 20,000 code points. `{{con_….metric.current}}`, `.compare` and `.change` stand for figures, `{{period.current}}` and `{{period.compare}}` for the periods. */
  markdown: string;
}

/** Of `threshold`: a value that must not be passed. */
export interface ThresholdRule {
  /** Whether values above or below it are told. */
  direction: 'above' | 'below';
  /** In the unit of the metric: a percentage as a ratio, a duration in seconds, money in its currency. */
  value: number;
  /** A day, or the days from Monday or the first of the month to it; `day` unless given. */
  span: 'day' | 'week' | 'month';
}

/** Of `threshold`: a value that must not be passed. */
export interface ThresholdRuleGiven {
  /** Whether values above or below it are told. */
  direction?: 'above' | 'below';
  /** In the unit of the metric: a percentage as a ratio, a duration in seconds, money in its currency. */
  value?: number;
  /** A day, or the days from Monday or the first of the month to it; `day` unless given. */
  span?: 'day' | 'week' | 'month';
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

export interface UnlistedSystem {
  /** For programs. */
  rule: string;
  /** Why nothing is listed, and what to do about it. */
  message: string;
}

export interface UnsentMail {
  /** An e-mail address, or the name of a chat channel. */
  recipient: string;
  /** Why, for programs; null where that is not known. */
  reason:
    | 'no_mail_server'
    | 'stopped'
    | 'link_revoked'
    | 'too_large'
    | 'file_lost'
    | 'report_lost'
    | 'unknown'
    | 'unwanted'
    | 'render'
    | 'bounced'
    | 'channel_gone'
    | 'channel_removed'
    | 'chat_refused'
    | 'chat_busy'
    | 'chat_fault'
    | 'chat_unreachable'
    | 'chat_silent'
    | 'timeout'
    | 'unreachable'
    | 'sign_in_refused'
    | 'encryption'
    | 'address_refused'
    | 'mail_refused'
    | 'mail_server'
    | null;
  /** The same in English, with what the mail server or chat answered. */
  message: string | null;
}

/** Of `unusual`: what the metric does not usually do. */
export interface UnusualRule {
  /** How soon; `normal` unless given. */
  sensitivity: 'low' | 'normal' | 'high';
  /** Which way; `either` unless given. */
  direction: 'above' | 'below' | 'either';
}

/** Of `unusual`: what the metric does not usually do. */
export interface UnusualRuleGiven {
  /** How soon; `normal` unless given. */
  sensitivity?: 'low' | 'normal' | 'high';
  /** Which way; `either` unless given. */
  direction?: 'above' | 'below' | 'either';
}

/** An address that the account sends nothing to, whatever its schedules say. */
export interface UnwantedAddress {
  address: string;
  /** Whether its owner unsubscribed, somebody removed it everywhere, or a mail server said that there is no such address. */
  reason: 'unsubscribed' | 'removed' | 'refused';
  created_at: Timestamp;
}

export interface UnwantedAddressRemoval {
  address: string;
}

/** A file of the account that its `file` connections read. */
export interface Upload {
  id: UploadId;
  /** The name of the file, without folders. */
  name: string;
  /** What a `file` connection takes as its `path` to read the file. */
  path: string;
  /** What the file is, found in its content. */
  format: 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet' | 'arrow' | 'xlsx';
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

export interface WaitingReport {
  project_id: ProjectId;
  /** The project's name. */
  project_name: string;
  run_id: ScheduleRunId;
  schedule_id: ScheduleId;
  report_id: ReportId | null;
  /** To how many addresses and chat channels it goes. */
  recipients: number;
  /** Whether the caller may release or reject it. */
  may_decide: boolean;
  waits_since: Timestamp;
}

/** What somebody wants to be told of. */
export interface Watch {
  id: WatchId;
  /** What it is called in messages; made from what it looks for if empty. */
  name: string;
  kind: 'threshold' | 'change' | 'goal' | 'silence' | 'unusual';
  /** Null for that of a template. */
  project_id: ProjectId | null;
  /** The project's name. */
  project_name: string | null;
  template_id: TemplateId | null;
  template_name: string | null;
  connection_id: ConnectionId | null;
  connection_name: string | null;
  slot: string | null;
  metric: string | null;
  dimension: WatchedValue | null;
  threshold: ThresholdRule | null;
  change: ChangeRule | null;
  goal: GoalRule | null;
  silence: SilenceRule | null;
  unusual: UnusualRule | null;
  people: Array<UserId>;
  channels: Array<ChatChannelId>;
  /** Whether it is judged. */
  enabled: boolean;
  /** `waiting`: not judged yet; `not_enough`: too few days; `problem`: it cannot be judged. Of a template the one that most needs somebody. */
  state: 'waiting' | 'calm' | 'alerting' | 'not_enough' | 'problem';
  /** How many connections it is judged for. */
  connections: number;
  /** For how many of them it has an open incident. */
  alerting: number;
  /** For how many of them it cannot be judged. */
  problems: number;
  /** Why it cannot be judged; of a template for the first of its projects. */
  problem: WatchProblem | null;
  /** Null before the first day, and for that of a template. */
  judged: WatchJudged | null;
  judged_at: Timestamp | null;
  /** The open incident that it is part of. */
  incident_id: IncidentId | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Of a project with one of its connections, or of a template with one of its slots. */
export interface WatchCreate {
  /** The project; or `template_id`. */
  project_id?: string;
  /** One of the project's connections. */
  connection_id?: string;
  /** A template, for all projects that follow it, now and later. */
  template_id?: string;
  /** One of the template's slots, in place of a connection. */
  slot?: string;
  /** What it looks for. */
  kind: 'threshold' | 'change' | 'goal' | 'silence' | 'unusual';
  /** What it is called in messages; made from what it looks for if empty. */
  name?: string;
  /** Needed but for `silence` of the connection as a whole. */
  metric?: string | null;
  /** Not of `goal`, nor of `silence` of the connection as a whole. */
  dimension?: WatchedValue | null;
  threshold?: ThresholdRuleGiven;
  change?: ChangeRuleGiven;
  goal?: GoalRuleGiven;
  silence?: SilenceRuleGiven;
  unusual?: UnusualRuleGiven;
  /** The members who get an e-mail, by id; whoever no longer sees the project gets none. */
  people?: Array<string>;
  /** The chat channels that get a message. */
  channels?: Array<string>;
  /** Whether it is judged. */
  enabled?: boolean;
}

/** Names a watch: what somebody wants to be told of. */
export type WatchId = string;

/** What was found on the last day. */
export interface WatchJudged {
  /** The day, which was over. */
  day: string;
  /** Null where there was none. */
  value: number | null;
  /** What it is held against: a limit, what was before, a goal, what is usual. */
  expected: number | null;
  /** Of `unusual`: where the usual range begins. */
  low: number | null;
  /** And where it ends. */
  high: number | null;
  /** How far the value is from what is expected, as a part of that; null where that is zero. */
  ratio: number | null;
}

export interface WatchProblem {
  /** For programs. */
  code: string;
  message: string;
}

/** What a watch would have told in the last 180 days. */
export interface WatchTrial {
  /** The first day that was tried. */
  from: string;
  /** The last one, which was over. */
  to: string;
  /** Whether it is fewer days than 180, since the source did not tell more of a value of a dimension in time. */
  is_cut: boolean;
  /** How often it would have told you. */
  times: number;
  /** On how many of the days it could be judged. */
  judged_days: number;
  /** How many days it needs, where there are too few. */
  needed_days: number | null;
  /** The newest first. */
  openings: Array<WatchTrialOpening>;
  /** What was judged on each day, for a chart; the oldest first. */
  days: Array<WatchTrialDay>;
  /** The metric's label. */
  label: string | null;
  unit: 'count' | 'currency' | 'percent' | 'duration' | 'number' | null;
  /** ISO 4217; null for what is no amount. */
  currency: string | null;
}

export interface WatchTrialAsked {
  /** The project; or `template_id`. */
  project_id?: string;
  /** One of the project's connections. */
  connection_id?: string;
  /** What it looks for. */
  kind: 'threshold' | 'change' | 'goal' | 'silence' | 'unusual';
  /** What it is called in messages; made from what it looks for if empty. */
  name?: string;
  /** Needed but for `silence` of the connection as a whole. */
  metric?: string | null;
  /** Not of `goal`, nor of `silence` of the connection as a whole. */
  dimension?: WatchedValue | null;
  threshold?: ThresholdRuleGiven;
  change?: ChangeRuleGiven;
  goal?: GoalRuleGiven;
  silence?: SilenceRuleGiven;
  unusual?: UnusualRuleGiven;
  /** Of the texts; English unless given. */
  language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'pl' | 'ru' | 'uk' | 'ar' | 'ja';
}

export interface WatchTrialDay {
  /** The day. */
  day: string;
  /** Null where there was none. */
  value: number | null;
  /** What it is held against: a limit, what was before, a goal, what is usual. */
  expected: number | null;
  /** Of `unusual`: where the usual range begins. */
  low: number | null;
  /** And where it ends. */
  high: number | null;
  is_alerting: boolean;
}

export interface WatchTrialOpening {
  /** The day that would have opened it. */
  opened_on: string;
  /** Null for one that is still open. */
  closed_on: string | null;
  /** What was found: the kind, the measure of a goal, a signal of ads, or `counts_nothing`. */
  finding: string;
  /** Null where there is no side to be on. */
  direction: 'above' | 'below' | null;
  /** Null where there was none. */
  value: number | null;
  /** What it is held against: a limit, what was before, a goal, what is usual. */
  expected: number | null;
  /** Of `unusual`: where the usual range begins. */
  low: number | null;
  /** And where it ends. */
  high: number | null;
  /** How far the value is from what is expected, as a part of that; null where that is zero. */
  ratio: number | null;
  /** The same in words, in the `language` that is asked for. */
  text: string;
}

export interface WatchUpdate {
  /** What it is called in messages; made from what it looks for if empty. */
  name?: string;
  /** Needed but for `silence` of the connection as a whole. */
  metric?: string | null;
  /** Not of `goal`, nor of `silence` of the connection as a whole. */
  dimension?: WatchedValue | null;
  threshold?: ThresholdRuleGiven;
  change?: ChangeRuleGiven;
  goal?: GoalRuleGiven;
  silence?: SilenceRuleGiven;
  unusual?: UnusualRuleGiven;
  /** The members who get an e-mail, by id; whoever no longer sees the project gets none. */
  people?: Array<string>;
  /** The chat channels that get a message. */
  channels?: Array<string>;
  /** Whether it is judged. */
  enabled?: boolean;
}

/** One value of a dimension, in place of the metric as a whole. */
export interface WatchedValue {
  /** Key of one of the connection's dimensions. */
  key: string;
  /** Null for rows without one. */
  value: string | null;
}

export interface WayToCount {
  /** `total` adds the values up, `ratio` divides the sums of two other columns, `mean` and `weighted_mean` are of the rows, `at_end` is the total of the last day, `daily_mean` the mean of the totals of the days. */
  counted: 'total' | 'ratio' | 'mean' | 'weighted_mean' | 'at_end' | 'daily_mean';
  /** The other columns that it needs: numerator and denominator, or the weight. */
  of: Array<string>;
  /** Over the whole source; null where it has none. */
  total: number | null;
  metric: CountedMetric;
}

/** An address to which events are sent, without its secret. */
export interface Webhook {
  id: WebhookId;
  /** Where events are sent: https, and http only within the networks that the operator allows. Redirects are not followed. */
  url: string;
  /** What it is for, in your words. */
  description: string | null;
  /** What it is told of. */
  events: Array<
    | 'generation_job.completed'
    | 'generation_job.blocked'
    | 'generation_job.failed'
    | 'export_job.completed'
    | 'export_job.blocked'
    | 'export_job.failed'
    | 'report.released'
    | 'report.rejected'
    | 'connection.reauth_required'
    | 'connection.restored'
    | 'share.viewed'
    | 'delivery.sent'
    | 'delivery.failed'
    | 'alert.opened'
    | 'alert.closed'
  >;
  /** Only what belongs to these projects; null for all. */
  project_ids: Array<ProjectId> | null;
  /** The date of the shapes that it gets. */
  version: string;
  /** How messages are signed: `v1` by HMAC-SHA256 with a shared secret, `v1a` by Ed25519. */
  signing: 'v1' | 'v1a';
  /** What verifies the signatures of `v1a`; null for `v1`. */
  public_key: string | null;
  /** Of the private networks it reaches what the account is granted if a customer made it. */
  made_by: 'operator' | 'customer';
  /** Whether it is told of anything. */
  enabled: boolean;
  /** Why it is off: `by_hand`, `gone` (it answered 410), or `failing` (nothing but failures for five days). */
  off_reason: 'by_hand' | 'gone' | 'failing' | null;
  off_since: Timestamp | null;
  /** Failed attempts since the last good one. */
  failures: number;
  failing_since: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WebhookAttempt {
  number: number;
  started_at: Timestamp;
  duration_ms: number;
  /** Null where there was no answer. */
  http_status: number | null;
  /** For people; null where it succeeded. */
  failure: string | null;
  /** The first 2 kB of the answer. */
  answer: string | null;
}

export interface WebhookCreate {
  /** Where events are sent: https, and http only within the networks that the operator allows. Redirects are not followed. */
  url: string;
  /** What it is told of. */
  events: Array<
    | 'generation_job.completed'
    | 'generation_job.blocked'
    | 'generation_job.failed'
    | 'export_job.completed'
    | 'export_job.blocked'
    | 'export_job.failed'
    | 'report.released'
    | 'report.rejected'
    | 'connection.reauth_required'
    | 'connection.restored'
    | 'share.viewed'
    | 'delivery.sent'
    | 'delivery.failed'
    | 'alert.opened'
    | 'alert.closed'
  >;
  /** What it is for, in your words. */
  description?: string | null;
  /** Only what belongs to these projects; null for all. */
  project_ids?: Array<ProjectId> | null;
  /** The date of the shapes that it gets. */
  version?: '2026-11-25';
  /** How messages are signed: `v1` by HMAC-SHA256 with a shared secret, `v1a` by Ed25519. */
  signing?: 'v1' | 'v1a';
  /** A secret that you have already: `whsec_` and the base64 of 24 to 64 bytes. Made if absent. */
  secret?: string;
}

/** One event for one webhook. */
export interface WebhookDelivery {
  id: WebhookDeliveryId;
  webhook_id: WebhookId;
  event_id: EventId;
  /** What it tells of. */
  type:
    | 'generation_job.completed'
    | 'generation_job.blocked'
    | 'generation_job.failed'
    | 'export_job.completed'
    | 'export_job.blocked'
    | 'export_job.failed'
    | 'report.released'
    | 'report.rejected'
    | 'connection.reauth_required'
    | 'connection.restored'
    | 'share.viewed'
    | 'delivery.sent'
    | 'delivery.failed'
    | 'alert.opened'
    | 'alert.closed'
    | 'webhook.test';
  /** `pending`: it is sent, or sent again later. `failed`: it is given up. */
  status: 'pending' | 'delivered' | 'failed';
  attempts_made: number;
  /** Null once it has ended. */
  next_attempt_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** One event for one webhook, with the attempts to send it. */
export interface WebhookDeliveryDetails {
  id: WebhookDeliveryId;
  webhook_id: WebhookId;
  event_id: EventId;
  /** What it tells of. */
  type:
    | 'generation_job.completed'
    | 'generation_job.blocked'
    | 'generation_job.failed'
    | 'export_job.completed'
    | 'export_job.blocked'
    | 'export_job.failed'
    | 'report.released'
    | 'report.rejected'
    | 'connection.reauth_required'
    | 'connection.restored'
    | 'share.viewed'
    | 'delivery.sent'
    | 'delivery.failed'
    | 'alert.opened'
    | 'alert.closed'
    | 'webhook.test';
  /** `pending`: it is sent, or sent again later. `failed`: it is given up. */
  status: 'pending' | 'delivered' | 'failed';
  attempts_made: number;
  /** Null once it has ended. */
  next_attempt_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The latest first. */
  attempts: Array<WebhookAttempt>;
}

/** Names one event for one address. */
export type WebhookDeliveryId = string;

/** Names an address to which events are sent. */
export type WebhookId = string;

export interface WebhookResend {
  /** Only events since then, within the last 30 days (UTC). */
  since: string;
  /** `failed`: what was given up. `missed`: also what was never sent, such as while it was off. */
  which: 'failed' | 'missed';
}

export interface WebhookResent {
  /** How many are sent now. */
  resent: number;
  /** Whether these are all. One request sends at most 10000: ask again for the rest. */
  is_all: boolean;
}

/** Somebody has asked for a test. */
export interface WebhookTestEvent {
  type: 'webhook.test';
  timestamp: Timestamp;
  data: TestEventData;
}

export interface WebhookUpdate {
  /** Where events are sent: https, and http only within the networks that the operator allows. Redirects are not followed. */
  url?: string;
  /** What it is told of. */
  events?: Array<
    | 'generation_job.completed'
    | 'generation_job.blocked'
    | 'generation_job.failed'
    | 'export_job.completed'
    | 'export_job.blocked'
    | 'export_job.failed'
    | 'report.released'
    | 'report.rejected'
    | 'connection.reauth_required'
    | 'connection.restored'
    | 'share.viewed'
    | 'delivery.sent'
    | 'delivery.failed'
    | 'alert.opened'
    | 'alert.closed'
  >;
  /** What it is for, in your words. */
  description?: string | null;
  /** Only what belongs to these projects; null for all. */
  project_ids?: Array<ProjectId> | null;
  /** Whether it is told of anything. */
  enabled?: boolean;
}

/** A message to a webhook; its `type` says which. */
export type WebhookEvent =
  | GenerationJobCompletedEvent
  | GenerationJobBlockedEvent
  | GenerationJobFailedEvent
  | ExportJobCompletedEvent
  | ExportJobBlockedEvent
  | ExportJobFailedEvent
  | ReportReleasedEvent
  | ReportRejectedEvent
  | ConnectionReauthRequiredEvent
  | ConnectionRestoredEvent
  | ShareViewedEvent
  | DeliverySentEvent
  | DeliveryFailedEvent
  | AlertOpenedEvent
  | AlertClosedEvent
  | WebhookTestEvent;

/** All that a webhook can be told of. */
export const webhookEventTypes = [
  'generation_job.completed',
  'generation_job.blocked',
  'generation_job.failed',
  'export_job.completed',
  'export_job.blocked',
  'export_job.failed',
  'report.released',
  'report.rejected',
  'connection.reauth_required',
  'connection.restored',
  'share.viewed',
  'delivery.sent',
  'delivery.failed',
  'alert.opened',
  'alert.closed',
] as const;

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
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
        /** Only projects whose name or client has all of these words, in any case and with or without accents. */
        q?: string;
        /** Only projects that follow this template. */
        template_id?: string;
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
  /** List your apps with one-time codes. */
  listSecondFactors: {
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
      items: Array<SecondFactor>;
    };
  };
  /** Begin to set up an app with one-time codes. */
  beginSecondFactor: {
    input: {
      body?: Nothing;
    };
    data: NewSecondFactor;
  };
  /** Confirm an app with one-time codes. */
  confirmSecondFactor: {
    input: {
      second_factor_id: string;
      body: SecondFactorConfirmation;
    };
    data: ConfirmedSecondFactor;
  };
  /** Remove your app with one-time codes. */
  removeSecondFactor: {
    input: {
      second_factor_id: string;
    };
    data: SecondFactor;
  };
  /** Read how many recovery codes you have left. */
  getRecoveryCodes: { input: Record<never, never>; data: RecoveryCodeCount };
  /** Make new recovery codes. */
  createRecoveryCodes: {
    input: {
      body?: Nothing;
    };
    data: NewRecoveryCodes;
  };
  /** List your passkeys. */
  listPasskeys: {
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
      items: Array<Passkey>;
    };
  };
  /** Add a passkey. */
  createPasskey: {
    input: {
      body: PasskeyCreate;
    };
    data: NewPasskey;
  };
  /** Prepare a passkey. */
  preparePasskey: {
    input: {
      body?: Nothing;
    };
    data: PasskeyOptions;
  };
  /** Rename a passkey. */
  updatePasskey: {
    input: {
      passkey_id: string;
      body: PasskeyUpdate;
    };
    data: Passkey;
  };
  /** Remove a passkey. */
  removePasskey: {
    input: {
      passkey_id: string;
    };
    data: Passkey;
  };
  /** Prepare a sign-in by a passkey. */
  preparePasskeySignIn: {
    input: {
      body?: Nothing;
    };
    data: PasskeyOptions;
  };
  /** Sign in by a passkey. */
  signInByPasskey: {
    input: {
      body: PasskeySignIn;
    };
    data: Session;
  };
  /** Download what is stored about you. */
  exportProfile: { input: Record<never, never>; data: PersonalExport };
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
  /** Read single sign-on. */
  getSingleSignOn: { input: Record<never, never>; data: SingleSignOn };
  /** Set single sign-on. */
  setSingleSignOn: {
    input: {
      body: SingleSignOnUpdate;
    };
    data: SingleSignOn;
  };
  /** Remove single sign-on. */
  removeSingleSignOn: { input: Record<never, never>; data: SingleSignOn };
  /** Test single sign-on. */
  testSingleSignOn: {
    input: {
      body?: Record<string, never>;
    };
    data: SignOnBegun;
  };
  /** Read your own single sign-on. */
  getOwnSignOn: { input: Record<never, never>; data: OwnSignOn };
  /** Link your sign-in at the provider. */
  linkSignOn: {
    input: {
      body?: Record<string, never>;
    };
    data: SignOnBegun;
  };
  /** Unlink your sign-in at the provider. */
  unlinkSignOn: { input: Record<never, never>; data: OwnSignOn };
  /** Sign in again by the provider. */
  confirmSignOn: {
    input: {
      body?: Record<string, never>;
    };
    data: SignOnBegun;
  };
  /** Read what the directory is for. */
  getDirectory: { input: Record<never, never>; data: Directory };
  /** Decide what people of the directory may do. */
  updateDirectory: {
    input: {
      body: DirectoryUpdate;
    };
    data: Directory;
  };
  /** List the groups of the directory. */
  listDirectoryGroups: {
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
      };
    };
    data: {
      items: Array<DirectoryGroup>;
    };
  };
  /** Read a group of the directory. */
  getDirectoryGroup: {
    input: {
      directory_group_id: string;
    };
    data: DirectoryGroup;
  };
  /** Decide what a group of the directory gives. */
  updateDirectoryGroup: {
    input: {
      directory_group_id: string;
      body: DirectoryGroupUpdate;
    };
    data: DirectoryGroup;
  };
  /** List the tokens of the directory. */
  listScimTokens: {
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
      items: Array<ScimToken>;
    };
  };
  /** Make a token for the directory. */
  createScimToken: {
    input: {
      body: ScimTokenCreate;
    };
    data: NewScimToken;
  };
  /** Revoke a token of the directory. */
  revokeScimToken: {
    input: {
      credential_id: string;
    };
    data: ScimToken;
  };
  /** Read the security of the account. */
  getSecurity: { input: Record<never, never>; data: Security };
  /** Change the security of the account. */
  updateSecurity: {
    input: {
      body: SecurityUpdate;
    };
    data: Security;
  };
  /** Read how long reports are kept. */
  getRetention: { input: Record<never, never>; data: Retention };
  /** Choose how long reports are kept. */
  updateRetention: {
    input: {
      body: RetentionUpdate;
    };
    data: Retention;
  };
  /** Count what would be deleted. */
  previewRetention: {
    input: {
      query?: {
        /** Months to try; those that were chosen last unless given. */
        keep_reports_months?: number;
      };
    };
    data: RetentionPreview;
  };
  /** List legal holds. */
  listLegalHolds: {
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
      items: Array<LegalHold>;
    };
  };
  /** Set a legal hold. */
  setLegalHold: {
    input: {
      body: LegalHoldCreate;
    };
    data: LegalHold;
  };
  /** End a legal hold. */
  endLegalHold: {
    input: {
      legal_hold_id: string;
    };
    data: LegalHold;
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
        /** Only accounts whose name, or a domain of whose single sign-on, contains this. */
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
  /** Create a plan. */
  createPlan: {
    input: {
      body: AdminPlanCreate;
    };
    data: AdminPlan;
  };
  /** Read a plan. */
  getPlan: {
    input: {
      plan: string;
    };
    data: AdminPlan;
  };
  /** Change a plan. */
  updatePlan: {
    input: {
      plan: string;
      body: AdminPlanUpdate;
    };
    data: AdminPlan;
  };
  /** Remove a plan. */
  removePlan: {
    input: {
      plan: string;
    };
    data: AdminPlan;
  };
  /** List the clients of sign-ins. */
  listOAuthClients: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'vendor';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<OAuthClient>;
    };
  };
  /** Set the client of sign-ins at a vendor. */
  setOAuthClient: {
    input: {
      body: OAuthClientSet;
    };
    data: OAuthClient;
  };
  /** Remove the client of sign-ins at a vendor. */
  removeOAuthClient: {
    input: {
      vendor: string;
    };
    data: OAuthClient;
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
  getOverview: {
    input: {
      query?: {
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
        /** Of the texts; English unless given. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'pl' | 'ru' | 'uk' | 'ar' | 'ja';
      };
    };
    data: Overview;
  };
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
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
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
  /** List tags and folders. */
  listTags: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'name' | 'projects';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only tags, or only folders. */
        kind?: 'tag' | 'folder';
      };
    };
    data: {
      items: Array<Tag>;
    };
  };
  /** Rename a tag or folder. */
  updateTag: {
    input: {
      tag_id: string;
      body: TagUpdate;
    };
    data: Tag;
  };
  /** Remove a tag or folder. */
  removeTag: {
    input: {
      tag_id: string;
    };
    data: Tag;
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
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
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
  /** List the metrics and dimensions of a system. */
  getSystemCatalog: {
    input: {
      query?: {
        /** The kind of data system, as `GET /systems` lists them. */
        system?: string;
        /** The language of labels, such as `de`. */
        locale?: string;
      };
    };
    data: ConnectionCatalog;
  };
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
  /** List what a sign-in sees. */
  listGrantResources: {
    input: {
      grant_id: string;
      query?: {
        /** Only what it sees in this system. */
        system?: string;
      };
    };
    data: GrantResources;
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
  /** Look at the rows of a connection anew. */
  proposeForConnection: {
    input: {
      connection_id: string;
    };
    data: ConnectionProposal;
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
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
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
  /** List all deliveries. */
  listDeliveries: {
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
        /** Only those to this address or channel name, in any case. */
        recipient?: string;
        /** Only those of this schedule. */
        schedule_id?: string;
        /** `unknown`: the mail server or chat had all of it and did not answer, so it may have arrived and is not sent again by itself; `skipped`: its recipient is on the list of those who get none. */
        state?: 'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'skipped';
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
      };
    };
    data: {
      items: Array<Delivery>;
    };
  };
  /** Read a delivery. */
  getDelivery: {
    input: {
      delivery_id: string;
    };
    data: Delivery;
  };
  /** Send an e-mail or message again. */
  sendDelivery: {
    input: {
      delivery_id: string;
      body?: Record<string, never>;
    };
    data: Delivery;
  };
  /** Read what the installation can mail. */
  getMailing: { input: Record<never, never>; data: Mailing };
  /** List the addresses that get no e-mail. */
  listUnwantedAddresses: {
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
      items: Array<UnwantedAddress>;
    };
  };
  /** Let an address get e-mail again. */
  removeUnwantedAddress: {
    input: {
      body: UnwantedAddressRemoval;
    };
    data: UnwantedAddress;
  };
  /** Tell whether a report waits to be released. */
  getReportApproval: {
    input: {
      report_id: string;
    };
    data: ReportApproval;
  };
  /** Release a report that waits. */
  releaseScheduleRun: {
    input: {
      run_id: string;
      body?: Record<string, never>;
    };
    data: ScheduleRun;
  };
  /** Reject a report that waits. */
  rejectScheduleRun: {
    input: {
      run_id: string;
      body: RunRejection;
    };
    data: ScheduleRun;
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
        /** Only those of this kind. */
        kind?: 'report' | 'live';
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
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
        /** Only those of this kind. */
        kind?: 'report' | 'live';
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
  /** List the guest links of a project. */
  listProjectShares: {
    input: {
      project_id: string;
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
        /** Only those of this kind. */
        kind?: 'report' | 'live';
      };
    };
    data: {
      items: Array<Share>;
    };
  };
  /** Share a page that is always current. */
  createLiveShare: {
    input: {
      project_id: string;
      body: LiveShareCreate;
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
  /** Change what readers may choose. */
  updateShare: {
    input: {
      share_id: string;
      body: LiveShareChanges;
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
  /** List chat channels. */
  listChatChannels: {
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
      items: Array<ChatChannel>;
    };
  };
  /** Add a chat channel. */
  createChatChannel: {
    input: {
      body: ChatChannelCreate;
    };
    data: ChatChannel;
  };
  /** Read a chat channel. */
  getChatChannel: {
    input: {
      channel_id: string;
    };
    data: ChatChannel;
  };
  /** Change a chat channel. */
  updateChatChannel: {
    input: {
      channel_id: string;
      body: ChatChannelUpdate;
    };
    data: ChatChannel;
  };
  /** Remove a chat channel. */
  removeChatChannel: {
    input: {
      channel_id: string;
    };
    data: RemovedChatChannel;
  };
  /** Post a test to a chat channel. */
  testChatChannel: {
    input: {
      channel_id: string;
      body?: ChatChannelTest;
    };
    data: ChatChannelTested;
  };
  /** List webhooks. */
  listWebhooks: {
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
      items: Array<Webhook>;
    };
  };
  /** Add a webhook. */
  createWebhook: {
    input: {
      body: WebhookCreate;
    };
    data: NewWebhook;
  };
  /** Read a webhook. */
  getWebhook: {
    input: {
      webhook_id: string;
    };
    data: Webhook;
  };
  /** Change a webhook. */
  updateWebhook: {
    input: {
      webhook_id: string;
      body: WebhookUpdate;
    };
    data: Webhook;
  };
  /** Remove a webhook. */
  removeWebhook: {
    input: {
      webhook_id: string;
    };
    data: Webhook;
  };
  /** Give a webhook a new secret. */
  rotateWebhookSecret: {
    input: {
      webhook_id: string;
      body?: Record<string, never>;
    };
    data: NewWebhook;
  };
  /** Send a test to a webhook. */
  testWebhook: {
    input: {
      webhook_id: string;
      body?: Record<string, never>;
    };
    data: WebhookDeliveryDetails;
  };
  /** Send again what a webhook has not got. */
  resendWebhook: {
    input: {
      webhook_id: string;
      body: WebhookResend;
    };
    data: WebhookResent;
  };
  /** List the deliveries of a webhook. */
  listWebhookDeliveries: {
    input: {
      webhook_id: string;
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'created_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those in this status. */
        status?: 'pending' | 'delivered' | 'failed';
        /** Only those that tell of this. */
        type?:
          | 'generation_job.completed'
          | 'generation_job.blocked'
          | 'generation_job.failed'
          | 'export_job.completed'
          | 'export_job.blocked'
          | 'export_job.failed'
          | 'report.released'
          | 'report.rejected'
          | 'connection.reauth_required'
          | 'connection.restored'
          | 'share.viewed'
          | 'delivery.sent'
          | 'delivery.failed'
          | 'alert.opened'
          | 'alert.closed'
          | 'webhook.test';
      };
    };
    data: {
      items: Array<WebhookDelivery>;
    };
  };
  /** Read a delivery. */
  getWebhookDelivery: {
    input: {
      webhook_id: string;
      webhook_delivery_id: string;
    };
    data: WebhookDeliveryDetails;
  };
  /** Send one delivery again. */
  resendWebhookDelivery: {
    input: {
      webhook_id: string;
      webhook_delivery_id: string;
      body?: Record<string, never>;
    };
    data: WebhookDeliveryDetails;
  };
  /** List templates. */
  listTemplates: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'name' | 'created_at' | 'updated_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<TemplateSummary>;
    };
  };
  /** Create a template. */
  createTemplate: {
    input: {
      body: TemplateCreate;
    };
    data: Template;
  };
  /** List the templates that come with the service. */
  listLibraryTemplates: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'id';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<LibraryTemplate>;
    };
  };
  /** Show how a report by a template of the library looks. */
  getLibraryPicture: {
    input: {
      library_id: string;
    };
    data: LibraryPicture;
  };
  /** Read a template as a file. */
  getTemplateFile: {
    input: {
      template_id: string;
      query?: {
        /** The number of a revision, or `draft`; what projects follow if absent. */
        revision?: string;
      };
    };
    data: TemplateFile;
  };
  /** Make a template of a file. */
  importTemplate: {
    input: {
      body: AnyTemplateFile;
    };
    data: Template;
  };
  /** Read a template. */
  getTemplate: {
    input: {
      template_id: string;
    };
    data: Template;
  };
  /** Change the draft of a template. */
  updateTemplate: {
    input: {
      template_id: string;
      body: TemplateUpdate;
    };
    data: Template;
  };
  /** Remove a template. */
  removeTemplate: {
    input: {
      template_id: string;
      query?: {
        /** Detach the projects that follow it, which keep the settings that they have. */
        detach?: boolean;
      };
    };
    data: Template;
  };
  /** Publish the draft of a template. */
  publishTemplate: {
    input: {
      template_id: string;
      query?: {
        /** Only tell what would change, project by project; nothing is published. */
        dry_run?: boolean;
      };
      body?: Record<string, never>;
    };
    data: Publication;
  };
  /** List the revisions of a template. */
  listTemplateRevisions: {
    input: {
      template_id: string;
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'number';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
      };
    };
    data: {
      items: Array<TemplateRevisionSummary>;
    };
  };
  /** Read a revision of a template. */
  getTemplateRevision: {
    input: {
      template_id: string;
      revision_number: string;
    };
    data: TemplateRevision;
  };
  /** Compare a revision with a later one, or the draft. */
  compareTemplateRevision: {
    input: {
      template_id: string;
      revision_number: string;
      query?: {
        /** The later one: the number of a revision, or `draft`, which is the default. */
        with?: string;
      };
    };
    data: TemplateComparison;
  };
  /** Bring back a revision of a template. */
  restoreTemplateRevision: {
    input: {
      template_id: string;
      revision_number: string;
      body?: Record<string, never>;
    };
    data: Template;
  };
  /** Read how a project follows its template. */
  getProjectTemplate: {
    input: {
      project_id: string;
    };
    data: ProjectTemplate;
  };
  /** Follow a template, or be made from one. */
  setProjectTemplate: {
    input: {
      project_id: string;
      body: ProjectTemplateSet;
    };
    data: ProjectTemplate;
  };
  /** Follow a template no more. */
  detachProject: {
    input: {
      project_id: string;
    };
    data: Project;
  };
  /** List bulk jobs. */
  listBulkJobs: {
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
        /** Only bulk jobs of this action. */
        action?: string;
      };
    };
    data: {
      items: Array<BulkJob>;
    };
  };
  /** Do the same for many projects. */
  createBulkJob: {
    input: {
      body: BulkJobCreate;
    };
    data: BulkJob;
  };
  /** Read a bulk job. */
  getBulkJob: {
    input: {
      bulk_job_id: string;
    };
    data: BulkJob;
  };
  /** Stop a bulk job. */
  stopBulkJob: {
    input: {
      bulk_job_id: string;
    };
    data: BulkJob;
  };
  /** List the items of a bulk job. */
  listBulkItems: {
    input: {
      bulk_job_id: string;
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'id';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only items in this state. */
        state?: 'waiting' | 'started' | 'done' | 'failed' | 'stopped';
      };
    };
    data: {
      items: Array<BulkItem>;
    };
  };
  /** Do again what has failed of a bulk job. */
  retryBulkJob: {
    input: {
      bulk_job_id: string;
      body?: Record<string, never>;
    };
    data: BulkJob;
  };
  /** Show the guest links that a bulk job has made. */
  takeBulkLinks: {
    input: {
      bulk_job_id: string;
      body?: Record<string, never>;
    };
    data: BulkLinks;
  };
  /** Propose what is one client. */
  matchResources: {
    input: {
      body: MatchQuestion;
    };
    data: ProjectMatches;
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
  /** Keep a page as a report. */
  keepLivePage: {
    input: {
      share_id: string;
      body?: KeptPage;
    };
    data: GenerationJob;
  };
  /** Preview the report of a draft. */
  createPreview: {
    input: {
      project_id: string;
      body: PreviewRequest;
    };
    data: Preview;
  };
  /** Get ready for previews. */
  preparePreview: {
    input: {
      project_id: string;
    };
    data: PreviewReadiness;
  };
  /** List watches. */
  listWatches: {
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
        /** Only those of a project, and of the template that it follows. */
        project_id?: string;
        /** Only those of a template. */
        template_id?: string;
        /** Only of this kind. */
        kind?: 'threshold' | 'change' | 'goal' | 'silence' | 'unusual';
        /** Only those that stand so for some connection. */
        state?: 'waiting' | 'calm' | 'alerting' | 'not_enough' | 'problem';
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
      };
    };
    data: {
      items: Array<Watch>;
    };
  };
  /** Watch a metric. */
  createWatch: {
    input: {
      body: WatchCreate;
    };
    data: Watch;
  };
  /** Try a watch on the past. */
  tryWatch: {
    input: {
      body: WatchTrialAsked;
    };
    data: WatchTrial;
  };
  /** Read a watch. */
  getWatch: {
    input: {
      watch_id: string;
    };
    data: Watch;
  };
  /** Change a watch. */
  updateWatch: {
    input: {
      watch_id: string;
      body: WatchUpdate;
    };
    data: Watch;
  };
  /** Remove a watch. */
  removeWatch: {
    input: {
      watch_id: string;
    };
    data: Watch;
  };
  /** List incidents. */
  listIncidents: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'opened_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** Only those of a project. */
        project_id?: string;
        /** Only those that a watch is part of. */
        watch_id?: string;
        /** Of the texts; English unless given. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'pl' | 'ru' | 'uk' | 'ar' | 'ja';
        /** Only open or closed ones. */
        state?: 'open' | 'closed';
        /** Only those that were open on this day (UTC) or later. */
        from?: string;
        /** Only those that were open on this day (UTC) or earlier. */
        to?: string;
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
      };
    };
    data: {
      items: Array<Incident>;
    };
  };
  /** Read an incident. */
  getIncident: {
    input: {
      incident_id: string;
      query?: {
        /** Of the texts; English unless given. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'pl' | 'ru' | 'uk' | 'ar' | 'ja';
      };
    };
    data: IncidentDetails;
  };
  /** Acknowledge an incident. */
  acknowledgeIncident: {
    input: {
      incident_id: string;
      query?: {
        /** Of the texts; English unless given. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'pl' | 'ru' | 'uk' | 'ar' | 'ja';
      };
      body?: Record<string, never>;
    };
    data: IncidentDetails;
  };
  /** Put an incident off. */
  snoozeIncident: {
    input: {
      incident_id: string;
      query?: {
        /** Of the texts; English unless given. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'pl' | 'ru' | 'uk' | 'ar' | 'ja';
      };
      body: IncidentSnooze;
    };
    data: IncidentDetails;
  };
  /** Comment on an incident. */
  commentIncident: {
    input: {
      incident_id: string;
      query?: {
        /** Of the texts; English unless given. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'pl' | 'ru' | 'uk' | 'ar' | 'ja';
      };
      body: IncidentCommentCreate;
    };
    data: IncidentDetails;
  };
  /** Read when you want no messages. */
  getAlertSettings: { input: Record<never, never>; data: AlertSettings };
  /** Choose when you want no messages. */
  updateAlertSettings: {
    input: {
      body: AlertSettingsUpdate;
    };
    data: AlertSettings;
  };
  /** List the figures of all projects. */
  listPortfolio: {
    input: {
      query?: {
        /** The page, from 1. One past the end is empty. */
        page?: number;
        /** Items per page. */
        per_page?: number;
        /** What the items are sorted by. Ties break by id. */
        sort?: 'off_course' | 'change' | 'name' | 'read_at';
        /** `desc`: the newest or greatest first. */
        direction?: 'asc' | 'desc';
        /** `month`: this month up to yesterday. `last_month`: the last full one. `days`: the last 30. */
        period?: 'month' | 'last_month' | 'days';
        /** Only projects of this status. */
        status?: 'active' | 'archived';
        /** Words that a name or client has to have, in any case. */
        q?: string;
        /** Only what belongs to projects with this tag, in any case; repeated, with all of them. */
        tag?: Array<string>;
        /** Only what belongs to projects in this folder, in any case. */
        folder?: string;
        /** A file with the figures of all projects that the query finds. */
        format?: 'csv' | 'xlsx';
      };
    };
    data: Portfolio;
  };
  /** Have figures read now. */
  refreshPortfolio: {
    input: {
      body?: PortfolioRefresh;
    };
    data: PortfolioRefreshed;
  };
  /** Make a report of the portfolio. */
  orderPortfolioReport: {
    input: {
      body?: PortfolioReportCreate;
    };
    data: PortfolioReportOrder;
  };
  /** Read what the portfolio shows. */
  getPortfolioSettings: { input: Record<never, never>; data: PortfolioSettings };
  /** Choose what the portfolio shows. */
  updatePortfolioSettings: {
    input: {
      body: PortfolioSettingsUpdate;
    };
    data: PortfolioSettings;
  };
  /** Make projects from a file or from rows. */
  importProjects: {
    input: {
      query?: {
        /** Only check, and tell everything; nothing is made. */
        dry_run?: boolean;
      };
      body: ProjectImport;
    };
    data: ImportResult;
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
  listSecondFactors: { method: 'GET', path: '/second-factors' },
  beginSecondFactor: { method: 'POST', path: '/second-factors' },
  confirmSecondFactor: { method: 'POST', path: '/second-factors/{second_factor_id}/confirm' },
  removeSecondFactor: { method: 'DELETE', path: '/second-factors/{second_factor_id}' },
  getRecoveryCodes: { method: 'GET', path: '/recovery-codes' },
  createRecoveryCodes: { method: 'POST', path: '/recovery-codes' },
  listPasskeys: { method: 'GET', path: '/passkeys' },
  createPasskey: { method: 'POST', path: '/passkeys' },
  preparePasskey: { method: 'POST', path: '/passkeys/options' },
  updatePasskey: { method: 'PATCH', path: '/passkeys/{passkey_id}' },
  removePasskey: { method: 'DELETE', path: '/passkeys/{passkey_id}' },
  preparePasskeySignIn: { method: 'POST', path: '/session/passkey-options' },
  signInByPasskey: { method: 'POST', path: '/session/passkey' },
  exportProfile: { method: 'GET', path: '/session/profile/export' },
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
  getSingleSignOn: { method: 'GET', path: '/sso' },
  setSingleSignOn: { method: 'PUT', path: '/sso' },
  removeSingleSignOn: { method: 'DELETE', path: '/sso' },
  testSingleSignOn: { method: 'POST', path: '/sso/test' },
  getOwnSignOn: { method: 'GET', path: '/session/sso' },
  linkSignOn: { method: 'POST', path: '/session/sso' },
  unlinkSignOn: { method: 'DELETE', path: '/session/sso' },
  confirmSignOn: { method: 'POST', path: '/session/sso/confirmation' },
  getDirectory: { method: 'GET', path: '/directory' },
  updateDirectory: { method: 'PATCH', path: '/directory' },
  listDirectoryGroups: { method: 'GET', path: '/directory/groups' },
  getDirectoryGroup: { method: 'GET', path: '/directory/groups/{directory_group_id}' },
  updateDirectoryGroup: { method: 'PATCH', path: '/directory/groups/{directory_group_id}' },
  listScimTokens: { method: 'GET', path: '/scim-tokens' },
  createScimToken: { method: 'POST', path: '/scim-tokens' },
  revokeScimToken: { method: 'DELETE', path: '/scim-tokens/{credential_id}' },
  getSecurity: { method: 'GET', path: '/security' },
  updateSecurity: { method: 'PATCH', path: '/security' },
  getRetention: { method: 'GET', path: '/retention' },
  updateRetention: { method: 'PATCH', path: '/retention' },
  previewRetention: { method: 'GET', path: '/retention/preview' },
  listLegalHolds: { method: 'GET', path: '/legal-holds' },
  setLegalHold: { method: 'POST', path: '/legal-holds' },
  endLegalHold: { method: 'DELETE', path: '/legal-holds/{legal_hold_id}' },
  getUsage: { method: 'GET', path: '/usage' },
  listAudit: { method: 'GET', path: '/audit' },
  listAccounts: { method: 'GET', path: '/admin/accounts' },
  createAccount: { method: 'POST', path: '/admin/accounts' },
  getAccount: { method: 'GET', path: '/admin/accounts/{account_id}' },
  updateAccount: { method: 'PATCH', path: '/admin/accounts/{account_id}' },
  listPlans: { method: 'GET', path: '/admin/plans' },
  createPlan: { method: 'POST', path: '/admin/plans' },
  getPlan: { method: 'GET', path: '/admin/plans/{plan}' },
  updatePlan: { method: 'PATCH', path: '/admin/plans/{plan}' },
  removePlan: { method: 'DELETE', path: '/admin/plans/{plan}' },
  listOAuthClients: { method: 'GET', path: '/admin/oauth-clients' },
  setOAuthClient: { method: 'POST', path: '/admin/oauth-clients' },
  removeOAuthClient: { method: 'DELETE', path: '/admin/oauth-clients/{vendor}' },
  diagnose: { method: 'GET', path: '/admin/doctor' },
  listAllAudit: { method: 'GET', path: '/admin/audit' },
  getOverview: { method: 'GET', path: '/overview' },
  listAllJobs: { method: 'GET', path: '/jobs' },
  copyProject: { method: 'POST', path: '/projects/{project_id}/copy' },
  listTags: { method: 'GET', path: '/tags' },
  updateTag: { method: 'PATCH', path: '/tags/{tag_id}' },
  removeTag: { method: 'DELETE', path: '/tags/{tag_id}' },
  listConnections: { method: 'GET', path: '/connections' },
  listProjectConnections: { method: 'GET', path: '/projects/{project_id}/connections' },
  createConnection: { method: 'POST', path: '/projects/{project_id}/connections' },
  getConnection: { method: 'GET', path: '/connections/{connection_id}' },
  updateConnection: { method: 'PATCH', path: '/connections/{connection_id}' },
  removeConnection: { method: 'DELETE', path: '/connections/{connection_id}' },
  verifyConnection: { method: 'POST', path: '/connections/{connection_id}/verify' },
  listSystems: { method: 'GET', path: '/systems' },
  getSystemCatalog: { method: 'GET', path: '/systems/catalog' },
  proposeConnection: { method: 'POST', path: '/projects/{project_id}/connections/proposal' },
  getSourceFigures: { method: 'POST', path: '/projects/{project_id}/connections/figures' },
  listSystemResources: { method: 'POST', path: '/projects/{project_id}/connections/resources' },
  listGrantResources: { method: 'GET', path: '/grants/{grant_id}/resources' },
  listConnectionResources: { method: 'GET', path: '/connections/{connection_id}/resources' },
  getConnectionCatalog: { method: 'GET', path: '/connections/{connection_id}/catalog' },
  proposeForConnection: { method: 'GET', path: '/connections/{connection_id}/proposal' },
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
  listDeliveries: { method: 'GET', path: '/deliveries' },
  getDelivery: { method: 'GET', path: '/deliveries/{delivery_id}' },
  sendDelivery: { method: 'POST', path: '/deliveries/{delivery_id}/send' },
  getMailing: { method: 'GET', path: '/mailing' },
  listUnwantedAddresses: { method: 'GET', path: '/unwanted-addresses' },
  removeUnwantedAddress: { method: 'POST', path: '/unwanted-addresses/remove' },
  getReportApproval: { method: 'GET', path: '/reports/{report_id}/approval' },
  releaseScheduleRun: { method: 'POST', path: '/schedule-runs/{run_id}/release' },
  rejectScheduleRun: { method: 'POST', path: '/schedule-runs/{run_id}/reject' },
  listShares: { method: 'GET', path: '/shares' },
  listReportShares: { method: 'GET', path: '/reports/{report_id}/shares' },
  createShare: { method: 'POST', path: '/reports/{report_id}/shares' },
  listProjectShares: { method: 'GET', path: '/projects/{project_id}/shares' },
  createLiveShare: { method: 'POST', path: '/projects/{project_id}/shares' },
  getShare: { method: 'GET', path: '/shares/{share_id}' },
  updateShare: { method: 'PATCH', path: '/shares/{share_id}' },
  revokeShare: { method: 'DELETE', path: '/shares/{share_id}' },
  listChatChannels: { method: 'GET', path: '/chat-channels' },
  createChatChannel: { method: 'POST', path: '/chat-channels' },
  getChatChannel: { method: 'GET', path: '/chat-channels/{channel_id}' },
  updateChatChannel: { method: 'PATCH', path: '/chat-channels/{channel_id}' },
  removeChatChannel: { method: 'DELETE', path: '/chat-channels/{channel_id}' },
  testChatChannel: { method: 'POST', path: '/chat-channels/{channel_id}/test' },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  createWebhook: { method: 'POST', path: '/webhooks' },
  getWebhook: { method: 'GET', path: '/webhooks/{webhook_id}' },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{webhook_id}' },
  removeWebhook: { method: 'DELETE', path: '/webhooks/{webhook_id}' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{webhook_id}/rotate' },
  testWebhook: { method: 'POST', path: '/webhooks/{webhook_id}/test' },
  resendWebhook: { method: 'POST', path: '/webhooks/{webhook_id}/resend' },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries' },
  getWebhookDelivery: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries/{webhook_delivery_id}' },
  resendWebhookDelivery: { method: 'POST', path: '/webhooks/{webhook_id}/deliveries/{webhook_delivery_id}/resend' },
  listTemplates: { method: 'GET', path: '/templates' },
  createTemplate: { method: 'POST', path: '/templates' },
  listLibraryTemplates: { method: 'GET', path: '/template-library' },
  getLibraryPicture: { method: 'GET', path: '/template-library/{library_id}/picture' },
  getTemplateFile: { method: 'GET', path: '/templates/{template_id}/file' },
  importTemplate: { method: 'POST', path: '/templates/import' },
  getTemplate: { method: 'GET', path: '/templates/{template_id}' },
  updateTemplate: { method: 'PATCH', path: '/templates/{template_id}' },
  removeTemplate: { method: 'DELETE', path: '/templates/{template_id}' },
  publishTemplate: { method: 'POST', path: '/templates/{template_id}/publish' },
  listTemplateRevisions: { method: 'GET', path: '/templates/{template_id}/revisions' },
  getTemplateRevision: { method: 'GET', path: '/templates/{template_id}/revisions/{revision_number}' },
  compareTemplateRevision: { method: 'GET', path: '/templates/{template_id}/revisions/{revision_number}/comparison' },
  restoreTemplateRevision: { method: 'POST', path: '/templates/{template_id}/revisions/{revision_number}/restore' },
  getProjectTemplate: { method: 'GET', path: '/projects/{project_id}/template' },
  setProjectTemplate: { method: 'PUT', path: '/projects/{project_id}/template' },
  detachProject: { method: 'DELETE', path: '/projects/{project_id}/template' },
  listBulkJobs: { method: 'GET', path: '/bulk-jobs' },
  createBulkJob: { method: 'POST', path: '/bulk-jobs' },
  getBulkJob: { method: 'GET', path: '/bulk-jobs/{bulk_job_id}' },
  stopBulkJob: { method: 'DELETE', path: '/bulk-jobs/{bulk_job_id}' },
  listBulkItems: { method: 'GET', path: '/bulk-jobs/{bulk_job_id}/items' },
  retryBulkJob: { method: 'POST', path: '/bulk-jobs/{bulk_job_id}/retry' },
  takeBulkLinks: { method: 'POST', path: '/bulk-jobs/{bulk_job_id}/links' },
  matchResources: { method: 'POST', path: '/projects/matches' },
  getBrand: { method: 'GET', path: '/brand' },
  updateBrand: { method: 'PATCH', path: '/brand' },
  removeBrand: { method: 'DELETE', path: '/brand' },
  getPicture: { method: 'GET', path: '/pictures/{picture}' },
  listComments: { method: 'GET', path: '/reports/{report_id}/comments' },
  writeComment: { method: 'POST', path: '/reports/{report_id}/comments' },
  listUploads: { method: 'GET', path: '/uploads' },
  getUpload: { method: 'GET', path: '/uploads/{upload_id}' },
  removeUpload: { method: 'DELETE', path: '/uploads/{upload_id}' },
  keepLivePage: { method: 'POST', path: '/shares/{share_id}/generation-jobs' },
  createPreview: { method: 'POST', path: '/projects/{project_id}/preview' },
  preparePreview: { method: 'GET', path: '/projects/{project_id}/preview' },
  listWatches: { method: 'GET', path: '/watches' },
  createWatch: { method: 'POST', path: '/watches' },
  tryWatch: { method: 'POST', path: '/watches/trial' },
  getWatch: { method: 'GET', path: '/watches/{watch_id}' },
  updateWatch: { method: 'PATCH', path: '/watches/{watch_id}' },
  removeWatch: { method: 'DELETE', path: '/watches/{watch_id}' },
  listIncidents: { method: 'GET', path: '/incidents' },
  getIncident: { method: 'GET', path: '/incidents/{incident_id}' },
  acknowledgeIncident: { method: 'POST', path: '/incidents/{incident_id}/acknowledge' },
  snoozeIncident: { method: 'POST', path: '/incidents/{incident_id}/snooze' },
  commentIncident: { method: 'POST', path: '/incidents/{incident_id}/comments' },
  getAlertSettings: { method: 'GET', path: '/alert-settings' },
  updateAlertSettings: { method: 'PATCH', path: '/alert-settings' },
  listPortfolio: { method: 'GET', path: '/portfolio' },
  refreshPortfolio: { method: 'POST', path: '/portfolio/refresh' },
  orderPortfolioReport: { method: 'POST', path: '/portfolio/reports' },
  getPortfolioSettings: { method: 'GET', path: '/portfolio/settings' },
  updatePortfolioSettings: { method: 'PATCH', path: '/portfolio/settings' },
  importProjects: { method: 'POST', path: '/projects/import' },
} as const satisfies Record<keyof Operations, object>;
