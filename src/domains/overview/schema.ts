import { Type } from 'typebox';
import { cadences, connectionStatuses, deliverySystems } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  ScheduleRunId,
  Timestamp,
  WebhookId,
} from '../../platform/http/fields.ts';
import { ListedJob, ProjectName } from '../job-summaries/schema.ts';
import { labelFilters } from '../labels/schema.ts';
import { Report } from '../reports/schema.ts';
import { Incident, IncidentQuery } from '../watches/schema.ts';
import { mostEndpoints } from '../webhooks/endpoints.ts';

/** How many of each there are at most. */
export const most = {
  connections: 50,
  blockedJobs: 20,
  deliveries: 20,
  approvals: 20,
  runs: 10,
  reports: 10,
  incidents: 20,
} as const;

const inProject = { project_id: ProjectId, project_name: ProjectName };

const DueConnection = resource(
  {
    id: ConnectionId,
    ...inProject,
    system: Type.String({ maxLength: 100, examples: ['google-analytics'] }),
    name: Type.String({ maxLength: 200, examples: ['Website'] }),
    status: oneOf(connectionStatuses),
    sign_in_ends_at: nullable(Timestamp, { description: 'When somebody has to sign in again, where that is known.' }),
    checked_at: Timestamp,
  },
  { title: 'DueConnection' },
);

const FailedDelivery = resource(
  {
    ...inProject,
    schedule_id: ScheduleId,
    report_id: nullable(ReportId),
    recipient: Type.String({
      maxLength: 330,
      description: 'An e-mail address, or the name that the chat channel had.',
      examples: ['ann@example.com'],
    }),
    system: oneOf(deliverySystems, { description: 'By what it goes out.' }),
    failure: nullable(
      Type.String({ description: 'What the mail server or chat said.', examples: ['No such mailbox'] }),
    ),
    failed_at: Timestamp,
  },
  { title: 'FailedDelivery' },
);

const WaitingReport = resource(
  {
    ...inProject,
    run_id: ScheduleRunId,
    schedule_id: ScheduleId,
    report_id: nullable(ReportId),
    recipients: Type.Integer({
      minimum: 0,
      description: 'To how many addresses and chat channels it goes.',
      examples: [2],
    }),
    may_decide: Type.Boolean({ description: 'Whether the caller may release or reject it.', examples: [true] }),
    waits_since: Timestamp,
  },
  { title: 'WaitingReport' },
);

const StoppedWebhook = resource(
  {
    id: WebhookId,
    url: Type.String({ maxLength: 2_000, examples: ['https://example.com/hooks/reports'] }),
    reason: oneOf(['gone', 'failing'] as const, {
      description: '`gone`: it answered 410. `failing`: nothing but failures for five days.',
    }),
    since: Timestamp,
  },
  { title: 'StoppedWebhook' },
);

const NextRun = resource(
  {
    ...inProject,
    schedule_id: ScheduleId,
    cadence: oneOf(cadences),
    recipients: Type.Integer({
      minimum: 0,
      description: 'How many addresses and chat channels get it.',
      examples: [2],
    }),
    run_at: Timestamp,
  },
  { title: 'NextRun' },
);

const ListedReport = resource({ ...Report.properties, project_name: ProjectName }, { title: 'ListedReport' });

const ComingDeletion = resource(
  {
    keep_reports_months: nullable(Type.Integer({ minimum: 1, examples: [24] })),
    from: Timestamp,
  },
  { title: 'ComingDeletion' },
);

const done = (description: string) => Type.Boolean({ description, examples: [true] });

const Checklist = resource(
  {
    project: done('Whether there is a project.'),
    connection: done('Whether a connection is connected.'),
    report: done('Whether a report was made.'),
    delivery: done('Whether a report was exported or shared by a link, or a schedule was made.'),
  },
  { title: 'Checklist', description: 'The first steps.' },
);

export const Overview = resource(
  {
    connections: Type.Array(DueConnection, {
      maxItems: most.connections,
      description: 'Those that need somebody: not connected, or whose sign-in ends within two weeks.',
    }),
    blocked_jobs: Type.Array(ListedJob, {
      maxItems: most.blockedJobs,
      description: 'Of the last 30 days, unless the project has had one of the type completed since; the newest first.',
    }),
    failed_deliveries: Type.Array(FailedDelivery, {
      maxItems: most.deliveries,
      description: 'E-mails of the last 30 days that were given up, the newest first.',
    }),
    incidents: Type.Array(Incident, {
      maxItems: most.incidents,
      description: 'What watches have found and is not over, but for what somebody put off; the newest first.',
    }),
    waiting_reports: Type.Array(WaitingReport, {
      maxItems: most.approvals,
      description: 'Reports of schedules that wait for somebody to release them, the oldest first.',
    }),
    webhooks: Type.Array(StoppedWebhook, {
      maxItems: mostEndpoints,
      description: 'Those that the service has switched off.',
    }),
    next_runs: Type.Array(NextRun, { maxItems: most.runs, description: 'The next run of each schedule, in order.' }),
    reports: Type.Array(ListedReport, { maxItems: most.reports, description: 'The newest first.' }),
    checklist: Checklist,
    retention: nullable(ComingDeletion, {
      description: 'What will be deleted by age and is not yet, for admins; null for nothing.',
    }),
  },
  { title: 'Overview', description: 'What there is to do and to see in the projects that the caller sees.' },
);

export const OverviewQuery = Type.Object(
  { ...labelFilters, language: IncidentQuery.properties.language },
  { additionalProperties: false },
);
