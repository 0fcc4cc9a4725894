import type { Attributes } from '../tracing/spans.ts';

interface SentJob {
  readonly id: string;
  readonly type: string;
  readonly account_id: string;
}

/** A job as a message, by the semantic conventions of messaging: sent by who starts it, processed by a worker. */
export function messageAttributes({ id, type, account_id }: SentJob, operation: 'send' | 'process'): Attributes {
  return {
    'messaging.system': 'report_service',
    'messaging.destination.name': type,
    'messaging.operation.type': operation,
    'messaging.operation.name': operation,
    'messaging.message.id': id,
    'report_service.account.id': account_id,
  };
}
