import { DuckDBInstance } from '@duckdb/node-api';

let prepared: Promise<DuckDBInstance> | undefined;

/** Makes an instance ahead of its use, since that takes longer than many queries. */
export async function prepareInstance(): Promise<void> {
  prepared ??= createInstance();
  await prepared;
}

/** An instance of DuckDB for one source, with one thread; set up and locked by whoever opens the source. */
export function takeInstance(): Promise<DuckDBInstance> {
  const taken = prepared ?? createInstance();
  prepared = undefined;
  return taken;
}

function createInstance(): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', {
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  });
}
