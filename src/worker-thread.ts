import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from './config.ts';
import { createVault } from './connections/vault.ts';
import { connectDatabase } from './database/connect.ts';
import { runExportJob } from './export-jobs/run-export-job.ts';
import { databaseLocation, openObjectStore } from './installation.ts';
import type { Measure } from './jobs/measures.ts';
import type { FromThread, ToThread } from './jobs/supervisor.ts';
import { Worker } from './jobs/worker.ts';
import { createLog } from './log.ts';
import { RenderPool } from './renderers/render-pool.ts';

const aliveMs = 5_000;
/** Notifications wake workers on PostgreSQL; on SQLite only those of the same process do. */
const pollMs = { postgres: 5_000, sqlite: 1_000 } as const;
const poolSize = 3;

const { config, vaultKeys, workerId } = workerData as { config: Config; vaultKeys: Uint8Array[]; workerId: string };
const port = parentPort;
if (!port) throw new Error('worker-thread.ts runs in a worker thread only');

const log = createLog(config.logLevel).child({ worker: workerId });
const tell = (message: FromThread) => port.postMessage(message);
const takeMeasure = (measure: Measure) => tell({ type: 'measure', measure });
const location = databaseLocation(config);
const db = connectDatabase(location.engine === 'postgres' ? { ...location, poolSize } : location, (seconds) =>
  takeMeasure({ name: 'database_wait', labels: { thread: 'worker' }, seconds }),
);
const objects = await openObjectStore(config, db);
const renderers = new RenderPool({
  size: 1,
  codeCache: join(config.dataDir, 'cache'),
  onStart: (pid) => tell({ type: 'child', pid }),
  onEnd: (pid) => tell({ type: 'child_ended', pid }),
});
const [vaultKey, previousKey] = vaultKeys.map((key) => Buffer.from(key));
if (!vaultKey) throw new Error('A worker needs the key of the vault');
const vault = createVault(vaultKey, previousKey);

const worker = new Worker({
  db,
  workerId,
  handlers: {
    generation: async (run) => {
      // An export of the report is likely to follow: whoever takes it will find its process started.
      tell({ type: 'warm' });
      // The connectors are most of what a worker loads, and one that waits does without.
      const { runGenerationJob } = await import('./generation-jobs/run-generation-job.ts');
      return runGenerationJob({ db, objects, vault, dataRoots: config.dataRoots }, run);
    },
    export: (run) => {
      renderers.warm();
      return runExportJob({ db, objects, renderers, artifactDays: config.artifactDays }, run);
    },
  },
  log,
  takeMeasure,
  maxRunningPerAccount: config.maxRunningPerAccount,
  pollMs: pollMs[location.engine],
});

port.on('message', (message: ToThread) => {
  if (message === 'stop') worker.stop();
  if (message === 'wake') worker.wake();
  if (message === 'warm') renderers.warm();
});
const alive = setInterval(() => tell({ type: 'alive' }), aliveMs);
await worker.run();
clearInterval(alive);
await renderers.close();
await db.destroy();
port.close();
