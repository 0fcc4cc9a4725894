import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from './domains/connections/vault.ts';
import { runExportJob } from './domains/export-jobs/run-export-job.ts';
import { knownKinds } from './domains/generation-jobs/known-kinds.ts';
import { connectionNetwork } from './installation/connection-network.ts';
import { databaseLocation, openObjectStore } from './installation/open-installation.ts';
import type { Config } from './platform/config/config.ts';
import { connectDatabase } from './platform/database/connect.ts';
import type { Measure } from './platform/jobs/measures.ts';
import { ReportedOutages } from './platform/jobs/outages.ts';
import { Rest } from './platform/jobs/rest.ts';
import type { FromThread, ToThread } from './platform/jobs/supervisor.ts';
import { Worker } from './platform/jobs/worker.ts';
import { createLog } from './platform/log.ts';
import { giveBackStartMemory } from './platform/start-memory.ts';
import { hasNoAnswer } from './platform/storage/object-store.ts';
import { noteFaults } from './platform/storage/store-faults.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import { closeEngine, configureEngine } from './reporting/connectors/engine/engine.ts';
import { RenderPool } from './reporting/renderers/process/render-pool.ts';

const aliveMs = 5_000;
/** Notifications wake workers on PostgreSQL; on SQLite only those of the same process do. */
const pollMs = { postgres: 5_000, sqlite: 1_000 } as const;
const poolSize = 3;

const { config, listening, vaultKeys, workerId, rest, away } = workerData as {
  config: Config;
  listening: { readonly port: number };
  vaultKeys: Uint8Array[];
  workerId: string;
  rest: SharedArrayBuffer;
  away: readonly string[];
};
const port = parentPort;
if (!port) throw new Error('worker-thread.ts runs in a worker thread only');

const log = createLog(config.logLevel).child({ worker: workerId });
const tracing = await startTracing(config.tracing, log);
const tell = (message: FromThread) => port.postMessage(message);
const takeMeasure = (measure: Measure) => tell({ type: 'measure', measure });
const location = databaseLocation(config);
const db = connectDatabase(location.engine === 'postgres' ? { ...location, poolSize } : location, (seconds) =>
  takeMeasure({ name: 'database_wait', labels: { thread: 'worker' }, seconds }),
);
const { objects, isFault } = noteFaults(await openObjectStore(config, db));
const outages = new ReportedOutages(() => tell({ type: 'ask' }));
outages.hear(away);
/** The folder that this process uses, where it has one, below its own folder for each version of Node. */
const compileCache = getCompileCacheDir();
const childProcesses = {
  codeCache: compileCache === undefined ? join(config.dataDir, 'cache') : dirname(compileCache),
  onStart: (pid: number) => tell({ type: 'child', pid }),
  onEnd: (pid: number) => tell({ type: 'child_ended', pid }),
};
const renderers = new RenderPool({ size: 1, ...childProcesses });
configureEngine(childProcesses);
const [vaultKey, previousKey] = vaultKeys.map((key) => Buffer.from(key));
if (!vaultKey) throw new Error('A worker needs the key of the vault');
const vault = createVault(vaultKey, previousKey);
const network = connectionNetwork(config, listening.port);

const worker = new Worker({
  db,
  workerId,
  handlers: {
    generation: async (run) => {
      // An export of the report is likely to follow, and will find its process started.
      tell({ type: 'warm' });
      // The connectors are most of what a worker loads, and an idle one does not need them.
      const { runGenerationJob } = await import('./domains/generation-jobs/run-generation-job.ts');
      const { readReportPart } = await import('./domains/portfolio/read-report-part.ts');
      const { readIncidents } = await import('./domains/watches/report-incidents.ts');
      const readers = { readPortfolioPart: readReportPart, readIncidents };
      const environment = { vault, dataRoots: config.dataRoots, network, ...readers };
      return runGenerationJob({ db, objects, ...environment }, run);
    },
    export: (run) => {
      renderers.warm();
      return runExportJob({ db, objects, renderers, artifactDays: config.artifactDays }, run);
    },
  },
  log,
  takeMeasure,
  maxRunningPerAccount: config.maxRunningPerAccount,
  kinds: knownKinds,
  pollMs: pollMs[location.engine],
  rest: new Rest(rest),
  outages,
  blame: (error) => (isFault(error) ? (hasNoAnswer(error) ? 'away' : 'suspect') : undefined),
});

port.on('message', (message: ToThread) => {
  if (message === 'stop') worker.stop();
  if (message === 'wake') worker.wake();
  if (message === 'warm') renderers.warm();
  if (typeof message === 'string') return;
  outages.hear(message.away);
  if (message.away.length === 0) worker.wake();
});
const alive = setInterval(() => tell({ type: 'alive' }), aliveMs);
giveBackStartMemory(log);
await worker.run();
clearInterval(alive);
await Promise.all([renderers.close(), closeEngine(), tracing[Symbol.asyncDispose]()]);
await db.destroy();
port.close();
