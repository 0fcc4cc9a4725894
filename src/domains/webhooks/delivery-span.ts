import { beginSpan, isTracing, type Span } from '../../platform/tracing/spans.ts';
import type { EndpointRow } from './endpoints.ts';
import type { Answer } from './send-attempt.ts';
import type { Due } from './turns.ts';

/**
 * Begins the span of one attempt, by the semantic conventions of HTTP clients. Of the address only the host is told: many who take
 * webhooks have a secret in their path.
 */
export function beginDeliverySpan({ delivery, trace }: Due, endpoint: EndpointRow): Span | undefined {
  if (!isTracing()) return undefined;
  const { hostname, port, protocol } = new URL(endpoint.url);
  return beginSpan('POST', {
    kind: 'client',
    parent: trace,
    attributes: {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      ...(delivery.attempt > 0 && { 'http.request.resend_count': delivery.attempt }),
      'report_service.webhook.id': endpoint.id,
      'report_service.webhook.delivery_id': delivery.id,
      'report_service.event.type': delivery.type,
      'report_service.account.id': delivery.account_id,
    },
  });
}

/** Ends it with what the endpoint answered; without an answer the attempt was cut off. */
export function endDeliverySpan(span: Span | undefined, answer?: Answer): void {
  const status = answer?.httpStatus ?? null;
  if (status !== null) span?.set({ 'http.response.status_code': status });
  if (!answer) span?.fail('cut_off');
  else if (answer.failure !== null) span?.fail(status === null ? 'no_answer' : String(status));
  span?.end();
}
