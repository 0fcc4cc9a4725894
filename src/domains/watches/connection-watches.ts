import type { Queryable } from '../../platform/database/tables.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import type { ProjectRow } from '../projects/projects.ts';
import { findFollowing } from '../templates/followers.ts';
import { fillSlots } from '../templates/slots.ts';
import type { Watched } from './given-watch.ts';
import { type WatchRow, type WatchStateRow, watchedOf } from './watches.ts';

/** A watch as it is for one connection. */
export interface ConnectionWatch {
  readonly row: WatchRow;
  /** With the system's own words for the names of a template. */
  readonly watched: Watched;
  /** How it stood; undefined where it was never judged for the connection. */
  readonly state: WatchStateRow | undefined;
}

/** The watches that are on for a connection: its own, and those of its project's template whose slot it fills. */
export async function listConnectionWatches(
  db: Queryable,
  project: ProjectRow,
  connection: ConnectionRow,
): Promise<ConnectionWatch[]> {
  const own = await db
    .selectFrom('watches')
    .selectAll()
    .where('connection_id', '=', connection.id)
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute();
  const states = await listStates(db, connection.id);
  const stateOf = ({ id }: WatchRow) => states.find(({ watch_id }) => watch_id === id);
  const followed = await listFollowed(db, project, connection);
  return [
    ...own.map((row) => ({ row, watched: watchedOf(row), state: stateOf(row) })),
    ...followed.map(({ row, watched }) => ({ row, watched, state: stateOf(row) })),
  ];
}

export async function listStates(db: Queryable, connectionId: string): Promise<WatchStateRow[]> {
  return db
    .selectFrom('watch_states')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('watch_id')
    .execute();
}

async function listFollowed(db: Queryable, project: ProjectRow, { id, system }: ConnectionRow) {
  if (project.template_id === null) return [];
  const rows = await db
    .selectFrom('watches')
    .selectAll()
    .where('template_id', '=', project.template_id)
    .where('account_id', '=', project.account_id)
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute();
  const following = rows.length > 0 ? await findFollowing(db, project) : undefined;
  if (!following) return [];
  const { content, follower } = following;
  const filled = fillSlots(content.slots, follower.connections, follower.choices);
  return rows.flatMap((row) => {
    const state = filled.find(({ slot, connection }) => slot.slot === row.slot && connection?.id === id);
    if (!state) return [];
    const keyOf = (name: string) => state.slot.names?.[name]?.[system] ?? name;
    return [{ row, watched: withKeys(watchedOf(row), keyOf) }];
  });
}

/** The names of a template as a system calls them. */
function withKeys(watched: Watched, keyOf: (name: string) => string): Watched {
  const { metric, dimension, rules } = watched;
  const { goal, silence } = rules;
  return {
    ...watched,
    metric: metric === null ? null : keyOf(metric),
    dimension: dimension && { ...dimension, key: keyOf(dimension.key) },
    rules: {
      ...rules,
      ...(goal && { goal: { ...goal, conversions: goal.conversions && keyOf(goal.conversions) } }),
      ...(silence && { silence: { ...silence, while: silence.while && keyOf(silence.while) } }),
    },
  };
}

/** How many metrics an account watches for what is unusual, which share its false alarms. */
export async function countUnusual(db: Queryable, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('watch_states')
    .innerJoin('watches', 'watches.id', 'watch_states.watch_id')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('watch_states.account_id', '=', accountId)
    .where('watches.kind', '=', 'unusual')
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(total));
}
