import type { TracingConfig } from '../config/tracing.ts';
import { within } from '../within.ts';
import type { LossLog } from './losses.ts';
import { useTracer } from './spans.ts';

/** How long a stop waits for the collector. */
const flushMs = 2_000;

/**
 * Traces what this thread does until it is disposed, which sends what is left, for two seconds at most. Without a
 * configuration nothing is traced, and none of the packages is loaded.
 */
export async function startTracing(config: TracingConfig | null, log: LossLog): Promise<AsyncDisposable> {
  if (config === null) return { [Symbol.asyncDispose]: async () => {} };
  const { openTracer } = await import('./open-telemetry.ts');
  const { tracer, close, cut } = openTracer(config, log);
  const used = useTracer(tracer);
  return {
    async [Symbol.asyncDispose]() {
      used[Symbol.dispose]();
      await within(flushMs, close(), () => undefined);
      cut();
    },
  };
}
