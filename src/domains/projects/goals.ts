import { type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import { goalFaults } from '../../reporting/documents/goal-settings.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import { findMetricKeys } from '../connections/metric-keys.ts';
import type { Settings } from './schema.ts';

/**
 * Throws `invalid_request` that names each goal at fault: with itself or another one, or that names a connection that the
 * project does not have, or a metric that its connection is configured without. Metrics that only the system knows are
 * looked up by the job.
 */
export function checkGoals(settings: Settings | null | undefined, connections: readonly ConnectionRow[]): void {
  const goals = settings?.goals ?? [];
  const own = goalFaults(goals, settings?.sections ?? []).map(({ field, ...fault }): ErrorDetail => {
    return { field: `settings.${field}`, ...fault };
  });
  const keys = new Map(connections.map(({ id, config }) => [id, findMetricKeys(config)]));
  const names = goals.flatMap(({ connection_id: id, metric }, index): ErrorDetail[] => {
    const field = `settings.goals.${index}`;
    if (!keys.has(id)) {
      return [{ field: `${field}.connection_id`, rule: 'value', message: 'names no connection of the project' }];
    }
    const known = keys.get(id);
    if (!known || known.has(metric)) return [];
    return [{ field: `${field}.metric`, rule: 'value', message: 'names no metric of the connection' }];
  });
  const details = [...own, ...names];
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
}
