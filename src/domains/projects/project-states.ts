import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { withLabels } from '../labels/project-labels.ts';

/** Each of the projects, which are those of a page, with how it is: its tags and folder, connections, newest report and next run. */
export async function withStates<Summary extends { readonly id: string }>(db: Queryable, projects: readonly Summary[]) {
  if (projects.length === 0) return [];
  const ids = projects.map(({ id }) => id);
  const [rows, labelled] = await Promise.all([selectStates(db, ids), withLabels(db, projects)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return labelled.map((project) => ({ ...project, ...toState(byId.get(project.id)) }));
}

type StateRow = Awaited<ReturnType<typeof selectStates>>[number];

function selectStates(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('projects')
    .where('projects.id', 'in', ids)
    .select(['projects.id', 'projects.status'])
    .select(({ selectFrom, fn }) => {
      const connections = selectFrom('connections').whereRef('connections.project_id', '=', 'projects.id');
      const reports = selectFrom('reports').whereRef('reports.project_id', '=', 'projects.id');
      const newest = reports.orderBy('created_at', 'desc').orderBy('reports.id', 'desc').limit(1);
      const runs = selectFrom('schedules')
        .whereRef('schedules.project_id', '=', 'projects.id')
        .where('enabled', '=', 1);
      return [
        connections.select(fn.countAll().as('count')).as('connections'),
        connections.where('connections.status', '!=', 'connected').select(fn.countAll().as('count')).as('due'),
        newest.select('reports.id').as('report_id'),
        newest.select('reports.created_at').as('reported_at'),
        runs.select(({ fn: ofRuns }) => ofRuns.min('schedules.next_run_at').as('next')).as('next_run_at'),
      ];
    })
    .execute();
}

function toState(row: StateRow | undefined) {
  return {
    connections: { total: Number(row?.connections ?? 0), due: Number(row?.due ?? 0) },
    last_report:
      row?.report_id && row.reported_at ? { id: row.report_id, created_at: toTimestamp(row.reported_at) } : null,
    next_run_at: toTimestamp(row?.next_run_at ?? null),
  };
}
