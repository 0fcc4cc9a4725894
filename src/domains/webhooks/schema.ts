import { type TSchema, Type } from 'typebox';
import {
  connectionMakers,
  deliverySystems,
  incidentStates,
  webhookDeliveryStatuses,
  webhookOffReasons,
  webhookSignings,
} from '../../platform/database/words.ts';
import { eventTypes, type SentType, sentTypes } from '../../platform/events/event-types.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  EventId,
  IncidentId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  Timestamp,
  WatchId,
  WebhookDeliveryId,
  WebhookId,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { ConnectionSummary } from '../connections/schema.ts';
import { jobSummaryAt } from '../job-summaries/schema.ts';
import { Report } from '../reports/schema.ts';
import { Share } from '../shares/schema.ts';
import { mostResent, mostShown, resendChoices } from './deliveries.ts';
import { mostProjects, webhookVersions } from './endpoints.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'Where events are sent: https, and http only within the networks that the operator allows. Redirects are not followed.',
  examples: ['https://example.com/hooks/reports'],
});
const Description = nullable(Type.String({ maxLength: 200 }), {
  description: 'What it is for, in your words.',
  examples: ['Tells our shop'],
});
const Events = Type.Array(oneOf(eventTypes), {
  maxItems: eventTypes.length,
  description: 'What it is told of.',
  examples: [['generation_job.completed', 'generation_job.failed']],
});
const Projects = nullable(Type.Array(ProjectId, { maxItems: mostProjects }), {
  description: 'Only what belongs to these projects; null for all.',
  examples: [null],
});
const Signing = oneOf(webhookSignings, {
  description: 'How messages are signed: `v1` by HMAC-SHA256 with a shared secret, `v1a` by Ed25519.',
});
const Version = oneOf(webhookVersions, { description: 'The date of the shapes that it gets.' });
const Enabled = Type.Boolean({ description: 'Whether it is told of anything.', examples: [true] });

