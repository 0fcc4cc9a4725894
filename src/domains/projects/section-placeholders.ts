import { type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import { placeholderNames, readPlaceholder, unknownPlaceholder } from '../../reporting/documents/placeholders.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import { findMetricKeys } from '../connections/metric-keys.ts';
import type { Settings } from './schema.ts';

/**
 * Throws `invalid_request` that names each text with a placeholder which can stand for nothing: of another form, of a
 * connection that the project does not have, or of a metric that its connection is configured without. Metrics that only
 * the system knows are looked up by the job.
 */
export function checkPlaceholders(
  settings: Settings | null | undefined,
  connections: readonly Pick<ConnectionRow, 'id' | 'config'>[],
): void {
  const keys = new Map(connections.map(({ id, config }) => [id, findMetricKeys(config)]));
  const details = (settings?.sections ?? []).flatMap((section, index): ErrorDetail[] => {
    if (section.type !== 'text') return [];
    const unknown = placeholderNames(section.markdown).find((name) => {
      const read = readPlaceholder(name);
      if (!read) return true;
      if ('period' in read) return false;
      return !keys.has(read.connection) || keys.get(read.connection)?.has(read.metric) === false;
    });
    if (unknown === undefined) return [];
    return [
      { field: `settings.sections.${index}.markdown`, rule: 'placeholder', message: unknownPlaceholder(unknown) },
    ];
  });
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
}

/** Whether a text of the settings has a placeholder, so that the connections must be known to check it. */
export function hasPlaceholders(settings: Settings | null | undefined): boolean {
  return (settings?.sections ?? []).some(({ type, ...section }) => {
    return type === 'text' && 'markdown' in section && placeholderNames(section.markdown).length > 0;
  });
}
