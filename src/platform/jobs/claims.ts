import { sql } from 'kysely';
import { databaseTime, isPostgres } from '../database/engine.ts';
import { prepared } from '../database/prepared.ts';
import type { Database, Queryable } from '../database/tables.ts';
import { type JobRow, leaseMs, refreshQueue, totalDeadlineMs } from './queue.ts';
import { longestStandstillMs, resumeDeadline } from './standstill.ts';

/** Enough to skip queue rows whose jobs are no longer there. */
const claimTries = 10;

/** Who claims, and how many jobs of one account may run at once. */
export interface ClaimTerms {
  readonly workerId: string;
  readonly maxRunningPerAccount: number;
  /**
   * The kinds of jobs that this program knows: types, formats, and what else a program may have found that it does not
   * know. The others are left to newer programs. Any unless given.
   */
  readonly kinds?: readonly string[] | undefined;
}

/**
 * Claims for the worker, under a lease, the oldest due job of the account with the fewest running ones; undefined when
 * none is due. Accounts with equally many take turns, whatever their backlogs. Every step is an index look-up, so the
 * cost does not grow with the backlog or with one account's share of it.
 */
export async function claimJob(
  db: Database,
  workerId: string,
  maxRunningPerAccount: number,
  kinds?: readonly string[],
): Promise<JobRow | undefined> {
  const terms = { workerId, maxRunningPerAccount, kinds };
  if (!isPostgres(db)) return db.transaction().execute((transaction) => takeNext(transaction, terms));
  const [job] = await claimOnPostgres(db, workerId, maxRunningPerAccount, kindsText(kinds));
  return job;
}

const claimOnPostgres = prepared(
  3,
  (_, workerId: string, most: number, kinds: string | null) =>
    sql<JobRow>`select * from claim_known_job(${termsOf(workerId, most, kinds)})`,
);

/** The terms of the functions of migration 0059 that take a job. */
export function termsOf(workerId: unknown, maxRunningPerAccount: unknown, kinds: unknown) {
  const { generation, export: exportMs } = totalDeadlineMs;
  return sql.join([workerId, maxRunningPerAccount, leaseMs, generation, exportMs, longestStandstillMs, kinds]);
}

export function kindsText(kinds: readonly string[] | undefined): string | null {
  return kinds ? JSON.stringify(kinds) : null;
}

/** The same within a transaction on SQLite. */
export async function takeNext(transaction: Queryable, terms: ClaimTerms): Promise<JobRow | undefined> {
  for (let tries = 0; tries < claimTries; tries++) {
    const accountId = await nextAccount(transaction, terms.maxRunningPerAccount);
    if (accountId === undefined) return undefined;
    const job = await takeOldest(transaction, accountId, terms);
    await refreshQueue(transaction, accountId);
    if (job) return job;
  }
  return undefined;
}

/** As the index on the queues has it; see migration 0007. */
const turn = sql.raw('case when served_at > head_due_at then served_at else head_due_at end');

async function nextAccount(transaction: Queryable, maxRunningPerAccount: number): Promise<string | undefined> {
  for (let running = 0; running < maxRunningPerAccount; running++) {
    const [row] = await firstInTurn(transaction, running);
    if (row) return row.account_id;
  }
  return undefined;
}

const firstInTurn = prepared(
  1,
  (db, running: number) => sql<{ account_id: string }>`select account_id from job_queues
    where running = ${running} and head_due_at is not null and ${turn} <= ${databaseTime(db)}
    order by ${turn} limit 1`,
);

/**
 * A job whose deadline has passed gets a new one: it waited for a worker, or a clock has jumped. Its attempts still
 * count. The deadline of a job delayed by an outage continues from where it was paused.
 */
async function takeOldest(
  transaction: Queryable,
  accountId: string,
  { workerId, kinds }: ClaimTerms,
): Promise<JobRow | undefined> {
  const [job] = await startOldest(transaction, accountId, workerId, kindsText(kinds));
  if (!job?.held_up_since) return job;
  return transaction
    .updateTable('jobs')
    .set(resumeDeadline(job, job.updated_at))
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const startOldest = prepared(3, (db, accountId: string, workerId: string, kinds: string | null) => {
  const now = databaseTime(db);
  const known = sql`(select value from json_each(${kinds}))`;
  return sql<JobRow>`update jobs set
      status = 'running', stage = 'starting', worker_id = ${workerId},
      lease_expires_at = ${databaseTime(db, leaseMs)}, started_at = coalesce(started_at, ${now}),
      deadline_at = case when deadline_at > ${now} or held_up_since is not null then deadline_at
        when type = 'export' then ${databaseTime(db, totalDeadlineMs.export)}
        else ${databaseTime(db, totalDeadlineMs.generation)} end,
      updated_at = ${now}
    where id = (select id from jobs where account_id = ${accountId} and status = 'queued' and due_at <= ${now}
        and (${kinds} is null or type in ${known} and (format is null or format in ${known}))
        and (needs is null or needs in ${known})
      order by due_at, id limit 1) and status = 'queued'
    returning *`;
});
