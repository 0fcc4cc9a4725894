import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { refusedField } from '../../platform/faults.ts';
import { askOperation } from '../../platform/http/ask-operation.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { getOwnProject } from '../connections/connections.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { listRuns } from './listed-runs.ts';
import {
  changeSchedule,
  createSchedule,
  getOwnSchedule,
  listOwnSchedules,
  type MailingInstallation,
  planRuns,
  removeRecipient,
  showSchedule,
  testSchedule,
  toRun,
  withStoppedJobs,
  withUnsentMails,
} from './managed-schedules.ts';
import { removeSchedule } from './schedules.ts';
import {
  AllSchedulesQuery,
  ManagedSchedule,
  PlannedRuns,
  RecipientRemoval,
  RemovedRecipient,
  ScheduleCreate,
  ScheduleListQuery,
  ScheduleRun,
  ScheduleRuns,
  ScheduleUpdate,
} from './schema.ts';

const tag = 'Schedules';
const ofProject = Type.Object({ project_id: Type.String({ description: "The project's id." }) });
const ofSchedule = Type.Object({ schedule_id: Type.String({ description: "The schedule's id." }) });
const Nothing = Type.Object({}, { additionalProperties: false });
const read = { role: 'viewer' } as const;
const write = { role: 'editor' } as const;

