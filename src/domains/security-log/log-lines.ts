import { isPostgres } from '../../platform/database/engine.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { AuditRow } from '../audit/audit.ts';
import { emailHash } from '../users/emails.ts';
import type { RefusedSignIn } from '../users/refused-sign-ins.ts';

/** What a refused sign-in is called here; it is no entry of the log of changes. */
const refusal = 'session.refuse';
/** How many entries are written at once. */
export const batchRows = 500;
/** After this others write what a process has taken and not written, since it is gone or its disk hangs. */
const leaseMs = 60_000;

/** Entries of the log of changes that nobody has written yet, oldest first; for a while nobody else takes them. */
export async function takeEntries(db: Database, now = Date.now()): Promise<AuditRow[]> {
  const due = db
    .selectFrom('audit_log')
    .select('id')
    .where('log_due_at', '<=', new Date(now).toISOString())
    .orderBy('log_due_at')
    .limit(batchRows);
  // Mostly there is nothing, and on SQLite a change that changes nothing waits for its turn all the same.
  if ((await due.limit(1).execute()).length === 0) return [];
  const rows = await db
    .updateTable('audit_log')
    .set({ log_due_at: new Date(now + leaseMs).toISOString() })
    .where('id', 'in', isPostgres(db) ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Says of taken entries that they are written, or when they are tried again. */
export async function settleEntries(db: Database, rows: readonly AuditRow[], again: string | null): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await db.updateTable('audit_log').set({ log_due_at: again }).where('id', 'in', ids).execute();
}

/** One line of the security log. `details` of entries stay in the database: they hold names, texts and addresses. */
export function entryLine({ id, at, action, actor, account_id, door, address, subject }: AuditRow): string {
  return line({ time: at, action, actor, account: account_id, door, address, subject, id });
}

/** The e-mail address is told by its digest, since people type passwords into the wrong field. */
export function refusalLine({ userId, email, address, reason }: RefusedSignIn, now = Date.now()): string {
  const subject = userId ?? (email === '' ? null : `email:${emailHash(email)}`);
  const told = { time: new Date(now).toISOString(), action: refusal, actor: 'anybody', account: null };
  return line({ ...told, door: 'console', address, subject, id: null, reason });
}

function line(fields: Readonly<Record<string, string | null>>): string {
  return `${JSON.stringify(fields)}\n`;
}
