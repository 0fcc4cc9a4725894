import { sql } from 'kysely';
import { keepPlan } from '../database/postgres-client.ts';
import type { Database } from '../database/tables.ts';
import { withinDeadline } from './deadline.ts';
import { type Decision, type Limiter, minuteMs, type RequestLimits, toDecision } from './limiter.ts';

const deadlineMs = 5_000;
/** For a statement: a connection that the network has lost is known before the requests that wait give up. */
export const answerMs = 4_500;
const rowsPerSweep = 20_000;
/** One being processed by the server and one on its way; with more, fewer requests would share a statement. */
const maxStatements = 2;
/** Per statement. Each takes a lock, and the server has limited room for locks. */
const maxAccounts = 32;

/** A request waiting to share a statement. */
interface Asked {
  readonly accountId: string;
  readonly limits: RequestLimits;
  /** False for a query that is not counted. */
  readonly consume: boolean;
  readonly answer: PromiseWithResolvers<Decision | undefined>;
  /** On the monotonic clock. */
  readonly giveUpAt: number;
  /** Without it, counted whatever the current `auth_version` is. */
  readonly version?: string;
}

/** A statement's result for an account. The counts include the admitted requests. */
interface Row {
  now_ms: string;
  admitted: number;
  minute_used: number;
  minute_frees_at: string | null;
  today: number;
  day_used: number;
}

/**
 * The limiter of any number of processes on one PostgreSQL, on the server's clock. A request that finds no other in
 * progress gets its own statement; those that come meanwhile share the next one. The day's count survives a server
 * crash except for its last second, the minute's only an orderly restart. `clock` (epoch milliseconds) replaces the
 * server's clock in tests. The caller closes the database.
 */
export function createPostgresLimiter(db: Database, clock?: () => number): Limiter {
  const sweep = setInterval(() => dropIdleRequests(db).catch(() => {}), minuteMs).unref();
  const admitAll =
    sql<Row>`select * from admit_known_requests(${''}, ${[]}, ${[]}, ${[]}, ${[]}, ${null}::bigint)`.compile(db);
  keepPlan(admitAll.sql);
  let waiting: Asked[] = [];
  let statements = 0;

  function count(request: Omit<Asked, 'answer' | 'giveUpAt'>): Promise<Decision | undefined> {
    const answer = Promise.withResolvers<Decision | undefined>();
    waiting.push({ ...request, answer, giveUpAt: performance.now() + deadlineMs });
    if (statements < maxStatements) void askForWaiting();
    return answer.promise;
  }

  async function askForWaiting(): Promise<void> {
    const { groups, rest } = groupByAccount(waiting);
    waiting = rest;
    const firsts = groups.map(([first]) => first as Asked);
    const parameters = [
      firsts[0]?.version ?? null,
      firsts.map(({ accountId }) => accountId),
      firsts.map(({ limits }) => limits.perMinute),
      firsts.map(({ limits }) => limits.perDay),
      groups.map((group) => group.filter(({ consume }) => consume).length),
      clock?.() ?? null,
    ];
    const leftMs = Math.max((firsts[0]?.giveUpAt ?? 0) - performance.now(), 0);
    statements++;
    try {
      const { rows } = await withinDeadline(db.executeQuery<Row>({ ...admitAll, parameters }), leftMs);
      for (const [index, group] of groups.entries()) answerAll(group, rows[index]);
    } catch (error) {
      for (const { answer } of groups.flat()) answer.reject(error);
    } finally {
      statements--;
      if (waiting.length > 0) void askForWaiting();
    }
  }

  return {
    admit: async (accountId, limits) => (await count({ accountId, limits, consume: true })) as Decision,
    admitKnown: (version, accountId, limits) => count({ version, accountId, limits, consume: true }),
    peek: async (accountId, limits) => (await count({ accountId, limits, consume: false })) as Decision,
    close: async () => clearInterval(sweep),
  };
}

/**
 * The requests of one statement by account, and those that must wait for the next: more accounts, the same account with
 * other limits, and another version than the first one's.
 */
function groupByAccount(waiting: readonly Asked[]): { groups: Asked[][]; rest: Asked[] } {
  const groups = new Map<string, Asked[]>();
  const rest: Asked[] = [];
  for (const asked of waiting) {
    const group = groups.get(asked.accountId);
    if (asked.version !== waiting[0]?.version) rest.push(asked);
    else if (group && haveSameLimits(group[0] as Asked, asked)) group.push(asked);
    else if (!group && groups.size < maxAccounts) groups.set(asked.accountId, [asked]);
    else rest.push(asked);
  }
  return { groups: [...groups.values()], rest };
}

function haveSameLimits({ limits: one }: Asked, { limits: other }: Asked): boolean {
  return one.perMinute === other.perMinute && one.perDay === other.perDay;
}

/** As if decided one by one: the first are admitted. There is no row when the version is not the current one. */
function answerAll(group: readonly Asked[], row: Row | undefined): void {
  if (!row) {
    for (const { answer } of group) answer.resolve(undefined);
    return;
  }
  let later = row.admitted;
  for (const { limits, consume, answer } of group) {
    const admitted = consume && later > 0;
    if (admitted) later--;
    answer.resolve(decisionOf(row, limits, admitted, later));
  }
}

/** The decision on one of the row's requests, given how many after it were admitted. */
function decisionOf(row: Row, limits: RequestLimits, admitted: boolean, later: number): Decision {
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
 * Removes old rows of idle accounts; active ones clear their own. The extra minute keeps it away from rows that a
 * decision in progress may be counting. Whatever exceeds one round, or fails, waits for the next minute.
 */
export async function dropIdleRequests(db: Database): Promise<void> {
  await sql`delete from recent_requests where ctid = any(array(
    select ctid from recent_requests
    where admitted_at < extract(epoch from clock_timestamp()) * 1000 - ${2 * minuteMs} limit ${rowsPerSweep}
  ))`.execute(db);
}
