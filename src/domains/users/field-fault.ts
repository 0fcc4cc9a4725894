import { ServiceError } from '../../platform/errors.ts';

/** A fault in one field of what a person or a program asked for: `invalid_request`, in words for both. */
export function fieldFault(field: string, rule: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { message, details: [{ field, rule, message }] });
}
