import { Type } from 'typebox';
import { cadences, connectionStatuses } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { ListedJob, ProjectName } from '../job-summaries/schema.ts';
import { Report } from '../reports/schema.ts';

/** How many of each there are at most. */
export const most = { connections: 50, blockedJobs: 20, deliveries: 20, runs: 10, reports: 10 } as const;

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
    recipient: Type.String({ maxLength: 330, examples: ['ann@example.com'] }),
    failure: nullable(Type.String({ description: 'What the mail server said.', examples: ['No such mailbox'] })),
    failed_at: Timestamp,
  },
  { title: 'FailedDelivery' },
);

const NextRun = resource(
  {
    ...inProject,
    schedule_id: ScheduleId,
    cadence: oneOf(cadences),
    recipients: Type.Integer({ minimum: 0, description: 'How many people get it.', examples: [2] }),
    run_at: Timestamp,
  },
  { title: 'NextRun' },
);

const ListedReport = resource({ ...Report.properties, project_name: ProjectName }, { title: 'ListedReport' });

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
    next_runs: Type.Array(NextRun, { maxItems: most.runs, description: 'The next run of each schedule, in order.' }),
    reports: Type.Array(ListedReport, { maxItems: most.reports, description: 'The newest first.' }),
    checklist: Checklist,
  },
  { title: 'Overview', description: 'What there is to do and to see in the projects that the caller sees.' },
);
