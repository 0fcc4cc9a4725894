import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Logger } from 'pino';

/** Of a second: a thread that is busier has requests or jobs that would wait. */
const quietShare = 0.05;
/** A collection takes about two milliseconds a MiB; a heap that has grown since the start is left to V8. */
const mostHeapBytes = 64 * 1_024 * 1_024;
const mostLooks = 60;

/**
 * Collects once, as soon as the calling thread has been quiet for a second, what only its start needed, and gives the
 * memory back to the system (ADR 64). V8 by itself keeps it for good. A thread that is not quiet within a minute has
 * work that needs its memory. Does nothing where Node was started without `--expose-gc`.
 */
export function giveBackStartMemory(log: Logger, everyMs = 1_000): void {
  const collect = globalThis.gc;
  if (!collect) return;
  let before = performance.eventLoopUtilization();
  let looks = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    looks += 1;
    if (utilization > quietShare && looks < mostLooks) return;
    clearInterval(timer);
    if (utilization > quietShare || getHeapStatistics().used_heap_size > mostHeapBytes) return;
    void Promise.resolve(collect({ type: 'major', flavor: 'last-resort', execution: 'sync' }));
    log.debug('gave back the memory of the start');
  }, everyMs);
  timer.unref();
}
