import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { readTime } from '../../platform/jobs/queue.ts';
import { countDue } from './due-reports.ts';
import { later, noticeDays } from './periods.ts';
import { getRetention } from './retention.ts';

/** What would be deleted of an account: by `months`, or by what was chosen last, as of when that could begin. */
export async function previewRetention(db: Queryable, accountId: string, months?: number | undefined) {
  const { keepMonths, next, firstFrom } = await getRetention(db, accountId);
  const now = await readTime(db, 0);
  const noticed = later(now, { days: noticeDays });
  const chosen = months ?? next?.keepMonths ?? keepMonths;
  const isRunning = keepMonths !== null && firstFrom !== null && chosen !== null && chosen >= keepMonths;
  const begins = isRunning ? firstFrom : months === undefined && next ? next.from : noticed;
  const [, at = now] = [begins, now].toSorted();
  const due = await countDue(db, accountId, chosen, at);
  return {
    keep_reports_months: chosen,
    at: toTimestamp(at),
    ...{ reports: due.reports, jobs: due.jobs, files: due.files, links: due.links, uploads: due.uploads },
    is_cut: due.isCut,
    oldest_at: toTimestamp(due.oldestAt),
    next_at: toTimestamp(due.nextAt),
    kept: { held: due.kept.held, in_use: due.kept.inUse, linked: due.kept.linked },
  };
}
