import type { FastifyRequest } from 'fastify';
import { beginSpan, incomingTrace, isTracing } from '../tracing/spans.ts';
import { RequestLog } from './request-log.ts';

/** Asked every few seconds by whoever watches the service. */
const watching = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Begins the span of a request, by the semantic conventions of HTTP servers. Of its address only the route is told: a path
 * may hold the token of a link, and a query anything.
 */
export function beginRequestSpan(request: FastifyRequest): void {
  if (!isTracing()) return;
  const { method, headers } = request;
  const route = request.routeOptions.url;
  if (route !== undefined && watching.has(route)) return;
  const name = route === undefined ? method : `${method} ${route}`;
  const span = beginSpan(name, { kind: 'server', parent: incomingTrace(headers) });
  if (!span) return;
  request.span = span;
  // Most are not recorded where a sample is kept, and should cost as little as they can.
  if (span.traceId === undefined) return;
  span.set({
    'http.request.method': method,
    'url.scheme': request.protocol,
    ...(route !== undefined && { 'http.route': route }),
    'report_service.request.id': request.id,
  });
  if (request.log instanceof RequestLog) request.log.bind({ trace_id: span.traceId });
}

/** Ends it with the status of the answer, or 499 when its client was gone first. */
export function endRequestSpan({ span, caller }: FastifyRequest, status: number): void {
  if (span?.traceId === undefined) return;
  const account = caller?.account.id;
  span.set({ 'http.response.status_code': status, ...(account && { 'report_service.account.id': account }) });
  if (status >= 500) span.fail(String(status));
  span.end();
}
