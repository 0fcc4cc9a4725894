import { type Clock, systemClock } from './clock.ts';
import { exportJobsResource } from './resources/export-jobs.ts';
import { generationJobsResource } from './resources/generation-jobs.ts';
import { jobsResource } from './resources/jobs.ts';
import { projectsResource } from './resources/projects.ts';
import { reportsResource } from './resources/reports.ts';
import { type Connection, type RequestOptions, request } from './transport.ts';
import type { Bootstrap, Me } from './types.ts';

/** What every client can be told. */
export interface ConnectionOptions {
  /** Where the service is, with or without `/api/v1`: `https://reports.example.com`. */
  readonly baseUrl: string;
  /** Replaces the platform's `fetch`, for example for a proxy or in tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long the service may be silent in one attempt; default 30,000. */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * For one call with all its retries; default 120,000. Downloads get 10 minutes and waits for jobs 30 unless set
   * otherwise.
   */
  readonly deadlineMs?: number | undefined;
  /** Attempts after the first; default 4. */
  readonly maxRetries?: number | undefined;
  /** Replaces real time and randomness, for tests. */
  readonly clock?: Clock | undefined;
}

export interface ClientOptions extends ConnectionOptions {
  /** An access token: `rs_live_….…`. */
  readonly token: string;
}

/** The Report Service API. Resources are named as the API names them; safe to share and to use in parallel. */
export class ReportServiceClient {
  readonly projects: ReturnType<typeof projectsResource>;
  readonly reports: ReturnType<typeof reportsResource>;
  readonly jobs: ReturnType<typeof jobsResource>;
  readonly generationJobs: ReturnType<typeof generationJobsResource>;
  readonly exportJobs: ReturnType<typeof exportJobsResource>;
  // Private fields, so that logging a client does not show its token.
  readonly #connection: Connection;

  /** Throws a TypeError when the base URL or the token is malformed. */
  constructor(options: ClientOptions) {
    const connection = connect(options, '/api/v1', readToken(options.token));
    this.#connection = connection;
    this.generationJobs = generationJobsResource(connection);
    this.exportJobs = exportJobsResource(connection);
    this.jobs = jobsResource(connection);
    this.reports = reportsResource(connection, this.exportJobs);
    this.projects = projectsResource(connection, this.generationJobs, this.reports);
  }

  /** What the service offers. */
  async bootstrap(options?: RequestOptions): Promise<Bootstrap> {
    return (await request<Bootstrap>(this.#connection, { method: 'GET', path: '/' }, options)).data;
  }

  /** The account, the token, and how much of their limits is used. */
  async me(options?: RequestOptions): Promise<Me> {
    return (await request<Me>(this.#connection, { method: 'GET', path: '/me' }, options)).data;
  }
}

/** Throws a TypeError when the base URL is malformed. */
export function connect(options: ConnectionOptions, base: Connection['base'], token: string | undefined): Connection {
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    base,
    token,
    // Called without a receiver: browsers refuse a `fetch` called as a method.
    fetch: options.fetch ?? ((...call) => globalThis.fetch(...call)),
    clock: options.clock ?? systemClock,
    attemptTimeoutMs: options.attemptTimeoutMs ?? 30_000,
    deadlineMs: options.deadlineMs ?? 120_000,
    maxRetries: options.maxRetries ?? 4,
  };
}

/** The address of a service in its normal form, for use and comparison. Throws a TypeError when it is malformed. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    // The value is not repeated: it may contain a password, or be the token by mistake.
    throw new TypeError('baseUrl must be like https://reports.example.com, without a user, password, query or hash.');
  }
  return url.href.replace(/(\/(api|manage)\/v1)?\/*$/, '');
}

export function readToken(token: string): string {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('token must be an access token: visible ASCII characters.');
  }
  return token;
}
