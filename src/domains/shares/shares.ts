import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { isForeignKeyViolation } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable, SharesTable } from '../../platform/database/tables.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { makeSecret } from '../accounts/secrets.ts';
import { findReportRow } from '../reports/reports.ts';
import { checkOrigins, type LiveSettings, readLiveSettings } from './live-settings.ts';
import { hashPassword } from './passwords.ts';

export type ShareRow = Selectable<SharesTable>;
export type ShareState = 'active' | 'expired' | 'revoked';

const maxLifetimeMs = 366 * 24 * 60 * 60 * 1000;

export interface ShareOptions {
  readonly password: string | null;
  /** Of a password that was checked and hashed before, as that takes long for a transaction. */
  readonly passwordHash?: string | null;
  /** Milliseconds; null for no end. */
  readonly expiresInMs: number | null;
  /** Whether guests may download the report's figures; not if absent. */
  readonly figures?: boolean;
  /** The link's token, for callers that derive it; random unless given. */
  readonly token?: string;
}

interface MadeShare {
  readonly token: string;
  readonly share: ShareRow;
}

/**
 * Shares a report by a link. Returns the link's token, which is stored nowhere and cannot be shown again. Throws a
 * fault when the report does not exist or is lost, or the password or the lifetime (at most 366 days; null for no end) is
 * invalid.
 */
export async function createShare(db: Queryable, reportId: string, options: ShareOptions): Promise<MadeShare> {
  checkLifetime(options);
  const { id, account_id, project_id } = await findReportRow(db, reportId);
  try {
    return await insertShare(db, { account_id, project_id, report_id: id, live: null }, options);
  } catch (error) {
    // It was deleted by age at this moment.
    throw isForeignKeyViolation(error) ? missing('report', id) : error;
  }
}

/** Shares a page of the account's project that is always current, as `createShare` does a report. */
export async function createLiveShare(
  db: Queryable,
  { id, account_id }: { readonly id: string; readonly account_id: string },
  live: LiveSettings,
  options: Omit<ShareOptions, 'figures'>,
): Promise<MadeShare> {
  checkLifetime(options);
  checkOrigins(live.origins);
  return insertShare(db, { account_id, project_id: id, report_id: null, live: JSON.stringify(live) }, options);
}

function checkLifetime({ expiresInMs }: ShareOptions): void {
  if (expiresInMs === null || expiresInMs <= maxLifetimeMs) return;
  throw fieldFault('expires_at', 'maximum', 'A link lives 366 days at most, or until it is revoked.');
}

async function insertShare(
  db: Queryable,
  shared: Pick<ShareRow, 'account_id' | 'project_id' | 'report_id' | 'live'>,
  { password, passwordHash = null, expiresInMs, figures = false, token = makeSecret() }: ShareOptions,
): Promise<MadeShare> {
  const now = Date.now();
  const share: ShareRow = {
    id: newIdentifier('shr'),
    ...shared,
    token_hash: hash('sha256', token),
    password_hash: password === null ? passwordHash : await hashPassword(password),
    created_at: new Date(now).toISOString(),
    expires_at: expiresInMs === null ? null : new Date(now + expiresInMs).toISOString(),
    revoked_at: null,
    figures: Number(figures),
    view_count: 0,
    last_viewed_at: null,
  };
  await db.insertInto('shares').values(share).execute();
  return { token, share };
}

/**
 * Changes what readers of a page that is always current may choose, how old its figures may be, and where it may be embedded; the
 * link stays as it is. Throws a fault for a link to a report, and of an origin that is none.
 */
export async function changeChoices(db: Queryable, share: ShareRow, changes: Partial<LiveSettings>): Promise<ShareRow> {
  const before = readLiveSettings(share);
  if (!before) throw fieldFault('', 'kind', 'This link leads to a report, whose readers choose nothing.');
  checkOrigins(changes.origins ?? []);
  const live = JSON.stringify({ ...before, ...changes });
  await db.updateTable('shares').set({ live }).where('id', '=', share.id).execute();
  return { ...share, live };
}

const ownerTables = { report: 'reports', project: 'projects', account: 'accounts' } as const;
export type ShareOwner = keyof typeof ownerTables;

/** The shares of a report, a project or an account, oldest first. Throws `not_found` when there is no such owner. */
export async function listShares(db: Queryable, owner: ShareOwner, id: string): Promise<ShareRow[]> {
  const found = await db.selectFrom(ownerTables[owner]).select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw missing(owner, id);
  return db.selectFrom('shares').selectAll().where(`${owner}_id`, '=', id).orderBy('id').execute();
}

/** Revokes a link at once and in every process; a second time changes nothing. */
export async function revokeShare(db: Queryable, id: string): Promise<ShareRow> {
  await db
    .updateTable('shares')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return getShare(db, id);
}

/** The link, whoever's; throws `not_found`. */
export async function getShare(db: Queryable, id: string): Promise<ShareRow> {
  const share = await db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirst();
  if (!share) throw missing('share', id);
  return share;
}

/** `now` in epoch milliseconds. */
export function shareState({ expires_at, revoked_at }: ShareRow, now: number): ShareState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
}

const selectShare = prepared<ShareRow, [string]>(1, (db, tokenHash) =>
  db
    .selectFrom('shares')
    .leftJoin('reports', 'reports.id', 'shares.report_id')
    .selectAll('shares')
    .where('shares.token_hash', '=', tokenHash)
    .where(({ or, eb }) => or([eb('reports.status', '=', 'ready'), eb('shares.live', 'is not', null)])),
);

/**
 * The share that a link's token stands for; undefined when the token is malformed or unknown, the link has expired or
 * was revoked, or the report is lost. Every token costs the same digest and look-up, so timing reveals nothing.
 */
export async function findShare(db: Queryable, token: string, now: number): Promise<ShareRow | undefined> {
  const [share] = await selectShare(db, hash('sha256', token));
  return share && shareState(share, now) === 'active' ? share : undefined;
}

/** The share that was made with this token, whatever its state. */
export async function findShareOfToken(db: Queryable, token: string): Promise<ShareRow | undefined> {
  return db.selectFrom('shares').selectAll().where('token_hash', '=', hash('sha256', token)).executeTakeFirst();
}

/** Counts one view of the page by a guest; `now` in epoch milliseconds. */
export async function countView(db: Queryable, id: string, now: number): Promise<void> {
  await db
    .updateTable('shares')
    .set((column) => ({ view_count: column('view_count', '+', 1), last_viewed_at: new Date(now).toISOString() }))
    .where('id', '=', id)
    .execute();
}

/** The link of a share, under the address where people reach the service. */
export function shareLink(baseUrl: string, token: string): string {
  return `${baseUrl}/shared/${token}`;
}
