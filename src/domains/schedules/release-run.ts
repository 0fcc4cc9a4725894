import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { deliveryRoles } from '../../platform/database/words.ts';
import { ServiceError } from '../../platform/errors.ts';
import { writeEvent } from '../../platform/events/outbox.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { listChannels } from '../chat-channels/chat-channels.ts';
import { startExportJob } from '../export-jobs/export-jobs.ts';
import type { DeliveryRow } from './deliveries.ts';
import { mailSettingsOf } from './mail-settings.ts';
import { getSchedule, readNow, type ScheduleRow, type ScheduleRunRow, toText } from './schedules.ts';

/** Who decided about a report that waited, when, and why where they say so. */
export interface Decision {
  /** As the log of changes names them. */
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

/**
 * Lets a report that waits go out, as it reads now: its files are made of the revision that it has, and its e-mails wait for
 * them, all in this transaction. Throws `not_found`, and `run_decided` when somebody was faster.
 */
export async function releaseRun(transaction: Queryable, id: string, by: string): Promise<ScheduleRunRow> {
  const { run, schedule } = await holdWaiting(transaction, id);
  const export_job_ids = await startExports(transaction, run, schedule);
  const hasFiles = export_job_ids !== '[]';
  const recipients = await insertDeliveries(transaction, run, schedule, { isDue: !hasFiles });
  const state = hasFiles ? 'exporting' : recipients > 0 ? 'delivering' : 'completed';
  await tell(transaction, run, schedule, 'released');
  return decide(transaction, run, { state, export_job_ids }, { by, reason: null });
}

/** Keeps it from going out. The report stays. Throws as `releaseRun`, and a fault of an empty reason. */
export async function rejectRun(
  transaction: Queryable,
  id: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<ScheduleRunRow> {
  if (reason.trim() === '') throw fieldFault('reason', 'minLength', 'A rejection has a reason, for whoever mends it.');
  const { run, schedule } = await holdWaiting(transaction, id);
  await tell(transaction, run, schedule, 'rejected');
  return decide(transaction, run, { state: 'rejected' }, { by, reason: reason.trim() });
}

/** Starts the files of a run's report as it reads now; returns the ids of their jobs as they are stored. */
export async function startExports(
  transaction: Queryable,
  { account_id: accountId, report_id }: Pick<ScheduleRunRow, 'account_id' | 'report_id'>,
  { formats }: ScheduleRow,
): Promise<string> {
  const ids: string[] = [];
  for (const format of JSON.parse(formats) as ExportFormat[]) {
    const starter = { accountId, source: 'schedule' as const };
    const { job } = await startExportJob(transaction, starter, report_id ?? '', { format });
    ids.push(job.id);
  }
  return JSON.stringify(ids);
}

/** Writes the e-mails and messages of a run, which go out at once, or wait for its files; returns how many there are. */
export async function insertDeliveries(
  transaction: Queryable,
  run: ScheduleRunRow,
  schedule: ScheduleRow,
  { isDue }: { readonly isDue: boolean },
): Promise<number> {
  const channels = run.test_recipient === null ? await channelsOf(transaction, schedule) : [];
  const recipients = [...mailed(recipientsOf(schedule, run.test_recipient)), ...channels];
  if (recipients.length === 0) return 0;
  const now = toText(await readNow(transaction));
  const deliveries = recipients.map((recipient) => ({
    ...recipient,
    id: newIdentifier('dlv'),
    account_id: run.account_id,
    run_id: run.id,
    status: 'pending' as const,
    attempt: 0,
    next_attempt_at: isDue ? now : null,
    queued_at: now,
    failure: null,
    reason: null,
    sent_at: null,
    created_at: now,
    updated_at: now,
  }));
  await transaction.insertInto('deliveries').values(deliveries).execute();
  return recipients.length;
}

type Recipient = Pick<DeliveryRow, 'recipient' | 'role' | 'system' | 'channel_id'>;

function mailed(recipients: readonly Pick<Recipient, 'recipient' | 'role'>[]): Recipient[] {
  return recipients.map((each) => ({ ...each, system: 'email', channel_id: null }));
}

/** The channels that the schedule posts to, by the names that they have now. */
async function channelsOf(transaction: Queryable, schedule: ScheduleRow): Promise<Recipient[]> {
  const named = JSON.parse(schedule.channels) as string[];
  if (named.length === 0) return [];
  const all = await listChannels(transaction, schedule.account_id);
  const own = all.filter(({ id }) => named.includes(id));
  return own.map(({ id, name, system }) => ({ recipient: name, role: 'to', system, channel_id: id }));
}

/** Each once, in the first of the lists that names them. */
function recipientsOf(schedule: ScheduleRow, testRecipient: string | null) {
  if (testRecipient !== null) return [{ recipient: testRecipient, role: 'to' as const }];
  const { cc, bcc } = mailSettingsOf(schedule);
  const lists = { to: JSON.parse(schedule.recipients) as string[], cc, bcc };
  const known = new Set<string>();
  return deliveryRoles.flatMap((role) =>
    lists[role].flatMap((recipient) => {
      if (known.has(recipient.toLowerCase())) return [];
      known.add(recipient.toLowerCase());
      return [{ recipient, role }];
    }),
  );
}

/** The run, held until the transaction ends, with its schedule. */
async function holdWaiting(transaction: Queryable, id: string) {
  const row = transaction.selectFrom('schedule_runs').selectAll().where('id', '=', id);
  const run = await (isPostgres(transaction) ? row.forUpdate() : row).executeTakeFirst();
  if (!run) throw missing('run', id);
  if (run.state !== 'awaiting_approval') throw new ServiceError('run_decided');
  return { run, schedule: await getSchedule(transaction, run.schedule_id) };
}

/** For whoever has a webhook for it. */
async function tell(
  transaction: Queryable,
  { account_id: accountId, report_id }: ScheduleRunRow,
  { project_id: projectId }: ScheduleRow,
  decision: 'released' | 'rejected',
): Promise<void> {
  if (report_id === null) return;
  await writeEvent(transaction, { accountId, projectId, type: `report.${decision}`, subject: report_id });
}

async function decide(
  transaction: Queryable,
  { id }: ScheduleRunRow,
  step: Partial<ScheduleRunRow>,
  { by, reason }: Omit<Decision, 'at'>,
): Promise<ScheduleRunRow> {
  const at = toText(await readNow(transaction));
  const decision = JSON.stringify({ by, at, reason } satisfies Decision);
  return transaction
    .updateTable('schedule_runs')
    .set({ ...step, decision, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
