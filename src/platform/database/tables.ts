import type { Generated, Kysely, Transaction } from 'kysely';
import type {
  cadences,
  connectionMakers,
  connectionStatuses,
  deliveryWays,
  jobSources,
  jobStatuses,
  jobTypes,
  projectStatuses,
  reportStatuses,
  scheduleComparisons,
  schedulePeriods,
  tokenKinds,
} from './words.ts';

/**
 * The tables, the same on SQLite and PostgreSQL: text identifiers, UTC times as text with milliseconds
 * (`2026-11-21T09:30:00.000Z`), 0 or 1 for booleans, JSON as text.
 */
export interface Tables {
  plans: PlansTable;
  accounts: AccountsTable;
  tokens: TokensTable;
  projects: ProjectsTable;
  connections: ConnectionsTable;
  schedules: SchedulesTable;
  schedule_runs: ScheduleRunsTable;
  deliveries: DeliveriesTable;
  reports: ReportsTable;
  list_counts: ListCountsTable;
  shares: SharesTable;
  jobs: JobsTable;
  job_queues: JobQueuesTable;
  audit_log: AuditLogTable;
  idempotency_keys: IdempotencyKeysTable;
  request_counts: RequestCountsTable;
  recent_requests: RecentRequestsTable;
  installation_marks: InstallationMarksTable;
  auth_version: AuthVersionTable;
}

export type Database = Kysely<Tables>;
/** What queries take: the database, or the transaction they are part of. */
export type Queryable = Database | Transaction<Tables>;

export interface PlansTable {
  name: string;
  /** Whether the plan includes API access by itself. */
  api_access: number;
  /** Null is unlimited, here and in the next two. */
  max_projects: number | null;
  max_connections_per_project: number | null;
  max_generations_per_month: number | null;
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
  created_at: string;
  updated_at: string;
}

export interface TokensTable {
  public_id: string;
  account_id: string;
  name: string;
  kind: (typeof tokenKinds)[number];
  /** JSON array of words. */
  scopes: string;
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
  /** JSON object. */
  settings: string;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
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
  /** JSON object. */
  config: string;
  /** The sealed secret; null for a system that needs none. */
  secret: string | null;
  /** A customer's may reach only what is granted to the account. */
  made_by: Generated<ConnectionMaker>;
  /** The process that renews the secret, and until when it may; null while nobody does. */
  secret_lease: string | null;
  secret_leased_until: string | null;
  /** When the status was last checked. */
  checked_at: string;
  created_at: string;
  updated_at: string;
}

export interface SchedulesTable {
  id: string;
  account_id: string;
  project_id: string;
  cadence: (typeof cadences)[number];
  /** Weekly: 1 (Monday) to 7; monthly: 1 to 31; null when daily. */
  day: number | null;
  /** Local time, `HH:MM`. */
  at: string;
  time_zone: string;
  period: (typeof schedulePeriods)[number];
  compare: (typeof scheduleComparisons)[number];
  /** JSON array of formats. */
  formats: string;
  /** JSON array of e-mail addresses. */
  recipients: string;
  delivery: (typeof deliveryWays)[number];
  enabled: number;
  next_run_at: string | null;
  created_at: string;
  updated_at: string;
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
}

/** The progress of one occurrence of a schedule. */
export interface ScheduleRunsTable {
  id: string;
  account_id: string;
  schedule_id: string;
  /** The local day of the occurrence. */
  occurrence: string;
  due_at: string;
  state: 'generating' | 'exporting' | 'delivering' | 'completed' | 'failed';
  generation_job_id: string;
  report_id: string | null;
  /** JSON array. */
  export_job_ids: string;
  failure: string | null;
  created_at: string;
  updated_at: string;
}

/** One e-mail of one run to one recipient. */
export interface DeliveriesTable {
  id: string;
  account_id: string;
  run_id: string;
  recipient: string;
  status: 'pending' | 'sending' | 'sent' | 'failed';
  attempt: number;
  /** The time of the next attempt; while it is being sent, when another process may retry. Null once ended. */
  next_attempt_at: string | null;
  failure: string | null;
  sent_at: string | null;
  created_at: string;
  updated_at: string;
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
  created_at: string;
}

export interface SharesTable {
  id: string;
  account_id: string;
  project_id: string;
  report_id: string;
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  /** Argon2id in the PHC form; null for a link without a password. */
  password_hash: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  view_count: number;
  last_viewed_at: string | null;
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
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  updated_at: string;
}

/** One row for each account that ever had a job: what a claim needs to choose fairly without reading the backlog. */
export interface JobQueuesTable {
  account_id: string;
  running: number;
  /** When the account's first queued job is due; null when none is queued. */
  head_due_at: string | null;
  /** When the account last got or gave back a worker; empty before that. */
  served_at: string;
}

/** How many rows a list has, kept by triggers. On PostgreSQL a count may be spread over several rows. */
export interface ListCountsTable {
  account_id: string;
  /** The account or project whose list it is. */
  owner: string;
  list: string;
  /** A report's source, a job's type, the month (`2026-11`) of generations; empty where there are no kinds. */
  kind: string;
  /** Empty for generations. */
  status: string;
  number: number;
}

export interface IdempotencyKeysTable {
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

/** How many requests of an account were admitted on its latest day. */
export interface RequestCountsTable {
  account_id: string;
  /** UTC calendar day, counted from 1970-01-01. */
  day: number;
  day_count: number;
}

/** One row for each request admitted within the last minute. On PostgreSQL only `admit_requests` uses it. */
export interface RecentRequestsTable {
  account_id: string;
  /** Epoch milliseconds. */
  admitted_at: number;
}

/**
 * Marks by which an installation recognises its parts: `object_store` is the content of the object `installation/mark`.
 */
export interface InstallationMarksTable {
  name: string;
  value: string;
}

/** At most one row, replaced with each change of what a caller may do. */
export interface AuthVersionTable {
  id: number;
  version: string;
}
