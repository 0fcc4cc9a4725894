import type { Selectable } from 'kysely';
import type { ConnectionStatus, IncidentsTable, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { EventRow, RoutedEvent } from '../../platform/events/outbox.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { toSummary } from '../connections/managed-connections.ts';
import { toJobSummary } from '../job-summaries/job-summaries.ts';
import { toReport } from '../reports/reports.ts';
import { toShare } from '../shares/managed-shares.ts';

interface Said {
  readonly data: object;
  /** Where more is read. */
  readonly path: string;
}

interface Subject {
  readonly accountId: string;
  say(event: EventRow): Said;
}

type Find = (db: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, Subject>>;

/** Subjects are found many at once, with one statement. */
function found<Row extends { readonly id: string; readonly account_id: string }>(
  load: (db: Queryable, ids: readonly string[]) => Promise<readonly Row[]>,
  say: (row: Row, event: EventRow) => Said,
): Find {
  return async (db, ids) => {
    const rows = await load(db, ids);
    return new Map(rows.map((row) => [row.id, { accountId: row.account_id, say: (event) => say(row, event) }]));
  };
}

const findJobs = found(
  (db, ids) => db.selectFrom('jobs').selectAll().where('id', 'in', ids).execute(),
  (row) => ({ data: toJobSummary(row, '/manage/v1'), path: `/${row.type}-jobs/${row.id}` }),
);

/** What is said of the subject of an event, by the word that its type begins with. */
const subjects: Readonly<Record<string, Find>> = {
  generation_job: findJobs,
  export_job: findJobs,
  report: found(
    (db, ids) => db.selectFrom('reports').selectAll().where('id', 'in', ids).execute(),
    (row) => ({ data: toReport(row), path: `/reports/${row.id}` }),
  ),
  connection: found(
    (db, ids) =>
      db
        .selectFrom('connections')
        .leftJoin('oauth_grants', 'oauth_grants.id', 'connections.grant_id')
        .selectAll('connections')
        .select('oauth_grants.ends_at')
        .where('connections.id', 'in', ids)
        .execute(),
    ({ ends_at, ...row }, { state }) => ({
      data: { ...toSummary(row, { ends_at }), status: state as ConnectionStatus },
      path: `/connections/${row.id}`,
    }),
  ),
  share: found(
    (db, ids) => db.selectFrom('shares').selectAll().where('id', 'in', ids).execute(),
    (row) => ({ data: toShare(row), path: `/shares/${row.id}` }),
  ),
  delivery: found(findEmails, ({ account_id: _, created_at, updated_at, ...ids }, { state }) => {
    const times = { created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
    const data = { ...ids, status: state as 'sent' | 'failed' | 'unknown', ...times };
    return { data, path: `/schedules/${ids.schedule_id}/runs` };
  }),
  alert: found(
    (db, ids) => db.selectFrom('incidents').selectAll().where('id', 'in', ids).execute(),
    (row, { state }) => ({ data: toAlert(row, state), path: `/incidents/${row.id}` }),
  ),
  webhook: found(
    (db, ids) => db.selectFrom('webhook_endpoints').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    ({ id }) => ({ data: { id }, path: `/webhooks/${id}` }),
  ),
};

/** An incident as it was then, without who is told of it. */
function toAlert(row: Selectable<IncidentsTable>, state: string | null) {
  const { id, project_id, connection_id, first_day } = row;
  const parts = (JSON.parse(row.parts) as Readonly<Record<string, unknown>>[]).map((part) => {
    return Object.fromEntries(alertFields.map((field) => [field, part[field]]));
  });
  const closedAt = state === 'closed' ? row.closed_at : null;
  return {
    ...{ id, project_id, connection_id, state, first_day, parts },
    ...{ opened_at: toTimestamp(row.opened_at), closed_at: toTimestamp(closedAt) },
  };
}

const alertFields = ['watch_id', 'finding', 'metric', 'direction', 'value', 'expected', 'since', 'is_over'];

/** E-mails and messages of schedules, without who gets them. */
function findEmails(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('deliveries')
    .innerJoin('schedule_runs', 'schedule_runs.id', 'deliveries.run_id')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .select(['deliveries.id', 'schedules.project_id', 'schedule_runs.schedule_id', 'schedule_runs.report_id'])
    .select(['deliveries.created_at', 'deliveries.updated_at', 'deliveries.account_id', 'deliveries.system'])
    .where('deliveries.id', 'in', ids)
    .execute();
}

/** What events say; null when what one is about is gone. `base` is the address of the management API. */
export async function dataOfEvents(
  db: Queryable,
  base: string,
  events: readonly EventRow[],
  log: JobLog,
): Promise<RoutedEvent[]> {
  const ofKind = new Map<string, ReadonlyMap<string, Subject>>();
  for (const [kind, some] of Map.groupBy(events, kindOf)) {
    const ids = [...new Set(some.map(({ subject }) => subject))];
    ofKind.set(kind, (await subjects[kind]?.(db, ids)) ?? new Map());
  }
  return events.map((event) => {
    const subject = ofKind.get(kindOf(event))?.get(event.subject);
    const isOwn = subject?.accountId === event.account_id;
    return { id: event.id, data: subject && isOwn ? dataOf(base, event, subject, log) : null };
  });
}

const kindOf = ({ type }: EventRow) => type.slice(0, type.indexOf('.'));

/** A row that cannot be read must not hold up all others. */
function dataOf(base: string, event: EventRow, subject: Subject, log: JobLog): object | null {
  try {
    const { data, path } = subject.say(event);
    return { ...data, url: base + path };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    log.error({ err: error, event: event.id }, 'the event cannot be told');
    return null;
  }
}

/** The body of the message of an event, always the same. */
export function messageBody({ type, at, data }: Pick<EventRow, 'type' | 'at' | 'data'>): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(toTimestamp(at))},"data":${data}}`;
}
