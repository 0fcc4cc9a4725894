import { availableParallelism } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

const maxThreads = 4;

let prepared: Promise<DuckDBInstance> | undefined;

/** Makes an instance ahead of its use, since that takes longer than many queries. */
export async function prepareInstance(): Promise<void> {
  prepared ??= createInstance();
  await prepared;
}

/** An instance of DuckDB for one source; locked by whoever opens the source. */
export function takeInstance(): Promise<DuckDBInstance> {
  const taken = prepared ?? createInstance();
  prepared = undefined;
  return taken;
}

function createInstance(): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', {
    threads: String(Math.min(maxThreads, availableParallelism())),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  });
}
