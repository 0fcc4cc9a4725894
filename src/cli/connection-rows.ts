import type { ConnectionRow } from '../domains/connections/connections.ts';
import { type GrantRow, getGrant } from '../domains/connections/oauth-grants.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import type { ConfigWarning } from '../reporting/connectors/contract.ts';
import { print, visible } from './output.ts';

interface Found {
  readonly message: string;
  readonly warnings: readonly ConfigWarning[];
}

/**
 * A connection with its system's answer. People see the warnings next to it, programs inside it; `isLine` puts JSON on a
 * single line.
 */
export async function printFound(
  db: Queryable,
  row: ConnectionRow,
  { message, warnings }: Found,
  json: boolean,
  isLine = false,
): Promise<void> {
  const grant = row.grant_id === null ? null : await getGrant(db, row.grant_id);
  const told = { ...connectionRow(row, grant), message };
  const all = { ...told, warnings: warnings.map((warning) => ({ ...warning })) };
  if (json && isLine) return void process.stdout.write(`${JSON.stringify(all)}\n`);
  print(json ? all : told, json);
  if (json) return;
  for (const { path, message } of warnings) process.stderr.write(`Warning (${path}): ${visible(message)}\n`);
}

/** Without configuration and secret; with the end of its sign-in, where it has one and the vendor says when. */
export function connectionRow(row: ConnectionRow, grant: Pick<GrantRow, 'ends_at'> | null | undefined) {
  return {
    id: row.id,
    project_id: row.project_id,
    system: row.system,
    name: row.name,
    status: row.status,
    grant_id: row.grant_id,
    sign_in_ends_at: toTimestamp(grant?.ends_at ?? null),
    checked_at: toTimestamp(row.checked_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
