import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { notificationChannel } from './queue.ts';
import type { JobLog } from './worker.ts';

const reconnectMs = 1_000;

/** Calls `wake` whenever a job is committed anywhere on this PostgreSQL server's database; reconnects for ever. */
export function listenForJobs(url: string, wake: () => void, log: JobLog): AsyncDisposable {
  const stop = new AbortController();
  const listening = listen(url, wake, log, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await listening;
    },
  };
}

async function listen(url: string, wake: () => void, log: JobLog, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      // Nothing is sent on it for hours, and a network that has forgotten it tells nobody.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const over = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    client.on('error', () => resolve());
    client.on('end', resolve);
    client.on('notification', wake);
    stop.addEventListener('abort', () => resolve(), { signal: over.signal });
    try {
      await client.connect();
      await client.query(`listen ${notificationChannel}`);
      // Jobs may have been committed while nobody listened.
      wake();
      await ended;
    } catch (error) {
      log.warn({ err: error }, 'job notifications are not heard; the queue is still looked at every few seconds');
    }
    over.abort();
    // It waits for a server that says nothing any more.
    void client.end().catch(() => {});
    if (!stop.aborted) await delay(reconnectMs, undefined, { signal: stop }).catch(() => {});
  }
}
