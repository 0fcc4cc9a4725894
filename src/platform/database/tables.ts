import type { Generated, Kysely, Transaction } from 'kysely';
import type {
  bulkItemStates,
  cadences,
  chatSystems,
  connectionMakers,
  connectionStatuses,
  deliveryRoles,
  deliveryStates,
  deliverySystems,
  deliveryWays,
  incidentCloseReasons,
  incidentStates,
  jobSources,
  jobStatuses,
  jobTypes,
  labelKinds,
  lateOutcomes,
  noticeStates,
  portfolioPeriods,
  projectStatuses,
  reportStatuses,
  roleSources,
  roles,
  scheduleComparisons,
  schedulePeriods,
  scheduleRunStates,
  scimOrigins,
  sessionFactors,
  signOnModes,
  signOnRoles,
  tokenKinds,
  tokenRoles,
  unwantedReasons,
  waitEnds,
  watchKinds,
  watchStates,
  webhookDeliveryStatuses,
  webhookOffReasons,
  webhookSignings,
} from './words.ts';

/**
 * The tables, the same on SQLite and PostgreSQL: text identifiers, UTC times as text with milliseconds
 * (`2026-11-21T09:30:00.000Z`), 0 or 1 for booleans, JSON as text.
 */
export interface Tables {
  plans: PlansTable;
  accounts: AccountsTable;
  account_security: AccountSecurityTable;
  account_retention: AccountRetentionTable;
  legal_holds: LegalHoldsTable;
  retention_notices: RetentionNoticesTable;
  tokens: TokensTable;
  projects: ProjectsTable;
  labels: LabelsTable;
  project_tags: ProjectTagsTable;
  templates: TemplatesTable;
  template_revisions: TemplateRevisionsTable;
  connections: ConnectionsTable;
  portfolio_accounts: PortfolioAccountsTable;
  portfolio_projects: PortfolioProjectsTable;
  portfolio_figures: PortfolioFiguresTable;
  oauth_clients: OAuthClientsTable;
  oauth_grants: OAuthGrantsTable;
  oauth_authorizations: OAuthAuthorizationsTable;
  schedules: SchedulesTable;
  schedule_runs: ScheduleRunsTable;
  deliveries: DeliveriesTable;
  unwanted_addresses: UnwantedAddressesTable;
  unsubscribe_links: UnsubscribeLinksTable;
  schedule_notices: ScheduleNoticesTable;
  schedule_waits: ScheduleWaitsTable;
  reports: ReportsTable;
  report_comments: ReportCommentsTable;
  list_counts: ListCountsTable;
  shares: SharesTable;
  live_pages: LivePagesTable;
  jobs: JobsTable;
  job_queues: JobQueuesTable;
  audit_log: AuditLogTable;
  idempotency_keys: IdempotencyKeysTable;
  actor_keys: ActorKeysTable;
  request_counts: RequestCountsTable;
  recent_requests: RecentRequestsTable;
  installation_marks: InstallationMarksTable;
  auth_version: AuthVersionTable;
  users: UsersTable;
  memberships: MembershipsTable;
  directories: DirectoriesTable;
  scim_tokens: ScimTokensTable;
  scim_users: ScimUsersTable;
  scim_groups: ScimGroupsTable;
  scim_group_members: ScimGroupMembersTable;
  invitations: InvitationsTable;
  password_resets: PasswordResetsTable;
  sessions: SessionsTable;
  sso_domains: SsoDomainsTable;
  sso_providers: SsoProvidersTable;
  sso_identities: SsoIdentitiesTable;
  sso_used: SsoUsedTable;
  sign_in_networks: SignInNetworksTable;
  sign_in_tries: SignInTriesTable;
  passkeys: PasskeysTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  pending_sign_ins: PendingSignInsTable;
  used_challenges: UsedChallengesTable;
  uploads: UploadsTable;
  replaced_uploads: ReplacedUploadsTable;
  events: EventsTable;
  chat_channels: ChatChannelsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_notices: WebhookNoticesTable;
  bulk_jobs: BulkJobsTable;
  watches: WatchesTable;
  watch_states: WatchStatesTable;
  watch_turns: WatchTurnsTable;
  watch_accounts: WatchAccountsTable;
  alert_settings: AlertSettingsTable;
  incidents: IncidentsTable;
  incident_comments: IncidentCommentsTable;
  incident_notices: IncidentNoticesTable;
  bulk_job_items: BulkJobItemsTable;
  bulk_queues: BulkQueuesTable;
}

export type Database = Kysely<Tables>;
/** What queries take: the database, or the transaction they are part of. */
export type Queryable = Database | Transaction<Tables>;

interface PlansTable {
  name: string;
  /** Grows with each change. */
  revision: Generated<number>;
  /** Whether the plan includes API access by itself. */
  api_access: number;
  /** Null is unlimited, here and in the next four. */
  max_projects: number | null;
  max_connections_per_project: number | null;
  max_generations_per_month: number | null;
  max_members: number | null;
  max_watches: Generated<number | null>;
  /** How much the uploads of an account may have together, in MB (10^6 bytes); null is unlimited. */
  max_upload_mb: number | null;
  /** The least months that an account keeps its reports; null for none. */
  min_keep_months: Generated<number | null>;
}

