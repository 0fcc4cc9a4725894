import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from './domains/connections/vault.ts';
import { refreshNext } from './domains/portfolio/refresh-project.ts';
import { connectionNetwork } from './installation/connection-network.ts';
import { databaseLocation, openObjectStore } from './installation/open-installation.ts';
import type { Config } from './platform/config/config.ts';
import { connectDatabase } from './platform/database/connect.ts';
import type { FromDueThread } from './platform/jobs/thread-while-due.ts';
import { createLog } from './platform/log.ts';
import { closeEngine, configureEngine } from './reporting/connectors/engine/engine.ts';

/** Two projects at a time: of one the system is waited for while another one's figures are worked out. */
const atOnce = 2;
const poolSize = 2;
/** Below the API, the jobs and previews: nobody waits for it. */
const priority = 10;

const { config, listening, vaultKeys } = workerData as {
  readonly config: Config;
  readonly listening: { readonly port: number };
  readonly vaultKeys: readonly Uint8Array[];
};
const port = parentPort;
if (!port) throw new Error('portfolio-thread.ts runs in a worker thread only');
// Only Linux has a priority for each thread; its child processes inherit it.
if (process.platform === 'linux') setPriority(priority);

const tell = (message: FromDueThread) => port.postMessage(message);
const location = databaseLocation(config);
const db = connectDatabase(location.engine === 'postgres' ? { ...location, poolSize } : location);
const [vaultKey, previousKey] = vaultKeys.map((key) => Buffer.from(key));
if (!vaultKey) throw new Error('Reading figures needs the key of the vault');
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
  log: createLog(config.logLevel).child({ thread: 'portfolio' }),
  takeMeasure: (measure: Extract<FromDueThread, { type: 'measure' }>['measure']) => tell({ type: 'measure', measure }),
};
const stop = new AbortController();
port.on('message', () => stop.abort());
const readInTurn = async () => {
  while (!stop.signal.aborted && (await refreshNext(context, stop.signal)));
};
await Promise.all(Array.from({ length: atOnce }, readInTurn));
await closeEngine();
await db.destroy();
port.close();
