import { DuckDBInstance } from '@duckdb/node-api';

/** Each takes 3 MiB. */
const mostPrepared = 10;

const prepared: Promise<DuckDBInstance>[] = [];
/** Since the last pause, and the most from one pause to the next. */
let taken = 0;
let mostTaken = 1;

/**
 * Makes instances ahead of their use, since that takes longer than many queries: as many as were needed at most from
 * one pause to the next. Stops when the pause is over.
 */
export async function prepareInstances(isPause: () => boolean): Promise<void> {
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
