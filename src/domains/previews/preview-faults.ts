import { ServiceError, type ServiceErrorOptions } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/jobs/outcomes.ts';
import { retryAfter } from '../../platform/limits/headers.ts';

/** When to try again, unless a system says so itself. */
export const soonMs = 1_000;

/** Why a report of the project would be blocked, as the answer to who asks for a preview. */
export function refusalOf({ reason, message, action }: Outcome): ServiceError {
  const told = `${message} ${action}`;
  if (reason === 'project_archived') return new ServiceError('project_archived', { message: told });
  return new ServiceError('preview_blocked', { message: told, details: [{ field: '', rule: reason, message }] });
}

/** That it cannot be made now, and when to try again. */
export function unavailable(message: string, options: Omit<ServiceErrorOptions, 'message' | 'headers'> = {}) {
  const headers = { 'retry-after': retryAfter(soonMs) };
  return new ServiceError('preview_unavailable', { ...options, message, headers });
}

/** Names what it waited for, if `error` says so. */
export function tookTooLong(error?: ServiceError): ServiceError {
  const advice = 'What the systems answered meanwhile is kept, so the next try needs less.';
  return unavailable(`The preview took too long. ${advice}`, error?.details && { details: error.details });
}