const webhook = {
  id: WebhookId,
  url: Url,
  description: Description,
  events: Events,
  project_ids: Projects,
  version: Type.String({
    maxLength: 10,
    description: 'The date of the shapes that it gets.',
    examples: ['2026-11-25'],
  }),
  signing: Signing,
  public_key: nullable(Type.String({ maxLength: 200 }), {
    description: 'What verifies the signatures of `v1a`; null for `v1`.',
    examples: [null],
  }),
  made_by: oneOf(connectionMakers, {
    description: 'Of the private networks it reaches what the account is granted if a customer made it.',
  }),
  enabled: Enabled,
  off_reason: nullable(oneOf(webhookOffReasons), {
    description:
      'Why it is off: `by_hand`, `gone` (it answered 410), or `failing` (nothing but failures for five days).',
    examples: [null],
  }),
  off_since: nullable(Timestamp, { examples: [null] }),
  failures: Type.Integer({ minimum: 0, description: 'Failed attempts since the last good one.', examples: [0] }),
  failing_since: nullable(Timestamp, { examples: [null] }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Webhook = resource(webhook, {
  title: 'Webhook',
  description: 'An address to which events are sent, without its secret.',
});

const Secret = nullable(Type.String({ maxLength: 200 }), {
  description: 'What verifies the signatures of `v1`, shown only once; null for `v1a` and for one that was brought.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});
export const NewWebhook = resource({ ...webhook, secret: Secret }, { title: 'NewWebhook' });

export const WebhookCreate = resource(
  {
    url: Url,
    events: Events,
    description: Type.Optional(Description),
    project_ids: Type.Optional(Projects),
    version: Type.Optional(Version),
    signing: Type.Optional(Signing),
    secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'A secret that you have already: `whsec_` and the base64 of 24 to 64 bytes. Made if absent.',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
    ),
  },
  { title: 'WebhookCreate' },
);

export const WebhookUpdate = resource(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    project_ids: Type.Optional(Projects),
    enabled: Type.Optional(Enabled),
  },
  { title: 'WebhookUpdate' },
);

export const WebhookListQuery = listQuery(['created_at'], {});

const DeliveryType = oneOf(sentTypes, { description: 'What it tells of.' });
const delivery = {
  id: WebhookDeliveryId,
  webhook_id: WebhookId,
  event_id: EventId,
  type: DeliveryType,
  status: oneOf(webhookDeliveryStatuses, {
    description: '`pending`: it is sent, or sent again later. `failed`: it is given up.',
  }),
  attempts_made: Type.Integer({ minimum: 0, examples: [1] }),
  next_attempt_at: nullable(Timestamp, { description: 'Null once it has ended.', examples: [null] }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const WebhookDelivery = resource(delivery, {
  title: 'WebhookDelivery',
  description: 'One event for one webhook.',
});

const Attempt = resource(
  {
    number: Type.Integer({ minimum: 1, examples: [1] }),
    started_at: Timestamp,
    duration_ms: Type.Integer({ minimum: 0, examples: [120] }),
    http_status: nullable(Type.Integer({ minimum: 100, maximum: 999 }), {
      description: 'Null where there was no answer.',
      examples: [200],
    }),
    failure: nullable(Type.String({ maxLength: 1_000 }), {
      description: 'For people; null where it succeeded.',
      examples: [null],
    }),
    answer: nullable(Type.String({ maxLength: 2_048 }), {
      description: 'The first 2 kB of the answer.',
      examples: ['ok'],
    }),
  },
  { title: 'WebhookAttempt' },
);

export const WebhookDeliveryDetails = resource(
  {
    ...delivery,
    attempts: Type.Array(Attempt, { maxItems: mostShown, description: 'The latest first.' }),
  },
  { title: 'WebhookDeliveryDetails', description: 'One event for one webhook, with the attempts to send it.' },
);

export const WebhookDeliveryListQuery = listQuery(['created_at'], {
  status: Type.Optional(
    Type.Unsafe<(typeof webhookDeliveryStatuses)[number]>(
      Type.Enum([...webhookDeliveryStatuses], { description: 'Only those in this status.' }),
    ),
  ),
  type: Type.Optional(
    Type.Unsafe<SentType>(Type.Enum([...sentTypes], { description: 'Only those that tell of this.' })),
  ),
});

export const WebhookResend = resource(
  {
    since: Type.String({
      format: 'date-time',
      maxLength: 20,
      description: 'Only events since then, within the last 30 days (UTC).',
      examples: ['2026-11-21T09:30:00Z'],
    }),
    which: oneOf(resendChoices, {
      description: '`failed`: what was given up. `missed`: also what was never sent, such as while it was off.',
    }),
  },
  { title: 'WebhookResend' },
);

export const WebhookResent = resource(
  {
    resent: Type.Integer({ minimum: 0, maximum: mostResent, description: 'How many are sent now.', examples: [3] }),
    is_all: Type.Boolean({
      description: `Whether these are all. One request sends at most ${mostResent}: ask again for the rest.`,
      examples: [true],
    }),
  },
  { title: 'WebhookResent' },
);

const ResourceUrl = Type.String({
  maxLength: 3_000,
  description: 'Where the management API tells more; only the path where the installation knows no address of its own.',
  examples: ['https://reports.example.com/manage/v1/reports/rep_01jd5w0k3m8q2r4t6v8x0z1b3d'],
});

const EmailDelivery = {
  id: Type.String({ maxLength: 30, examples: ['dlv_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
  project_id: ProjectId,
  schedule_id: ScheduleId,
  report_id: nullable(ReportId),
  system: oneOf(deliverySystems, { description: 'By what it goes out.' }),
  status: oneOf(['sent', 'failed', 'unknown'] as const, {
    description: '`unknown` where nobody knows whether it arrived; it is not sent again.',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

const AlertPart = resource(
  {
    watch_id: WatchId,
    finding: Type.String({ maxLength: 50, examples: ['unusual'] }),
    metric: nullable(Type.String({ maxLength: 200 }), { examples: ['sessions'] }),
    direction: nullable(oneOf(['above', 'below'] as const)),
    value: nullable(Type.Number({ examples: [38] })),
    expected: nullable(Type.Number({ examples: [100] })),
    since: Type.String({ format: 'date', examples: ['2026-11-24'] }),
    is_over: Type.Boolean({ examples: [false] }),
  },
  { title: 'AlertPart' },
);

const AlertIncident = {
  id: IncidentId,
  project_id: ProjectId,
  connection_id: ConnectionId,
  state: oneOf(incidentStates),
  first_day: Type.String({ format: 'date', examples: ['2026-11-24'] }),
  parts: Type.Array(AlertPart, { maxItems: 50 }),
  opened_at: Timestamp,
  closed_at: nullable(Timestamp, { examples: [null] }),
};

const titled = (title: string, fields: Record<string, TSchema>, description: string) =>
  resource({ ...fields, url: ResourceUrl }, { title, description });

const JobData = titled('JobEventData', jobSummaryAt('/manage/v1').properties, 'A job that has ended.');
const dataOf: Readonly<Record<string, TSchema>> = {
  generation_job: JobData,
  export_job: JobData,
  report: titled('ReportEventData', Report.properties, 'A report, without its figures.'),
  connection: titled('ConnectionEventData', ConnectionSummary.properties, 'A connection, with its status then.'),
  share: titled('ShareEventData', Share.properties, 'A guest link.'),
  delivery: titled('DeliveryEventData', EmailDelivery, 'An e-mail or message of a schedule, without who gets it.'),
  alert: titled('AlertEventData', AlertIncident, 'An incident that watches have found, without who is told of it.'),
  webhook: titled('TestEventData', { id: WebhookId }, 'The webhook itself.'),
};

const summaries: Readonly<Record<SentType, string>> = {
  'generation_job.completed': 'A report was made',
  'generation_job.blocked': 'A report cannot be made until somebody acts',
  'generation_job.failed': 'A report could not be made',
  'export_job.completed': 'A file was made',
  'export_job.blocked': 'A file cannot be made until somebody acts',
  'export_job.failed': 'A file could not be made',
  'report.released': 'Somebody has released a report',
  'report.rejected': 'Somebody has rejected a report',
  'connection.reauth_required': 'A connection needs new credentials',
  'connection.restored': 'A connection is connected again',
  'share.viewed': 'Guests have opened a link: the first view of each hour (UTC)',
  'delivery.sent': 'An e-mail or message was sent',
  'delivery.failed': 'An e-mail or message was given up',
  'alert.opened': 'Watches have found something',
  'alert.closed': 'What watches have found is over',
  'webhook.test': 'Somebody has asked for a test',
};

/** The body of the messages of each event. */
export const webhookMessages = sentTypes.map((type) => {
  const title = `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;
  const body = {
    type: Type.Literal(type),
    timestamp: Timestamp,
    data: dataOf[type.slice(0, type.indexOf('.'))] ?? Type.Object({}),
  };
  return { name: type, summary: summaries[type], body: resource(body, { title, description: `${summaries[type]}.` }) };
});
