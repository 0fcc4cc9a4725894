import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectorContext, ConnectorError } from '../contract.ts';

const firstWaitMs = 500;
const maxWaitMs = 10_000;
/** What is left of the deadline after a wait, so that the report can still be read. */
const spareMs = 15_000;

/**
 * Looks at a vendor's report again and again, at first soon, until `look` finds that it is done. Throws `transient` when
 * the time of the work does not suffice, and as `look` does.
 */
export async function pollUntil<T>(
  vendor: string,
  context: ConnectorContext,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (let looks = 0; ; looks++) {
    const found = await look();
    if (found !== undefined) return found;
    const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(looks, 10));
    if (Date.now() + waitMs + spareMs > context.deadline) {
      throw new ConnectorError('transient', `${vendor} has not finished its report in time.`);
    }
    await wait(waitMs, undefined, { signal: context.signal }).catch(() => {
      throw new ConnectorError('transient', 'The work was stopped.');
    });
  }
}
