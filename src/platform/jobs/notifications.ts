import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectClient, type PostgresClient } from '../database/postgres-client.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/tables.ts';
import type { DatabaseProfile } from '../database-profiles.ts';
import type { JobLog } from './job-handler.ts';

const channel = 'report_service_jobs';
const reconnectMs = 1_000;
const pooledWakeMs = 1_000;
/** How soon it is noticed that the server has become a standby, where nobody announces anything any more. */
const lookMs = 10_000;

/** Between two announcements; the first is made at once. */
const announceMs = 10;

/** Without waiting for the disk: what a crash of the server loses, nobody is listening to any more. */
const notify = prepared(0, () => sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, '')`);

/**
 * Returns a function to call after jobs were committed: it wakes the workers of every process on PostgreSQL. Not part of
 * the transaction that starts a job: the server commits transactions that notify one after the other. Calls that come
 * soon after a notification share the next.
 */
export function announceJobs(db: Database): () => void {
  let isAsked = false;
  let isSending = false;
  const send = async () => {
    isSending = true;
    while (isAsked) {
      isAsked = false;
      // The workers check the queue every few seconds anyway.
      await notify(db).catch(() => {});
      await delay(announceMs);
    }
    isSending = false;
  };
  return () => {
    isAsked = true;
    if (!isSending) void send();
  };
}

/**
 * Calls `wake` whenever committed jobs are announced anywhere on this PostgreSQL server's database; reconnects forever. Behind a
 * pooler such as PgBouncer, which does not pass notifications on, it calls `wake` every second instead.
 */
export function listenForJobs(database: Listened, wake: () => void, log: JobLog): AsyncDisposable {
  const stop = new AbortController();
  const listening = listen(database, wake, log, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await listening;
    },
  };
}

/** The server's address, and what stands before it, as a location has them. */
interface Listened {
  readonly url: string;
  readonly profile?: DatabaseProfile | null;
}

async function listen({ url, profile }: Listened, wake: () => void, log: JobLog, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const over = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    stop.addEventListener('abort', () => resolve(), { signal: over.signal });
    let client: PostgresClient | undefined;
    try {
      client = await connectClient(url, {
        profile,
        application_name: 'report-service',
        connectionTimeoutMillis: 3_000,
        query_timeout: 3_000,
        // Nothing may be sent on it for hours, and a network that drops it does not say so.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      if (!client.ownsSession) {
        void client.end().catch(() => {});
        log.info(
          {},
          'the database is behind a connection pooler, which does not pass on job notifications; the queue is checked every second',
        );
        return await wakeEverySecond(wake, stop);
      }
      client.on('error', () => resolve());
      client.on('end', resolve);
      client.on('notification', wake);
      await client.query(`listen ${channel}`);
      // Jobs may have been committed while nobody was listening.
      wake();
      await Promise.race([ended, untilReadOnly(client, over.signal)]);
    } catch (error) {
      log.warn({ err: error }, 'job notifications do not arrive; the queue is still checked every few seconds');
    }
    over.abort();
    // It would wait for a server that no longer answers.
    void client?.end().catch(() => {});
    if (!stop.aborted) await delay(reconnectMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** Resolves once the server takes no writes any more; rejects when it does not answer. */
async function untilReadOnly(client: PostgresClient, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await delay(lookMs, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    const { rows } = await client.query("select current_setting('transaction_read_only') as is_read_only");
    if (rows[0].is_read_only === 'on') return;
  }
}

async function wakeEverySecond(wake: () => void, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    wake();
    await delay(pooledWakeMs, undefined, { signal: stop }).catch(() => {});
  }
}
