import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type BulkRunnerContext, runNextItem } from './run-item.ts';

/** How long an item of another process may wait to be found, and after a fault of the database. */
const secondMs = 1_000;
/** So that an item that waits for a locked project does not hold up other accounts. */
const atOnce = 2;

export interface BulkRunner extends AsyncDisposable {
  /** There is something to do now. */
  wake(): void;
}

/** Does the items of bulk jobs; any number of processes may do so. On a stop it ends what it has begun, an item each. */
export function startBulkRunner(context: BulkRunnerContext, everyMs = secondMs): BulkRunner {
  const resting = new Set<AbortController>();
  let wakes = 0;
  let isStopped = false;
  const rest = async () => {
    const own = new AbortController();
    resting.add(own);
    await delay(everyMs, undefined, { signal: own.signal }).catch(() => {});
    resting.delete(own);
  };
  const run = async () => {
    while (!isStopped) {
      const seen = wakes;
      let hasDone = false;
      try {
        hasDone = await runNextItem(context);
      } catch (error) {
        context.log.error({ err: error }, 'the bulk jobs could not be looked at');
      }
      // SQLite answers on this thread, so without a pause all items would block requests like a single long one.
      if (hasDone) await nextTurn();
      else if (seen === wakes && !isStopped) await rest();
    }
  };
  const ended = Promise.all(Array.from({ length: atOnce }, run));
  const wake = () => {
    wakes++;
    for (const each of resting) each.abort();
  };
  return {
    wake,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      wake();
      await ended;
    },
  };
}
