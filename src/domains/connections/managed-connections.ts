import type { Page, PageOf } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { ConnectionStatus, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { revised } from '../../platform/http/revisions.ts';
import { isAtLeast } from '../../platform/http/roles.ts';
import { type ConnectionRow, getConnection } from './connections.ts';
import { connectionsOfGrant, findGrant, type GrantRow } from './oauth-grants.ts';
import type { Found } from './verify-connection.ts';

/** A connection as lists show it, without its configuration and secret. */
export function toSummary(row: ConnectionRow, grant: Pick<GrantRow, 'ends_at'> | undefined) {
  return {
    id: row.id,
    project_id: row.project_id,
    system: row.system,
    name: row.name,
    status: row.status,
    has_secret: row.secret !== null,
    grant_id: row.grant_id,
    sign_in_ends_at: toTimestamp(grant?.ends_at ?? null),
    made_by: row.made_by,
    checked_at: toTimestamp(row.checked_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** With its configuration, for those who may change it. */
export async function toManaged(db: Queryable, row: ConnectionRow, { role }: Pick<Caller, 'role'>) {
  const grant = row.grant_id === null ? undefined : await findGrant(db, row.grant_id);
  const config = isAtLeast(role, 'editor') ? (JSON.parse(row.config) as Record<string, unknown> | null) : null;
  return revised({ ...toSummary(row, grant), config }, row.revision);
}

/** With what its system said; null where nothing was tried. */
export async function toVerified(db: Queryable, row: ConnectionRow, caller: Pick<Caller, 'role'>, found: Found | null) {
  const verification = found && { answers: found.answers, message: found.message, warnings: found.warnings };
  return revised({ ...(await toManaged(db, row, caller)), verification }, row.revision);
}

/** The caller's connection; throws `not_found`. */
export async function getOwnConnection(db: Queryable, { account }: Caller, id: string): Promise<ConnectionRow> {
  return getConnection(db, id, account.id);
}

type ConnectionQuery = Page & {
  readonly sort: 'created_at' | 'updated_at' | 'name';
  readonly system?: string | undefined;
  readonly status?: ConnectionStatus | undefined;
};

/** The connections that a caller sees, or those of one project. */
export async function listOwnConnections(
  db: Queryable,
  { account, projectIds }: Caller,
  { system, status, ...page }: ConnectionQuery,
  projectId?: string,
): Promise<PageOf<ReturnType<typeof toSummary>>> {
  const seen = projectId === undefined ? projectIds : [projectId];
  let rows = db.selectFrom('connections').selectAll().where('account_id', '=', account.id);
  if (seen !== null) rows = rows.where('project_id', 'in', seen);
  if (system !== undefined) rows = rows.where('system', '=', system);
  if (status !== undefined) rows = rows.where('status', '=', status);
  return pageOfRows(rows, page, async (row) =>
    toSummary(row, row.grant_id === null ? undefined : await findGrant(db, row.grant_id)),
  );
}

/** A sign-in as it is shown, without its tokens. */
export async function toGrant(db: Queryable, row: GrantRow) {
  return {
    id: row.id,
    vendor: row.sign_in,
    scopes: JSON.parse(row.scopes) as string[],
    connection_ids: await connectionsOfGrant(db, row.id),
    ends_at: toTimestamp(row.ends_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export async function listOwnGrants(
  db: Queryable,
  { account }: Caller,
  page: Page & { readonly sort: 'created_at' | 'updated_at' },
) {
  const rows = db.selectFrom('oauth_grants').selectAll().where('account_id', '=', account.id);
  return pageOfRows(rows, page, (row) => toGrant(db, row as GrantRow));
}
