import { sql } from 'kysely';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { watchStates } from '../../platform/database/words.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { Judged } from './findings.ts';
import type { WatchKind } from './given-watch.ts';
import { type Now, problemNow, readNow } from './problems-now.ts';
import { type WatchProblem, type WatchRow, type WatchStateRow, watchedOf } from './watches.ts';

type State = (typeof watchStates)[number];

/** What most needs somebody goes before the rest. */
const urgency: readonly State[] = ['alerting', 'problem', 'not_enough', 'waiting', 'calm'];

/** The names of what a watch belongs to, and how its connection is. */
interface Around {
  readonly projects: ReadonlyMap<string, string>;
  readonly now: Now;
  readonly states: ReadonlyMap<string, readonly WatchStateRow[]>;
}

export async function showWatch(db: Queryable, row: WatchRow) {
  return present(row, await around(db, [row]));
}

type WatchQuery = Page & {
  readonly sort: 'created_at';
  readonly project_id?: string | undefined;
  readonly template_id?: string | undefined;
  readonly kind?: WatchKind | undefined;
  readonly state?: State | undefined;
};

/** The watches that a caller sees; those of templates only whoever sees all projects, or asks for one that follows it. */
export async function listWatches(
  db: Queryable,
  { account, projectIds }: Pick<Caller, 'account' | 'projectIds'>,
  { project_id: projectId, template_id: templateId, kind, state, ...page }: WatchQuery,
): Promise<PageOf<Awaited<ReturnType<typeof showWatch>>>> {
  let rows = db.selectFrom('watches').selectAll().where('account_id', '=', account.id);
  if (projectIds !== null) rows = rows.where('project_id', 'in', projectIds);
  if (projectId !== undefined) {
    const followed = db.selectFrom('projects').select('template_id').where('id', '=', projectId);
    rows = rows.where(({ or, eb }) => or([eb('project_id', '=', projectId), eb('template_id', 'in', followed)]));
  }
  if (templateId !== undefined) rows = rows.where('template_id', '=', templateId);
  if (kind !== undefined) rows = rows.where('kind', '=', kind);
  if (state !== undefined) rows = rows.where(standsSo(state));
  const found = await pageOfRows(rows, page, (row) => row);
  const names = await around(db, found.items);
  return { ...found, items: found.items.map((row) => present(row, names)) };
}

/**
 * As it stands for some connection; one that no connection has been judged for waits, and one whose own connection is blocked or
 * removed cannot be judged, whatever was found before.
 */
function standsSo(state: State) {
  const of = sql`select 1 from watch_states where watch_states.watch_id = watches.id`;
  if (state === 'problem') {
    return sql<boolean>`(exists (${of} and watch_states.state = ${state}) or (watches.connection_id is not null and not exists
      (select 1 from connections where connections.id = watches.connection_id and connections.status = 'connected')))`;
  }
  if (state !== 'waiting') return sql<boolean>`exists (${of} and watch_states.state = ${state})`;
  return sql<boolean>`not exists (${of} and watch_states.state <> 'waiting')`;
}

async function around(db: Queryable, rows: readonly WatchRow[]): Promise<Around> {
  const ids = (of: (row: WatchRow) => string | null) => ['', ...new Set(rows.map(of).filter((id) => id !== null))];
  const [projects, states, now] = await Promise.all([
    db
      .selectFrom('projects')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        ids((row) => row.project_id),
      )
      .execute(),
    db
      .selectFrom('watch_states')
      .selectAll()
      .where(
        'watch_id',
        'in',
        ids((row) => row.id),
      )
      .execute(),
    readNow(db, rows),
  ]);
  return {
    projects: new Map(projects.map(({ id, name }) => [id, name])),
    states: Map.groupBy(states, ({ watch_id }) => watch_id),
    now,
  };
}

function present(row: WatchRow, { projects, now, states: all }: Around) {
  const { dimension, rules } = watchedOf(row);
  const states = all.get(row.id) ?? [];
  const { connections, templates } = now;
  const connection = row.connection_id === null ? undefined : connections.get(row.connection_id);
  const problem = problemNow(row, now) ?? firstProblem(states);
  const alerting = states.filter(({ incident_id }) => incident_id !== null);
  const [only] = row.template_id === null ? states : [];
  const state = problem ? 'problem' : (urgency.find((each) => states.some((one) => one.state === each)) ?? 'waiting');
  const shown = {
    ...{ id: row.id, name: row.name, kind: row.kind },
    ...{ project_id: row.project_id, project_name: row.project_id && (projects.get(row.project_id) ?? null) },
    ...{
      template_id: row.template_id,
      template_name: row.template_id && (templates.get(row.template_id)?.name ?? null),
    },
    ...{ connection_id: row.connection_id, connection_name: connection?.name ?? null, slot: row.slot },
    ...{ metric: row.metric, dimension },
    ...{ threshold: rules.threshold ?? null, change: rules.change ?? null, goal: rules.goal ?? null },
    ...{ silence: rules.silence ?? null, unusual: rules.unusual ?? null },
    ...{ people: JSON.parse(row.people) as string[], channels: JSON.parse(row.channels) as string[] },
    enabled: row.enabled === 1,
    state: (alerting.length > 0 ? 'alerting' : state) as State,
    connections: states.length,
    alerting: alerting.length,
    problems: states.filter((each) => each.state === 'problem').length,
    problem: problem ?? null,
    judged: only?.judged ? (JSON.parse(only.judged) as Judged) : null,
    judged_at: toTimestamp(only?.judged_at ?? null),
    incident_id: only?.incident_id ?? null,
    created_by: row.created_by,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
  return revised(shown, row.revision);
}

function firstProblem(states: readonly WatchStateRow[]): WatchProblem | undefined {
  const found = states.find(({ problem }) => problem !== null);
  return found && (JSON.parse(found.problem ?? '') as WatchProblem);
}
