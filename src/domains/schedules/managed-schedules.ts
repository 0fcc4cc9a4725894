import { sql } from 'kysely';
import type { Page } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { missing, refusedField } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type CheckRevision, revised } from '../../platform/http/revisions.ts';
import type { Outcome } from '../../platform/jobs/outcomes.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { getAccountOfProject, getOwnProject, listConnections } from '../connections/connections.ts';
import { getProject } from '../projects/projects.ts';
import { checkApprovers } from './approvers.ts';
import type { Condition, Unsent } from './conditions.ts';
import { type GivenDay, requireNext, shownDay, withFirstDay } from './day-rules.ts';
import type { FreshBy } from './freshness.ts';
import type { GivenSchedule } from './given-schedule.ts';
import { type ListedRun, toFreshness } from './listed-runs.ts';
import { type MailReason, mailReasons } from './mail.ts';
import { checkMail, type GivenMail, mailSettingsOf, type RecipientOptions, withGivenMail } from './mail-settings.ts';
import { nextOccurrence, type Recurrence } from './occurrences.ts';
import { keepOwnParts } from './own-parts.ts';
import type { Decision } from './release-run.ts';
import { withRule } from './rrule/with-rule.ts';
import { writeRrule } from './rrule/write-rrule.ts';
import { checkChannels, checkMayName } from './schedule-channels.ts';
import { schedulePeriods } from './schedule-periods.ts';
import { checkSchedule, type ScheduleFields } from './schedule-rules.ts';
import {
  addSchedule,
  freshByColumn,
  getSchedule,
  lockSchedule,
  type NewSchedule,
  readNow,
  recurrenceColumns,
  recurrenceOf,
  type ScheduleRow,
  type ScheduleRunRow,
  storeSchedule,
  toText,
} from './schedules.ts';
import { startTest } from './test-run.ts';
import { addUnwanted } from './unwanted.ts';

const runsShown = 3;

/** A whole schedule, of what is given and, where it is changed, of what it is. */
export function toFields(asked: GivenSchedule, before?: ScheduleRow): ScheduleFields {
  const given = withRule(asked, before);
  const cadence = required('cadence', given.cadence ?? before?.cadence);
  return {
    cadence,
    ...dayOf(given, cadence, before),
    from: given.from === undefined ? (before?.starts_on ?? null) : given.from,
    until: given.until === undefined ? (before?.ends_on ?? null) : given.until,
    skip: given.skip ?? JSON.parse(before?.skip_days ?? '[]'),
    at: required('at', given.at ?? before?.at),
    timeZone: required('time_zone', given.time_zone ?? before?.time_zone),
    period: given.period ?? before?.period ?? 'previous-day',
    compare: given.compare ?? before?.compare ?? 'previous',
    formats: given.export ?? JSON.parse(before?.formats ?? '[]'),
    recipients: given.email ?? JSON.parse(before?.recipients ?? '[]'),
    channels: given.channels ?? JSON.parse(before?.channels ?? '[]'),
    delivery: given.deliver ?? before?.delivery ?? 'attachment',
    onlyIf: given.only_if ?? JSON.parse(before?.only_if ?? '[]'),
    freshBy: given.fresh_by === undefined ? JSON.parse(before?.fresh_by ?? 'null') : given.fresh_by,
    approve: given.approve ?? before?.approve === 1,
    // Whoever turns the approval off need not say that nobody is named any more.
    approvers: given.approvers ?? (given.approve === false ? [] : JSON.parse(before?.approvers ?? '[]')),
  };
}

/** What neither a field nor the rule of a new schedule says. */
function required<Value>(field: 'cadence' | 'at' | 'time_zone', value: Value | undefined): Value {
  if (value !== undefined) return value;
  const also = field === 'cadence' ? 'a rrule' : 'a DTSTART in rrule';
  throw refusedField(field, 'required', `is required, or ${also}`);
}

/** What the installation can mail, and to whom; `mailDomains` are null for every domain. */
export interface MailingInstallation {
  readonly hasMail: boolean;
  readonly mailDomains: readonly string[] | null;
}

/** What the e-mails of a schedule are, as it is stored. Throws a fault of the first field at fault. */
export async function checkedMail(
  db: Queryable,
  { mailDomains: domains }: Pick<MailingInstallation, 'mailDomains'>,
  {
    projectId,
    given,
    recipients,
    before,
  }: {
    readonly projectId: string;
    readonly given: GivenMail;
    readonly recipients: readonly string[];
    readonly before?: ScheduleRow;
  },
): Promise<string> {
  const mail = withGivenMail(given, before);
  checkMail(mail, recipients, { domains, connections: await listConnections(db, projectId) });
  return JSON.stringify(mail);
}

