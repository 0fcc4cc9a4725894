// Made from the OpenAPI document by scripts/make-types.ts.

/** Calendar days in the project's time zone, both ends inclusive. */
export interface Period {
  from: string;
  to: string;
}

export interface Periods {
  /** Calendar days in the project's time zone, both ends inclusive. */
  current: Period;
  compare: Period | null;
}

export type JobStatus = 'queued' | 'running' | 'completed' | 'blocked' | 'failed';

export type Source = 'api' | 'try_it' | 'schedule' | 'console';

/** `doc` is a genuine .docx file. */
export type ExportFormat = 'pdf' | 'doc';

export type Scope = 'projects:read' | 'projects:write' | 'reports:read' | 'reports:write';

export interface Usage {
  used: number;
  limit: number | null;
}

export type Section =
  | {
      type: 'highlights';
      /** Heading of the section; null or absent for the standard one. */
      title?: string | null;
    }
  | {
      type: 'kpis';
      /** Heading of the section; null or absent for the standard one. */
      title?: string | null;
      /** A connection of the project. */
      connection_id: string;
      /** Keys of metrics, in display order. */
      metrics?: Array<string>;
    }
  | {
      type: 'timeseries';
      /** Heading of the section; null or absent for the standard one. */
      title?: string | null;
      /** A connection of the project. */
      connection_id: string;
      metric: string;
      /** Calendar unit of one point; day when absent. Weeks start on Monday. */
      by?: 'day' | 'week' | 'month';
    }
  | {
      type: 'breakdown';
      /** Heading of the section; null or absent for the standard one. */
      title?: string | null;
      /** A connection of the project. */
      connection_id: string;
      dimension: string;
      /** Keys of metrics, in display order. */
      metrics?: Array<string>;
      /** How many rows are shown; 10 when absent. */
      limit?: number;
    }
  | {
      type: 'text';
      /** Heading of the section; null or absent for the standard one. */
      title?: string | null;
      /** CommonMark, at most 20,000 code points. */
      markdown: string;
    };

export interface ProjectSettings {
  accent_color: string | null;
  logo: string | null;
  title: string | null;
  sections: Array<Section> | null;
}

/** Brand and layout of the project's reports. */
export interface ProjectSettingsInput {
  accent_color?: string | null;
  logo?: string | null;
  title?: string | null;
  sections?: Array<Section> | null;
}

export interface ProjectConnection {
  id: string;
  system: string;
  name: string;
  status: 'connected' | 'reauth_required' | 'resource_missing';
}

export interface ProjectSchedule {
  id: string;
  cadence: 'daily' | 'weekly' | 'monthly';
  time_zone: string;
  enabled: boolean;
  next_run_at: string | null;
}

export interface ReportWarning {
  code: string;
  message: string;
  connection_id: string | null;
}

export interface JobProgress {
  stage: string;
  completed: number;
  /** 0 while it is not known. */
  total: number;
}

export interface JobOutcome {
  /** One of the documented reason words. */
  reason: string;
  /** For people: what happened. */
  message: string;
  /** What to do about it. */
  action: string;
  /** Such as `connection_id` and `system`. */
  details: Record<string, unknown>;
}

export interface Artifact {
  filename: string;
  content_type: string;
  size_bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** UTC, whole seconds. */
  created_at: string;
  /** UTC, whole seconds. */
  expires_at: string;
  /** The protected delivery path; the same token downloads. */
  download_path: string;
}

export interface Pagination {
  page: number;
  per_page: number;
  total: number;
  /** 0 when there is nothing. */
  total_pages: number;
}

export interface ErrorDetail {
  /** A dotted path such as `period.current.from` or `query.per_page`. */
  field: string;
  rule: string;
  message: string;
}

export interface Bootstrap {
  service: 'report-service';
  version: 'v1';
  release: 'v1-beta';
  server_time: string;
  links: {
    me: string;
    projects: string;
    openapi: string;
    documentation: string;
  };
  export_formats: Array<ExportFormat>;
  limits: {
    per_minute: number;
    per_day: number;
  };
}

export interface Me {
  account: {
    id: string;
    name: string;
    plan: string;
    add_ons: Array<string>;
    api_access: {
      enabled: boolean;
      granted_by: 'plan' | 'add_on';
    };
  };
  token: {
    public_id: string;
    name: string;
    kind: 'live' | 'try_it';
    scopes: Array<Scope>;
    created_at: string;
    last_used_at: string | null;
    expires_at: string | null;
  };
  limits: {
    minute: {
      limit: number;
      remaining: number;
      resets_at: string;
    };
    day: {
      limit: number;
      used: number;
      remaining: number;
      resets_at: string;
    };
  };
  usage: {
    projects: Usage;
    generations_this_month: Usage;
  };
}

