import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { watchParent } from '../../processes/watch-parent.ts';
import type { Rows, RowsContext } from '../file/figures.ts';
import { prepareInstances } from '../file/instances.ts';
import { operations } from './operations.ts';
import { type EngineCall, type FromEngine, faultByValue, type ToEngine } from './protocol.ts';

/** What is open for one context of the parent. */
interface EngineContext {
  readonly context: RowsContext;
  readonly closing: AbortController;
  readonly resources: AsyncDisposableStack;
  readonly calls: Set<Promise<unknown>>;
}

const contexts = new Map<number, EngineContext>();
const isPause = () => contexts.size === 0;
const say = (message: FromEngine) => process.send?.(message);

process.on('message', (message: ToEngine) => {
  if ('close' in message) void close(message.close);
  else void answer(message.call);
});
// A signal to the whole process group (Ctrl-C, systemd) must not end a query that the parent still waits for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
watchParent({ mostResidentBytes: Number(process.argv[2]) });
offerToKernel();
await prepareInstances(isPause);

async function answer({ id, contextId, deadline, operation, rows, args }: EngineCall): Promise<void> {
  const of = contexts.getOrInsertComputed(contextId, () => openContext(deadline));
  const { files, ...described } = rows;
  const run = operations[operation] as (...given: unknown[]) => Promise<unknown>;
  const found: Rows = { ...described, find: async () => files };
  const call = run(found, ...args, of.context);
  of.calls.add(call);
  try {
    say({ id, result: await call });
  } catch (error) {
    say({ id, fault: faultByValue(error) });
  }
  of.calls.delete(call);
  // The parent ends this process without notice, so the compile cache is written while it waits.
  if (contextId === 1) flushCompileCache();
}

/** Answers when nothing of the context runs or is open any more. */
async function close(contextId: number): Promise<void> {
  const of = contexts.get(contextId);
  contexts.delete(contextId);
  of?.closing.abort();
  await Promise.allSettled(of?.calls ?? []);
  await of?.resources.disposeAsync();
  say({ closed: contextId, rssBytes: process.memoryUsage.rss() });
  await prepareInstances(isPause);
}

function openContext(deadline: number): EngineContext {
  const closing = new AbortController();
  const resources = new AsyncDisposableStack();
  const keep = (resource: Disposable | AsyncDisposable) => void resources.use(resource);
  return { context: { signal: closing.signal, deadline, keep }, closing, resources, calls: new Set() };
}

/** On Linux: when the machine's memory runs out, this process ends before the service does. */
function offerToKernel(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // Other systems have no such file.
  }
}
