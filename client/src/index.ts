export { type ClientOptions, ReportServiceClient } from './client.ts';
export type { Clock } from './clock.ts';
export type { Download, SavedFile } from './download.ts';
export {
  AbortedError,
  ApiError,
  AuthenticationError,
  ConflictError,
  DigestMismatchError,
  GoneError,
  InvalidRequestError,
  JobBlockedError,
  JobFailedError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ReportServiceError,
  ServerError,
  TimeoutError,
} from './errors.ts';
export type { Page, Pages } from './pages.ts';
export { type ComparisonRule, comparisonPeriod, lastMonth, lastWeek } from './periods.ts';
export type { CompletedExportJob } from './resources/export-jobs.ts';
export type { CompletedGenerationJob } from './resources/generation-jobs.ts';
export type { RequestOptions, WriteOptions } from './transport.ts';
export type * from './types.ts';
export type { StartedJob, WaitOptions } from './waiting.ts';
