export type { ConnectionOptions } from '../client.ts';
export {
  AbortedError,
  ApiError,
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ReportServiceError,
  ServerError,
  TimeoutError,
} from '../errors.ts';
export type { Page, Pages } from '../pages.ts';
export type { RequestOptions, WriteOptions } from '../transport.ts';
export {
  type Called,
  type CallOptions,
  type ListId,
  ManagementClient,
  type ManagementClientOptions,
  type OperationId,
} from './client.ts';
export type * from './operations.ts';
export { webhookEventTypes } from './operations.ts';
export { type VerifyOptions, verify, WebhookVerificationError } from './webhooks.ts';
