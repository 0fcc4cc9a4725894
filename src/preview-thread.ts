import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from './domains/connections/vault.ts';
import { readReportPart } from './domains/portfolio/read-report-part.ts';
import type { FromThread } from './domains/previews/protocol.ts';
import { servePreviews } from './domains/previews/serve-previews.ts';
import { readIncidents } from './domains/watches/report-incidents.ts';
import { connectionNetwork } from './installation/connection-network.ts';
import { databaseLocation, openObjectStore } from './installation/open-installation.ts';
import type { Config } from './platform/config/config.ts';
import { connectDatabase } from './platform/database/connect.ts';
import { createLog } from './platform/log.ts';
import { closeEngine, configureEngine } from './reporting/connectors/engine/engine.ts';

const poolSize = 2;
/** Below the API and the jobs: whoever edits a layout must not slow down others. */
const priority = 5;

const { config, listening, vaultKeys } = workerData as {
  readonly config: Config;
  readonly listening: { readonly port: number };
  readonly vaultKeys: readonly Uint8Array[];
};
const port = parentPort;
if (!port) throw new Error('preview-thread.ts runs in a worker thread only');
// Only Linux has a priority for each thread; its child processes inherit it.
if (process.platform === 'linux') setPriority(priority);

const tell = (message: FromThread) => port.postMessage(message);
const location = databaseLocation(config);
const db = connectDatabase(location.engine === 'postgres' ? { ...location, poolSize } : location);
const [vaultKey, previousKey] = vaultKeys.map((key) => Buffer.from(key));
if (!vaultKey) throw new Error('Previews need the key of the vault');
/** As in worker-thread.ts. */
const compileCache = getCompileCacheDir();
configureEngine({
  codeCache: compileCache === undefined ? join(config.dataDir, 'cache') : dirname(compileCache),
  onStart: (pid) => tell({ type: 'child', pid }),
  onEnd: (pid) => tell({ type: 'child_ended', pid }),
});
const objects = await openObjectStore(config, db);
const vault = createVault(vaultKey, previousKey);
const context = {
  ...{ db, objects, vault, dataRoots: config.dataRoots, network: connectionNetwork(config, listening.port) },
  ...{ readPortfolioPart: readReportPart, readIncidents },
};
await servePreviews(port, context, createLog(config.logLevel).child({ thread: 'preview' }));
await closeEngine();
await db.destroy();
port.close();
