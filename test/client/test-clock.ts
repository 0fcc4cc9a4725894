import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../client/src/clock.ts';

export interface TestClock extends Clock {
  /** The waits asked for, in milliseconds. */
  readonly waits: number[];
}

/** Time that passes only by sleeping, at once, or after `realMs` where a real service needs some to get on. */
export function createTestClock({ random = 0, realMs = 0 } = {}): TestClock {
  let nowMs = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => nowMs,
    random: () => random,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      nowMs += ms;
      await (realMs > 0 ? new Promise((resolve) => setTimeout(resolve, realMs)) : setImmediate());
      signal?.throwIfAborted();
    },
  };
}