/** The day that is given, all of it where some is; otherwise that of the schedule, where its cadence takes such a day. */
function dayOf(given: GivenSchedule, cadence: Recurrence['cadence'], before: ScheduleRow | undefined): GivenDay {
  const shown = before && unitOf(before.cadence) === unitOf(cadence) ? shownDay(before) : undefined;
  const kept = before?.cadence === cadence ? (shown?.month ?? null) : null;
  const month = given.month === undefined ? kept : given.month;
  const { weekday, day, week, working_day } = given;
  const isNamed = [weekday, day, week, working_day].some((value) => value !== undefined);
  if (!isNamed && shown) return { ...shown, month };
  return {
    ...{ weekday: weekday ?? null, day: day ?? null, week: week ?? null },
    ...{ workingDay: working_day ?? null, month },
  };
}

/** What a day of a cadence is a day of. */
function unitOf(cadence: Recurrence['cadence']): 'day' | 'week' | 'month' {
  if (cadence === 'daily' || cadence === 'weekdays') return 'day';
  return cadence === 'weekly' || cadence === 'fortnightly' ? 'week' : 'month';
}

/** The caller's schedule; throws `not_found`. */
export async function getOwnSchedule(db: Queryable, { account }: Caller, id: string): Promise<ScheduleRow> {
  const row = await getSchedule(db, id);
  if (row.account_id !== account.id) throw missing('schedule', id);
  return row;
}

/** Adds a schedule to the caller's project, as it is given. Throws `not_found`, `project_archived` and a fault of the first field at fault. */
export async function createSchedule(
  transaction: Queryable,
  caller: Caller,
  projectId: string,
  given: GivenSchedule,
  installation: MailingInstallation,
): Promise<ScheduleRow> {
  await getOwnProject(transaction, caller.account.id, projectId);
  checkMayName(caller, given.channels);
  const schedule = checkSchedule(toFields(given), installation.hasMail);
  const { recipients } = schedule;
  const mail = await checkedMail(transaction, installation, { projectId, given, recipients });
  return addChecked(transaction, { projectId, ...schedule, mail });
}

/** Adds what `checkSchedule` has checked. Throws as `addSchedule`, and faults of `approvers` and `channels`. */
export async function addChecked(transaction: Queryable, schedule: NewSchedule): Promise<ScheduleRow> {
  const accountId = await getAccountOfProject(transaction, schedule.projectId);
  await checkApprovers(transaction, accountId, schedule.projectId, schedule.approvers);
  await checkChannels(transaction, accountId, schedule.channels ?? []);
  return addSchedule(transaction, schedule);
}

/** Changes a schedule; from now on it fires as it is then. Throws a fault of the first field at fault. */
export async function changeSchedule(
  transaction: Queryable,
  caller: Caller,
  id: string,
  given: GivenSchedule,
  { checkRevision, ...installation }: MailingInstallation & { readonly checkRevision: CheckRevision },
): Promise<ScheduleRow> {
  await lockSchedule(transaction, id);
  const before = await getOwnSchedule(transaction, caller, id);
  checkRevision(before.revision);
  checkMayName(caller, given.channels, before);
  return storeGiven(transaction, before, given, installation);
}

/** The same for a schedule that the transaction holds. */
export async function storeGiven(
  transaction: Queryable,
  before: ScheduleRow,
  given: GivenSchedule,
  installation: MailingInstallation,
): Promise<ScheduleRow> {
  const { recurrence, formats, recipients, channels, approve, approvers, onlyIf, freshBy, ...others } = checkSchedule(
    toFields(given, before),
    installation.hasMail,
  );
  if (given.approvers) await checkApprovers(transaction, before.account_id, before.project_id, approvers);
  if (given.channels) await checkChannels(transaction, before.account_id, channels);
  const { project_id: projectId } = before;
  const mail = await checkedMail(transaction, installation, { projectId, given, recipients, before });
  const stored = await storeSchedule(transaction, before, {
    ...others,
    ...recurrenceColumns(recurrence),
    formats: JSON.stringify(formats),
    recipients: JSON.stringify(recipients),
    channels: JSON.stringify(channels),
    mail,
    approve: approve ? 1 : 0,
    approvers: JSON.stringify(approvers),
    only_if: JSON.stringify(onlyIf),
    fresh_by: freshByColumn(freshBy),
    enabled: (given.enabled ?? before.enabled === 1) ? 1 : 0,
  });
  return keepOwnParts(transaction, stored);
}

