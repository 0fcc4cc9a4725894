import { ServiceError } from '../../platform/errors.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import type { RenderError } from '../../reporting/renderers/render-error.ts';

/** As long as a page may take: whatever visitors do, a bad one has a thread for half the time at most, and soon less. */
const firstWaitMs = 10_000;
const longestWaitMs = 15 * 60_000;
const mostReports = 1_000;

interface Failure {
  readonly error: RenderError;
  readonly waitMs: number;
  readonly untilMs: number;
}

/**
 * Reports whose page could not be rendered, so that not every visitor has it tried anew: for 10 seconds after the first
 * failure, twice as long after each further one, 15 minutes at most. Remembers the last 1,000, in this process only.
 * `clock` gives milliseconds from any origin.
 */
export class FailedPages {
  readonly #clock: () => number;
  /** In order of last failure. */
  readonly #failures = new Map<string, Failure>();

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Throws the failure of the report's page, as `record` returned it, while its wait lasts. */
  refuse(reportId: string): void {
    const failure = this.#failures.get(reportId);
    if (failure && failure.untilMs > this.#clock()) throw this.#told(failure);
  }

  /** Remembers that the page failed. Returns what to answer: a ServiceError with `Retry-After`. */
  record(reportId: string, error: RenderError): ServiceError {
    const before = this.#failures.get(reportId);
    const waitMs = before ? Math.min(before.waitMs * 2, longestWaitMs) : firstWaitMs;
    const failure = { error, waitMs, untilMs: this.#clock() + waitMs };
    this.#failures.delete(reportId);
    this.#failures.set(reportId, failure);
    const [longestAgo] = this.#failures.keys();
    if (this.#failures.size > mostReports && longestAgo !== undefined) this.#failures.delete(longestAgo);
    return this.#told(failure);
  }

  forget(reportId: string): void {
    this.#failures.delete(reportId);
  }

  #told({ error, untilMs }: Failure): ServiceError {
    const headers = { 'retry-after': retryAfter(untilMs - this.#clock()) };
    const code = error.kind === 'failed' ? 'internal_error' : 'api_controls_unavailable';
    return new ServiceError(code, { headers, cause: error });
  }
}
