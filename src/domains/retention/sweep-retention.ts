import { isPostgres } from '../../platform/database/engine.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { recordAudit } from '../audit/audit.ts';
import { deleteOldReports, deleteOldWaits, deleteUnusedUploads, type OldPart, type Place } from './delete-old.ts';
import { countDue, isAnythingDue } from './due-reports.ts';
import { tellAdmins } from './notices.ts';
import { keptSince, later, noticeDays } from './periods.ts';
import { type RetentionRow, setRetention } from './retention-row.ts';

/** How long after a look at an account the next one is. */
const restHours = 6;

/** What one step has done: rows are gone from the database, objects from the store. */
export interface Swept {
  readonly reports: number;
  readonly jobs: number;
  readonly uploads: number;
}

/**
 * The next step for the account that was looked at the longest ago, of those that do not keep their reports for ever: a
 * shorter time takes effect, people are told that a first deletion comes, or some of what is old is deleted. `now` is a
 * time that can be believed. Undefined when there is nothing to do.
 */
export async function sweepRetention(db: Database, objects: ObjectStore, now: string): Promise<Swept | undefined> {
  const done = await db.transaction().execute(async (transaction) => {
    const row = await findDue(transaction, now);
    return row && step(transaction, row, now);
  });
  for (const key of done?.objects ?? []) await objects.remove(key);
  return done;
}

/** Locked until the transaction ends; on PostgreSQL one that another process works on is left to it. */
async function findDue(transaction: Queryable, now: string): Promise<RetentionRow | undefined> {
  const due = transaction
    .selectFrom('account_retention')
    .selectAll()
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(1);
  return (isPostgres(transaction) ? due.forUpdate().skipLocked() : due).executeTakeFirst();
}

const nothing = { reports: 0, jobs: 0, uploads: 0, objects: [] as readonly string[] };

async function step(transaction: Queryable, found: RetentionRow, now: string): Promise<typeof nothing> {
  const row = await takeEffect(transaction, found, now);
  const { account_id: accountId, keep_months: keepMonths } = row;
  const rest = (until = later(now, { hours: restHours })) => {
    const changes = [row.next_from, row.first_from].filter((time) => time !== null && time > now);
    const look_at = [until, ...changes].toSorted()[0] ?? until;
    return setRetention(transaction, accountId, { look_at, looked_to: null });
  };
  if (keepMonths === null) {
    await setRetention(transaction, accountId, { look_at: row.next_from, looked_to: null });
    return nothing;
  }
  if (row.first_from === null && !(await announce(transaction, accountId, keepMonths, now))) {
    await rest();
    return nothing;
  }
  if (row.first_from === null || row.first_from > now) {
    await rest();
    return nothing;
  }
  const part = { accountId, before: keptSince(keepMonths, now), now };
  const { lookedTo, ...deleted } = await deleteOldReports(transaction, part, readPlace(row.looked_to));
  const uploads = lookedTo ? 0 : await finishLook(transaction, part);
  if (lookedTo) await setRetention(transaction, accountId, { looked_to: JSON.stringify(lookedTo) });
  else await rest();
  const { objects, ...counted } = { ...deleted, uploads };
  await tellLog(transaction, part, counted);
  return { ...counted, objects };
}

async function finishLook(transaction: Queryable, part: OldPart): Promise<number> {
  await deleteOldWaits(transaction, part);
  return deleteUnusedUploads(transaction, part);
}

function readPlace(text: string | null): Place | undefined {
  return text === null ? undefined : (JSON.parse(text) as Place);
}

/** A shorter time whose days of notice are over; and what the plan asks for, so that it lasts even where the plan changes back. */
async function takeEffect(transaction: Queryable, row: RetentionRow, now: string): Promise<RetentionRow> {
  const isDue = row.next_from !== null && row.next_from <= now;
  const chosen = isDue ? row.next_keep_months : row.keep_months;
  const { minKeepMonths } = await getPlanOfAccount(transaction, row.account_id);
  const keep_months = chosen === null ? null : Math.max(chosen, minKeepMonths ?? 0);
  const pending = isDue ? { next_keep_months: null, next_from: null } : {};
  if (!isDue && keep_months === row.keep_months) return row;
  const changed = { ...pending, keep_months, looked_to: null, revision: row.revision + 1 };
  await setRetention(transaction, row.account_id, changed);
  return { ...row, ...changed };
}

/** Tells people where something is due within the days of notice, and of before when it is not deleted. */
async function announce(transaction: Queryable, accountId: string, keepMonths: number, now: string): Promise<boolean> {
  const beginsAt = later(now, { days: noticeDays });
  if (!isAnythingDue(await countDue(transaction, accountId, keepMonths, beginsAt))) return false;
  await tellAdmins(transaction, { accountId, keepMonths, beginsAt }, now);
  await setRetention(transaction, accountId, { first_from: beginsAt });
  await recordAudit(transaction, 'service', {
    ...{ action: 'retention.announce', accountId, subject: accountId },
    details: { keep_reports_months: keepMonths, first_deletion_at: beginsAt },
  });
  return true;
}

async function tellLog(transaction: Queryable, { accountId, before }: OldPart, counted: Swept): Promise<void> {
  if (counted.jobs + counted.uploads === 0) return;
  const details = { ...counted, finished_before: before };
  await recordAudit(transaction, 'service', {
    ...{ action: 'retention.delete', accountId, subject: accountId, details },
  });
}
