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
 * Connects one of the examples' sources to a project, as `connections add` does. A changed one is verified, once in this
 * process; one as it is would say what the suite of the examples proves, after a second over three million flights.
 */
export async function givenConnection(
  db: Database,
  projectId: string,
  example: 'flights' | 'weather' = 'flights',
  changes: Record<string, unknown> = {},
  dataRoots: readonly string[] = [dataSets],
): Promise<string> {
  const config = { ...exampleConfig(example), ...changes };
  const accountId = await getAccountOfProject(db, projectId);
  const fields = { projectId, system: 'file', name: example, config, secret: null };
  if (Object.keys(changes).length === 0) {
    return (await insertConnection(db, { ...fields, accountId, status: 'connected', seal: () => null })).id;
  }
  const key = JSON.stringify([example, changes, dataRoots]);
  const connection = verified.get(key) ?? (await verifyNewConnection(db, exampleEnvironment(db, dataRoots), fields));
  verified.set(key, connection);
  return (await insertConnection(db, { ...connection, accountId, projectId })).id;
}

export function exampleConfig(example: 'flights' | 'weather') {
  return JSON.parse(readFileSync(new URL(`../../examples/${example}.json`, import.meta.url), 'utf8'));
}

export function exampleEnvironment(db: Database, dataRoots: readonly string[] = [dataSets]) {
  const vault = createVault(Buffer.alloc(32, 'test'));
  return { db, vault, dataRoots, objects: noObjects, network: localNetwork };
}
