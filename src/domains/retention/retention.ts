import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault } from '../../platform/faults.ts';
import { type CheckRevision, revised } from '../../platform/http/revisions.ts';
import { readTime } from '../../platform/jobs/queue.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { countDue, isAnythingDue } from './due-reports.ts';
import { tellAdmins } from './notices.ts';
import { later, noticeDays } from './periods.ts';
import { findRetention, lockRetention, type RetentionRow, setRetention } from './retention-row.ts';

/** How long an account keeps its reports, and all that belongs to them. */
export interface Retention {
  /** Null for ever. */
  readonly keepMonths: number | null;
  /** What its plan asks for at least; null for nothing. */
  readonly leastMonths: number | null;
  /** A shorter time that was chosen, with when it takes the place of the other; null for none. */
  readonly next: { readonly keepMonths: number; readonly from: string } | null;
  /** Before when nothing is deleted; null until something is due within the days of notice. */
  readonly firstFrom: string | null;
  readonly revision: number;
}

/** That of an account that never chose is for ever. */
export async function getRetention(db: Queryable, accountId: string): Promise<Retention> {
  const [row, { minKeepMonths: leastMonths }] = await Promise.all([
    findRetention(db, accountId),
    getPlanOfAccount(db, accountId),
  ]);
  if (!row) return { keepMonths: null, leastMonths, next: null, firstFrom: null, revision: 0 };
  const { keep_months, next_keep_months, next_from, first_from: firstFrom, revision } = row;
  const next =
    next_keep_months !== null && next_from !== null ? { keepMonths: next_keep_months, from: next_from } : null;
  return { keepMonths: keep_months, leastMonths, next, firstFrom, revision };
}

/** Months, with null for ever, by length. */
const length = (months: number | null) => months ?? Number.POSITIVE_INFINITY;

/**
 * Chooses how long reports are kept. A longer time holds at once and takes back a shorter one that was to come; a shorter
 * one takes its place after the days of notice, of which admins are told. Throws a fault of `keep_reports_months` below
 * what the plan asks for; throws `edit_conflict`.
 */
export async function saveRetention(
  transaction: Queryable,
  accountId: string,
  keepMonths: number | null,
  checkRevision: CheckRevision = () => {},
): Promise<Retention> {
  const row = await lockRetention(transaction, accountId);
  checkRevision(row.revision);
  const { name, minKeepMonths } = await getPlanOfAccount(transaction, accountId);
  if (length(keepMonths) < (minKeepMonths ?? 0)) {
    const message = `The plan "${name}" keeps reports for at least ${minKeepMonths} months; choose that, more, or null for ever.`;
    throw fieldFault('keep_reports_months', 'minimum', message);
  }
  const now = await readTime(transaction, 0);
  const isShorter = length(keepMonths) < length(row.keep_months);
  const values =
    keepMonths !== null && isShorter
      ? await shorten(transaction, row, keepMonths, now)
      : {
          ...{ keep_months: keepMonths, next_keep_months: null, next_from: null },
          first_from: keepMonths === null || isAhead(row.first_from, now) ? null : row.first_from,
          look_at: keepMonths === null ? null : now,
        };
  await setRetention(transaction, accountId, {
    ...{ ...values, looked_to: null, revision: row.revision + 1, updated_at: now },
  });
  return getRetention(transaction, accountId);
}

function isAhead(time: string | null, now: string): boolean {
  return time !== null && time > now;
}

/** Whoever is told now of what goes then need not be told of it as the first deletion once more. */
async function shorten(transaction: Queryable, row: RetentionRow, months: number, now: string) {
  const from = later(now, { days: noticeDays });
  const isDue = isAnythingDue(await countDue(transaction, row.account_id, months, from));
  await tellAdmins(transaction, { accountId: row.account_id, keepMonths: months, beginsAt: from }, now);
  const isBegun = row.first_from !== null && row.first_from <= now;
  return {
    ...{ next_keep_months: months, next_from: from, look_at: now },
    first_from: isBegun ? row.first_from : isDue ? from : null,
  };
}

/** As the API and commands show it. */
export function toRetention({ keepMonths, leastMonths, next, firstFrom, revision }: Retention) {
  const shown = {
    keep_reports_months: keepMonths,
    least_months: leastMonths,
    next: next && { keep_reports_months: next.keepMonths, from: toTimestamp(next.from) },
    first_deletion_at: toTimestamp(firstFrom),
  };
  return revised(shown, revision);
}
