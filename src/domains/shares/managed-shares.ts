import type { Page } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type ShareRow, type ShareState, shareState } from './shares.ts';

/** The caller's link; throws `not_found`. */
export async function getOwnShare(db: Queryable, { account }: Caller, id: string): Promise<ShareRow> {
  const row = await db
    .selectFrom('shares')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (!row) throw missing('share', id);
  return row;
}

/** The links that a caller sees, or those of one report. */
export async function listOwnShares(
  db: Queryable,
  { account, projectIds }: Caller,
  { state, ...page }: Page & { readonly sort: 'created_at'; readonly state?: ShareState | undefined },
  reportId?: string,
) {
  const now = new Date().toISOString();
  let rows = db.selectFrom('shares').selectAll().where('account_id', '=', account.id);
  if (projectIds !== null) rows = rows.where('project_id', 'in', projectIds);
  if (reportId !== undefined) rows = rows.where('report_id', '=', reportId);
  if (state === 'revoked') rows = rows.where('revoked_at', 'is not', null);
  if (state === 'expired') rows = rows.where('revoked_at', 'is', null).where('expires_at', '<=', now);
  if (state === 'active') {
    rows = rows
      .where('revoked_at', 'is', null)
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  }
  return pageOfRows(rows, page, toShare);
}

/** Without the digests of token and password. */
export function toShare(share: ShareRow) {
  return {
    id: share.id,
    project_id: share.project_id,
    report_id: share.report_id,
    state: shareState(share, Date.now()),
    has_password: share.password_hash !== null,
    figures: share.figures === 1,
    created_at: toTimestamp(share.created_at),
    expires_at: toTimestamp(share.expires_at),
    revoked_at: toTimestamp(share.revoked_at),
    view_count: share.view_count,
    last_viewed_at: toTimestamp(share.last_viewed_at),
  };
}

/** How long a link lives that ends at a time; throws a fault of `expires_at` for one that is over. */
export function lifetimeUntil(expiresAt: string | null): number | null {
  if (expiresAt === null) return null;
  const ms = Date.parse(expiresAt) - Date.now();
  if (ms > 0) return ms;
  throw fieldFault('expires_at', 'future', 'A link ends in the future.');
}
