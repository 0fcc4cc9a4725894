import type { Queryable } from '../../platform/database/tables.ts';
import { findDimensionKeys, findMetricKeys } from '../connections/metric-keys.ts';
import { findPublished } from '../templates/followers.ts';
import { metricsOf, type Watched } from './given-watch.ts';
import { type WatchProblem, type WatchRow, watchedOf } from './watches.ts';

/** A connection, as far as a watch of it can be told to fail before its source is asked. */
interface WatchedConnection {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  readonly status: string;
  readonly config: string;
}

/** What some watches look at, as it is now. */
export interface Now {
  readonly connections: ReadonlyMap<string, WatchedConnection>;
  /** The names of templates with what each of their slots calls keys of systems; null where a slot is not there. */
  readonly templates: ReadonlyMap<string, { readonly name: string; readonly slots: ReadonlyMap<string, SlotNames> }>;
  /** Connections of templates' watches that have changed since they were judged, by the watch. */
  readonly changed: ReadonlyMap<string, readonly WatchedConnection[]>;
}

type SlotNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Of all watches of a page: more are told of at their next turn. */
const mostChanged = 500;
const columns = ['connections.id', 'connections.name', 'system', 'status', 'config'] as const;

/** Reads what watches look at, to say what is wrong at this moment. */
export async function readNow(db: Queryable, rows: readonly WatchRow[]): Promise<Now> {
  const ids = (of: (row: WatchRow) => string | null) => ['', ...new Set(rows.map(of).filter((id) => id !== null))];
  const named = ids((row) => row.connection_id);
  const own = await db.selectFrom('connections').select(columns).where('id', 'in', named).execute();
  const templateIds = ids((row) => row.template_id);
  const templates = await db.selectFrom('templates').select(['id', 'name']).where('id', 'in', templateIds).execute();
  const slots = await Promise.all(templates.map(({ id }) => slotsOf(db, id)));
  const changed = await db
    .selectFrom('watch_states')
    .innerJoin('connections', 'connections.id', 'watch_states.connection_id')
    .innerJoin('watches', 'watches.id', 'watch_states.watch_id')
    .select([...columns, 'watch_states.watch_id'])
    .where('watches.template_id', 'in', templateIds)
    .where(
      'watch_states.watch_id',
      'in',
      ids((row) => row.id),
    )
    .whereRef('connections.updated_at', '>', 'watch_states.judged_at')
    .orderBy('connections.id')
    .limit(mostChanged)
    .execute();
  return {
    connections: new Map(own.map((connection) => [connection.id, connection])),
    templates: new Map(
      templates.map(({ id, name }, index) => [id, { name, slots: slots[index] ?? new Map<string, SlotNames>() }]),
    ),
    changed: Map.groupBy(changed, ({ watch_id }) => watch_id),
  };
}

async function slotsOf(db: Queryable, templateId: string): Promise<ReadonlyMap<string, SlotNames>> {
  const content = await findPublished(db, templateId);
  return new Map(content?.slots.map(({ slot, names = {} }) => [slot, names]));
}

/** What is wrong at this moment, whatever was found when it was judged last; undefined where nothing is known to be. */
export function problemNow(row: WatchRow, { connections, templates, changed }: Now): WatchProblem | undefined {
  const watched = watchedOf(row);
  if (row.template_id !== null) {
    const slots = templates.get(row.template_id)?.slots;
    if (!slots) return { code: 'template_removed', message: 'The template was removed. Remove the watch, too.' };
    const names = slots.get(row.slot ?? '');
    if (!names) {
      const message = `The template has no slot "${row.slot}" any more. Remove the watch, or make one for another slot.`;
      return { code: 'slot_missing', message };
    }
    const problems = (changed.get(row.id) ?? []).map((connection) => problemOf(watched, connection, names));
    return problems.find((problem) => problem !== undefined);
  }
  if (row.connection_id === null) return undefined;
  const connection = connections.get(row.connection_id);
  if (connection) return problemOf(watched, connection, {});
  const message = 'The connection was removed. Remove the watch, or make one for another connection.';
  return { code: 'connection_removed', message };
}

function problemOf(watched: Watched, connection: WatchedConnection, names: SlotNames): WatchProblem | undefined {
  const { name, status, system, config } = connection;
  if (status === 'reauth_required') {
    const message = `The connection "${name}" needs valid credentials. Sign in anew; the watch then goes on by itself.`;
    return { code: status, message };
  }
  if (status === 'resource_missing') {
    const message = `The connection "${name}" finds no more what it reads. Bring it back, or correct the connection.`;
    return { code: status, message };
  }
  const keyOf = (key: string) => names[key]?.[system] ?? key;
  const metrics = findMetricKeys(config);
  const unknown = metricsOf(watched)
    .map(keyOf)
    .find((key) => metrics && !metrics.has(key));
  if (unknown !== undefined) return missingOf('metric', name, unknown);
  const { dimension } = watched;
  const dimensions = dimension ? findDimensionKeys(config) : undefined;
  const key = dimension && keyOf(dimension.key);
  return key && dimensions && !dimensions.has(key) ? missingOf('dimension', name, key) : undefined;
}

/** A connection that does not have what a watch looks at. */
export function missingOf(kind: 'metric' | 'dimension', connection: string, key: string): WatchProblem {
  const message = `The connection "${connection}" has no ${kind} "${key}". Change the watch, or correct the connection.`;
  return { code: `${kind}_missing`, message };
}
