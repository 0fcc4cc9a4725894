import type { ErrorCode, ErrorDetail, ExportJob, GenerationJob } from './types.ts';

/** The base of all errors that this client throws. */
export class ReportServiceError extends Error {
  override name = 'ReportServiceError';
}

export interface ApiErrorFields {
  readonly status: number;
  readonly code: ErrorCode | (string & {});
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** The service answered with an error, or, with the code `unexpected_response`, with something that is not its envelope. */
export class ApiError extends ReportServiceError {
  override name = 'ApiError';
  readonly status: number;
  /** What to branch on. */
  readonly code: ErrorCode | (string & {});
  /** The places in the request that are at fault; empty when the service named none. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** 400, 413 and 415: the request itself is at fault; see `details`. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 401: the token is missing, malformed, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the account has no API access, or the token lacks a scope. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: there is no such resource, or the account may not see it. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409 and 412: the state of the resource, the plan, a reused idempotency key or somebody else's change prevents it. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 410: the artifact has expired or is lost; a new export makes a new one. */
export class GoneError extends ApiError {
  override name = 'GoneError';
}

/** 429: the rate of the minute or the quota of the day is used up; see `retryAfterMs`. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: the service, or a proxy before it, cannot answer now. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** No answer, or only part of one, came over the network. */
export class NetworkError extends ReportServiceError {
  override name = 'NetworkError';
}

/** An attempt, a call or a wait took too long. A job that was waited for keeps running. */
export class TimeoutError extends ReportServiceError {
  override name = 'TimeoutError';
}

/** The caller's signal ended the call; `cause` is the signal's reason. A job that was waited for keeps running. */
export class AbortedError extends ReportServiceError {
  override name = 'AbortError';

  constructor(reason: unknown) {
    super('The call was aborted.', { cause: reason });
  }
}

/** The received bytes are not the ones that the service promised. */
export class DigestMismatchError extends ReportServiceError {
  override name = 'DigestMismatchError';
}

/** A job ended without a result. */
class JobError extends ReportServiceError {
  readonly job: GenerationJob | ExportJob;
  /** A documented word such as `reauth_required`. */
  readonly reason: string;
  /** What to do about it. */
  readonly action: string;
  /** Such as `connection_id` and `system`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(job: GenerationJob | ExportJob) {
    const outcome = job.blocked ?? job.failure;
    super(outcome?.message ?? `The job ${job.id} ended ${job.status}.`);
    this.job = job;
    this.reason = outcome?.reason ?? job.status;
    this.action = outcome?.action ?? '';
    this.details = outcome?.details ?? {};
  }
}

/** The job cannot go on until `action` is taken; then a new start succeeds. */
export class JobBlockedError extends JobError {
  override name = 'JobBlockedError';
}

/** The job ended with an error. */
export class JobFailedError extends JobError {
  override name = 'JobFailedError';
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  429: RateLimitError,
};

/** An error of the class for the status. */
export function createApiError(fields: ApiErrorFields): ApiError {
  const ErrorClass = classes[fields.status] ?? (fields.status >= 500 ? ServerError : ApiError);
  return new ErrorClass(fields);
}
