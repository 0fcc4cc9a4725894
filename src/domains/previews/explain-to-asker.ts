import { isDatabaseUnavailable } from '../../platform/database/engine.ts';
import { type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { isStoreUnavailable } from '../../platform/storage/object-store.ts';
import { explainFault, type GenerationFault } from '../generation-jobs/generation-faults.ts';
import type { Settings } from '../projects/schema.ts';
import { soonMs } from './preview-faults.ts';

/**
 * What an error of making a document means for who asked; undefined for faults of the service itself. Each place at fault
 * is named: in the settings, or the connection and the sections that show it.
 */
export function explainToAsker(error: unknown, settings: Settings): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  const isAway = isDatabaseUnavailable(error) || isStoreUnavailable(error);
  if (isAway) return new ServiceError('api_controls_unavailable', { cause: error });
  const fault = explainFault(error);
  if (!fault) return undefined;
  const { kind, message, action, retryAfterMs = soonMs } = fault;
  const details = detailsOf(fault, settings);
  if (kind === 'settings') return new ServiceError('invalid_request', { message, details });
  const headers = { 'retry-after': retryAfter(retryAfterMs) };
  if (kind === 'transient') return new ServiceError('preview_unavailable', { message, details, headers });
  return new ServiceError('preview_blocked', { message: `${message} ${action}`, details });
}

function detailsOf({ kind, message, details, places }: GenerationFault, settings: Settings): ErrorDetail[] {
  if (kind === 'settings') {
    const told = places ?? [{ field: String(details.field), message }];
    return told.map((place) => ({ ...place, rule: 'value' }));
  }
  const id = details.connection_id;
  const sections = (settings.sections ?? []).flatMap((section, index) =>
    'connection_id' in section && section.connection_id === id ? `settings.sections.${index}.connection_id` : [],
  );
  return [`connections.${id}`, ...sections].map((field) => ({ field, rule: kind, message }));
}