export interface ProjectSummary {
  id: string;
  name: string;
  client_name: string | null;
  status: 'active' | 'archived';
  time_zone: string;
  currency: string;
  locale: string;
  /** UTC, whole seconds. */
  created_at: string;
  /** UTC, whole seconds. */
  updated_at: string;
  archived_at: string | null;
}

export interface Project {
  id: string;
  name: string;
  client_name: string | null;
  status: 'active' | 'archived';
  time_zone: string;
  currency: string;
  locale: string;
  /** UTC, whole seconds. */
  created_at: string;
  /** UTC, whole seconds. */
  updated_at: string;
  archived_at: string | null;
  settings: ProjectSettings;
  /** The connected systems, without configuration or secret. */
  connections: Array<ProjectConnection>;
  schedules: Array<ProjectSchedule>;
}

export interface ProjectCreate {
  name: string;
  client_name?: string | null;
  /** IANA time zone whose calendar days the periods are. */
  time_zone?: string;
  /** ISO 4217 code of the currency metrics. */
  currency?: string;
  /** BCP 47 tag that decides how reports read. */
  locale?: string;
  settings?: ProjectSettingsInput | null;
}

export interface ProjectUpdate {
  name?: string;
  client_name?: string | null;
  /** IANA time zone whose calendar days the periods are. */
  time_zone?: string;
  /** ISO 4217 code of the currency metrics. */
  currency?: string;
  /** BCP 47 tag that decides how reports read. */
  locale?: string;
  settings?: ProjectSettingsInput | null;
}

export interface ProjectListQuery {
  /** The page, from 1. */
  page?: number;
  /** Items a page. */
  per_page?: number;
  /** Ties break by id. */
  sort?: 'created_at' | 'updated_at' | 'name';
  direction?: 'asc' | 'desc';
  /** Both when absent. */
  status?: 'active' | 'archived';
}

export interface Report {
  id: string;
  project_id: string;
  title: string;
  /** `unavailable` when the stored document is lost. */
  status: 'ready' | 'unavailable';
  ready_for_export: boolean;
  period: Periods;
  source: Source;
  generation_job_id: string;
  warnings: Array<ReportWarning>;
  created_at: string;
}

export interface ReportListQuery {
  /** The page, from 1. */
  page?: number;
  /** Items a page. */
  per_page?: number;
  /** Ties break by id. */
  sort?: 'created_at' | 'period_from';
  direction?: 'asc' | 'desc';
  source?: Source;
  ready_for_export?: boolean;
}

export interface JobSummary {
  id: string;
  project_id: string;
  status: JobStatus;
  source: Source;
  /** UTC, whole seconds. */
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** UTC, whole seconds. */
  updated_at: string;
  type: 'generation' | 'export';
  report_id: string | null;
  format: ExportFormat | null;
}

export interface JobListQuery {
  /** The page, from 1. */
  page?: number;
  /** Items a page. */
  per_page?: number;
  /** Ties break by id. */
  sort?: 'created_at' | 'updated_at';
  direction?: 'asc' | 'desc';
  type?: 'generation' | 'export';
  status?: JobStatus;
}

export interface GenerationRequest {
  period: {
    /** Both ends inclusive; at most 366 days; not after today. */
    current: Period;
    compare?: Period | null;
  };
}

export interface GenerationJob {
  id: string;
  project_id: string;
  status: JobStatus;
  source: Source;
  /** UTC, whole seconds. */
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** UTC, whole seconds. */
  updated_at: string;
  progress: JobProgress;
  attempt: number;
  max_attempts: number;
  blocked: JobOutcome | null;
  failure: JobOutcome | null;
  period: Periods;
  result: {
    report_id: string;
  } | null;
}

export interface ExportRequest {
  format: ExportFormat;
}

export interface ExportJob {
  id: string;
  project_id: string;
  status: JobStatus;
  source: Source;
  /** UTC, whole seconds. */
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** UTC, whole seconds. */
  updated_at: string;
  progress: JobProgress;
  attempt: number;
  max_attempts: number;
  blocked: JobOutcome | null;
  failure: JobOutcome | null;
  report_id: string;
  /** `doc` is a genuine .docx file. */
  format: ExportFormat;
  artifact: Artifact | null;
}

/** Every error code that an operation documents. */
export type ErrorCode =
  | 'api_access_required'
  | 'api_controls_unavailable'
  | 'artifact_not_ready'
  | 'artifact_unavailable'
  | 'idempotency_conflict'
  | 'idempotency_key_required'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_idempotency_key'
  | 'invalid_query_parameter'
  | 'invalid_request'
  | 'not_found'
  | 'payload_too_large'
  | 'plan_limit_reached'
  | 'project_archived'
  | 'quota_exceeded'
  | 'rate_limit_exceeded'
  | 'unauthorized'
  | 'unsupported_media_type';
