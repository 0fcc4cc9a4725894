import { type CompiledQuery, sql } from 'kysely';
import { keepPlan } from '../database/postgres-client.ts';
import type { Database } from '../database/tables.ts';
import { withinDeadline } from './deadline.ts';
import { type Decision, type Limiter, minuteMs, type RequestLimits, toDecision } from './limiter.ts';

const deadlineMs = 5_000;
const rowsPerSweep = 20_000;
/** One that the server works on and one that is on its way; the more there are, the fewer requests share one. */
const maxStatements = 2;
/** Of one statement. Each takes a lock, for which the server has room set aside. */
const maxAccounts = 32;

/** A request that waits for a statement to share. */
interface Asked {
  readonly accountId: string;
  readonly limits: RequestLimits;
  /** False: it only wants to know, and is not counted. */
  readonly consume: boolean;
  readonly answer: PromiseWithResolvers<Decision>;
  /** On the steady clock. */
  readonly giveUpAt: number;
}

/** What a statement tells of an account. The counts include the admitted requests. */
interface Row<Admitted> {
  now_ms: string;
  admitted: Admitted;
  minute_used: number;
  minute_frees_at: string | null;
  today: number;
  day_used: number;
}

/**
 * The limiter of any number of processes on one PostgreSQL, on the server's clock. A request that finds no other under way has a
 * statement of its own; those that come meanwhile share the next one.
 * The day's count survives a crash of the server but for its last second, the minute's only an orderly restart.
 * `clock` (epoch milliseconds) stands in for the server's clock in tests. The database stays the caller's to close.
 */
export function createPostgresLimiter(db: Database, clock?: () => number): Limiter {
  const sweep = setInterval(() => dropIdleRequests(db).catch(() => {}), minuteMs).unref();
  const admitOne = sql<Row<boolean>>`select * from admit_request(${''}, ${0}, ${0}, ${true}, ${null}::bigint)`.compile(
    db,
  );
  const admitMany = sql<Row<number>>`select * from admit_requests(${[]}, ${[]}, ${[]}, ${[]}, ${null}::bigint)`.compile(
    db,
  );
  for (const query of [admitOne, admitMany]) keepPlan(query.sql);
  let waiting: Asked[] = [];
  let statements = 0;

  async function count(accountId: string, limits: RequestLimits, consume: boolean): Promise<Decision> {
    if (statements === maxStatements) {
      const answer = Promise.withResolvers<Decision>();
      waiting.push({ accountId, limits, consume, answer, giveUpAt: performance.now() + deadlineMs });
      return answer.promise;
    }
    const parameters = [accountId, limits.perMinute, limits.perDay, consume, clock?.() ?? null];
    const [row] = await ask<Row<boolean>>({ ...admitOne, parameters }, deadlineMs);
    return decisionOf(row as Row<boolean>, limits, row?.admitted === true);
  }

  async function ask<Row>(query: CompiledQuery<Row>, leftMs: number): Promise<Row[]> {
    statements++;
    try {
      return (await withinDeadline(db.executeQuery(query), leftMs)).rows;
    } finally {
      statements--;
      if (waiting.length > 0) void askForWaiting();
    }
  }

  async function askForWaiting(): Promise<void> {
    const { groups, rest } = groupByAccount(waiting);
    waiting = rest;
    const firsts = groups.map(([first]) => first as Asked);
    const parameters = [
      firsts.map(({ accountId }) => accountId),
      firsts.map(({ limits }) => limits.perMinute),
      firsts.map(({ limits }) => limits.perDay),
      groups.map((group) => group.filter(({ consume }) => consume).length),
      clock?.() ?? null,
    ];
    const leftMs = Math.max((firsts[0]?.giveUpAt ?? 0) - performance.now(), 0);
    try {
      const rows = await ask<Row<number>>({ ...admitMany, parameters }, leftMs);
      for (const [index, group] of groups.entries()) answerAll(group, rows[index] as Row<number>);
    } catch (error) {
      for (const { answer } of groups.flat()) answer.reject(error);
    }
  }

  return {
    admit: (accountId, limits) => count(accountId, limits, true),
    peek: (accountId, limits) => count(accountId, limits, false),
    close: async () => clearInterval(sweep),
  };
}

/** The requests of one statement by account, and what has to wait for the next: further accounts, and other limits of the same one. */
function groupByAccount(waiting: readonly Asked[]): { groups: Asked[][]; rest: Asked[] } {
  const groups = new Map<string, Asked[]>();
  const rest: Asked[] = [];
  for (const asked of waiting) {
    const group = groups.get(asked.accountId);
    if (group && haveSameLimits(group[0] as Asked, asked)) group.push(asked);
    else if (!group && groups.size < maxAccounts) groups.set(asked.accountId, [asked]);
    else rest.push(asked);
  }
  return { groups: [...groups.values()], rest };
}

function haveSameLimits({ limits: one }: Asked, { limits: other }: Asked): boolean {
  return one.perMinute === other.perMinute && one.perDay === other.perDay;
}

/** As if they had been decided one by one: the first are admitted. */
function answerAll(group: readonly Asked[], row: Row<number>): void {
  let later = row.admitted;
  for (const { limits, consume, answer } of group) {
    const admitted = consume && later > 0;
    if (admitted) later--;
    answer.resolve(decisionOf(row, limits, admitted, later));
  }
}

/** The decision on one of the row's requests, before so many others that it admitted. */
function decisionOf(row: Row<unknown>, limits: RequestLimits, admitted: boolean, later = 0): Decision {
  const counts = {
    nowMs: Number(row.now_ms),
    admitted,
    minuteUsed: row.minute_used - later,
    minuteFreesAtMs: row.minute_frees_at === null ? null : Number(row.minute_frees_at),
    day: row.today,
    dayUsed: row.day_used - later,
  };
  return toDecision(counts, limits);
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
