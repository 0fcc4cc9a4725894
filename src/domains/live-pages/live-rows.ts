import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database, LivePagesTable, Queryable } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { Periods } from '../../reporting/documents/model.ts';
import { lockAccount } from '../accounts/accounts.ts';
import type { DraftDocument } from '../previews/protocol.ts';
import type { ShareRow } from '../shares/shares.ts';

export type LiveRow = Selectable<LivePagesTable>;

export const liveFolder = 'live/';
/** How long one process may take to make a document, before another may begin. */
const leaseMs = 120_000;
/** Documents that are made at once for the guests of one account, over all processes. */
const mostAtOnce = 2;
/** Choices of one link that were not asked for before, in an hour. */
export const newChoicesPerHour = 30;
const hourMs = 60 * 60_000;
/** What the last pages of one account take together; those that were not asked for the longest go first. */
const mostBytesOfAccount = 64 * 2 ** 20;
/** How long after its last reader a page is kept. */
const keptMs = 7 * 24 * hourMs;
const firstWaitMs = 30_000;
const longestWaitMs = 5 * 60_000;
/** How often at most it is noted that somebody asks. */
const noteMs = 5 * 60_000;
const batchRows = 100;

const iso = (ms: number) => new Date(ms).toISOString();

export async function findLiveRow(db: Queryable, shareId: string, choice: string): Promise<LiveRow | undefined> {
  return db
    .selectFrom('live_pages')
    .selectAll()
    .where('share_id', '=', shareId)
    .where('choice', '=', choice)
    .executeTakeFirst();
}

/** `held`: it is being made; `busy`: as much as may be is being made for the account; `limited`: too many new choices. */
export type Claim =
  | { readonly state: 'claimed'; readonly id: string; readonly lease: string }
  | { readonly state: 'held' }
  | { readonly state: 'busy' }
  | { readonly state: 'limited' };

/** Takes on the making of a choice's next document, unless somebody has, or may not. `now` in epoch milliseconds. */
export async function claimLiveRow(
  db: Database,
  share: Pick<ShareRow, 'id' | 'account_id' | 'project_id'>,
  choice: string,
  now: number,
): Promise<Claim> {
  const lease = newIdentifier('liv');
  const leased = { lease, leased_until: iso(now + leaseMs) };
  return db.transaction().execute(async (transaction): Promise<Claim> => {
    await lockAccount(transaction, share.account_id);
    const row = await findLiveRow(transaction, share.id, choice);
    if (row && isHeld(row, now)) return { state: 'held' };
    const running = await count(transaction, 'account_id', share.account_id, 'leased_until', now);
    if (running >= mostAtOnce) return { state: 'busy' };
    if (row) {
      await transaction.updateTable('live_pages').set(leased).where('id', '=', row.id).execute();
      return { state: 'claimed', id: row.id, lease };
    }
    const fresh = await count(transaction, 'share_id', share.id, 'created_at', now - hourMs);
    if (fresh >= newChoicesPerHour) return { state: 'limited' };
    const { id: share_id, account_id, project_id } = share;
    const id = newIdentifier('liv');
    const made = { id, share_id, account_id, project_id, choice, ...leased, created_at: iso(now), asked_at: iso(now) };
    await transaction.insertInto('live_pages').values(made).execute();
    return { state: 'claimed', id, lease };
  });
}

export function isHeld({ leased_until }: LiveRow, now: number): boolean {
  return leased_until !== null && leased_until > iso(now);
}

