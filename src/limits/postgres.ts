import { sql } from 'kysely';
import { keepPlan } from '../database/postgres-client.ts';
import type { Database } from '../database/tables.ts';
import { withinDeadline } from './deadline.ts';
import { type Decision, type Limiter, minuteMs, type RequestLimits, toDecision } from './limiter.ts';

const deadlineMs = 5_000;
const rowsPerSweep = 20_000;

interface Row {
  now_ms: string;
  admitted: boolean;
  minute_used: number;
  minute_frees_at: string | null;
  today: number;
  day_used: number;
}

/**
 * The limiter of any number of processes on one PostgreSQL: one statement a decision, on the server's clock.
 * The day's count survives a crash of the server but for its last second, the minute's only an orderly restart.
 * `clock` (epoch milliseconds) stands in for the server's clock in tests. The database stays the caller's to close.
 */
export function createPostgresLimiter(db: Database, clock?: () => number): Limiter {
  const sweep = setInterval(() => dropIdleRequests(db).catch(() => {}), minuteMs).unref();

  const admitRequest = sql<Row>`select * from admit_request(${''}, ${0}, ${0}, ${true}, ${null}::bigint)`.compile(db);
  keepPlan(admitRequest.sql);

  async function count(accountId: string, limits: RequestLimits, consume: boolean): Promise<Decision> {
    const { perMinute, perDay } = limits;
    const parameters = [accountId, perMinute, perDay, consume, clock?.() ?? null];
    const { rows } = await withinDeadline(db.executeQuery<Row>({ ...admitRequest, parameters }), deadlineMs);
    const row = rows[0] as Row;
    const counts = {
      nowMs: Number(row.now_ms),
      admitted: row.admitted,
      minuteUsed: row.minute_used,
      minuteFreesAtMs: row.minute_frees_at === null ? null : Number(row.minute_frees_at),
      day: row.today,
      dayUsed: row.day_used,
    };
    return toDecision(counts, limits);
  }

  return {
    admit: (accountId, limits) => count(accountId, limits, true),
    peek: (accountId, limits) => count(accountId, limits, false),
    close: async () => clearInterval(sweep),
  };
}

/**
 * Takes out what idle accounts have left; an account that goes on asking clears its own. The extra minute keeps it off the
 * rows that a decision under way may be counting. Whatever is beyond one round, or fails, waits for the next minute.
 */
export async function dropIdleRequests(db: Database): Promise<void> {
  await sql`delete from recent_requests where ctid = any(array(
    select ctid from recent_requests
    where admitted_at < extract(epoch from clock_timestamp()) * 1000 - ${2 * minuteMs} limit ${rowsPerSweep}
  ))`.execute(db);
}
