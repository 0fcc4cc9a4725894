import { within } from '../within.ts';
import { LimiterUnavailable } from './limiter.ts';

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/**
 * Waits for the work at most this long; lateness and all its faults become LimiterUnavailable, with the reason as
 * cause.
 */
export async function withinDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  try {
    return await within(deadlineMs, work, () => {
      throw new DeadlineExceeded(`No answer within ${deadlineMs} ms.`);
    });
  } catch (cause) {
    throw new LimiterUnavailable('The request counts cannot be reached.', { cause });
  }
}