async function count(
  db: Queryable,
  owner: 'account_id' | 'share_id',
  id: string,
  time: 'leased_until' | 'created_at',
  afterMs: number,
): Promise<number> {
  const { rows } = await db
    .selectFrom('live_pages')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where(owner, '=', id)
    .where(time, '>', iso(afterMs))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

const released = { lease: null, leased_until: null };

interface Held {
  readonly id: string;
  readonly lease: string;
}

/** What became of a making that was claimed: the document that it made, or nothing. */
export async function keepDocument(
  { db, objects }: { readonly db: Database; readonly objects: ObjectStore },
  { id, lease }: Held,
  accountId: string,
  made: DraftDocument & { readonly version: string; readonly periods: Periods },
): Promise<void> {
  const key = `${liveFolder}${accountId}-${newIdentifier('liv')}.json`;
  const { size, sha256 } = await objects.put(key, made.bytes);
  const gone = await db.transaction().execute(async (transaction) => {
    const rows = transaction.selectFrom('live_pages').select('document_key');
    const before = await rows.where('id', '=', id).where('lease', '=', lease).executeTakeFirst();
    // The link was removed meanwhile, or it took so long that somebody else makes it.
    if (!before) return [key];
    await transaction
      .updateTable('live_pages')
      .set({ document_key: key, document_size: size, document_sha256: sha256, as_of: made.asOf })
      .set({ version: made.version, periods: JSON.stringify(made.periods) })
      .set({ ...released, tried_at: null, failures: 0 })
      .where('id', '=', id)
      .execute();
    return [...(before.document_key ? [before.document_key] : []), ...(await makeRoom(transaction, accountId, id))];
  });
  for (const each of gone) await objects.remove(each);
}

/** Parts with the documents that were not asked for the longest; returns their keys. */
async function makeRoom(transaction: Queryable, accountId: string, newest: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('live_pages')
    .select(['id', 'document_key', 'document_size'])
    .where('account_id', '=', accountId)
    .where('document_key', 'is not', null)
    .orderBy('asked_at', 'desc')
    .execute();
  let bytes = rows.find(({ id }) => id === newest)?.document_size ?? 0;
  const gone = rows.filter(({ id, document_size }) => {
    if (id === newest) return false;
    bytes += document_size;
    return bytes > mostBytesOfAccount;
  });
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    await transaction.updateTable('live_pages').set(noDocument).where('id', 'in', ids).execute();
  }
  return gone.flatMap(({ document_key }) => document_key ?? []);
}

const noDocument = { document_key: null, document_size: 0, document_sha256: null };

/** Notes that a making failed, so that it is not tried again at once. `now` in epoch milliseconds. */
export async function noteFailure(db: Queryable, { id, lease }: Held, now: number): Promise<void> {
  await db
    .updateTable('live_pages')
    .set(({ eb }) => ({ ...released, tried_at: iso(now), failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

/** Gives a making up that did not fail, such as when the service stops. */
export async function releaseLiveRow(db: Queryable, { id, lease }: Held): Promise<void> {
  await db.updateTable('live_pages').set(released).where('id', '=', id).where('lease', '=', lease).execute();
}

/** How long a choice that failed is not tried again, in milliseconds; 0 when it may be. */
export function waitAfterFailure({ tried_at, failures }: LiveRow, now: number): number {
  if (tried_at === null) return 0;
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 10), longestWaitMs);
  return Math.max(0, Date.parse(tried_at) + waitMs - now);
}

/** Forgets a document that is lost. */
export async function forgetDocument(db: Queryable, key: string): Promise<void> {
  await db.updateTable('live_pages').set(noDocument).where('document_key', '=', key).execute();
}

/** Notes that a page is asked for, a few times an hour at most. */
export async function noteAsked(db: Queryable, { id, asked_at }: LiveRow, now: number): Promise<void> {
  if (Date.parse(asked_at) > now - noteMs) return;
  await db
    .updateTable('live_pages')
    .set({ asked_at: iso(now) })
    .where('id', '=', id)
    .execute();
}

/** Removes a batch of pages that nobody has asked for in a week, and those of links that lead nowhere; returns how many. */
export async function sweepLivePages(db: Database, objects: ObjectStore, now = Date.now()): Promise<number> {
  const rows = await db
    .selectFrom('live_pages')
    .innerJoin('shares', 'shares.id', 'live_pages.share_id')
    .select(['live_pages.id', 'live_pages.document_key'])
    .where(({ or, eb }) =>
      or([
        eb('live_pages.asked_at', '<', iso(now - keptMs)),
        eb('shares.revoked_at', 'is not', null),
        eb('shares.expires_at', '<=', iso(now)),
      ]),
    )
    .limit(batchRows)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('live_pages').where('id', 'in', ids).execute();
  for (const { document_key } of rows) if (document_key) await objects.remove(document_key);
  return rows.length;
}

/** Those of the keys that a row names. */
export async function namedLivePages(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('live_pages').select('document_key').where('document_key', 'in', keys).execute();
  return new Set(rows.flatMap(({ document_key }) => document_key ?? []));
}
