import type { Static, TSchema } from 'typebox';
import type { DimensionDescription, MetricDescription } from '../documents/model.ts';

export type ConnectorErrorKind = 'reauth_required' | 'resource_missing' | 'transient' | 'invalid_config';

/**
 * What a connector throws. `reauth_required` and `resource_missing` block the job and set the connection's status,
 * `transient` is retried (after `retryAfterMs` when the system names a time), `invalid_config` fails the job. The
 * message is shown to the customer: it says what to do and contains no secret.
 */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ConnectorErrorKind,
    message: string,
    options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** What a connected system offers, in the order in which it is shown. */
export interface Description {
  readonly metrics: readonly MetricDescription[];
  readonly dimensions: readonly DimensionDescription[];
}

/** The grouping of a query: none for one row over the whole period, a calendar unit, or a dimension. */
export type Grouping = 'none' | 'day' | 'week' | 'month' | { readonly dimension: string };

/** One query to a connected system. Dates are calendar days (YYYY-MM-DD) in `timeZone`, both ends inclusive. */
export interface Query {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly metrics: readonly string[];
  readonly by: Grouping;
  /** The most rows to return. A query by dimension returns the rows with the greatest first metric. */
  readonly limit: number;
}

export interface QueryRow {
  /** Null for grouping `none`; the first day of the unit (YYYY-MM-DD; weeks start on Monday); the dimension's value, null for a missing one. */
  readonly key: string | null;
  /** One value for each metric of the query, in its order; null where the system has no figure. Always finite. */
  readonly values: readonly (number | null)[];
}

export interface QueryResult {
  /** Calendar groupings ascend by date and leave out units without rows; `none` is always exactly one row. */
  readonly rows: readonly QueryRow[];
  /** How many groups there are before `limit`. */
  readonly groupCount: number;
  /** How many source rows are in the period. */
  readonly rowsRead: number;
  /** When the source last changed (UTC ISO 8601), null when the system does not say. */
  readonly freshAt: string | null;
  /**
   * With grouping `none`: how many values each metric of the query left out because they could not be read, in its
   * order. Absent if no metric can leave any out.
   */
  readonly leftOut?: readonly number[];
}

/** What a valid configuration would get wrong, and what to do about it. */
export interface ConfigWarning {
  /** Such as `values_left_out` or `grouped_thousands`. */
  readonly code: string;
  /** The path in the configuration, such as `metrics.0.sql`. */
  readonly path: string;
  readonly message: string;
}

/** A logger that redacts secrets. */
export interface ConnectorLogger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

/**
 * Passed to a connector with each call. It must stop when `signal` aborts, at `deadline` (epoch milliseconds) at the
 * latest.
 */
export interface ConnectorContext {
  readonly signal: AbortSignal;
  readonly deadline: number;
  /** The folders that `file` connections may read, as real absolute paths. */
  readonly dataRoots: readonly string[];
  /** `fetch` with the context's signal and a body limit; private addresses only if the operator allows them. */
  readonly fetch: typeof globalThis.fetch;
  readonly log: ConnectorLogger;
  /** What a connector keeps open between calls with this context; disposed by whoever opened the context. */
  readonly resources: AsyncDisposableStack;
}

/** One kind of system that a project can connect. Each lives in one file and passes the conformance suite. */
export interface Connector<Config extends TSchema = TSchema, Secret extends TSchema = TSchema> {
  readonly system: string;
  readonly config: Config;
  /** The schema of the secret; null for a system that needs none. */
  readonly secret: Secret | null;
  /**
   * Reaches the system and checks that the configuration is valid; throws a ConnectorError otherwise. Returns warnings.
   */
  verify(
    config: Static<Config>,
    secret: Static<Secret> | null,
    context: ConnectorContext,
  ): Promise<readonly ConfigWarning[]>;
  describe(config: Static<Config>, secret: Static<Secret> | null, context: ConnectorContext): Promise<Description>;
  query(
    config: Static<Config>,
    secret: Static<Secret> | null,
    query: Query,
    context: ConnectorContext,
  ): Promise<QueryResult>;
}
