import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable, ScheduleNoticesTable } from '../../platform/database/tables.ts';
import { getProject } from '../projects/projects.ts';
import { getReport } from '../reports/reports.ts';
import { approvalMail } from './approval-words.ts';
import { listApprovers } from './approvers.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { sendNotice } from './notices.ts';
import { readNow, type ScheduleRow, type ScheduleRunRow, toText } from './schedules.ts';

type NoticeRow = Selectable<ScheduleNoticesTable>;

/** When those who may release a report are told of it: at once, after a day, and after three. */
const noticeDays = [0, 1, 3];

/** Writes the notices of a run that begins to wait; those that are due later are dropped if it has been decided by then. */
export async function insertNotices(transaction: Queryable, run: ScheduleRunRow, schedule: ScheduleRow): Promise<void> {
  const now = await readNow(transaction);
  const notices = (await listApprovers(transaction, schedule)).flatMap(({ userId }) =>
    noticeDays.map((days) => ({
      id: newIdentifier('ntc'),
      account_id: run.account_id,
      run_id: run.id,
      user_id: userId,
      days,
      attempt: 0,
      next_attempt_at: toText(now.add({ hours: 24 * days })),
      failure: null,
      created_at: toText(now),
    })),
  );
  if (notices.length > 0) await transaction.insertInto('schedule_notices').values(notices).execute();
}

/** Sends the notice that has waited longest; false when none is due. One aborted by `cut` is retried. */
export function sendNextNotice(context: DeliveryContext, cut?: AbortSignal): Promise<boolean> {
  return sendNotice(context, 'schedule_notices', (notice) => makeNotice(context, notice), cut);
}

/** Undefined when nobody need be told any more: the report is decided about, or it is not theirs to release. */
async function makeNotice({ db, baseUrl }: DeliveryContext, { run_id, user_id, days }: NoticeRow) {
  const run = await db.selectFrom('schedule_runs').selectAll().where('id', '=', run_id).executeTakeFirst();
  if (run?.state !== 'awaiting_approval' || run.report_id === null) return undefined;
  const schedule = await db.selectFrom('schedules').selectAll().where('id', '=', run.schedule_id).executeTakeFirst();
  const approver = schedule && (await listApprovers(db, schedule)).find(({ userId }) => userId === user_id);
  if (!approver) return undefined;
  const report = await getReport(db, run.account_id, run.report_id);
  const { locale } = await getProject(db, run.account_id, report.project_id);
  const told = approvalMail({
    ...{ locale, title: report.title, period: { from: report.period_from, to: report.period_to } },
    ...{ address: `${baseUrl}/console/reports/${report.id}`, isReminder: days > 0 },
  });
  return { ...told, to: approver.email };
}
