import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/tables.ts';
import { sealedKeyAt, sealedKeyId, type Vault } from './vault.ts';

/** The tables that have a sealed `secret`, with the column that names the record it was sealed for. */
export const sealedTables = {
  connections: 'id',
  oauth_clients: 'sign_in',
  oauth_grants: 'id',
  oauth_authorizations: 'id',
  webhook_endpoints: 'id',
  chat_channels: 'id',
  sso_providers: 'account_id',
  second_factors: 'id',
} as const;

type SealedTable = keyof typeof sealedTables;

const tables = Object.keys(sealedTables) as SealedTable[];

/** The ids of the keys that stored secrets are sealed with. */
export async function listSealedKeyIds(db: Queryable): Promise<string[]> {
  // Left to the database: every command needs this, and reading the secrets of all customers would be a lot.
  const each = tables.map(
    (table) => sql`select substr(secret, ${sealedKeyAt.start}, ${sealedKeyAt.length}) as key_id
      from ${sql.table(table)} where secret is not null`,
  );
  const { rows } = await sql<{ key_id: string }>`${sql.join(each, sql` union `)}`.execute(db);
  return rows.map(({ key_id }) => key_id);
}

/**
 * Reseals every stored secret that was sealed with another key under the vault's current one; returns how many. Each is
 * a separate write that skips secrets changed meanwhile, so this can be interrupted and called again.
 */
export async function resealSecrets(db: Queryable, vault: Vault): Promise<number> {
  let resealed = 0;
  for (const table of tables) resealed += await resealTable(db, vault, table);
  return resealed;
}

async function resealTable(db: Queryable, vault: Vault, table: SealedTable): Promise<number> {
  const [name, key] = [sql.table(table), sql.ref(sealedTables[table])];
  const { rows } = await sql<{ id: string; secret: string }>`
    select ${key} as id, secret from ${name} where secret is not null`.execute(db);
  let resealed = 0;
  for (const { id, secret } of rows) {
    if (sealedKeyId(secret) === vault.keyId) continue;
    const next = vault.seal(id, vault.open(id, secret));
    const { numAffectedRows = 0n } = await sql`
      update ${name} set secret = ${next} where ${key} = ${id} and secret = ${secret}`.execute(db);
    resealed += Number(numAffectedRows);
  }
  return resealed;
}
