import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { Periods } from '../../reporting/documents/model.ts';
import type { Unsent } from './conditions.ts';
import type { LateSource } from './freshness.ts';
import { getSchedule, type ScheduleRunRow } from './schedules.ts';
import type { WaitRow } from './waits.ts';

const runsShown = 100;

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** A run with its number of e-mails; one that waits for its sources has no job yet, and one without them never has. */
export type ListedRun = Omit<ScheduleRunRow, 'generation_job_id'> & {
  readonly generation_job_id: string | null;
  readonly sent: string | number;
  readonly deliveries: string | number;
  /** How it waits, or has waited, for its sources; null for one that did not. */
  readonly wait: WaitRow | null;
};

/** The latest runs of a schedule, newest first, at most 100. */
export async function listRuns(db: Queryable, scheduleId: string): Promise<ListedRun[]> {
  await getSchedule(db, scheduleId);
  const sent = (status: string) =>
    sql<string | number>`(select count(*) from deliveries where run_id = schedule_runs.id and status like ${status})`;
  const runs = await db
    .selectFrom('schedule_runs')
    .selectAll()
    .select([sent('sent').as('sent'), sent('%').as('deliveries')])
    .where('schedule_id', '=', scheduleId)
    .orderBy('occurrence', 'desc')
    .limit(runsShown)
    .execute();
  const waits = await db
    .selectFrom('schedule_waits')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .orderBy('occurrence', 'desc')
    .limit(runsShown)
    .execute();
  const begun = runs.map((run) => ({ ...run, wait: waits.find(({ id }) => id === run.id) ?? null }));
  const others = waits.filter(({ ended }) => ended === null || ended === 'skipped').map(withoutReport);
  return [...begun, ...others].toSorted((one, other) => compare(other.occurrence, one.occurrence)).slice(0, runsShown);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** A run that waits, or that ended without its sources. */
function withoutReport(wait: WaitRow): ListedRun {
  const { id, account_id, schedule_id, occurrence, due_at, ended, created_at, updated_at } = wait;
  const unsent: Unsent = { code: 'not_fresh' };
  return {
    ...{ id, account_id, schedule_id, occurrence, due_at, created_at, updated_at, wait },
    state: ended === null ? 'waiting' : 'not_sent',
    not_sent: ended === null ? null : JSON.stringify(unsent),
    ...{ generation_job_id: null, report_id: null, export_job_ids: '[]', failure: null },
    ...{ test_recipient: null, decision: null, sent: 0, deliveries: 0 },
  };
}

/** How a run waits, or has waited, for its sources, as answers and commands show it. */
export function toFreshness(wait: WaitRow | null) {
  if (wait === null) return null;
  return {
    day: lastDayOf(wait),
    since: toTimestamp(wait.created_at),
    until: toTimestamp(wait.until),
    otherwise: wait.otherwise,
    ended: wait.ended,
    next_ask_at: toTimestamp(wait.ask_at),
    missing: lateSources(wait.missing),
  };
}

function lastDayOf({ periods }: Pick<WaitRow, 'periods'>): string {
  return (JSON.parse(periods) as Periods).current.to;
}

/** The sources that a run went on without, with the day that they had nothing of. */
export function toNotThereYet({ ended, missing, periods }: Nullable<Pick<WaitRow, 'ended' | 'missing' | 'periods'>>) {
  if (ended !== 'without' || missing === null || periods === null) return [];
  const day = lastDayOf({ periods });
  return lateSources(missing).map((source) => ({ ...source, day }));
}

function lateSources(missing: string) {
  const sources = JSON.parse(missing) as LateSource[];
  return sources.map(({ connection_id, connection_name }) => ({ connection_id, connection_name }));
}
