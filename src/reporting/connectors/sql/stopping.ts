import { ConnectorError } from '../contract.ts';

/** The error when the signal aborts the work. */
export function stopped(signal: AbortSignal): ConnectorError {
  return new ConnectorError('transient', 'The query was stopped before it was done.', { cause: signal.reason });
}

/** The result of `work`, or a rejection as soon as `signal` aborts. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    work.catch(() => {});
    throw stopped(signal);
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(stopped(signal));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Waits for `work` to end in either way, at most `ms`. */
export async function settled(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work.catch(() => {}), promise]);
  clearTimeout(timer);
}

/** The server's own limit for a statement: the time left, and a margin, so that our own message comes first. */
export function statementMs(deadline: number): number {
  return Math.max(1000, Math.min(deadline - Date.now(), 3_600_000)) + 5000;
}

/** How long a connection that stops a query may take, and how long the end of a session. */
export const cancelMs = 2000;
