import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import type { AuditLogTable, Database, Queryable } from '../../platform/database/tables.ts';

export type AuditRow = Selectable<AuditLogTable>;

/** One change in the log. `details` never contain a secret. */
export interface AuditEvent {
  /** Such as `token.revoke`. */
  readonly action: string;
  readonly accountId: string | null;
  /** The id of what was changed. */
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Who makes a change, through which door, and from where. */
export interface Doer {
  /** Such as `operator:ann` or `user:usr_…`. */
  readonly actor: string;
  readonly door: 'cli' | 'console' | 'api' | 'manage';
  /** The client's address; null for a command. */
  readonly address: string | null;
}

/** Makes a change and records who made it, in one transaction, so neither exists without the other. */
export async function audited<Result>(
  db: Database,
  actor: string | Doer,
  change: (transaction: Queryable) => Promise<Result>,
  tell: (result: Result) => AuditEvent,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    const result = await change(transaction);
    await recordAudit(transaction, actor, tell(result));
    return result;
  });
}

export async function recordAudit(
  db: Queryable,
  by: string | Doer,
  { action, accountId, subject, details = {} }: AuditEvent,
): Promise<void> {
  const { actor, door = null, address = null } = typeof by === 'string' ? { actor: by } : by;
  const row = { id: newIdentifier('aud'), at: new Date().toISOString(), actor, door, address, action, subject };
  await db
    .insertInto('audit_log')
    .values({ ...row, account_id: accountId, details: JSON.stringify(details), log_due_at: row.at })
    .execute();
}

/** The latest entries of one account or of all, newest first. */
export async function listAudit(
  db: Queryable,
  { accountId, limit }: { readonly accountId?: string | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  const rows = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit);
  return (accountId === undefined ? rows : rows.where('account_id', '=', accountId)).execute();
}

/** What entries are looked for; an undefined field does not narrow them. */
export interface AuditFilter {
  readonly accountId?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** The first instant, and the one after the last (RFC 3339). */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function selectAudit(db: Queryable, { accountId, actor, action, subject, from, to }: AuditFilter) {
  let rows = db.selectFrom('audit_log');
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId);
  if (actor !== undefined) rows = rows.where('actor', '=', actor);
  if (action !== undefined) rows = rows.where('action', '=', action);
  if (from !== undefined) rows = rows.where('at', '>=', new Date(from).toISOString());
  if (to !== undefined) rows = rows.where('at', '<', new Date(to).toISOString());
  return subject === undefined ? rows : rows.where('subject', '=', subject);
}

/** One page of the log; ids are in order of time. */
export async function pageOfAudit(
  db: Queryable,
  filter: AuditFilter,
  { page, per_page, direction }: Page,
): Promise<PageOf<AuditRow>> {
  const found = selectAudit(db, filter);
  const items = await found
    .selectAll()
    .orderBy('id', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await found.select((select) => select.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

const rowsPerRead = 1_000;

/** All entries of an account, newest first, read piece by piece. */
export async function* everyAudit(db: Queryable, accountId: string): AsyncIterable<readonly AuditRow[]> {
  let last: string | undefined;
  do {
    const own = selectAudit(db, { accountId }).selectAll().orderBy('id', 'desc').limit(rowsPerRead);
    const rows = await (last === undefined ? own : own.where('id', '<', last)).execute();
    if (rows.length > 0) yield rows;
    last = rows.length < rowsPerRead ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
}

const sweepLimit = 1_000;

/** Removes entries older than `days`, a limited number per call; returns how many. */
export async function sweepAudit(db: Queryable, days: number): Promise<number> {
  const before = new Date(Date.now() - days * 86_400_000).toISOString();
  // Ids are in order of time, so the oldest come first, and nothing else is read when none is old.
  const first = db.selectFrom('audit_log').select(['id', 'at']).orderBy('id').limit(sweepLimit).as('first');
  const old = db.selectFrom(first).select('id').where('at', '<', before);
  const { numDeletedRows } = await db.deleteFrom('audit_log').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
