import { LimiterUnavailable } from './limiter.ts';

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** Waits for the work at most so long; running late and every fault of it end as LimiterUnavailable, whose cause tells which. */
export async function withinDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DeadlineExceeded(`No answer within ${deadlineMs} ms.`)), deadlineMs);
  try {
    return await Promise.race([work, late]);
  } catch (cause) {
    throw new LimiterUnavailable('The request counts cannot be reached.', { cause });
  } finally {
    clearTimeout(timer);
  }
}
