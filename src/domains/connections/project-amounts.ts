import type { Queryable } from '../../platform/database/tables.ts';
import { getProjectUsage, listConnections } from './connections.ts';

/** What a project's currency means to its connections. */
export interface ProjectAmounts {
  /** ISO 4217. */
  readonly currency: string;
  /** Whether it already stands for amounts, so that another currency of the project would call them something else. */
  readonly has_amounts: boolean;
}

/** The currency of a project and whether its connections have amounts. Throws `not_found`. */
export async function projectAmounts(db: Queryable, projectId: string): Promise<ProjectAmounts> {
  const { currency } = await getProjectUsage(db, projectId);
  const connections = await listConnections(db, projectId);
  return { currency, has_amounts: connections.some(({ config }) => hasAmounts(JSON.parse(config), currency)) };
}

/** Systems that do not list their metrics in the configuration may have amounts; those in a currency of their own stay. */
function hasAmounts(config: unknown, projectCurrency: string): boolean {
  if (typeof config !== 'object' || config === null) return false;
  const { currency = projectCurrency, metrics } = config as { currency?: unknown; metrics?: unknown };
  if (typeof currency === 'string' && currency.toUpperCase() !== projectCurrency) return false;
  const described: unknown[] = Array.isArray(metrics) ? metrics.filter((metric) => typeof metric === 'object') : [];
  return (
    described.length === 0 || described.some((metric) => (metric as { unit?: unknown } | null)?.unit === 'currency')
  );
}
