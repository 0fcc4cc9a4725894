import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { refusedField } from '../../platform/faults.ts';
import {
  type PatternPart,
  patternParts,
  type ReportDefaults,
  type TemplateSchedules,
  type WholePattern,
  wholePattern,
} from '../templates/report-defaults.ts';
import { requireNext, withFirstDay } from './day-rules.ts';
import { toFields } from './managed-schedules.ts';
import { ownOf } from './own-parts.ts';
import { checkSchedule } from './schedule-rules.ts';
import { type NewSchedule, readNow, recurrenceColumns, type ScheduleRow, toText } from './schedules.ts';

/** The schedules of projects that follow a template with a pattern for them. */
export const templateSchedules: TemplateSchedules = { check: checkPattern, followed, published };

function checkPattern({ schedule, period }: ReportDefaults): void {
  if (!schedule) return;
  if (!period) throw refusedField('reports.period', 'required', 'is required beside a schedule: what it reports about');
  const { weekday, ...pattern } = schedule;
  try {
    // Somebody will be named, and then there has to be something to attach.
    checkSchedule(toFields({ ...pattern, weekday, period, time_zone: 'UTC', email: ['ann@example.com'] }), true);
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.details) throw error;
    const details = error.details.map(({ field, ...detail }) => ({ field: `reports.schedule.${field}`, ...detail }));
    throw new ServiceError('invalid_request', { message: error.message, details });
  }
}

/**
 * Has a project that follows a template, or was made from it, its schedule: that of the template before, else a new one
 * where the project has none. A new one is off and names nobody, so that nothing is made or sent before somebody says so.
 */
async function followed(
  transaction: Queryable,
  project: { readonly id: string; readonly account_id: string; readonly time_zone: string },
  reports: ReportDefaults,
  { isFree, isBack }: { readonly isFree: boolean; readonly isBack: boolean },
): Promise<void> {
  const all = await transaction.selectFrom('schedules').selectAll().where('project_id', '=', project.id).execute();
  const linked = all.find(({ template_own }) => template_own !== null);
  const pattern = wholePattern(reports);
  if (linked && pattern && !isFree) return store(transaction, linked, pattern, isBack ? [] : ownOf(linked));
  if (linked)
    await transaction.updateTable('schedules').set({ template_own: null }).where('id', '=', linked.id).execute();
  if (pattern && all.length === 0) await insert(transaction, project, pattern, isFree);
}

/** What publishing a template does to the schedules of the projects that follow it; what is their own stays. */
async function published(
  transaction: Queryable,
  templateId: string,
  before: ReportDefaults,
  after: ReportDefaults,
): Promise<void> {
  const [old, pattern] = [wholePattern(before), wholePattern(after)];
  if (JSON.stringify(old) === JSON.stringify(pattern)) return;
  const followers = transaction.selectFrom('projects').where('template_id', '=', templateId);
  const linked = await transaction
    .selectFrom('schedules')
    .selectAll()
    .where('template_own', 'is not', null)
    .where('project_id', 'in', followers.select('id'))
    .execute();
  if (!pattern) {
    const ids = linked.map(({ id }) => id);
    if (ids.length > 0)
      await transaction.updateTable('schedules').set({ template_own: null }).where('id', 'in', ids).execute();
    return;
  }
  const now = await readNow(transaction);
  for (const schedule of linked) await store(transaction, schedule, pattern, ownOf(schedule), now);
  // A project that had one, and has none now, has removed it.
  if (old) return;
  const without = followers.where(({ not, exists, selectFrom }) =>
    not(exists(selectFrom('schedules').select('schedules.id').whereRef('schedules.project_id', '=', 'projects.id'))),
  );
  const projects = await without.where('status', '=', 'active').select(['id', 'account_id', 'time_zone']).execute();
  for (const project of projects) await insert(transaction, project, pattern, false, now);
}

async function store(
  transaction: Queryable,
  schedule: ScheduleRow,
  pattern: WholePattern,
  own: readonly PatternPart[],
  now?: Temporal.Instant,
): Promise<void> {
  const { fields, kept } = mergedWith(schedule, pattern, own);
  const { recurrence: asked, ...checked } = checkSchedule(toFields(fields, schedule), true);
  const at = now ?? (await readNow(transaction));
  const recurrence = withFirstDay(asked, at);
  const isOn = schedule.enabled === 1;
  await transaction
    .updateTable('schedules')
    .set({
      ...recurrenceColumns(recurrence),
      ...columnsOf(checked),
      ...(isOn && { next_run_at: toText(requireNext(recurrence, at).instant) }),
      ...{ template_own: JSON.stringify(kept), updated_at: toText(at) },
    })
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', schedule.id)
    .execute();
}

/** The pattern but for what is the schedule's own; files stay where its own way of delivery needs one. */
function mergedWith(schedule: ScheduleRow, pattern: WholePattern, own: readonly PatternPart[]) {
  const needsFile = own.includes('deliver') && schedule.delivery === 'attachment' && pattern.export.length === 0;
  const kept: readonly PatternPart[] = needsFile && !own.includes('export') ? [...own, 'export'] : own;
  const ownFields = kept.flatMap((part): readonly string[] => patternParts[part]);
  const fields = Object.fromEntries(Object.entries(pattern).filter(([name]) => !ownFields.includes(name)));
  return { fields, kept };
}

function columnsOf({
  period,
  compare,
  formats,
  delivery,
  approve,
  approvers,
}: Omit<NewSchedule, 'projectId' | 'recurrence'>) {
  return {
    ...{ period, compare, delivery, formats: JSON.stringify(formats) },
    ...{ approve: approve ? 1 : 0, approvers: JSON.stringify(approvers) },
  };
}

async function insert(
  transaction: Queryable,
  { id, account_id, time_zone }: { readonly id: string; readonly account_id: string; readonly time_zone: string },
  pattern: WholePattern,
  isFree: boolean,
  now?: Temporal.Instant,
): Promise<void> {
  const { recurrence, ...checked } = checkSchedule(toFields({ ...pattern, time_zone }), true);
  const at = toText(now ?? (await readNow(transaction)));
  await transaction
    .insertInto('schedules')
    .values({
      ...{ id: newIdentifier('sch'), account_id, project_id: id, ...recurrenceColumns(recurrence) },
      ...columnsOf(checked),
      ...{ recipients: '[]', enabled: 0, next_run_at: null, created_at: at, updated_at: at },
      template_own: isFree ? null : '[]',
    })
    .execute();
}
