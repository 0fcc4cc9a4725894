import childProcess, { type ForkOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { bundledMain } from './bundled-main.ts';

/**
 * Imported by a process of tests, it has that process start the service's threads and child processes from the bundle,
 * as installations do: each is loaded in a quarter of the processor time that its sources take.
 */

const dist = dirname(await bundledMain());
const sources = fileURLToPath(new URL('../src/', import.meta.url));

function bundled(entry: string | URL): string | URL {
  const path = entry instanceof URL ? fileURLToPath(entry) : entry;
  if (!path.startsWith(sources)) return entry;
  const program = join(dist, `${basename(path, '.ts')}.js`);
  return existsSync(program) ? program : entry;
}

const { Worker } = workerThreads;
const { fork } = childProcess;
workerThreads.Worker = class extends Worker {
  constructor(entry: string | URL, options?: WorkerOptions) {
    super(bundled(entry), options);
  }
};
childProcess.fork = ((entry: string | URL, ...rest: [ForkOptions]) => fork(bundled(entry), ...rest)) as typeof fork;
syncBuiltinESMExports();
