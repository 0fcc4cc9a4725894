import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { namesIn } from '../audit/names.ts';
import type { Decision } from '../schedules/release-run.ts';

/** Of some projects: connections that need somebody, the last report with who released it, and when the next is due. */
export async function detailsOf(db: Queryable, ids: readonly string[]) {
  const [faulty, reports, runs] = await Promise.all([
    faultyConnections(db, ids),
    lastReports(db, ids),
    nextRuns(db, ids),
  ]);
  return { faulty, reports, runs };
}

async function faultyConnections(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'project_id', 'name', 'system', 'status'])
    .where('project_id', 'in', ids)
    .where('status', '!=', 'connected')
    .orderBy('id')
    .execute();
  const byProject = Map.groupBy(rows, ({ project_id }) => project_id);
  return new Map(
    [...byProject].map(([id, own]) => [id, own.map(({ project_id: _project, ...connection }) => connection)]),
  );
}

async function lastReports(db: Queryable, ids: readonly string[]) {
  const newest = await db
    .selectFrom('projects')
    .select(({ selectFrom }) =>
      selectFrom('reports')
        .select('reports.id')
        .whereRef('reports.project_id', '=', 'projects.id')
        .orderBy('reports.created_at', 'desc')
        .orderBy('reports.id', 'desc')
        .limit(1)
        .as('report_id'),
    )
    .where('projects.id', 'in', ids)
    .execute();
  const reportIds = newest.flatMap(({ report_id }) => report_id ?? []);
  if (reportIds.length === 0) return new Map<string, never>();
  const reports = await db
    .selectFrom('reports')
    .leftJoin('schedule_runs', 'schedule_runs.report_id', 'reports.id')
    .select(['reports.id', 'reports.project_id', 'reports.title', 'reports.created_at', 'reports.period_from'])
    .select(['reports.period_to', 'schedule_runs.state', 'schedule_runs.decision'])
    .where('reports.id', 'in', reportIds)
    .execute();
  const decisions = reports.map(({ decision }) => (decision === null ? null : (JSON.parse(decision) as Decision)));
  const names = await namesIn(
    db,
    decisions.flatMap((decision) => (decision ? [{ actor: decision.by, subject: decision.by }] : [])),
  );
  return new Map(
    reports.map(({ id, project_id, title, created_at, period_from, period_to, state }, index) => {
      const decision = state === 'rejected' ? null : decisions[index];
      const name = decision && (names.get(decision.by.replace(/^(?:user|token):/, '')) ?? decision.by);
      return [
        project_id,
        {
          ...{ id, title, created_at: toTimestamp(created_at), period: { from: period_from, to: period_to } },
          released_by: name ?? null,
          state: state === 'awaiting_approval' || state === 'rejected' ? state : null,
        },
      ];
    }),
  );
}

async function nextRuns(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('schedules')
    .select(['id', 'project_id', 'next_run_at'])
    .where('project_id', 'in', ids)
    .where('enabled', '=', 1)
    .where('next_run_at', 'is not', null)
    .orderBy('next_run_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  // The last one that is set is the earliest.
  return new Map(
    rows.map(({ id, project_id, next_run_at }) => [
      project_id,
      { schedule_id: id, run_at: toTimestamp(next_run_at ?? '') },
    ]),
  );
}
