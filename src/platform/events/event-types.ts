/** All that somebody can be told of by a webhook. */
export const eventTypes = [
  'generation_job.completed',
  'generation_job.blocked',
  'generation_job.failed',
  'export_job.completed',
  'export_job.blocked',
  'export_job.failed',
  'report.released',
  'report.rejected',
  'connection.reauth_required',
  'connection.restored',
  'share.viewed',
  'delivery.sent',
  'delivery.failed',
  'alert.opened',
  'alert.closed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What an endpoint gets only when somebody asks for it. */
export const testEventType = 'webhook.test';
export const sentTypes = [...eventTypes, testEventType] as const;
export type SentType = (typeof sentTypes)[number];
