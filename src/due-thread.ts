import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from './domains/connections/vault.ts';
import { connectionNetwork } from './installation/connection-network.ts';
import { databaseLocation, openObjectStore } from './installation/open-installation.ts';
import type { Config } from './platform/config/config.ts';
import { connectDatabase } from './platform/database/connect.ts';
import type { FromDueThread } from './platform/jobs/thread-while-due.ts';
import { createLog } from './platform/log.ts';
import { closeEngine, configureEngine } from './reporting/connectors/engine/engine.ts';

const poolSize = 2;
/** Below the API, the jobs and previews: nobody waits for it. */
const priority = 10;

type DueContext = Awaited<ReturnType<typeof openContext>>;

/**
 * What a thread of `ThreadWhileDue` does: `next` takes what is due, `atOnce` at a time, until it finds nothing (false)
 * or the thread is told to stop. `name` is the thread's in the log.
 */
export async function runWhileDue(
  name: string,
  atOnce: number,
  next: (context: DueContext, signal: AbortSignal) => Promise<boolean>,
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error(`The thread of ${name} runs in a worker thread only`);
  // Only Linux has a priority for each thread; its child processes inherit it.
  if (process.platform === 'linux') setPriority(priority);
  const context = await openContext(name, (message) => port.postMessage(message));
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  const workInTurn = async () => {
    while (!stop.signal.aborted && (await next(context, stop.signal)));
  };
  await Promise.all(Array.from({ length: atOnce }, workInTurn));
  await closeEngine();
  await context.db.destroy();
  port.close();
}

async function openContext(name: string, tell: (message: FromDueThread) => void) {
  const { config, listening, vaultKeys } = workerData as {
    readonly config: Config;
    readonly listening: { readonly port: number };
    readonly vaultKeys: readonly Uint8Array[];
  };
  const location = databaseLocation(config);
  const db = connectDatabase(location.engine === 'postgres' ? { ...location, poolSize } : location);
  const [vaultKey, previousKey] = vaultKeys.map((key) => Buffer.from(key));
  if (!vaultKey) throw new Error(`The thread of ${name} needs the key of the vault`);
  /** As in worker-thread.ts. */
  const compileCache = getCompileCacheDir();
  configureEngine({
    codeCache: compileCache === undefined ? join(config.dataDir, 'cache') : dirname(compileCache),
    onStart: (pid) => tell({ type: 'child', pid }),
    onEnd: (pid) => tell({ type: 'child_ended', pid }),
  });
  return {
    ...{ db, objects: await openObjectStore(config, db), vault: createVault(vaultKey, previousKey) },
    ...{ dataRoots: config.dataRoots, network: connectionNetwork(config, listening.port) },
    log: createLog(config.logLevel).child({ thread: name }),
    takeMeasure: (measure: Extract<FromDueThread, { type: 'measure' }>['measure']) =>
      tell({ type: 'measure', measure }),
  };
}
