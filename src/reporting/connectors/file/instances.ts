import { setImmediate } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { smallBytes } from './bytes.ts';

/** Each takes 3 MiB. */
const mostPrepared = 10;

const prepared: Promise<DuckDBInstance>[] = [];
/** Since the last pause, and the most from one pause to the next. */
let taken = 0;
let mostTaken = 1;
/** To be closed in the next pause, with the bytes of their files. */
const left: { readonly instance: DuckDBInstance; readonly bytes: number }[] = [];

/**
 * Closes what is left, and makes instances ahead of their use, since that takes longer than many queries: as many as were
 * needed at most from one pause to the next. Stops when the pause is over.
 */
export async function prepareInstances(isPause: () => boolean): Promise<void> {
  for (; isPause() && left.length > 0; await setImmediate()) left.shift()?.instance.closeSync();
  if (!isPause()) return;
  mostTaken = Math.min(mostPrepared, Math.max(mostTaken, taken));
  taken = 0;
  while (isPause() && prepared.length < mostTaken) {
    const instance = createInstance();
    prepared.push(instance);
    await instance;
  }
}

/** An instance of DuckDB for one source, with one thread and without temporary files; set up and locked by whoever opens the source. */
export function takeInstance(): Promise<DuckDBInstance> {
  taken += 1;
  return prepared.shift() ?? createInstance();
}

/**
 * Closes the instance of a source in the next pause, since that holds everything else up for as long as a query; at once
 * if what is left would hold more than `smallBytes` of files or ten instances.
 */
export function leaveInstance(instance: DuckDBInstance, bytes: number): void {
  const held = left.reduce((sum, each) => sum + each.bytes, 0);
  if (left.length < mostPrepared && held + bytes < smallBytes) left.push({ instance, bytes });
  else instance.closeSync();
}

function createInstance(): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', {
    threads: '1',
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  });
}
