import { sql } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { readArtifact } from '../export-jobs/export-jobs.ts';
import { oldGenerations, reasonToStay, unusedUploads } from './due-reports.ts';
import { holdsOfAccount } from './legal-holds.ts';

/** Larger transactions would keep other writers waiting. */
const batchJobs = 100;
const batchUploads = 100;

export interface OldPart {
  readonly accountId: string;
  /** What was finished before this, and nothing else, is deleted. */
  readonly before: string;
  readonly now: string;
}

/** The time and id of the last job that was looked at. */
export type Place = readonly [createdAt: string, id: string];

export interface Deleted {
  readonly reports: number;
  /** Generations and exports. */
  readonly jobs: number;
  /** The objects that no row names any more, to be removed once the transaction is committed. */
  readonly objects: readonly string[];
  /** How far the look has come; undefined where it is over. */
  readonly lookedTo: Place | undefined;
}

/**
 * Deletes the rows of the next generations that are old and may go, with all that came of them. Rows go first and objects
 * after the commit: no row ever promises a document that is gone, and a kill in between leaves objects without a row, which
 * the daily look for those finds.
 */
export async function deleteOldReports(
  transaction: Queryable,
  part: OldPart,
  after: Place | undefined,
): Promise<Deleted> {
  const found = await findOld(transaction, part, after);
  const last = found.length < batchJobs ? undefined : found.at(-1);
  const lookedTo: Place | undefined = last && [last.created_at, last.id];
  const ids = await chooseUnused(
    transaction,
    part,
    found.map(({ id }) => id),
  );
  if (ids.length === 0) return { reports: 0, jobs: 0, objects: [], lookedTo };
  return { ...(await deleteRows(transaction, ids)), lookedTo };
}

async function findOld(db: Queryable, { accountId, before }: OldPart, after: Place | undefined) {
  const further = after ? sql`and (jobs.created_at, jobs.id) > (${after[0]}, ${after[1]})` : sql``;
  const { rows } = await sql<{ id: string; created_at: string }>`select jobs.id, jobs.created_at
    from jobs left join reports on reports.generation_job_id = jobs.id
    where ${oldGenerations(accountId, before)} ${further}
    order by jobs.created_at, jobs.id limit ${batchJobs}`.execute(db);
  return rows;
}

/**
 * Those that have no reason to stay, once nobody can give them one any more: whoever starts an export, writes a comment,
 * makes a link, moves a run or sends an e-mail again locks one of these rows, and then finds it gone.
 */
async function chooseUnused(transaction: Queryable, part: OldPart, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  if (isPostgres(transaction)) {
    const own = sql.join(ids);
    // In the order in which the release of a report locks them.
    await sql`select 1 from schedule_runs where generation_job_id in (${own}) order by id for update`.execute(
      transaction,
    );
    await sql`select 1 from deliveries where run_id in (select id from schedule_runs where generation_job_id in (${own}))
      order by id for update`.execute(transaction);
    await sql`select 1 from reports where generation_job_id in (${own}) order by id for update`.execute(transaction);
  }
  const { rows } = await sql<{ id: string }>`select jobs.id
    from jobs left join reports on reports.generation_job_id = jobs.id
    where jobs.id in (${sql.join(ids)}) and ${oldGenerations(part.accountId, part.before)}
      and ${reasonToStay(part.before, part.now)} is null`.execute(transaction);
  return rows.map(({ id }) => id);
}

async function deleteRows(transaction: Queryable, jobIds: readonly string[]) {
  const reports = await transaction
    .selectFrom('reports')
    .select(['id', 'document_key'])
    .where('generation_job_id', 'in', jobIds)
    .execute();
  const reportIds = reports.map(({ id }) => id);
  await deleteRuns(transaction, jobIds);
  const exports = reportIds.length === 0 ? [] : await deleteOfReports(transaction, reportIds);
  await transaction.deleteFrom('jobs').where('id', 'in', jobIds).execute();
  return {
    reports: reports.length,
    jobs: jobIds.length + exports.length,
    objects: [
      ...exports.flatMap((job) => readArtifact(job)?.key ?? []),
      ...reports.map(({ document_key }) => document_key),
    ],
  };
}

/** The occurrences of schedules that the jobs were made for. The schedule has moved on, so that none comes again. */
async function deleteRuns(transaction: Queryable, jobIds: readonly string[]): Promise<void> {
  const runs = await transaction
    .selectFrom('schedule_runs')
    .select('id')
    .where('generation_job_id', 'in', jobIds)
    .execute();
  const runIds = runs.map(({ id }) => id);
  if (runIds.length === 0) return;
  for (const table of ['deliveries', 'schedule_notices'] as const) {
    await transaction.deleteFrom(table).where('run_id', 'in', runIds).execute();
  }
  for (const table of ['schedule_waits', 'schedule_runs'] as const) {
    await transaction.deleteFrom(table).where('id', 'in', runIds).execute();
  }
}

/** Returns the exports. */
async function deleteOfReports(transaction: Queryable, reportIds: readonly string[]) {
  for (const table of ['report_comments', 'shares'] as const) {
    await transaction.deleteFrom(table).where('report_id', 'in', reportIds).execute();
  }
  const exports = await transaction
    .deleteFrom('jobs')
    .where('report_id', 'in', reportIds)
    // As the index has it.
    .where('type', '=', sql.lit('export'))
    .returningAll()
    .execute();
  await transaction.deleteFrom('reports').where('id', 'in', reportIds).execute();
  return exports;
}

/** Occurrences of schedules that had no report, since their sources had no figures in time; those are history alone. */
export async function deleteOldWaits(transaction: Queryable, { accountId, before }: OldPart): Promise<void> {
  await sql`delete from schedule_waits where account_id = ${accountId} and ended is not null and updated_at < ${before}
    and not exists (select 1 from schedule_runs where schedule_runs.id = schedule_waits.id)
    and not exists (select 1 from legal_holds where subject in (schedule_waits.account_id,
      (select project_id from schedules where schedules.id = schedule_waits.schedule_id)))`.execute(transaction);
}

/**
 * Removes uploads that nothing reads and nobody has changed since; returns how many. Their objects follow as those of
 * replaced ones do, an hour later: a job may have begun to read them.
 */
export async function deleteUnusedUploads(
  transaction: Queryable,
  { accountId, before, now }: OldPart,
): Promise<number> {
  if ((await holdsOfAccount(transaction, accountId)).length > 0) return 0;
  const { rows } = await sql<{ id: string }>`${unusedUploads(accountId, before)} limit ${batchUploads}`.execute(
    transaction,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const removed = await transaction.deleteFrom('uploads').where('id', 'in', ids).returning('object_key').execute();
  const replaced = removed.map(({ object_key }) => ({ object_key, account_id: accountId, replaced_at: now }));
  await transaction.insertInto('replaced_uploads').values(replaced).execute();
  return removed.length;
}
