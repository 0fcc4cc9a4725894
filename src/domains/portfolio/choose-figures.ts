import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { SectionsSettings } from '../../reporting/documents/section-settings.ts';
import { findMetricKeys } from '../connections/metric-keys.ts';
import type { FollowedSettings } from '../templates/follow.ts';

/** How many figures of a project are shown. */
export const mostFigures = 6;

/** A figure of an account's choice: the metric of any connection of the system, or of any system. */
export interface AccountFigure {
  readonly system: string | null;
  readonly metric: string;
}

/** What decides which figures a project shows. */
export interface Choosing {
  /** What its template makes of them, if it follows one. */
  readonly settings: FollowedSettings;
  readonly connections: readonly ChoosableConnection[];
  /** The account's choice; null for none. */
  readonly figures: readonly AccountFigure[] | null;
}

interface ChoosableConnection {
  readonly id: string;
  readonly system: string;
  /** JSON. */
  readonly config: string;
}

/** One question to a connection: the metrics wanted of it, by their places among the project's figures. */
export interface Wanted {
  readonly connectionId: string;
  /** Keys in order; null for the first ones that it offers. */
  readonly metrics: readonly { readonly place: number; readonly key: string }[] | null;
  /** Whether a metric that it lacks is a fault, and not looked for elsewhere. */
  readonly isNamed: boolean;
}

/**
 * What the figures of a project depend on, as a digest: with another one, those that were read mean something else. A
 * goal is a part of it, since targets are stored with what was reached.
 */
export function basisOf(
  { settings, connections, figures }: Choosing,
  project: { readonly time_zone: string; readonly currency: string },
): string {
  const { portfolio = null, goals = null, sections = null } = settings;
  const layout = portfolio ? null : firstKeyFigures(sections);
  const chosen = portfolio ?? { figures, layout: layout ?? (sections ? 'none' : 'automatic') };
  const known = connections.map(({ id, system, config }) => [id, system, config]);
  const { time_zone, currency } = project;
  return hash('sha256', canonicalize({ time_zone, currency, chosen, goals, known }) ?? '');
}

/**
 * What to ask which connections for, the choices in turn: a project's figures come from the first that gives any. A template's
 * go before the account's, and those before the first key figures of the layout.
 */
export function chooseFigures({ settings, connections, figures }: Choosing): readonly (readonly Wanted[])[] {
  const { portfolio, sections } = settings;
  const known = new Set(connections.map(({ id }) => id));
  if (portfolio) return [named(portfolio.slice(0, mostFigures)).filter(({ connectionId }) => known.has(connectionId))];
  const ofAccount = figures ? [ofSystems(figures, connections)] : [];
  return [...ofAccount, ...ofLayout(sections ?? null, connections)];
}

function named(list: readonly { readonly connection_id: string; readonly metric: string }[]): Wanted[] {
  const placed = list.map(({ connection_id, metric }, place) => ({ connection_id, place, key: metric }));
  return [...Map.groupBy(placed, ({ connection_id }) => connection_id)].map(([connectionId, metrics]) => {
    return { connectionId, metrics: metrics.map(({ place, key }) => ({ place, key })), isNamed: true };
  });
}

/** Each connection is asked for all that it may have; of two that have a figure the one that was added first gives it. */
function ofSystems(figures: readonly AccountFigure[], connections: readonly ChoosableConnection[]): Wanted[] {
  return connections.flatMap(({ id, system, config }) => {
    const keys = findMetricKeys(config);
    const metrics = figures.flatMap(({ system: only, metric: key }, place) =>
      (only === null || only === system) && (!keys || keys.has(key)) ? [{ place, key }] : [],
    );
    return metrics.length > 0 ? [{ connectionId: id, metrics, isNamed: false }] : [];
  });
}

/** Without a layout each connection leads with its first metrics, and the first connection that has any leads the report. */
function ofLayout(sections: SectionsSettings | null, connections: readonly ChoosableConnection[]): Wanted[][] {
  if (!sections) return connections.map(({ id }) => [{ connectionId: id, metrics: null, isNamed: false }]);
  const first = firstKeyFigures(sections);
  if (!first || connections.every(({ id }) => id !== first.connection_id)) return [];
  const metrics = first.metrics?.slice(0, mostFigures).map((key, place) => ({ place, key })) ?? null;
  return [[{ connectionId: first.connection_id, metrics, isNamed: true }]];
}

function firstKeyFigures(sections: SectionsSettings | null | undefined) {
  const first = sections?.find((section) => section.type === 'kpis');
  return first ? { connection_id: first.connection_id, metrics: first.metrics ?? null } : null;
}
