import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault, refusedField } from '../../platform/faults.ts';
import type { Description } from '../../reporting/connectors/contract.ts';
import { findDimensionKeys, findMetricKeys } from '../connections/metric-keys.ts';
import { type Slot, slotPrefix } from '../templates/content.ts';
import { follow, type KeyedContent } from '../templates/follow.ts';
import { followersOf } from '../templates/followers.ts';
import { fillSlots, type SlotConnection } from '../templates/slots.ts';
import { fieldOf, unfitMeasure } from './describe-watched.ts';
import { metricsOf, type Watched } from './given-watch.ts';

/** A slot of a published template that a watch names. */
export interface WatchedSlot {
  readonly templateId: string;
  readonly slot: Slot;
  readonly content: KeyedContent;
}

/** What is known of what fills a slot. */
interface Known {
  /** Of systems whose offers everybody knows, by their words. */
  readonly catalogs: ReadonlyMap<string, Pick<Description, 'metrics' | 'dimensions'>>;
  /** The connections that fill it in projects that follow the template. */
  readonly filling: readonly SlotConnection[];
  /** Whether one of the projects has a goal for the metric. */
  readonly hasGoal: boolean;
}

/**
 * Throws a fault of the field that names what nothing that fills the slot can have: a metric or dimension, a measure that does
 * not go with the metric, or a goal that neither the template nor a project has. What nobody can know yet is no fault.
 */
export async function checkSlot(db: Queryable, watched: Watched, place: WatchedSlot): Promise<void> {
  const known = await knownOf(db, watched, place);
  for (const name of metricsOf(watched)) requireName(place, known, 'metric', name, fieldOf(watched, name));
  const { dimension, rules } = watched;
  if (dimension) requireName(place, known, 'dimension', dimension.key, 'dimension.key');
  requireMeasure(watched, place, known);
  if (!rules.goal || rules.goal.measure === 'ads' || known.hasGoal) return;
  const message = `Neither the template nor a project that follows it has a goal for the metric "${watched.metric}" of the slot "${place.slot.slot}"; add one to the template first.`;
  throw fieldFault('metric', 'goal', message);
}

async function knownOf(db: Queryable, watched: Watched, { templateId, slot, content }: WatchedSlot): Promise<Known> {
  // The catalogs of all systems come with it.
  const { describeSystem } = await import('../../reporting/connectors/known-catalogs.ts');
  const described = slot.systems.map((system) => [system, describeSystem(system, 'en')] as const);
  const catalogs = new Map(described.filter(([, { metrics }]) => metrics.length > 0));
  const reference = slotPrefix + slot.slot;
  const isOf = ({ connection_id, metric }: { readonly connection_id: string; readonly metric: string }) =>
    connection_id === reference && metric === watched.metric;
  let hasGoal = (content.settings.goals ?? []).some(isOf);
  const filling: SlotConnection[] = [];
  for await (const { follower } of followersOf(db, templateId)) {
    const filled = fillSlots(content.slots, follower.connections, follower.choices);
    const connection = filled.find((each) => each.slot.slot === slot.slot)?.connection;
    if (!connection) continue;
    filling.push(connection);
    hasGoal ||= ownGoal(watched, slot, connection, follow(content, follower).settings.goals ?? []);
  }
  return { catalogs, filling, hasGoal };
}

function ownGoal(
  { metric }: Watched,
  slot: Slot,
  { id, system }: SlotConnection,
  goals: readonly { readonly connection_id: string; readonly metric: string }[],
): boolean {
  return goals.some((goal) => goal.connection_id === id && goal.metric === keyOf(slot, system, metric ?? ''));
}

const keyOf = ({ names }: Slot, system: string, name: string) => names?.[name]?.[system] ?? name;

/** A name that a catalog or connection has is one; so is any where a connection may have it, or one to come. */
function requireName(
  { slot }: WatchedSlot,
  { catalogs, filling }: Known,
  kind: 'metric' | 'dimension',
  name: string,
  field: string,
): void {
  const offered = (system: string) => catalogs.get(system)?.[`${kind}s`].map(({ key }) => key) ?? [];
  const findKeys = kind === 'metric' ? findMetricKeys : findDimensionKeys;
  const own = filling.map(({ system, config }) => ({ system, keys: findKeys(config) }));
  const isThere = (system: string, keys: Iterable<string>) => new Set(keys).has(keyOf(slot, system, name));
  if (slot.systems.some((system) => isThere(system, offered(system)))) return;
  if (own.some(({ system, keys = [] }) => isThere(system, keys))) return;
  const isOpen = (system: string) => {
    const some = own.filter((each) => each.system === system);
    return !catalogs.has(system) && (some.length === 0 || some.some(({ keys }) => !keys));
  };
  if (slot.systems.some(isOpen)) return;
  const all = [...slot.systems.flatMap(offered), ...own.flatMap(({ keys = [] }) => [...keys])];
  const some = [...new Set(all)].slice(0, 20).join(', ');
  const message = `names the ${kind} "${name}", which nothing that fills the slot "${slot.slot}" has; there are ${some || 'none'}`;
  throw refusedField(field, 'exists', message);
}

/** A measure that goes with the metric of none of the systems whose offers are known. */
function requireMeasure(watched: Watched, { slot }: WatchedSlot, { catalogs }: Known): void {
  const unfit = [...catalogs].flatMap(([system, description]) => {
    const key = keyOf(slot, system, watched.metric ?? '');
    const isThere = description.metrics.some((metric) => metric.key === key);
    return isThere ? [unfitMeasure({ ...watched, metric: key }, description)] : [];
  });
  const [first] = unfit;
  if (first && unfit.every(Boolean)) throw refusedField(first.field, first.rule, first.message);
}
