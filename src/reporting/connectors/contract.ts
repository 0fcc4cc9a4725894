import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Notice } from '../documents/figures.ts';
import type { MetricDescription } from '../documents/model.ts';
import type { Advertising, DimensionPairs, Misread, OfferedDimension } from '../documents/report-connection.ts';
import type { SignIn } from './hosted/grant.ts';

export type ConnectorErrorKind = 'reauth_required' | 'resource_missing' | 'transient' | 'invalid_config';

/** One place of a configuration or secret that is at fault; `path` is such as `metrics.0.sql`, empty for the whole. */
export interface ConfigFault {
  readonly path: string;
  readonly message: string;
}

/**
 * What a connector throws. `reauth_required` and `resource_missing` block the job and set the connection's status,
 * `transient` is retried (after `retryAfterMs` when the system names a time), `invalid_config` fails the job. The
 * message is shown to the customer: it says what to do and contains no secret.
 */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorErrorKind;
  readonly retryAfterMs: number | undefined;
  /** The places that `invalid_config` is about, as far as they are known. */
  readonly faults: readonly ConfigFault[];

  constructor(
    kind: ConnectorErrorKind,
    message: string,
    options: {
      readonly retryAfterMs?: number;
      readonly faults?: readonly ConfigFault[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.faults = options.faults ?? [];
  }
}

/**
 * What a connected system offers, most important first: a report without a layout shows the first metrics, and of one of
 * several systems only the first dimensions.
 */
export interface Description {
  readonly metrics: readonly MetricDescription[];
  readonly dimensions: readonly OfferedDimension[];
  /** Keys of the metrics that series and tables begin with; the first ones, additive before others, if absent. */
  readonly leading?: readonly string[];
  /** Of a system with advertisements: what a report without a layout shows side by side with others. */
  readonly advertising?: Advertising;
  /** The IANA zone of the system's days, where the account fixes it; absent if days are those of the query's zone. */
  readonly timeZone?: string;
  /** The ISO 4217 code of the system's amounts, where the account fixes it. */
  readonly currency?: string;
  /** Whether it answers queries that are `hourly`: of all metrics that add up, or of those with these keys alone. */
  readonly hours?: true | readonly string[];
  /**
   * Whether it answers queries by two dimensions at once: of any two, or of these alone, in either order. None if absent; then
   * it refuses such a query with `invalid_config`.
   */
  readonly pairs?: DimensionPairs;
  /** Of rows: what seems wrong in how metrics count their columns, by the names of these. Nothing if absent. */
  readonly misread?: readonly Misread[];
}

/** The grouping of a query: none for one row over the whole period, a calendar unit, or one or two dimensions. */
export type Grouping = 'none' | 'day' | 'week' | 'month' | DimensionGrouping;

/** With a `secondary` dimension each row is a pair of values that occurs. Asked only of systems whose description has the pair. */
export interface DimensionGrouping {
  readonly dimension: string;
  readonly secondary?: string;
}

/** One query to a connected system. Dates are calendar days (YYYY-MM-DD) in `timeZone`, both ends inclusive. */
export interface Query {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly metrics: readonly string[];
  readonly by: Grouping;
  /**
   * With grouping `day`: each day is split into the hours of its clock, with keys such as `2026-10-25T02`. An hour that the
   * clock repeats is one row, one that it skips none. Asked only of systems whose description has `hours`. A day that has
   * rows by day but none by hour is one of whose hours the system knows nothing.
   */
  readonly hourly?: true;
  /** The most rows to return. A query by dimension returns the rows with the greatest first metric. */
  readonly limit: number;
}

export interface QueryRow {
  /** Null for grouping `none`; the first day of the unit (YYYY-MM-DD; weeks start on Monday); the dimension's value, null for a missing one. */
  readonly key: string | null;
  /** With a secondary dimension, and only then: its value, null for a missing one. */
  readonly secondary?: string | null;
  /** One value for each metric of the query, in its order; null where the system has no figure. Always finite. */
  readonly values: readonly (number | null)[];
}

export interface QueryResult {
  /** Calendar groupings ascend by date and leave out units without rows; `none` is one row, or none without data. */
  readonly rows: readonly QueryRow[];
  /** How many groups there are before `limit`. */
  readonly groupCount: number;
  /** Whether the period has anything at all. Without data its figures are missing, not zero. */
  readonly hasData: boolean;
  /** How many source rows are in the period; null where the system does not say. */
  readonly rowsRead: number | null;
  /** When the source last changed (UTC ISO 8601), null when the system does not say. */
  readonly freshAt: string | null;
  /**
   * With grouping `none`: how many values each metric of the query left out because they could not be read, in its
   * order. Absent if no metric can leave any out.
   */
  readonly leftOut?: readonly number[];
  /** What the system said about the figures of this answer. None if absent. */
  readonly notices?: readonly Notice[];
  /** What the system bills for this answer, where it says so. */
  readonly bytesBilled?: number;
}

/** Values of a dimension that are to be shown, and the query whose answer named them. */
export interface DepictionQuery {
  readonly query: Query;
  /** At most 12 for each gallery of a report. */
  readonly keys: readonly string[];
}

/** What a system shows of one value, such as an advertisement. All but the key is absent where it has no such thing. */
export interface Depiction {
  readonly key: string;
  readonly text?: string;
  /** Of a PNG or JPEG, which the service fetches without any credentials. */
  readonly pictureUrl?: string;
  /** Where it can be seen. */
  readonly link?: string;
}

/** A thing that a credential can see and a configuration can name, such as a property, a site or a table. */
export interface Resource {
  /** The part of the configuration that names it, such as `{ "property": "123456" }`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly label: string;
  /** What it and what it belongs to are called, apart; the label alone if absent. */
  readonly names?: readonly string[];
  /** The zone of its days, where the list tells it: an IANA name, or hours such as `+02:00`. */
  readonly timeZone?: string;
  /** The ISO 4217 code of its amounts, where the list tells it. */
  readonly currency?: string;
}

/** A configuration made from a look at the source, and what a person still has to decide. */
export interface Proposal {
  /** Ready for `connections add`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The first ten rows, values by column as the source has them. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** How each column is read, such as `date`, `decimal` or `text`. */
  readonly types: Readonly<Record<string, string>>;
  /** The value of each proposed metric over the whole source. */
  readonly totals: Readonly<Record<string, number | null>>;
  /** What each numeric column is, in the order of the source, and how it could be counted. */
  readonly columns: readonly CountedColumn[];
  readonly doubts: readonly Doubt[];
}

/**
 * What a numeric column is: a `flow` adds up (clicks, cost), a `ratio` is one column divided by another (CTR), a `level` is
 * as of a moment (followers, stock), `people` add up neither over days nor over groups (reach), a `code` counts nothing
 * (years, postcodes).
 */
export const columnKinds = ['flow', 'ratio', 'level', 'people', 'code'] as const;
export type CountedKind = (typeof columnKinds)[number];

/**
 * How the values of a column a become one figure: `total` is sum(a); `ratio` sum(b) / sum(c) of two others; `mean` avg(a);
 * `weighted_mean` sum(a × w) / sum(w); `at_end` the sum of the period's last day; `daily_mean` the mean of the days' sums.
 */
export const waysOfCounting = ['total', 'ratio', 'mean', 'weighted_mean', 'at_end', 'daily_mean'] as const;
export type WayOfCounting = (typeof waysOfCounting)[number];

/** A numeric column of a source, and every way in which it can be counted. */
export interface CountedColumn {
  readonly column: string;
  readonly kind: CountedKind;
  /** The key of the metric that the proposed configuration makes of it; null where it makes none. */
  readonly metric: string | null;
  /** Which of `choices` that metric is; null where there is none. */
  readonly counted: WayOfCounting | null;
  /** Whether one of the doubts is about how it is counted. */
  readonly doubt: boolean;
  /** Empty for columns beyond the first 50. */
  readonly choices: readonly WayToCount[];
}

export interface WayToCount {
  readonly counted: WayOfCounting;
  /** The other columns that it needs: numerator and denominator, or the weight. */
  readonly of: readonly string[];
  /** Over the whole source; null where it has none. */
  readonly total: number | null;
  /** What differs of the configuration's metric. */
  readonly metric: {
    readonly sql: string;
    readonly unit: MetricDescription['unit'];
    readonly better: MetricDescription['better'];
    readonly additive: boolean;
    readonly at?: 'end';
  };
}

/** Something about a column that can be read in more than one way. */
export interface Doubt {
  readonly column: string;
  /** Such as `day_or_month_first`. */
  readonly code: string;
  /** How it is read, why that may be wrong, and what to change then. */
  readonly message: string;
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

/** The stored secret of a connection, which other processes may renew too. */
export interface SecretStore {
  /** Waits until no other process renews the secret, and keeps others from it; rejects when `signal` aborts. */
  lease(signal: AbortSignal): Promise<SecretLease>;
  /** Replaces the secret; false if another one was stored since it was last read here. */
  save(next: unknown): Promise<boolean>;
}

interface SecretLease extends AsyncDisposable {
  /** As it is stored now. */
  readonly secret: unknown;
}

/** One version of a file that was uploaded. */
export interface UploadedFile {
  /** Of this version alone. */
  readonly version: string;
  /** Ends in the file's format, such as `.csv`. */
  readonly name: string;
  readonly modifiedAtMs: number;
  /** Undefined if it is lost; throws the store's error. */
  open(): Promise<Readable | undefined>;
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
  /** The ISO 4217 code of the project that it is for, when somebody connects a source for one. */
  readonly projectCurrency?: string;
  /** An uploaded file that the connection may read; the same version each time. Undefined if there is none. */
  findUpload(id: string): Promise<UploadedFile | undefined>;
  /**
   * `fetch` with the context's signal and a body limit. It keeps connections for the next request and unpacks `gzip` and
   * `br`. Private addresses, and `http://`, only where the operator allows them (docs/connectors/networks.md).
   */
  readonly fetch: typeof globalThis.fetch;
  /** As `fetch`, also once the signal has aborted, for two seconds each: to stop what the system still does for this work. */
  readonly fetchAtEnd: typeof globalThis.fetch;
  /**
   * A connected socket for a driver that speaks TCP, under the same rules: the address that it is connected to was
   * checked. Rejects with a ConnectorError.
   */
  connect(host: string, port: number): Promise<Socket>;
  /**
   * The address to ask instead of a URL of a hosted system: the URL itself, or what the operator has put in the system's
   * place, which may be private. `word` is the system's, or that of its sign-in, such as `google-oauth`.
   */
  addressOf(word: string, url: URL | string): URL;
  readonly log: ConnectorLogger;
  /** The right to renew the secret, until disposed; see `renewSecret`, which is what connectors use. */
  leaseSecret(): Promise<SecretLease>;
  /**
   * Stores a renewed secret; call it before the new one is used. Rejects with a ConnectorError if another one was stored
   * meanwhile.
   */
  saveSecret(next: unknown): Promise<void>;
  /** Keeps something open between calls until the context closes; closed at once if it already has. */
  keep(resource: Disposable | AsyncDisposable): void;
}

/** One kind of system that a project can connect. Each lives in one file and passes the conformance suite. */
export interface Connector<Config extends TSchema = TSchema, Secret extends TSchema = TSchema> {
  readonly system: string;
  /** Whether it is reached by network, so that it is waited for, or read here, so that it takes processor and memory. */
  readonly reach: 'network' | 'local';
  readonly config: Config;
  /** The schema of the secret; null for a system that needs none. */
  readonly secret: Secret | null;
  /** How a person lets the service read by signing in, where the system has that; the secret is then a `GrantSecret`. */
  readonly signIn?: { readonly with: SignIn; readonly scopes: readonly string[] };
  /**
   * Where the secret is sent, such as a host and port; a connection that is changed to another place needs its secret anew.
   * Absent where the vendor's address is fixed.
   */
  origin?(config: Static<Config>): string;
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
  /**
   * Answers several queries, in their order, for systems that can batch them, share a snapshot or keep a rate. Without it
   * they are asked one by one.
   */
  queryAll?(
    config: Static<Config>,
    secret: Static<Secret> | null,
    queries: readonly Query[],
    context: ConnectorContext,
  ): Promise<readonly QueryResult[]>;
  /**
   * All metrics and dimensions that the credential can ask for, where the system has a catalogue of its own. Reports then
   * have the labels in their language (labels/); without it labels are the customer's and stay as they are.
   */
  catalog?(config: Static<Config>, secret: Static<Secret> | null, context: ConnectorContext): Promise<Description>;
  /**
   * What values of a dimension whose description has `pictures` look like; called once for each query by it, when its answer
   * is known. It may leave values out.
   */
  depict?(
    config: Static<Config>,
    secret: Static<Secret> | null,
    asked: DepictionQuery,
    context: ConnectorContext,
  ): Promise<readonly Depiction[]>;
  /** What the credential can see. `config` has what of it there is already, and is null before there is any. */
  resources?(
    config: Partial<Static<Config>> | null,
    secret: Static<Secret> | null,
    context: ConnectorContext,
  ): Promise<readonly Resource[]>;
  /** Makes a configuration from a look at the source; `config` has what names it, such as a path or a table. */
  propose?(
    config: unknown,
    secret: Static<Secret> | null,
    timeZone: string,
    context: ConnectorContext,
  ): Promise<Proposal>;
}
