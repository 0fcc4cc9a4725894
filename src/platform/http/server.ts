import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import { newIdentifier } from '../database/identifiers.ts';
import { ServiceError } from '../errors.ts';
import { originHeaders } from './cors.ts';
import { answerError, errorEnvelope } from './error-handler.ts';
import { isPatient } from './file-bodies.ts';
import { headerValues } from './header-values.ts';
import { readJsonBody } from './json-body.ts';
import { watchLateRequests } from './late-requests.ts';
import { RequestLog } from './request-log.ts';
import { beginRequestSpan, endRequestSpan } from './request-span.ts';
import { serializerCompiler } from './serialization.ts';
import { discardUnreadBodies, isDiscarding } from './unread-bodies.ts';
import { validatorCompiler } from './validation.ts';

const bodyLimit = 256 * 1024;
/** Longer than the headers that Node accepts allow: an overlong id is treated like any unknown one. */
const maxUrlParameterLength = 32_768;
/** From the first byte of a request to its answer; more than the waits of a healthy service add up to. */
const answerMs = 30_000;
/** What proxies log for a client that disconnects before it is answered; never sent. */
const clientClosedRequest = 499;

/** Called once for each request, with the status of its answer, or 499 when its client disconnected first. */
export type RequestEnded = (request: FastifyRequest, reply: FastifyReply, status: number) => void;

/** Fastify with what all of the service's answers share: envelope, request id, strict bodies, time limits, log lines. */
export function createServer(options: {
  readonly logger: FastifyBaseLogger;
  readonly trustProxy: boolean | number | string;
  readonly requestEnded?: RequestEnded;
  /** The origins passed to `allowOrigins`. */
  readonly corsOrigins?: readonly string[];
  /** Every request is answered within this time, give or take a second. */
  readonly deadlineMs?: number;
}): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    trustProxy: trustedHops(options.trustProxy),
    childLoggerFactory: (logger, bindings) => new RequestLog(logger, bindings),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit,
    routerOptions: { maxParamLength: maxUrlParameterLength, ignoreTrailingSlash: false },
    requestIdHeader: false,
    genReqId: (request) => readRequestId(request.headers['x-request-id']),
    // Fastify leaves these off; a slow client must not hold a connection forever.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Node would refuse a missing Host without an envelope; the hook below uses one.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // Requests on open connections are served until they close; readiness warns the load balancer first.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler,
    // A path that cannot be decoded gets here without any hook.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply);
      reply.headers(originHeaders(options.corsOrigins ?? [], request.headers.origin));
      answerError(error, request, reply);
    },
  });
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417 without an envelope.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  discardUnreadBodies(app.server);
  app.decorateRequest('span', undefined);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  // Before the body is read, and after the hooks that add headers to every answer.
  app.addHook('preParsing', (request, _reply, _body, done) => done(request.is404 ? unknownRoute(app, request) : null));
  app.addHook('onRoute', (route) => {
    if (route.url.includes(':')) route.onRequest = [refuseMissingSegment, ...[route.onRequest ?? []].flat()];
  });
  readBodiesStrictly(app);
  const late = watchLateRequests(options.deadlineMs ?? answerMs);
  app.addHook('onClose', async () => late[Symbol.dispose]());
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    late.began(reply);
    beginRequestSpan(request);
    // Fastify's onResponse does not run for requests whose client disconnects.
    reply.raw.on('close', () => {
      late.ended(reply);
      const status = reply.raw.headersSent ? reply.statusCode : clientClosedRequest;
      logRequest(options.logger, request, reply, status);
      options.requestEnded?.(request, reply, status);
      endRequestSpan(request, status);
    });
    reply.headers(sharedHeaders(request.id));
  };
  // Hooks that wait for nothing are not async: a promise would cost as much as their work.
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    // Node takes the first of several; a proxy in front may have taken another. HTTP/1.0 requires none.
    const hosts = headerValues(request.raw, 'host').length;
    if (hosts !== 1 && (hosts !== 0 || request.raw.httpVersion === '1.1')) {
      reply.header('connection', 'close');
      return done(new ServiceError('invalid_request', { message: 'Send exactly one Host header.' }));
    }
    done();
  });
  return app;
}

function logRequest(logger: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply, status: number): void {
  logger.info(
    {
      request_id: request.id,
      trace_id: request.span?.traceId,
      account: request.caller?.account.id ?? request.accountId,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  );
}

/** The headers of every answer. */
function sharedHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
}

function trustedHops(trustProxy: boolean | number | string) {
  if (typeof trustProxy !== 'number') return trustProxy;
  return (_address: string, hop: number) => hop < trustProxy;
}

function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : newIdentifier('req');
}

function readBodiesStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    if (!isPlainJson(request)) throw new ServiceError('unsupported_media_type');
    return readJsonBody(body);
  });
}

/** `application/json`, with no parameter but `charset=utf-8`, and not compressed. */
function isPlainJson(request: FastifyRequest): boolean {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return false;
  return /^application\/json[ \t]*(;[ \t]*(charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?)*$/i.test(
    request.headers['content-type']?.trim() ?? '',
  );
}

/** Why no route matches a request: its path is unknown, or does not support its method. */
function unknownRoute(app: FastifyInstance, request: FastifyRequest): ServiceError {
  const allowed = allowedMethods(app, request);
  // With CORS every path answers OPTIONS.
  if (allowed.every((method) => method === 'OPTIONS')) return new ServiceError('not_found');
  return new ServiceError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

const refuseMissingSegment: onRequestHookHandler = (request, _reply, done) =>
  done(lacksSegment(request.params) ? new ServiceError('not_found') : undefined);

/** The methods that the request's path supports. */
function allowedMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split('?', 1)[0] ?? '';
  return ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'].filter((method) => {
    const found = app.findRoute({ method: method as HTTPMethods, url: path });
    return found !== null && !lacksSegment(found.params);
  });
}

/**
 * Whether a path ends in a slash, or has two in a row, where a segment should be: the router would take `/projects/`
 * for the path of a project.
 */
function lacksSegment(params: unknown): boolean {
  return Object.values(params as Readonly<Record<string, string>>).includes('');
}

const refusals = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are larger than 16 KiB.',
} as const;

/**
 * A request that is not valid HTTP: one answer in the envelope, then the connection closes. An answered request gets no
 * second answer.
 */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  // Its deadlines are those of who reads the file.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isPatient(socket)) return;
  if (!socket.writable || error.code === 'ECONNRESET' || isDiscarding(socket)) return void socket.destroy(error);
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const message = refusals[status];
  const requestId = newIdentifier('req');
  const body = JSON.stringify(
    errorEnvelope(new ServiceError('invalid_request', { message }), { id: requestId, url: '' }),
  );
  const shared = Object.entries(sharedHeaders(requestId)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${shared.join('')}Connection: close\r\n\r\n${body}`,
  );
}
