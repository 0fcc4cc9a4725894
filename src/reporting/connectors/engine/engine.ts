import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { stopped, tooMuchMemory } from '../file/faults.ts';
import type { Rows } from '../file/figures.ts';
import type { SourceFile } from '../file/paths.ts';
import { EngineEnded } from './engine-child.ts';
import { type EngineOptions, EnginePool } from './engine-pool.ts';
import type { ArgumentsOf, OperationName, ResultOf } from './operations.ts';

/** Files of that size together are read with the memory of all at once. */
const largeBytes = 64 * 2 ** 20;

/** The pool of this thread. */
let pool = new EnginePool();

/** Sets how the engine of this thread runs; what runs in it already is ended. */
export function configureEngine(options: EngineOptions): void {
  void pool.close();
  pool = new EnginePool(options);
}

/** Starts the engine's process ahead of the first use. */
export function warmEngine(): void {
  pool.warm();
}

/** Ends the engine's processes; await it before the thread ends. */
export function closeEngine(): Promise<void> {
  return pool.close();
}

/**
 * Runs an operation on rows in the engine's process; `args` and the result go by value. The files are found here, once a
 * context and time zone. Throws a ConnectorError: `transient` as soon as the context's signal aborts, and when the
 * process was ended from outside; `invalid_config` when the operation takes too much memory.
 */
export async function runInEngine<Name extends OperationName>(
  operation: Name,
  rows: Rows,
  timeZone: string,
  args: ArgumentsOf<Name>,
  context: ConnectorContext,
): Promise<ResultOf<Name>> {
  if (context.signal.aborted) throw stopped(context.signal);
  // The process can start while files are found or fetched.
  pool.warm();
  const files = await findOnce(rows, timeZone, context);
  const { find: _, ...described } = rows;
  const isLarge = files.reduce((sum, { bytes }) => sum + bytes, 0) > largeBytes;
  try {
    const request = { operation, rows: { ...described, files }, args, isLarge };
    return (await pool.run(request, context)) as ResultOf<Name>;
  } catch (error) {
    if (context.signal.aborted) throw stopped(context.signal);
    throw error instanceof EngineEnded ? faultOfEnd(error, files) : error;
  }
}

const filesByContext = new WeakMap<ConnectorContext, Map<string, Promise<readonly SourceFile[]>>>();

function findOnce(rows: Rows, timeZone: string, context: ConnectorContext): Promise<readonly SourceFile[]> {
  const found = filesByContext.getOrInsertComputed(context, () => new Map());
  return found.getOrInsertComputed(JSON.stringify([rows.id, timeZone]), () => rows.find());
}

function faultOfEnd(error: EngineEnded, files: readonly SourceFile[]): ConnectorError {
  const [file] = files;
  const name = files.length === 1 && file ? file.name : `${files.length} files`;
  if (error.reason === 'memory') return tooMuchMemory(name, error);
  return new ConnectorError('transient', `Reading ${name} stopped because the query engine ended.`, { cause: error });
}
