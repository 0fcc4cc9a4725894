import { type Selectable, sql } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database, Queryable, ScheduleWaitsTable } from '../../platform/database/tables.ts';
import type { Periods } from '../../reporting/documents/model.ts';
import { listConnections } from '../connections/connections.ts';
import { lockProject, type ProjectRow } from '../projects/projects.ts';
import { type AfterAsking, afterAsking, type FreshBy, type LateSource, waitsUntil } from './freshness.ts';
import type { Occurrence } from './occurrences.ts';
import { isKnownSchedule, lockSchedule, readNow, type ScheduleRow, toText } from './schedules.ts';
import { periodsOf, startRun } from './start-run.ts';

export type WaitRow = Selectable<ScheduleWaitsTable>;

/** Longer than the sources may take to answer. After that another process may ask them. */
const askingMs = 2 * 60_000;

/** Lets an occurrence wait for its sources, which are asked for the first time at once. */
export async function insertWait(
  transaction: Queryable,
  schedule: ScheduleRow,
  project: ProjectRow,
  occurrence: Occurrence,
): Promise<void> {
  const freshBy = JSON.parse(schedule.fresh_by ?? '') as FreshBy;
  const sources = await listConnections(transaction, project.id);
  const missing = sources.map(({ id, name }): LateSource => ({ connection_id: id, connection_name: name }));
  const now = toText(await readNow(transaction));
  await transaction
    .insertInto('schedule_waits')
    .values({
      id: newIdentifier('run'),
      account_id: schedule.account_id,
      schedule_id: schedule.id,
      occurrence: occurrence.date,
      due_at: toText(occurrence.instant),
      periods: JSON.stringify(periodsOf(schedule, project, occurrence)),
      until: toText(waitsUntil(freshBy, occurrence.date, schedule.time_zone)),
      otherwise: freshBy.otherwise,
      missing: JSON.stringify(missing),
      asks: 0,
      ask_at: now,
      ended: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Claims the occurrence whose sources are to be asked first, for this process. */
export async function claimWait(db: Queryable): Promise<WaitRow | undefined> {
  const lock = isPostgres(db) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<WaitRow>`update schedule_waits
    set asks = asks + 1, ask_at = ${databaseTime(db, askingMs)}, updated_at = ${databaseTime(db)}
    where id = (select id from schedule_waits where ask_at <= ${databaseTime(db)}
      and schedule_id in (select id from schedules where ${isKnownSchedule()}) order by ask_at limit 1 ${lock})
    returning *`.execute(db);
  return rows[0];
}

/** Lets another process ask at once, when this one stops. */
export async function giveBack(db: Queryable, { id, asks }: WaitRow): Promise<void> {
  await db
    .updateTable('schedule_waits')
    .set({ ask_at: databaseTime(db) })
    .where('id', '=', id)
    .where('asks', '=', asks)
    .where('ask_at', 'is not', null)
    .execute();
}

/**
 * Stores which sources have nothing yet, and what follows of it: they are asked again, or the run begins, or there is none.
 * That is one transaction, so a run begins once. Returns what follows; undefined when another process was faster.
 */
export async function settleWait(
  db: Database,
  wait: WaitRow,
  missing: readonly LateSource[],
): Promise<AfterAsking | undefined> {
  return db.transaction().execute(async (transaction) => {
    const schedule = await findSchedule(transaction, wait);
    if (!schedule) return undefined;
    // In the order in which others lock them who fire, archive or remove.
    const project = await lockProject(transaction, wait.account_id, schedule.project_id);
    await lockSchedule(transaction, schedule.id);
    if (!(await isHeld(transaction, wait))) return undefined;
    const now = await readNow(transaction);
    const asked = { isMissing: missing.length > 0, asks: wait.asks, otherwise: wait.otherwise };
    const next = afterAsking(asked, now, Temporal.Instant.from(wait.until));
    await transaction
      .updateTable('schedule_waits')
      .set({ missing: JSON.stringify(missing), ended: next.ended, updated_at: toText(now) })
      .set({ ask_at: next.ended === null ? toText(next.askAt) : null })
      .where('id', '=', wait.id)
      .execute();
    if (next.ended === null || next.ended === 'skipped') return next;
    const periods = JSON.parse(wait.periods) as Periods;
    const notThereYet = missing.map(({ connection_id }) => ({ connection_id, day: periods.current.to }));
    const { id, occurrence, due_at: dueAt } = wait;
    await startRun(transaction, { schedule, project, periods, id, occurrence, dueAt, notThereYet });
    return next;
  });
}

/** Undefined when it was removed meanwhile. */
export async function findSchedule(db: Queryable, { schedule_id }: WaitRow): Promise<ScheduleRow | undefined> {
  return db.selectFrom('schedules').selectAll().where('id', '=', schedule_id).executeTakeFirst();
}

/** Whether nobody has claimed or ended it since; then nobody does until the transaction ends. */
async function isHeld(transaction: Queryable, { id, asks }: WaitRow): Promise<boolean> {
  const row = transaction
    .selectFrom('schedule_waits')
    .select('id')
    .where('id', '=', id)
    .where('asks', '=', asks)
    .where('ended', 'is', null);
  return (await (isPostgres(transaction) ? row.forUpdate() : row).executeTakeFirst()) !== undefined;
}
