import { sql } from 'kysely';
import { isPostgres } from '../../src/platform/database/engine.ts';
import type { Database } from '../../src/platform/database/tables.ts';

/** Rejects audit log entries, as a full disk would; call the returned function to make room. */
export async function givenFullAuditLog(db: Database): Promise<() => Promise<void>> {
  if (isPostgres(db)) {
    await sql`create function refuse_entry() returns trigger language plpgsql
      as $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`.execute(db);
    await sql`create trigger full_log before insert on audit_log for each row execute function refuse_entry()`.execute(
      db,
    );
  } else {
    await sql`create trigger full_log before insert on audit_log begin select raise(abort, 'no space left'); end`.execute(
      db,
    );
  }
  return async () => {
    await (isPostgres(db) ? sql`drop trigger full_log on audit_log` : sql`drop trigger full_log`).execute(db);
  };
}
