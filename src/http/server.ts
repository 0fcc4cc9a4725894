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
import { headerValues } from './header-values.ts';
import { readJsonBody } from './json-body.ts';
import { watchLateRequests } from './late-requests.ts';
import { serializerCompiler } from './serialization.ts';
import { validatorCompiler } from './validation.ts';

const bodyLimit = 256 * 1024;
/** Beyond what fits the headers that Node takes: a long id is as good as any that is not there. */
const maxUrlParameterLength = 32_768;
/** From the first byte of a request to its answer; beyond what the waits of a healthy service add up to. */
const answerMs = 30_000;
/** What proxies write for a client that goes away before it is answered; no answer carries it. */
const clientClosedRequest = 499;

/** Told once of each request, with the status of its answer, or 499 when its client went away before. */
export type RequestEnded = (request: FastifyRequest, reply: FastifyReply, status: number) => void;

/** Fastify with what all of the service's answers share: envelope, request id, strict bodies, time limits, log lines. */
export function createServer(options: {
  readonly logger: FastifyBaseLogger;
  readonly trustProxy: boolean | number | string;
  readonly requestEnded?: RequestEnded;
  /** Those that `allowOrigins` is told of. */
  readonly corsOrigins?: readonly string[];
  /** Within which every request is answered, but for a second. */
  readonly deadlineMs?: number;
}): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    trustProxy: trustedHops(options.trustProxy),
    // Given no options, pino takes its short way to a child, of which every request has one.
    childLoggerFactory: (logger, bindings) => logger.child(bindings),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit,
    routerOptions: { maxParamLength: maxUrlParameterLength, ignoreTrailingSlash: false },
    requestIdHeader: false,
    genReqId: (request) => readRequestId(request.headers['x-request-id']),
    // Fastify leaves these off; a client that is slow to ask must not hold a connection for ever.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Node would refuse a missing Host without a word; the hook below does it in the envelope.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // Requests on open connections are served until they close; readiness tells the load balancer before.
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
  // What nobody here can meet may be passed over (RFC 9110, 10.1.1); Node would answer 417 without a word.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  // Before the body is looked at, and after the hooks that add headers to every answer.
  app.addHook('preParsing', (request, _reply, _body, done) => done(request.is404 ? unknownRoute(app, request) : null));
  app.addHook('onRoute', (route) => {
    if (route.url.includes(':')) route.onRequest = [refuseMissingSegment, ...[route.onRequest ?? []].flat()];
  });
  readBodiesStrictly(app);
  const late = watchLateRequests(options.deadlineMs ?? answerMs);
  app.addHook('onClose', async () => late[Symbol.dispose]());
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    late.began(reply);
    // Fastify's onResponse knows nothing of requests whose client goes away.
    reply.raw.once('close', () => {
      late.ended(reply);
      const status = reply.raw.headersSent ? reply.statusCode : clientClosedRequest;
      logRequest(request, reply, status);
      options.requestEnded?.(request, reply, status);
    });
    reply.headers(sharedHeaders(request.id));
  };
  // Hooks that wait for nothing are no promises: each of those would cost as much as what it does.
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    // Node takes the first of several; a proxy in front may have taken another. HTTP/1.0 has none.
    const hosts = headerValues(request.raw, 'host').length;
    if (hosts !== 1 && (hosts !== 0 || request.raw.httpVersion === '1.1')) {
      reply.header('connection', 'close');
      return done(new ServiceError('invalid_request', { message: 'Send exactly one Host header.' }));
    }
    done();
  });
  return app;
}

const logRequest: RequestEnded = (request, reply, status) => {
  request.log.info(
    {
      account: request.caller?.account.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  );
};

/** What every answer carries. */
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

/** Why no route takes a request: its path is none of the service's, or does not have its method. */
function unknownRoute(app: FastifyInstance, request: FastifyRequest): ServiceError {
  const allowed = allowedMethods(app, request);
  // With CORS every path answers OPTIONS.
  if (allowed.every((method) => method === 'OPTIONS')) return new ServiceError('not_found');
  return new ServiceError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

const refuseMissingSegment: onRequestHookHandler = (request, _reply, done) =>
  done(lacksSegment(request.params) ? new ServiceError('not_found') : undefined);

/** The methods that the request's path has. */
function allowedMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split('?', 1)[0] ?? '';
  return ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'].filter((method) => {
    const found = app.findRoute({ method: method as HTTPMethods, url: path });
    return found !== null && !lacksSegment(found.params);
  });
}

/** Whether a path ends in a slash, or has two in a row, where a segment should be: the router takes `/projects/` for one of a project. */
function lacksSegment(params: unknown): boolean {
  return Object.values(params as Readonly<Record<string, string>>).includes('');
}

const refusals = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are larger than 16 KiB.',
} as const;

/** A request that is no HTTP: one answer in the envelope, then the connection ends. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy(error);
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const message = refusals[status];
  const requestId = newIdentifier('req');
  const body = JSON.stringify(errorEnvelope(new ServiceError('invalid_request', { message }), requestId));
  const shared = Object.entries(sharedHeaders(requestId)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${shared.join('')}Connection: close\r\n\r\n${body}`,
  );
}
