import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getAccountOfProject, insertConnection } from '../../src/domains/connections/connections.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { type VerifiedConnection, verifyNewConnection } from '../../src/domains/connections/verify-connection.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { localNetwork, noObjects } from './connector-context.ts';

const [root = ''] = fileURLToPath(import.meta.resolve('vega-datasets')).split('/build/');

/** The folder of the real data sets that tests and the demo connect. */
export const dataSets = `${root}/data`;

const verified = new Map<string, VerifiedConnection>();

/**
 * Connects one of the examples' sources to a project, as `connections add` does. It is verified once in this process:
 * all metrics over three million flights take over a second.
 */
export async function givenConnection(
  db: Database,
  projectId: string,
  example: 'flights' | 'weather' = 'flights',
  changes: Record<string, unknown> = {},
  dataRoots: readonly string[] = [dataSets],
): Promise<string> {
  const file = new URL(`../../examples/${example}.json`, import.meta.url);
  const config = { ...JSON.parse(readFileSync(file, 'utf8')), ...changes };
  const environment = {
    db,
    vault: createVault(Buffer.alloc(32, 'test')),
    dataRoots,
    objects: noObjects,
    network: localNetwork,
  };
  const fields = { projectId, system: 'file', name: example, config, secret: null };
  const key = JSON.stringify([example, changes, dataRoots]);
  const connection = verified.get(key) ?? (await verifyNewConnection(db, environment, fields));
  verified.set(key, connection);
  const accountId = await getAccountOfProject(db, projectId);
  return (await insertConnection(db, { ...connection, accountId, projectId })).id;
}