/** Recurring reports, for management. `installation`: what it can mail, and to whom. */
export function scheduleRoutes(app: FastifyInstance, context: ApiContext, installation: MailingInstallation): void {
  const { db } = context;
  const { hasMail } = installation;
  const list = { tag, access: read, query: ScheduleListQuery, data: ManagedSchedule } as const;
  listOperation(
    app,
    context,
    {
      ...list,
      query: AllSchedulesQuery,
      path: '/schedules',
      operationId: 'listSchedules',
      fromReplica: true,
      summary: 'List all schedules',
      description: 'Those of all projects that the caller sees; with `recipient` those that somebody gets.',
    },
    async ({ db, caller, query: { tag, folder, ...query } }) =>
      listOwnSchedules(db, await narrowed(db, caller, { tag, folder }), query),
  );

  listOperation(
    app,
    context,
    {
      ...list,
      path: '/projects/:project_id/schedules',
      operationId: 'listProjectSchedules',
      fromReplica: true,
      summary: 'List the schedules of a project',
      params: ofProject,
      errors: ['not_found'],
    },
    async ({ db, caller, params, query }) => {
      await getOwnProject(db, caller.account.id, params.project_id);
      return listOwnSchedules(db, caller, query, params.project_id);
    },
  );

  const one = { tag, params: ofSchedule, data: ManagedSchedule, hasRevision: true } as const;
  readOperation(
    app,
    context,
    {
      ...one,
      path: '/schedules/:schedule_id',
      operationId: 'getSchedule',
      summary: 'Read a schedule',
      access: read,
      errors: ['not_found'],
    },
    async ({ caller, params }) => showSchedule(db, await getOwnSchedule(db, caller, params.schedule_id)),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/projects/:project_id/schedules',
      operationId: 'createSchedule',
      tag,
      summary: 'Schedule a report',
      description:
        'It is on at once. A weekly or fortnightly schedule takes a `weekday`; one by the month, quarter or year a `day`, a `weekday` with its `week`, or a `working_day`; a yearly one also a `month`.',
      access: write,
      kind: 'schedule.add',
      params: ofProject,
      body: ScheduleCreate,
      status: 201,
      errors: ['not_found', 'project_archived'],
      data: ManagedSchedule,
      hasRevision: true,
    },
    async (transaction, { caller, params: { project_id: projectId }, body }) => {
      const row = await createSchedule(transaction, caller, projectId, body, installation);
      const recorded = { details: { project_id: projectId } };
      return { data: await showSchedule(transaction, row), location: `/schedules/${row.id}`, recorded };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PATCH',
      path: '/schedules/:schedule_id',
      operationId: 'updateSchedule',
      summary: 'Change a schedule',
      description: 'Send only the fields to change; `enabled` pauses it, or lets it fire again from now on.',
      access: write,
      kind: 'schedule.update',
      body: ScheduleUpdate,
      check: (body) => {
        if (Object.keys(body).length === 0) throw refusedField('', 'minProperties', 'names nothing to change');
      },
      status: 200,
      errors: ['not_found', 'project_archived'],
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const row = await changeSchedule(transaction, caller, params.schedule_id, body, {
        ...installation,
        checkRevision,
      });
      const recorded = { details: { project_id: row.project_id, fields: Object.keys(body).toSorted() } };
      return { data: await showSchedule(transaction, row), recorded };
    },
  );

  removeOperation(
    app,
    context,
    {
      tag,
      params: ofSchedule,
      data: ManagedSchedule,
      path: '/schedules/:schedule_id',
      operationId: 'removeSchedule',
      summary: 'Remove a schedule',
      description: 'Its reports stay; e-mails that are not sent yet are not sent.',
      access: write,
      kind: 'schedule.remove',
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const { id, project_id } = await getOwnSchedule(transaction, caller, params.schedule_id);
      const data = await showSchedule(transaction, await removeSchedule(transaction, id));
      return { data, subject: id, details: { project_id } };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/schedules/:schedule_id/runs',
      operationId: 'listScheduleRuns',
      tag,
      summary: 'List the latest runs of a schedule',
      access: read,
      params: ofSchedule,
      errors: ['not_found'],
      data: ScheduleRuns,
    },
    async ({ caller, params }) => {
      const { id } = await getOwnSchedule(db, caller, params.schedule_id);
      const runs = await withUnsentMails(db, await withStoppedJobs(db, await listRuns(db, id)));
      return { runs: runs.map(toRun) };
    },
  );

  askOperation(
    app,
    context,
    {
      path: '/projects/:project_id/schedules/plan',
      operationId: 'planSchedule',
      tag,
      summary: 'Tell when a schedule would fire',
      description: 'The next three runs of a schedule like this, with the periods of their reports. It stores nothing.',
      access: read,
      params: ofProject,
      body: ScheduleCreate,
      errors: ['not_found'],
      data: PlannedRuns,
    },
    ({ caller, params, body }) => planRuns(db, caller, params.project_id, body),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/schedules/:schedule_id/tests',
      operationId: 'testSchedule',
      tag,
      summary: 'Send a test of a schedule to yourself',
      description:
        'Makes the report of the latest period now, as the schedule would, and mails it to you alone. A schedule that is off can be tested, too.',
      access: { role: 'editor', peopleOnly: true },
      kind: 'schedule.test',
      params: ofSchedule,
      body: Nothing,
      bodyOptional: true,
      status: 200,
      errors: ['not_found', 'project_archived'],
      data: ScheduleRun,
    },
    async (transaction, { caller, params: { schedule_id: id } }) => {
      const run = await testSchedule(transaction, caller, id, hasMail);
      return { data: toRun(run), recorded: { subject: id, details: { generation_job_id: run.generation_job_id } } };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/recipients/remove',
      operationId: 'removeRecipient',
      tag,
      summary: 'Remove a recipient everywhere',
      description:
        'Takes an e-mail address out of all schedules that the caller sees, whatever its case, and puts it on the list of those that the account sends nothing to; of a member limited to projects only the first.',
      access: write,
      kind: 'schedule.remove_recipient',
      body: RecipientRemoval,
      status: 200,
      data: RemovedRecipient,
    },
    async (transaction, { caller, body: { recipient } }) => {
      const schedule_ids = await removeRecipient(transaction, caller, recipient);
      const recorded = { subject: caller.account.id, details: { recipient, schedule_ids } };
      return { data: { recipient, schedule_ids }, recorded };
    },
  );
}
