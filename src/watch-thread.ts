import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from './domains/connections/vault.ts';
import { judgeNext } from './domains/watches/judge-connection.ts';
import { connectionNetwork } from './installation/connection-network.ts';
import { databaseLocation, openObjectStore } from './installation/open-installation.ts';
import type { Config } from './platform/config/config.ts';
import { connectDatabase } from './platform/database/connect.ts';
import type { FromDueThread } from './platform/jobs/thread-while-due.ts';
import { createLog } from './platform/log.ts';
import { closeEngine, configureEngine } from './reporting/connectors/engine/engine.ts';

/** Four connections at a time: most of what each takes is waiting for its system. */
const atOnce = 4;
const poolSize = 2;
/** Below the API, the jobs and previews: nobody waits for it. */
const priority = 10;

const { config, listening, vaultKeys } = workerData as {
  readonly config: Config;
  readonly listening: { readonly port: number };
  readonly vaultKeys: readonly Uint8Array[];
};
const port = parentPort;
if (!port) throw new Error('watch-thread.ts runs in a worker thread only');
// Only Linux has a priority for each thread; its child processes inherit it.
if (process.platform === 'linux') setPriority(priority);

const tell = (message: FromDueThread) => port.postMessage(message);
const location = databaseLocation(config);
const db = connectDatabase(location.engine === 'postgres' ? { ...location, poolSize } : location);
const [vaultKey, previousKey] = vaultKeys.map((key) => Buffer.from(key));
if (!vaultKey) throw new Error('Judging watches needs the key of the vault');
/** As in worker-thread.ts. */
const compileCache = getCompileCacheDir();
configureEngine({
  codeCache: compileCache === undefined ? join(config.dataDir, 'cache') : dirname(compileCache),
  onStart: (pid) => tell({ type: 'child', pid }),
  onEnd: (pid) => tell({ type: 'child_ended', pid }),
});
const context = {
  ...{ db, objects: await openObjectStore(config, db), vault: createVault(vaultKey, previousKey) },
  ...{ dataRoots: config.dataRoots, network: connectionNetwork(config, listening.port) },
  log: createLog(config.logLevel).child({ thread: 'watches' }),
  takeMeasure: (measure: Extract<FromDueThread, { type: 'measure' }>['measure']) => tell({ type: 'measure', measure }),
};
const stop = new AbortController();
port.on('message', () => stop.abort());
const judgeInTurn = async () => {
  while (!stop.signal.aborted && (await judgeNext(context, stop.signal)));
};
await Promise.all(Array.from({ length: atOnce }, judgeInTurn));
await closeEngine();
await db.destroy();
port.close();
