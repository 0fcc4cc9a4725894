import { ApiError, NetworkError, TimeoutError } from '../api/client.ts';
import type { Messages } from '../messages/catalog.ts';

/** A fault in the reader's words; `number` is what an operator finds it by. */
export interface Explained {
  readonly text: string;
  readonly number?: string | undefined;
}

/** Words for a fault. What the service says of a request itself is shown as it is: it names the field and what to write. */
export function explain(error: Error, words: Messages['common']['faults']): Explained {
  if (error instanceof NetworkError) return { text: words.network };
  if (error instanceof TimeoutError) return { text: words.timeout };
  if (!(error instanceof ApiError)) return { text: `${words.unexpected} ${error.message}` };
  if (error.code === 'unexpected_response' && error.status === 413) return { text: words.proxyLimit };
  if (error.code === 'step_up_required') return { text: words.unconfirmed };
  if (error.code === 'edit_conflict') return { text: words.changedMeanwhile };
  if (error.code === 'plan_limit_reached') return { text: `${words.planLimit} ${error.message}` };
  if (error.status === 403) return { text: words.forbidden };
  if (error.status === 404) return { text: words.notFound };
  if (error.status === 429 || error.status === 503) return { text: words.busy };
  if (error.status >= 500) return { text: words.unexpected, number: error.requestId };
  return { text: error.details[0]?.message ?? error.message };
}

/** Whether there is no such thing, or not for this person: to try again would not help. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

/**
 * What the service says of each field, by its name with `prefix` taken away, for a form's `validationErrors`; in the
 * reader's own words where `rules` has some for what the field breaks.
 */
export function fieldFaults(
  error: Error | null,
  prefix = '',
  rules: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const faults = error.details.filter(({ field }) => field.startsWith(prefix));
  return Object.fromEntries(
    faults.map(({ field, rule, message }) => [field.slice(prefix.length), rules[rule] ?? message]),
  );
}
