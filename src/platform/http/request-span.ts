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
  // Asked once, and only of what is recorded: Fastify makes the options of the route anew each time.
  let route: string | undefined;
  const name = () => {
    route = request.routeOptions.url;
    return route === undefined ? method : `${method} ${route}`;
  };
  const span = beginSpan(name, { kind: 'server', parent: incomingTrace(headers) });
  if (route !== undefined && watching.has(route)) return;
  request.span = span;
  if (span?.traceId === undefined) return;
  if (route !== undefined) span.set({ 'http.route': route });
  if (request.log instanceof RequestLog) request.log.bind({ trace_id: span.traceId });
}

/** Ends it with the status of the answer, or 499 when its client was gone first. */
export function endRequestSpan({ span, caller, id, method, protocol }: FastifyRequest, status: number): void {
  if (span?.traceId === undefined) return;
  const account = caller?.account.id;
  span.set({
    'http.request.method': method,
    'url.scheme': protocol,
    'http.response.status_code': status,
    'report_service.request.id': id,
    ...(account && { 'report_service.account.id': account }),
  });
  if (status >= 500) span.fail(String(status));
  span.end();
}
