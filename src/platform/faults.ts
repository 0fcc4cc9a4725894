import { ServiceError } from './errors.ts';

/** A fault in one field of what a person or a program asked for: `invalid_request`, in words for both; `cause` is logged. */
export function fieldFault(field: string, rule: string, message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_request', { message, details: [{ field, rule, message }], cause });
}

/** The same where the name of the field begins the sentence, for which a command puts its flag: `takes a day`. */
export function refusedField(field: string, rule: string, predicate: string): ServiceError {
  const details = [{ field, rule, message: predicate }];
  return new ServiceError('invalid_request', { message: `${field} ${predicate}.`, details });
}

/** `not_found`: clients are told no more, a command says which `kind` of thing it looked for. */
export function missing(kind: string, id: string): ServiceError {
  return new ServiceError('not_found', { missing: { kind, id } });
}
