import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/engine.ts';
import { ServiceError } from '../errors.ts';
import { isStoreUnavailable } from '../storage/object-store.ts';
import { type ErrorEnvelope, meta } from './envelope.ts';
import { isTooLongToDiscard } from './unread-bodies.ts';
import { validationError } from './validation.ts';

/**
 * Answers every error in the envelope. Errors that are not the service's own become `internal_error`; the cause goes to
 * the log only.
 */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = beginErrorAnswer(error, request, reply);
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(errorEnvelope(known, request));
}

/** What is the same of an error's answer in every form: its log line, its status and its headers. Gives what is told of it. */
export function beginErrorAnswer(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): ServiceError {
  const known = toServiceError(error);
  // A client that disconnects while sending is not a fault of the service; its request is logged with 499.
  const isCutShort = request.raw.destroyed && !request.raw.complete;
  if (known.status >= 500 && !isCutShort) {
    request.log.error({ err: known.cause ?? error }, known.code);
    request.span?.fail(known.code);
  }
  if (known.code === 'api_controls_unavailable') reply.header('retry-after', '1');
  // Fastify closes the connection on an unread body; once that is dropped, the connection can be reused.
  if (known.code === 'payload_too_large' && !isTooLongToDiscard(request.raw)) reply.removeHeader('connection');
  reply.code(known.status).headers(known.headers).header('cache-control', 'private, no-cache');
  return known;
}

export function errorEnvelope(
  error: ServiceError,
  request: { readonly id: string; readonly url: string },
): ErrorEnvelope {
  const { code, message, details } = error;
  return { ok: false, error: { code, message, ...(details && { details }) }, meta: meta(request) };
}

function toServiceError(error: FastifyError | Error): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isDatabaseUnavailable(error) || isStoreUnavailable(error)) {
    return new ServiceError('api_controls_unavailable', { cause: error });
  }
  if ('validation' in error && error.validation) return validationError(error.validation, error.validationContext);
  const code = 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ServiceError('payload_too_large');
  if (code === 'FST_ERR_BAD_URL') {
    return new ServiceError('invalid_request', { message: 'The path cannot be decoded: use percent-encoded UTF-8.' });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ServiceError('unsupported_media_type');
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    const message = `The request is not valid: ${error.message}.`;
    return new ServiceError('invalid_request', { message, cause: error });
  }
  return new ServiceError('internal_error', { cause: error });
}
