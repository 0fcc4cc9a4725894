import type { Page } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { shareKinds } from '../../platform/database/words.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readLiveSettings } from './live-settings.ts';
import type { LiveShareChanges } from './schema.ts';
import { changeChoices, type ShareRow, type ShareState, shareState } from './shares.ts';

type ShareKind = (typeof shareKinds)[number];

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

interface ShareFilters {
  readonly state?: ShareState | undefined;
  readonly kind?: ShareKind | undefined;
}

/** The links that a caller sees, or those of one report or project. */
export async function listOwnShares(
  db: Queryable,
  { account, projectIds }: Caller,
  { state, kind, ...page }: Page & ShareFilters & { readonly sort: 'created_at' },
  { reportId, projectId }: { readonly reportId?: string; readonly projectId?: string } = {},
) {
  const now = new Date().toISOString();
  let rows = db.selectFrom('shares').selectAll().where('account_id', '=', account.id);
  if (projectIds !== null) rows = rows.where('project_id', 'in', projectIds);
  if (reportId !== undefined) rows = rows.where('report_id', '=', reportId);
  if (projectId !== undefined) rows = rows.where('project_id', '=', projectId);
  if (kind !== undefined) rows = rows.where('live', kind === 'live' ? 'is not' : 'is', null);
  if (state === 'revoked') rows = rows.where('revoked_at', 'is not', null);
  if (state === 'expired') rows = rows.where('revoked_at', 'is', null).where('expires_at', '<=', now);
  if (state === 'active') {
    rows = rows
      .where('revoked_at', 'is', null)
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  }
  return pageOfRows(rows, page, toShare);
}

/** Changes what readers of the caller's page may choose. Throws `not_found`, and a fault for a link to a report. */
export async function changeLiveShare(
  db: Queryable,
  caller: Caller,
  id: string,
  changes: LiveShareChanges,
): Promise<ShareRow> {
  return changeChoices(db, await getOwnShare(db, caller, id), changes);
}

/** Without the digests of token and password. */
export function toShare(share: ShareRow) {
  return {
    id: share.id,
    kind: share.live === null ? ('report' as const) : ('live' as const),
    project_id: share.project_id,
    report_id: share.report_id,
    state: shareState(share, Date.now()),
    has_password: share.password_hash !== null,
    figures: share.figures === 1,
    live: readLiveSettings(share),
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
