import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVault } from '../../src/connections/vault.ts';
import { addConnection } from '../../src/connections/verify-connection.ts';
import type { Database } from '../../src/database/tables.ts';

const [root = ''] = fileURLToPath(import.meta.resolve('vega-datasets')).split('/build/');

/** The folder of the real data sets that tests and the demo connect. */
export const dataSets = `${root}/data`;

/** Connects one of the examples' sources to a project, as `connections add` does. */
export async function givenConnection(
  db: Database,
  projectId: string,
  example: 'flights' | 'weather' = 'flights',
  changes: Record<string, unknown> = {},
  dataRoots: readonly string[] = [dataSets],
): Promise<string> {
  const file = new URL(`../../examples/${example}.json`, import.meta.url);
  const config = { ...JSON.parse(readFileSync(file, 'utf8')), ...changes };
  const environment = { vault: createVault(Buffer.alloc(32, 'test')), dataRoots };
  const fields = { projectId, system: 'file', name: example, config, secret: null };
  return (await addConnection(db, environment, fields)).id;
}