export async function listOwnSchedules(
  db: Queryable,
  { account, projectIds }: Caller,
  {
    recipient,
    enabled,
    ...page
  }: Page & {
    readonly sort: 'created_at' | 'updated_at';
    readonly recipient?: string | undefined;
    readonly enabled?: boolean | undefined;
  },
  projectId?: string,
) {
  const seen = projectId === undefined ? projectIds : [projectId];
  const projectName = sql<string>`(select name from projects where projects.id = schedules.project_id)`;
  let rows = db
    .selectFrom('schedules')
    .selectAll()
    .select(projectName.as('project_name'))
    .where('account_id', '=', account.id);
  if (seen !== null) rows = rows.where('project_id', 'in', seen);
  if (enabled !== undefined) rows = rows.where('enabled', '=', enabled ? 1 : 0);
  if (recipient !== undefined) rows = rows.where(hasRecipient(recipient));
  return pageOfRows(rows, page, toManaged);
}

/** Takes an address out of all schedules that a caller sees, whatever its case; returns those schedules. */
export async function removeRecipient(transaction: Queryable, caller: Caller, recipient: string): Promise<string[]> {
  const { account, projectIds } = caller;
  let found = transaction.selectFrom('schedules').selectAll().where('account_id', '=', account.id);
  if (projectIds !== null) found = found.where('project_id', 'in', projectIds);
  const rows = await found.where(hasRecipient(recipient)).orderBy('id').execute();
  for (const row of rows) {
    const others = (addresses: readonly string[]) => addresses.filter((each) => !isSame(each, recipient));
    const { cc, bcc, recipient_options, ...mail } = mailSettingsOf(row);
    const options = recipient_options.filter(({ address }) => !isSame(address, recipient));
    await storeSchedule(transaction, row, {
      recipients: JSON.stringify(others(JSON.parse(row.recipients) as string[])),
      mail: JSON.stringify({ ...mail, cc: others(cc), bcc: others(bcc), recipient_options: options }),
    });
  }
  // Who sees some projects alone decides about those alone.
  if (projectIds === null) await addUnwanted(transaction, account.id, recipient, 'removed');
  return rows.map(({ id }) => id);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The addresses are stored as JSON, in which one stands between quotes; the signs of patterns stand for themselves. */
function hasRecipient(recipient: string) {
  const text = JSON.stringify(recipient.toLowerCase()).replace(/[!%_]/g, '!$&');
  const pattern = `%${text}%`;
  return sql<boolean>`(lower(recipients) like ${pattern} escape '!' or lower(mail) like ${pattern} escape '!')`;
}

/** Makes a report of the latest period now, for nobody but whoever asks. Throws as `startTest` does. */
export async function testSchedule(
  transaction: Queryable,
  caller: Caller,
  id: string,
  hasMail: boolean,
): Promise<ScheduleRunRow> {
  const schedule = await getOwnSchedule(transaction, caller, id);
  return startTest(transaction, schedule, caller.person?.email ?? '', hasMail);
}

/** When a schedule that is being written would fire next, and what it would report about. Throws as `checkSchedule` does. */
export async function planRuns(db: Queryable, caller: Caller, projectId: string, given: GivenSchedule) {
  const { time_zone } = await getProject(db, caller.account.id, projectId);
  const { recurrence: asked, period, compare } = checkSchedule(toFields(given), true);
  const now = await readNow(db);
  const recurrence = withFirstDay(asked, now);
  const runs = nextInstants(recurrence, requireNext(recurrence, now).instant).map((instant) => {
    const today = instant.toZonedDateTimeISO(time_zone).toPlainDate().toString();
    const periods = schedulePeriods(period, compare, today);
    return { due_at: toTimestamp(toText(instant)), period: periods.current, compare: periods.compare };
  });
  return { runs };
}

/** A schedule with the name of its project and its next runs. */
export async function showSchedule(db: Queryable, row: ScheduleRow) {
  const { name } = await db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', row.project_id)
    .executeTakeFirstOrThrow();
  return toManaged({ ...row, project_name: name });
}

function toManaged(row: ScheduleRow & { readonly project_name: string }) {
  const { workingDay: working_day, ...day } = shownDay(row);
  const shown = {
    id: row.id,
    project_id: row.project_id,
    project_name: row.project_name,
    cadence: row.cadence,
    ...day,
    working_day,
    from: row.starts_on,
    until: row.ends_on,
    skip: JSON.parse(row.skip_days) as string[],
    rrule: writeRrule(recurrenceOf(row)),
    at: row.at,
    time_zone: row.time_zone,
    period: row.period,
    compare: row.compare,
    export: JSON.parse(row.formats) as ExportFormat[],
    email: JSON.parse(row.recipients) as string[],
    channels: JSON.parse(row.channels) as string[],
    deliver: row.delivery,
    approve: row.approve === 1,
    approvers: JSON.parse(row.approvers) as string[],
    only_if: JSON.parse(row.only_if) as Condition[],
    fresh_by: JSON.parse(row.fresh_by ?? 'null') as FreshBy | null,
    enabled: row.enabled === 1,
    ...shownMail(row),
    next_runs: nextRuns(row),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
  return revised(shown, row.revision);
}

function shownMail(row: ScheduleRow) {
  const { cc, bcc, recipient_options, ...texts } = mailSettingsOf(row);
  return { ...texts, cc: [...cc], bcc: [...bcc], recipient_options: recipient_options.map(copied) };
}

function copied({ sections, ...options }: RecipientOptions) {
  return { ...options, ...(sections !== undefined && { sections: sections && [...sections] }) };
}

function nextRuns(row: ScheduleRow): string[] {
  if (row.next_run_at === null) return [];
  const instants = nextInstants(recurrenceOf(row), Temporal.Instant.from(row.next_run_at));
  return instants.map((instant) => toTimestamp(toText(instant)));
}

/** The first run and those that follow it. */
function nextInstants(recurrence: Recurrence, first: Temporal.Instant): Temporal.Instant[] {
  const instants = [first];
  for (let next = nextOccurrence(recurrence, first); next && instants.length < runsShown; ) {
    instants.push(next.instant);
    next = nextOccurrence(recurrence, next.instant);
  }
  return instants;
}

/** A run as answers show it; one that has just begun has no e-mails yet. */
export function toRun(
  run: (ScheduleRunRow | ListedRun) &
    Partial<Pick<ListedRun, 'sent' | 'deliveries' | 'wait'>> & {
      readonly stopped?: Pick<Outcome, 'reason' | 'details'> | null;
      readonly unsent?: readonly UnsentMail[];
    },
) {
  return {
    id: run.id,
    occurrence: run.occurrence.slice(0, 'YYYY-MM-DD'.length),
    is_test: run.test_recipient !== null,
    due_at: toTimestamp(run.due_at),
    state: run.state,
    generation_job_id: run.generation_job_id,
    report_id: run.report_id,
    emails: Number(run.deliveries ?? 0),
    emails_sent: Number(run.sent ?? 0),
    decision: toDecision(run),
    freshness: toFreshness(run.wait ?? null),
    not_sent: run.not_sent === null ? null : (JSON.parse(run.not_sent) as Unsent),
    failure: run.failure,
    stopped: run.stopped ?? null,
    unsent: [...(run.unsent ?? [])],
  };
}

function toDecision({ decision }: Pick<ScheduleRunRow, 'decision'>) {
  if (decision === null) return null;
  const { by, at, reason } = JSON.parse(decision) as Decision;
  return { by, at: toTimestamp(at), reason };
}

/** Runs with why their jobs ended, where they did without a report or file. */
export async function withStoppedJobs<Run extends Pick<ScheduleRunRow, 'failure'>>(
  db: Queryable,
  runs: readonly Run[],
) {
  const jobOf = ({ failure }: Run) => /^(\w+) ended /.exec(failure ?? '')?.[1] ?? '';
  const ids = runs.map(jobOf).filter((id) => id !== '');
  const jobs =
    ids.length > 0 ? await db.selectFrom('jobs').select(['id', 'outcome']).where('id', 'in', ids).execute() : [];
  return runs.map((run) => {
    const { outcome = null } = jobs.find(({ id }) => id === jobOf(run)) ?? {};
    if (outcome === null) return { ...run, stopped: null };
    const { reason, details } = JSON.parse(outcome) as Outcome;
    return { ...run, stopped: { reason, details } };
  });
}

/** An e-mail or message that did not go out. */
interface UnsentMail {
  readonly recipient: string;
  readonly reason: MailReason | null;
  readonly message: string | null;
}

/** Runs with the e-mails that were given up. */
export async function withUnsentMails<Run extends Pick<ScheduleRunRow, 'id' | 'state'>>(
  db: Queryable,
  runs: readonly Run[],
) {
  const ids = runs.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const given =
    ids.length === 0
      ? []
      : await db
          .selectFrom('deliveries')
          .select(['run_id', 'recipient', 'reason', 'failure'])
          .where('run_id', 'in', ids)
          .where('status', 'in', ['failed', 'unknown'])
          .orderBy('id')
          .execute();
  const told = (reason: string | null) => mailReasons.find((each) => each === reason) ?? null;
  return runs.map((run) => {
    const own = given.filter(({ run_id }) => run_id === run.id);
    const unsent = own.map(({ recipient, reason, failure: message }) => ({ recipient, reason: told(reason), message }));
    return { ...run, unsent };
  });
}
