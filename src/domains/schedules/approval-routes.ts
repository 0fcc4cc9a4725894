import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readOperation } from '../../platform/http/operations.ts';
import { isAtLeast } from '../../platform/http/roles.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { getReport } from '../reports/reports.ts';
import { mayDecide, requireApprover } from './approvers.ts';
import { toRun } from './managed-schedules.ts';
import { rejectRun, releaseRun } from './release-run.ts';
import { getSchedule } from './schedules.ts';
import { ReportApproval, RunRejection, ScheduleRun } from './schema.ts';

const tag = 'Schedules';
const Nothing = Type.Object({}, { additionalProperties: false });
const ofRun = Type.Object({ run_id: Type.String({ description: "The run's id." }) });
const errors = ['not_found', 'run_decided', 'insufficient_role'] as const;

/** Reports of schedules that wait for somebody's word, for management. */
export function approvalRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  readOperation(
    app,
    context,
    {
      path: '/reports/:report_id/approval',
      operationId: 'getReportApproval',
      tag,
      summary: 'Tell whether a report waits to be released',
      access: { role: 'viewer' },
      params: Type.Object({ report_id: Type.String({ description: "The report's id." }) }),
      errors: ['not_found'],
      data: ReportApproval,
    },
    async ({ caller, params }) => {
      const { id } = await getReport(db, caller.account.id, params.report_id);
      const run = await db
        .selectFrom('schedule_runs')
        .selectAll()
        .where('report_id', '=', id)
        .where('state', '=', 'awaiting_approval')
        .executeTakeFirst();
      if (!run) return { run: null, may_decide: false };
      const schedule = await getSchedule(db, run.schedule_id);
      return { run: toRun(run), may_decide: isAtLeast(caller.role, 'editor') && mayDecide(caller, schedule) };
    },
  );

  const decision = {
    method: 'POST',
    tag,
    access: { role: 'editor' },
    params: ofRun,
    status: 200,
    errors,
    data: ScheduleRun,
  } as const;
  writeOperation(
    app,
    context,
    {
      ...decision,
      path: '/schedule-runs/:run_id/release',
      operationId: 'releaseScheduleRun',
      summary: 'Release a report that waits',
      description:
        'Its files are made as it reads now, with the comments it has, and go out. Of two who release it at once one is told that it is decided.',
      kind: 'schedule.release',
      body: Nothing,
      bodyOptional: true,
    },
    async (transaction, { caller, params: { run_id: id } }) => {
      const schedule = await requireApprover(transaction, caller, id);
      const run = await releaseRun(transaction, id, caller.actor);
      const recorded = { subject: schedule.id, details: { run_id: id, report_id: run.report_id } };
      return { data: toRun(run), recorded };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...decision,
      path: '/schedule-runs/:run_id/reject',
      operationId: 'rejectScheduleRun',
      summary: 'Reject a report that waits',
      description: 'It goes to nobody; the report stays, and the schedule goes on with its next occurrence.',
      kind: 'schedule.reject',
      body: RunRejection,
    },
    async (transaction, { caller, params: { run_id: id }, body: { reason } }) => {
      const schedule = await requireApprover(transaction, caller, id);
      const run = await rejectRun(transaction, id, { by: caller.actor, reason });
      const recorded = { subject: schedule.id, details: { run_id: id, report_id: run.report_id, reason } };
      return { data: toRun(run), recorded };
    },
  );
}