export interface AccountsTable {
  id: string;
  name: string;
  plan: string;
  /** JSON array of words. */
  add_ons: string;
  /** The account's own request limits; null for the defaults. */
  per_minute: number | null;
  per_day: number | null;
  /** JSON array of the private networks (CIDR) that connections made by the customer may reach. */
  allowed_networks: Generated<string>;
  /** Grows with each change, here and in other tables. */
  revision: Generated<number>;
  /** JSON object; null for none. */
  brand: Generated<string | null>;
  /** JSON array of the folders within data roots that connections made by the customer may read. */
  data_roots: Generated<string>;
  created_at: string;
  updated_at: string;
}

/** What an account asks of the people who work in it; no row before somebody has chosen. */
export interface AccountSecurityTable {
  account_id: string;
  require_second_factor: number;
  /** JSON array of networks (CIDR) that they may come from; empty for everywhere. */
  allowed_networks: string;
  /** How long a session lives without a request, and however much it is used; null for the times of the service. */
  session_idle_minutes: number | null;
  session_longest_minutes: number | null;
  /** Grows with each change. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** How long an account keeps its reports; no row before somebody has chosen. */
export interface AccountRetentionTable {
  account_id: string;
  /** Null for ever. */
  keep_months: number | null;
  /** A shorter time that was chosen, and when it takes the place of the other; null while there is none. */
  next_keep_months: number | null;
  next_from: string | null;
  /** Before when nothing is deleted: its people were told of it; null until something is due soon. */
  first_from: string | null;
  /** When it is looked at again; null for one that keeps all for ever. */
  look_at: string | null;
  /** JSON array, the time and id of the job that the present look has come to; null between two looks. */
  looked_to: string | null;
  /** Grows with each change. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** What nothing is deleted of while the row is there: an account, or a project of it. */
export interface LegalHoldsTable {
  id: string;
  account_id: string;
  project_id: string | null;
  /** The id of the project, or else of the account. */
  subject: string;
  reason: string;
  /** Such as `user:usr_…`. */
  made_by: string;
  created_at: string;
}

/** One e-mail to an admin that reports will be deleted. */
export interface RetentionNoticesTable {
  id: string;
  account_id: string;
  user_id: string;
  keep_months: number;
  begins_at: string;
  attempt: number;
  /** As that of a delivery. */
  next_attempt_at: string | null;
  failure: string | null;
  created_at: string;
}

export interface TokensTable {
  public_id: string;
  account_id: string;
  name: string;
  kind: (typeof tokenKinds)[number];
  /** JSON array of words. */
  scopes: string;
  /** Of a token of the management API; null for others. */
  role: Generated<(typeof tokenRoles)[number] | null>;
  /** SHA-256 of the secret part, hexadecimal. */
  secret_hash: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface ProjectsTable {
  id: string;
  account_id: string;
  name: string;
  client_name: string | null;
  status: (typeof projectStatuses)[number];
  time_zone: string;
  currency: string;
  locale: string;
  /** Whether the language is its own, rather than that of its template or the usual one. */
  locale_own: Generated<number>;
  /** JSON object. */
  settings: string;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
  revision: Generated<number>;
  /** The template that it follows; its settings are then those of the template, but for its own. */
  template_id: Generated<string | null>;
  /** JSON object: the connection chosen for each slot. */
  template_choices: Generated<string | null>;
  /** JSON object: what of the settings is not the template's. */
  template_own: Generated<string | null>;
  folder_id: Generated<string | null>;
  /** JSON object: of a project whose reports show the portfolio, which projects; null for others. */
  portfolio: Generated<string | null>;
}

/** A tag of projects, or a folder that projects are in. */
export interface LabelsTable {
  id: string;
  account_id: string;
  kind: (typeof labelKinds)[number];
  name: string;
  /** The name in the form that all of its spellings have in common. */
  folded: string;
  created_at: string;
}

interface ProjectTagsTable {
  project_id: string;
  tag_id: string;
  account_id: string;
}

export interface TemplatesTable {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  /** JSON object: the content that is published next. */
  draft: string;
  /** The number of the revision that projects follow; 0 before the first. */
  published: number;
  published_at: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
}

export interface TemplateRevisionsTable {
  template_id: string;
  number: number;
  account_id: string;
  /** JSON object. */
  content: string;
  /** Such as `user:usr_…`. */
  published_by: string;
  created_at: string;
}

/** What an account has chosen about its portfolio; no row before it is used first. */
export interface PortfolioAccountsTable {
  account_id: string;
  /** Whether its projects are read each night. */
  enabled: number;
  /** JSON array of objects `system` and `metric`: the figures of projects whose template names none; null for those of their layouts. */
  figures: string | null;
  /** ISO 4217: what sums are converted to; null for none. */
  currency: string | null;
  /** JSON object: the connection that has rates, and how it says them. */
  rates: string | null;
  /** JSON object: what it said last, or why it did not. */
  rates_read: string | null;
  /** When a project of the account was last taken to be read; empty before that. */
  served_at: string;
  requested_at: string | null;
  /** Grows with each change by somebody. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** When the figures of a project are read, and what they are sorted by. */
export interface PortfolioProjectsTable {
  project_id: string;
  account_id: string;
  /** Null for never again. */
  due_at: string | null;
  /** While somebody reads them: until when nobody else does. */
  leased_until: string | null;
  /** How often they were taken to be read: the fence. */
  claims: number;
  /** How many of those in a row did not end well. */
  tries: number;
  /** When somebody last asked for it. */
  requested_at: string | null;
  /** The revisions that `basis` was worked out from. */
  seen: string | null;
  /** The digest of what decides which figures there are and what they mean. */
  basis: string | null;
  /** When the figures were read, and when that was last tried. */
  read_at: string | null;
  tried_at: string | null;
  /** JSON array: what connections failed with. */
  faults: string;
  /** JSON objects: what the project is sorted by in a period, and what of it is added up. */
  in_month: string | null;
  in_last_month: string | null;
  in_days: string | null;
}

/** The figures of a project in one period. */
export interface PortfolioFiguresTable {
  project_id: string;
  period: (typeof portfolioPeriods)[number];
  account_id: string;
  /** JSON array. */
  figures: string;
}

export type ConnectionStatus = (typeof connectionStatuses)[number];
export type ConnectionMaker = (typeof connectionMakers)[number];

export interface ConnectionsTable {
  id: string;
  account_id: string;
  project_id: string;
  system: string;
  name: string;
  status: ConnectionStatus;
  /** JSON object; the text `null` until somebody names what is read. */
  config: string;
  /** The sealed secret; null for a system that needs none, and beside a grant. */
  secret: string | null;
  /** What a person granted by signing in, in place of a secret. */
  grant_id: Generated<string | null>;
  /** A customer's may reach only what is granted to the account. */
  made_by: Generated<ConnectionMaker>;
  /** The process that renews the secret, and until when it may; null while nobody does. */
  secret_lease: string | null;
  secret_leased_until: string | null;
  /** When the status was last checked. */
  checked_at: string;
  created_at: string;
  updated_at: string;
  /** Grows with each change by somebody, and not with the status. */
  revision: Generated<number>;
}

/** The operator's client at a vendor of sign-ins. */
export interface OAuthClientsTable {
  /** Such as `google`; also what the secret is sealed for. */
  sign_in: string;
  client_id: string;
  /** Sealed: the client's secret, and the developer token where there is one. */
  secret: string;
  created_at: string;
  updated_at: string;
}

/** What a person granted by signing in. */
export interface OAuthGrantsTable {
  id: string;
  account_id: string;
  sign_in: string;
  /** The client that it was granted to; with another one it is worth nothing. */
  client_id: string;
  /** JSON array: what was asked for and granted. */
  scopes: string;
  /** The sealed tokens. */
  secret: string;
  /** The process that renews the tokens, and until when it may; null while nobody does. */
  secret_lease: string | null;
  secret_leased_until: string | null;
  /** When a person has to sign in again; null where the vendor does not say. */
  ends_at: string | null;
  /** Who asked for it, such as `operator:ann`. */
  made_by: string;
  created_at: string;
  updated_at: string;
}

/** A link by which a person is asked to sign in. It lives for half an hour and leads to one grant at most. */
export interface OAuthAuthorizationsTable {
  /** SHA-256 of the link's token, hexadecimal. */
  id: string;
  account_id: string;
  project_id: string;
  /** The connection that gets the grant; null for one that is made then. */
  connection_id: string | null;
  system: string;
  name: string;
  /** JSON; the text `null` for none. */
  config: string;
  sign_in: string;
  /** JSON array. */
  scopes: string;
  made_by: string;
  /** SHA-256 of the state that the vendor gives back, and of the browser's cookie; null until somebody goes on. */
  state_hash: string | null;
  browser_hash: string | null;
  /** The sealed PKCE verifier. */
  secret: string | null;
  /** When the vendor's answer was taken, once and for all. */
  taken_at: string | null;
  /** JSON object of what came of it; null while it is awaited. */
  outcome: string | null;
  created_at: string;
  expires_at: string;
  /** What it is asked for by; null for one of a command. */
  public_id: Generated<string | null>;
  /** Through which door it was asked for, and from where; null for a command. */
  door: Generated<string | null>;
  address: Generated<string | null>;
}

export interface SchedulesTable {
  id: string;
  account_id: string;
  project_id: string;
  cadence: (typeof cadences)[number];
  /** A weekday from 1 (Monday) to 7, or a day of the month; `Recurrence` says which. */
  day: number | null;
  nth: Generated<number | null>;
  month: Generated<number | null>;
  /** Local time, `HH:MM`. */
  at: string;
  time_zone: string;
  /** Its first and last day, YYYY-MM-DD. */
  starts_on: Generated<string | null>;
  ends_on: Generated<string | null>;
  /** JSON array of days. */
  skip_days: Generated<string>;
  /** Whether its reports wait for somebody's word. */
  approve: Generated<number>;
  /** JSON array of the e-mail addresses of the members who may give it; empty for all from role editor on. */
  approvers: Generated<string>;
  /** JSON array of conditions, all of which a report meets that goes out. */
  only_if: Generated<string>;
  /** JSON object: until which hour it waits for its sources, and what then; null for one that does not wait. */
  fresh_by: Generated<string | null>;
  period: (typeof schedulePeriods)[number];
  compare: (typeof scheduleComparisons)[number];
  /** JSON array of formats. */
  formats: string;
  /** JSON array of e-mail addresses. */
  recipients: string;
  delivery: (typeof deliveryWays)[number];
  /** JSON array of the ids of chat channels. */
  channels: Generated<string>;
  /** JSON: what its e-mails say besides the report, and what single recipients get. */
  mail: Generated<string>;
  enabled: number;
  next_run_at: string | null;
  created_at: string;
  updated_at: string;
  /** Grows with each change. */
  revision: Generated<number>;
  /** JSON array: what of it is not the template's that its project follows; null for one that follows none. */
  template_own: Generated<string | null>;
}

export interface AuditLogTable {
  id: string;
  at: string;
  actor: string;
  action: string;
  account_id: string | null;
  subject: string;
  /** JSON object. */
  details: string;
  /** Through which door and from which address it was done; null for what the service does by itself. */
  door: Generated<string | null>;
  address: Generated<string | null>;
  /** When it may be written into the security log; null once it is, and for entries that are older than that. */
  log_due_at: Generated<string | null>;
}

/** The progress of one occurrence of a schedule. */
export interface ScheduleRunsTable {
  id: string;
  account_id: string;
  schedule_id: string;
  /** The local day of the occurrence; of a test also the id of the run, since a day has any number of tests. */
  occurrence: string;
  due_at: string;
  state: (typeof scheduleRunStates)[number];
  generation_job_id: string;
  report_id: string | null;
  /** JSON array. */
  export_job_ids: string;
  failure: string | null;
  /** Of a test: who gets its only e-mail. */
  test_recipient: Generated<string | null>;
  /** JSON object: who released or rejected it, when, and why; null for what nobody was asked about, or has decided. */
  decision: Generated<string | null>;
  /** JSON object: the condition that the report did not meet; null for one that went on. */
  not_sent: Generated<string | null>;
  created_at: string;
  updated_at: string;
}

/** One occurrence that waits, or has waited, for the figures of its sources; its run has the same id. */
export interface ScheduleWaitsTable {
  id: string;
  account_id: string;
  schedule_id: string;
  occurrence: string;
  due_at: string;
  /** JSON object: the periods of its report. */
  periods: string;
  /** How long it waits at most, and what then. */
  until: string;
  otherwise: (typeof lateOutcomes)[number];
  /** JSON array of objects `connection_id` and `connection_name`: those that have not answered that they are fresh. */
  missing: string;
  /** How often it was asked: the fence. */
  asks: number;
  /** When the sources are asked next; while they are being asked, when another process may. Null once ended. */
  ask_at: string | null;
  ended: (typeof waitEnds)[number] | null;
  created_at: string;
  updated_at: string;
}

/** One e-mail to somebody who may release a report, that it waits. */
export interface ScheduleNoticesTable {
  id: string;
  account_id: string;
  run_id: string;
  user_id: string;
  /** How many days after the report was made: 0, 1 and 3. */
  days: number;
  attempt: number;
  /** As that of a delivery. */
  next_attempt_at: string | null;
  failure: string | null;
  created_at: string;
}

/** One e-mail of one run to one recipient. */
export interface DeliveriesTable {
  id: string;
  account_id: string;
  run_id: string;
  /** That of the run, which a trigger writes. */
  schedule_id: Generated<string>;
  /** An e-mail address, or the name that the channel had. */
  recipient: string;
  system: Generated<(typeof deliverySystems)[number]>;
  /** Where it is posted to, which may be gone; null for an e-mail. */
  channel_id: Generated<string | null>;
  status: (typeof deliveryStates)[number];
  attempt: number;
  /** The time of the next attempt; while it is being sent, when another process may retry. Null once ended. */
  next_attempt_at: string | null;
  failure: string | null;
  /** The word for it; null for none, and in rows from before there were such words. */
  reason: string | null;
  sent_at: string | null;
  created_at: string;
  updated_at: string;
  role: Generated<(typeof deliveryRoles)[number]>;
  /** Since when it is tried; null for rows from before this column, which were tried since they were made. */
  queued_at: Generated<string | null>;
  /** Of `attempt`, those before it was sent again. */
  attempts_before: Generated<number>;
  /** How many times somebody had it sent again. */
  sends: Generated<number>;
  /** Written before its last byte goes out: from then on the mail server may have it. */
  handed_at: Generated<string | null>;
  /** What the mail server said last. */
  answer: Generated<string | null>;
  /** Bytes of the whole message. */
  size: Generated<number | null>;
}

export interface ChatChannelsTable {
  id: string;
  account_id: string;
  system: (typeof chatSystems)[number];
  name: string;
  /** Of its address, what is no secret: `https://HOST`. */
  origin: string;
  /** Its whole address, sealed. */
  secret: string;
  made_by: ConnectionMaker;
  /** Since when its chat says that there is no such channel. */
  gone_at: string | null;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
}

/** A link in e-mails by which whoever has it takes an address off what an account sends. */
interface UnsubscribeLinksTable {
  token_hash: string;
  account_id: string;
  /** In lower case. */
  address: string;
}

/** An address that an account sends nothing to. */
export interface UnwantedAddressesTable {
  account_id: string;
  /** In lower case. */
  address: string;
  reason: (typeof unwantedReasons)[number];
  created_at: string;
}

export type JobSource = (typeof jobSources)[number];

export interface ReportsTable {
  id: string;
  account_id: string;
  project_id: string;
  generation_job_id: string;
  title: string;
  /** `unavailable` when the stored document is lost. */
  status: (typeof reportStatuses)[number];
  source: JobSource;
  period_from: string;
  period_to: string;
  compare_from: string | null;
  compare_to: string | null;
  document_key: string;
  document_size: number;
  /** Hexadecimal. */
  document_sha256: string;
  /** JSON array. */
  warnings: string;
  /** Counts the changes of its commentary, from 1. */
  revision: Generated<number>;
  created_at: string;
}

/** What was written about a section of a report, from one revision on. */
export interface ReportCommentsTable {
  report_id: string;
  /** From 1, in the order of the report's sections. */
  section: number;
  /** The first revision that shows it. */
  revision: number;
  account_id: string;
  /** Null where the comment was removed. */
  markdown: string | null;
  /** Such as `operator:ann`. */
  author: string;
  /** The name that the report shows; null for none, and in rows from before there were names. */
  author_name: string | null;
  written_at: string;
}

export interface SharesTable {
  id: string;
  account_id: string;
  project_id: string;
  /** Null for a link to a page that is always current. */
  report_id: string | null;
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  /** Argon2id in the PHC form; null for a link without a password. */
  password_hash: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** Whether guests may download the report's figures. */
  figures: Generated<number>;
  /** JSON object: what readers of a page that is always current may choose; null for a link to a report. */
  live: Generated<string | null>;
  view_count: number;
  last_viewed_at: string | null;
}

/** One choice of the readers of a link to a page that is always current, and the page that was made of it last. */
export interface LivePagesTable {
  id: string;
  share_id: string;
  account_id: string;
  project_id: string;
  /** The period and the comparison, in words. */
  choice: string;
  /** A digest of the layout, the connections and the brand that the document was made of. */
  version: Generated<string | null>;
  /** JSON object: the days of the document. */
  periods: Generated<string | null>;
  /** Where the document is; null without one. */
  document_key: Generated<string | null>;
  document_size: Generated<number>;
  document_sha256: Generated<string | null>;
  /** When its oldest figures were asked for. */
  as_of: Generated<string | null>;
  /** When a document was tried in vain since the last one, and how often; null and 0 after a success. */
  tried_at: Generated<string | null>;
  failures: Generated<number>;
  /** Who makes the next document, and until when; null while nobody does. */
  lease: Generated<string | null>;
  leased_until: Generated<string | null>;
  created_at: string;
  asked_at: string;
}

export type JobType = (typeof jobTypes)[number];
export type JobStatus = (typeof jobStatuses)[number];

export interface JobsTable {
  id: string;
  type: JobType;
  status: JobStatus;
  account_id: string;
  project_id: string;
  /** The source report of an export; the finished report of a generation. */
  report_id: string | null;
  /** Export only: one of the formats that the service renders. */
  format: string | null;
  /** Export only: the report's revision that it shows. */
  revision: Generated<number>;
  source: JobSource;
  /** JSON object: what the job was asked to do. */
  request: string;
  /** Incremented each time the job moves from one worker to another: the fence. */
  attempt: number;
  max_attempts: number;
  /** When a queued job may be claimed. */
  due_at: string;
  /** Who runs the job, until when its lease lasts, and when the job as a whole must have ended. */
  worker_id: string | null;
  lease_expires_at: string | null;
  deadline_at: string | null;
  /**
   * Since when the deadline of a queued job has been paused because something that jobs need did not answer; null while
   * it runs.
   */
  held_up_since: Generated<string | null>;
  /** The total time it was paused before that, in milliseconds. */
  held_up_ms: Generated<number>;
  stage: string;
  progress_completed: number;
  progress_total: number;
  /** JSON object {reason, message, action, details} of a blocked or failed job. */
  outcome: string | null;
  /** JSON object of a completed export's artifact, with its storage key. */
  artifact: string | null;
  artifact_expires_at: string | null;
  /** 1 for an export that is queued, running, or completed with an artifact that still exists. */
  live: number;
  /** JSON object of W3C headers: the trace that the job continues; null while nothing is traced. */
  trace_context: Generated<string | null>;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  updated_at: string;
}

/** One row for each account that ever had a job: what a claim needs to choose fairly without reading the backlog. */
interface JobQueuesTable {
  account_id: string;
  running: number;
  /** When the account's first queued job is due; null when none is queued. */
  head_due_at: string | null;
  /** When the account last got or gave back a worker; empty before that. */
  served_at: string;
}

/** How many rows a list has, kept by triggers. On PostgreSQL a count may be spread over several rows. */
interface ListCountsTable {
  account_id: string;
  /** The account, project, schedule or webhook whose list it is. */
  owner: string;
  list: string;
  /**
   * A report's source, a job's type, the month (`2026-11`) of generations, the schedule or address of e-mails, the type of
   * a webhook's messages; empty where there are no kinds.
   */
  kind: string;
  /** Empty for generations. */
  status: string;
  number: number;
}

interface IdempotencyKeysTable {
  account_id: string;
  /** The operation kind, such as `generation.start`. */
  kind: string;
  key: string;
  /** SHA-256 of the canonical request, hexadecimal. */
  fingerprint: string;
  /** JSON object {status, location, data, meta}. */
  response: string;
  created_at: string;
}

/** The same for the management API, where a key belongs to whoever acts. */
interface ActorKeysTable {
  /** Such as `user:usr_…`. */
  actor: string;
  kind: string;
  key: string;
  /** Null for what concerns no account. */
  account_id: string | null;
  fingerprint: string;
  response: string;
  created_at: string;
}

/** How many requests of an account were admitted on its latest day. */
interface RequestCountsTable {
  account_id: string;
  /** UTC calendar day, counted from 1970-01-01. */
  day: number;
  day_count: number;
}

/** One row for each request admitted within the last minute. On PostgreSQL only `admit_requests` uses it. */
interface RecentRequestsTable {
  account_id: string;
  /** Epoch milliseconds. */
  admitted_at: number;
}

/**
 * Marks by which an installation recognises its parts: `object_store` is the content of the object `installation/mark`.
 */
interface InstallationMarksTable {
  name: string;
  value: string;
}

/** At most one row, replaced with each change of what a caller may do. */
interface AuthVersionTable {
  id: number;
  version: string;
}

/** A person who signs in. */
export interface UsersTable {
  id: string;
  /** As it was written first. */
  email: string;
  /** The same for all ways to write it. */
  email_key: string;
  name: string;
  /** Argon2id in the PHC form; null until they choose a password. */
  password_hash: string | null;
  /** Whether they are an operator of the installation. */
  operator: number;
  disabled_at: string | null;
  /** `directory` where the directory of an account did it; null for the operator, and for who is not disabled. */
  disabled_by: Generated<'directory' | null>;
  /** Of the browser in which they signed in last (ISO 639); null where it wanted none that there is. */
  language: Generated<string | null>;
  created_at: string;
  updated_at: string;
}

export type Role = (typeof roles)[number];

/** What a user may do in an account. */
export interface MembershipsTable {
  account_id: string;
  user_id: string;
  role: Role;
  /** JSON array of the projects it is limited to; null for all. */
  project_ids: string | null;
  /** JSON array of the tags whose projects it is limited to as well. Who has any has `project_ids`. */
  tag_ids: Generated<string | null>;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
}

/** What the directory of an account decides; there is no row before somebody has decided. */
export interface DirectoriesTable {
  account_id: string;
  /** What people of the directory may do whom no group gives a role. */
  default_role: (typeof tokenRoles)[number];
  /** What that is limited to, as in memberships. */
  project_ids: string | null;
  tag_ids: string | null;
  /** Whether new people are told by e-mail. */
  sends_mail: number;
  revision: Generated<number>;
  created_at: string;
  updated_at: string;
}

/** A token by which a directory calls. */
export interface ScimTokensTable {
  public_id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the secret part, hexadecimal. */
  secret_hash: string;
  /** Such as `user:usr_…`. */
  made_by: string;
  created_at: string;
  /** To the minute. */
  last_used_at: string | null;
  revoked_at: string | null;
}

/** Somebody whom the directory of an account keeps; active for as long as they are a member. */
export interface ScimUsersTable {
  id: string;
  account_id: string;
  user_id: string;
  origin: (typeof scimOrigins)[number];
  role_from: (typeof roleSources)[number];
  /** The same for all ways to write it. */
  user_name_key: string;
  external_id: string | null;
  /** JSON object: what the directory says of them, by the names of RFC 7643. */
  attributes: string;
  created_at: string;
  updated_at: string;
  /** Set where the directory removed somebody whom it had made and who is in no account since. */
  removed_at: Generated<string | null>;
}

/** A group of the directory, and what its people may do; a null role gives none. */
export interface ScimGroupsTable {
  id: string;
  account_id: string;
  display_name: string;
  name_key: string;
  external_id: string | null;
  role: (typeof tokenRoles)[number] | null;
  project_ids: string | null;
  tag_ids: string | null;
  revision: Generated<number>;
  created_at: string;
  updated_at: string;
}

interface ScimGroupMembersTable {
  group_id: string;
  scim_user_id: string;
  account_id: string;
}

/** A link by which somebody becomes a member, once. */
export interface InvitationsTable {
  id: string;
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  account_id: string;
  /** Null where whoever accepts names theirs. */
  email: string | null;
  role: Role;
  project_ids: string | null;
  tag_ids: Generated<string | null>;
  /** Who invited, such as `operator:ann`. */
  made_by: string;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  revoked_at: string | null;
}

/** A link by which a user sets a password or is signed in, once. */
interface PasswordResetsTable {
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  user_id: string;
  made_by: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  purpose: Generated<'password' | 'sign_in'>;
}

/** A browser in which a user is signed in; the row goes when that ends. */
export interface SessionsTable {
  id: string;
  /** SHA-256 of the cookie's token, hexadecimal. */
  token_hash: string;
  user_id: string;
  created_at: string;
  /** To the minute. */
  last_seen_at: string;
  /** However much it is used. */
  expires_at: string;
  /** The account that its user looks into; null until they choose one. */
  account_id: Generated<string | null>;
  address: string;
  agent: string;
  /** What its user proved besides a password, or in its place; null for a password or a link alone. */
  factor: Generated<(typeof sessionFactors)[number] | null>;
  /** Of one that began by single sign-on; it ends with the identity. */
  identity_id: Generated<string | null>;
  /** What the provider calls its own session (`sid`), if it says. */
  provider_session: Generated<string | null>;
  /** When its user last proved to the provider who they are; null where that was at the begin, by a password or a link. */
  confirmed_at: Generated<string | null>;
}

/** A domain of e-mail addresses that the operator has given an account. */
interface SsoDomainsTable {
  /** In lower case, as DNS has it: ASCII. */
  domain: string;
  account_id: string;
  created_at: string;
}

/** The OpenID provider of an account. */
export interface SsoProvidersTable {
  account_id: string;
  issuer: string;
  client_id: string;
  /** The client's secret, sealed for the account; an empty one for SAML, which has none. */
  secret: string;
  mode: (typeof signOnModes)[number];
  /** Of whoever the claim gives no role; null refuses them. */
  default_role: (typeof signOnRoles)[number] | null;
  /** JSON `{ claim, values }`; null where no claim gives roles. */
  role_claim: string | null;
  /** Whether their first sign-in makes people users and members. */
  creates_users: number;
  /** JSON: what the provider's metadata says besides its entity id, which is the issuer; null for OpenID Connect. */
  saml: string | null;
  /** JSON: what came of the last test. */
  tested: string | null;
  revision: Generated<number>;
  created_at: string;
  updated_at: string;
}

/** Which user a subject of a provider is. */
export interface SsoIdentitiesTable {
  id: string;
  account_id: string;
  user_id: string;
  issuer: string;
  subject: string;
  /** The address that the provider vouched for then. */
  email: string;
  created_at: string;
  last_used_at: string | null;
}

/** Answers of providers and logout tokens that must not count twice. */
interface SsoUsedTable {
  key: string;
  expires_at: string;
}

/** A key pair of a user's device or password manager; here is the public one (Web Authentication). */
export interface PasskeysTable {
  id: string;
  user_id: string;
  name: string;
  /** Base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Of its signatures, up to 2^32 - 1, in decimal; "0" where it counts none. */
  counter: string;
  /** JSON: how browsers reach it, as they say themselves. */
  transports: string;
  /** Whether it is kept in other places, too. */
  synced: number;
  created_at: string;
  last_used_at: string | null;
}

/** An app that shows one-time codes (RFC 6238). */
export interface SecondFactorsTable {
  id: string;
  user_id: string;
  /** The shared secret, sealed. */
  secret: string;
  /** The latest step of time of which a code was used; -1 for none. */
  last_step: number;
  created_at: string;
  /** Null until its first code was right: it counts for nothing before. */
  confirmed_at: string | null;
  last_used_at: string | null;
}

/** A code that works once, in place of a factor that is lost. */
interface RecoveryCodesTable {
  /** SHA-256, hexadecimal. */
  code_hash: string;
  user_id: string;
  created_at: string;
  used_at: string | null;
}

/** A sign-in of which the password was right, and a factor is still to come. */
interface PendingSignInsTable {
  /** SHA-256 of the cookie's token, hexadecimal. */
  token_hash: string;
  user_id: string;
  /** Factors that were tried with it. */
  tries: number;
  created_at: string;
  expires_at: string;
}

/** A challenge that a passkey has signed, and that no other sign-in may use. */
interface UsedChallengesTable {
  /** SHA-256, hexadecimal. */
  digest: string;
  expires_at: string;
}

/** Where a user has signed in from: an IPv4 address, or the /64 network of an IPv6 address. */
interface SignInNetworksTable {
  user_id: string;
  network: string;
  used_at: string;
}

/** A wrong password, or one that is being checked. */
interface SignInTriesTable {
  id: string;
  network: string;
  /** SHA-256 of the e-mail address, whether anybody has it or not. */
  email_hash: string;
  tried_at: string;
}

/** A file that a customer has uploaded, in its current version. */
export interface UploadsTable {
  id: string;
  account_id: string;
  name: string;
  /** How it is read, such as `csv`: found in the file, not in its name. */
  format: string;
  /** JSON array of { name, type }. */
  columns: string;
  size_bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Of this version; another one has another key. */
  object_key: string;
  created_at: string;
  /** When this version came. */
  updated_at: string;
}

/** The file of a version that was replaced or deleted, which running work may still read. */
interface ReplacedUploadsTable {
  object_key: string;
  account_id: string;
  replaced_at: string;
}

/** The outbox: what has happened in accounts that have endpoints, written in the transaction of what it tells. */
export interface EventsTable {
  /** Also the id of the message that tells it. */
  id: string;
  account_id: string;
  project_id: string | null;
  type: string;
  /** The id of what it is about. */
  subject: string;
  /** What it says of it; by now it may be otherwise. */
  state: string | null;
  at: string;
  /** 1 once its deliveries are written. */
  routed: Generated<number>;
  /** JSON object: what is sent. Null before that, and where what it is about is gone. */
  data: Generated<string | null>;
}

/** An address to which events of an account are sent. */
export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  /** JSON array of event types. */
  events: string;
  /** JSON array; null for all. */
  project_ids: string | null;
  /** The date of the shapes that it gets. */
  version: string;
  signing: (typeof webhookSignings)[number];
  /** Sealed: the keys that sign, the current one first. */
  secret: string;
  /** JSON array of the texts by which others verify; empty for a shared secret. */
  public_keys: string;
  /** A customer's may reach only what is granted to the account. */
  made_by: ConnectionMaker;
  enabled: number;
  off_reason: (typeof webhookOffReasons)[number] | null;
  off_since: string | null;
  /** 1 from when the service switched it off until the e-mails that tell of it are written. */
  to_tell: Generated<number>;
  /** Failed attempts since the last that succeeded, and since when there are only those. */
  failures: Generated<number>;
  failing_since: Generated<string | null>;
  /** Nothing is sent until then. */
  paused_until: Generated<string | null>;
  /** Who sends to it, and until when; null while nobody does. */
  lease: Generated<string | null>;
  leased_until: Generated<string | null>;
  /** When it was last given back; empty before that. */
  served_at: Generated<string>;
  created_at: string;
  updated_at: string;
  /** Grows with each change by somebody. */
  revision: Generated<number>;
}

/** One event for one endpoint. */
export interface WebhookDeliveriesTable {
  id: string;
  account_id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  status: (typeof webhookDeliveryStatuses)[number];
  /** How many attempts were made and recorded. */
  attempt: number;
  /** How many of them since it was last asked for: which wait is next. */
  step: number;
  /** Null once it has ended. */
  next_attempt_at: string | null;
  created_at: string;
  updated_at: string;
}

/** One e-mail to somebody who may switch an endpoint on again, that it was switched off. */
export interface WebhookNoticesTable {
  id: string;
  account_id: string;
  endpoint_id: string;
  user_id: string;
  attempt: number;
  /** As that of a delivery. */
  next_attempt_at: string | null;
  failure: string | null;
  created_at: string;
}

interface WebhookAttemptsTable {
  delivery_id: string;
  /** From 1. */
  number: number;
  account_id: string;
  started_at: string;
  duration_ms: number;
  /** Null where there was no answer. */
  http_status: number | null;
  /** Why it failed; null where it did not. */
  failure: string | null;
  /** The first 2,048 bytes of the answer, as text. */
  answer: string | null;
}

/** The same work for many projects, or rows of a file. */
export interface BulkJobsTable {
  id: string;
  account_id: string;
  action: string;
  /** JSON object; never a secret. */
  parameters: string;
  /** Who asked for it, through which door and from where; null for a command. */
  actor: string;
  door: string;
  address: string | null;
  total: number;
  /** When somebody stopped what had not begun; null while nobody has. */
  stopped_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface BulkJobItemsTable {
  id: string;
  account_id: string;
  bulk_job_id: string;
  /** Null for what has no project yet. */
  project_id: string | null;
  /** The name of its project when it was asked for, or of its row. */
  label: string;
  /** JSON object of what it is made from; null where the project says it all. */
  input: string | null;
  /** JSON object `actor`, `door` and `address`: who asked for it again; null where nobody has. */
  asked_by: string | null;
  /** 1 for one that starts a job, of which an account has a bounded number at once. */
  starts_job: number;
  state: (typeof bulkItemStates)[number];
  /** How many times it has failed unexpectedly. */
  attempt: number;
  /** When a waiting one may be done. */
  due_at: string;
  /** The generation or export job that it started. */
  job_id: string | null;
  /** JSON object: what it made. */
  result: string | null;
  /** JSON object {reason, message, action, details} of a failed one. */
  fault: string | null;
  /** When the guest link that it made was shown, which happens once; null before, and for what makes none. */
  link_shown_at: string | null;
  created_at: string;
  updated_at: string;
}

/** One row for each account that ever had a bulk job: whose turn it is. */
interface BulkQueuesTable {
  account_id: string;
  /** When there may be something to do; null for nothing. */
  due_at: string | null;
  served_at: string;
}

/** What somebody wants to be told of: of a project's connection, or of what fills a slot of a template. */
export interface WatchesTable {
  id: string;
  account_id: string;
  /** Null for that of a template, which has a slot in place of a connection. */
  project_id: string | null;
  template_id: string | null;
  connection_id: string | null;
  slot: string | null;
  name: string;
  kind: (typeof watchKinds)[number];
  /** The key of a metric; null for a connection as a whole. */
  metric: string | null;
  dimension: string | null;
  /** Null for the missing value, where there is a dimension. */
  dimension_value: string | null;
  /** JSON object: what its kind takes. */
  rule: string;
  /** JSON arrays of the ids of users and chat channels. */
  people: string;
  channels: string;
  enabled: number;
  /** As in the log of changes. */
  created_by: string;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
}

/** How a watch stands for one connection. */
export interface WatchStatesTable {
  watch_id: string;
  connection_id: string;
  account_id: string;
  project_id: string;
  state: (typeof watchStates)[number];
  /** The last day that was judged. */
  day: string | null;
  /** JSON object: what was found on it. */
  judged: string | null;
  /** JSON object: why it cannot be judged. */
  problem: string | null;
  /** How many days in a row an alerting one was calm. */
  calm_days: number;
  /** The open incident that it is part of. */
  incident_id: string | null;
  judged_at: string | null;
}

/** When a connection with watches is looked at next, and by whom. */
export interface WatchTurnsTable {
  connection_id: string;
  account_id: string;
  project_id: string;
  due_at: string;
  /** While somebody looks at it: until when nobody else does. */
  leased_until: string | null;
  /** How often it was taken: the fence. */
  claims: number;
  /** How many of those in a row did not end well. */
  tries: number;
}

interface WatchAccountsTable {
  account_id: string;
  served_at: string;
}

/** When somebody wants no messages about incidents. */
export interface AlertSettingsTable {
  user_id: string;
  /** Local times, `HH:MM`; null for no quiet hours. */
  quiet_from: string | null;
  quiet_until: string | null;
  /** Whether messages come on Saturdays and Sundays, too. */
  weekends: number;
  time_zone: string;
  revision: number;
  updated_at: string;
}

/** One cause, with all that it made watches tell. */
export interface IncidentsTable {
  id: string;
  account_id: string;
  project_id: string;
  connection_id: string;
  cause: string;
  /** The cause while it is open, so that it is opened once. */
  open_cause: string | null;
  state: (typeof incidentStates)[number];
  /** JSON array. */
  parts: string;
  /** Since when, and up to which day it was looked at. */
  first_day: string;
  last_day: string;
  opened_at: string;
  closed_at: string | null;
  close_reason: (typeof incidentCloseReasons)[number] | null;
  acknowledged_at: string | null;
  acknowledged_by: string | null;
  snoozed_until: string | null;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
}

interface IncidentCommentsTable {
  id: string;
  incident_id: string;
  account_id: string;
  /** As in the log of changes, and the name that they had. */
  author: string;
  author_name: string;
  text: string;
  created_at: string;
}

/** One message to one person or channel about one occasion of an incident. */
export interface IncidentNoticesTable {
  id: string;
  account_id: string;
  incident_id: string;
  /** `opened`, `closed`, or `reminded` with the time of the reminder. */
  occasion: string;
  /** The id of the user or channel. */
  recipient: string;
  user_id: string | null;
  channel_id: string | null;
  status: (typeof noticeStates)[number];
  attempt: number;
  /** As that of a delivery. */
  next_attempt_at: string | null;
  /** Written before a server can have taken it. */
  handed_at: string | null;
  sent_at: string | null;
  /** Why it did not go out, for programs. */
  reason: string | null;
  failure: string | null;
  answer: string | null;
  created_at: string;
  updated_at: string;
}
