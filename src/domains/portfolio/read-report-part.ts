import type { Database } from '../../platform/database/tables.ts';
import { dayIn } from '../../reporting/documents/calendar.ts';
import type { Period, Periods } from '../../reporting/documents/model.ts';
import { PortfolioError, type PortfolioPart } from '../generation-jobs/portfolio-part.ts';
import { foldLabel } from '../labels/label-names.ts';
import { findLabels } from '../labels/labels.ts';
import { narrowed } from '../labels/seen-projects.ts';
import type { ProjectRow } from '../projects/projects.ts';
import { type PortfolioQuery, readPortfolio, toItems } from './portfolio.ts';
import { type PortfolioPeriod, periodsOn } from './portfolio-periods.ts';
import { portfolioSections } from './report-sections.ts';
import { convertTotals, totalsOf } from './totals.ts';

/** Which projects a report of the portfolio shows: those with all of the tags, in the folder. */
export interface PortfolioFilter {
  readonly tag: readonly string[];
  readonly folder: string | null;
}

const dayMs = 24 * 60 * 60_000;
/** A report of more is read by nobody; the figures of all are in the portfolio's own files. */
const mostProjects = 500;

export function readPortfolioFilter({ portfolio }: Pick<ProjectRow, 'portfolio'>): PortfolioFilter | null {
  return portfolio === null ? null : (JSON.parse(portfolio) as PortfolioFilter);
}

/**
 * The sections of a report of the portfolio, from the figures as they were read last: nothing is fetched. Rejects with
 * PortfolioError for a period that the portfolio has no figures of, and for a tag or folder that is gone.
 */
export async function readReportPart(
  db: Database,
  project: ProjectRow,
  asked: Periods,
  now: Date = new Date(),
): Promise<PortfolioPart> {
  const { name, at, periods } = periodOf(asked.current, project.time_zone, now);
  const filter = readPortfolioFilter(project) ?? { tag: [], folder: null };
  await requireLabels(db, project.account_id, filter);
  const all = { account: { id: project.account_id }, projectIds: null };
  const { projectIds } = await narrowed(db, all, { tag: filter.tag, folder: filter.folder ?? undefined });
  const query: PortfolioQuery = {
    ...{ period: name, sort: 'off_course', direction: 'desc', page: 1, per_page: 1, status: 'active' },
  };
  const reader = { accountId: project.account_id, projectIds };
  const read = await readPortfolio(db, reader, query, at, { recheck: Number.POSITIVE_INFINITY });
  const isOf = ({ from }: Pick<Period, 'from'>) => name === 'days' || from === periods.current.from;
  const items = await toItems(db, read.found.slice(0, mostProjects), name, at);
  const totals = totalsOf(read.found.flatMap(({ keys }) => keys?.sums.filter(isOf) ?? []));
  const sections = portfolioSections(
    {
      // A month of another time zone may be the one before or behind.
      items: items.map((item) => ({ ...item, figures: item.figures.filter(({ period }) => period && isOf(period)) })),
      others: read.found.length - items.length,
      ...{ totals, converted: convertTotals(totals, read.conversion), period: periods.current },
    },
    project.locale,
  );
  return { periods: { ...periods, compare: asked.compare && periods.compare }, sections };
}

/** Which of its periods the portfolio is asked for: those of today, or of yesterday for what was begun before midnight. */
function periodOf({ from, to }: Period, timeZone: string, now: Date) {
  for (const at of [now, new Date(now.getTime() - dayMs)]) {
    const today = dayIn(timeZone, at.toISOString());
    const days = periodsOn(today);
    // A month so far may be said to end with the day that is not over yet; its figures end the day before.
    if (days.month?.current.from === from && to === today) return { name: 'month' as const, at, periods: days.month };
    for (const name of ['month', 'last_month', 'days'] as const satisfies PortfolioPeriod[]) {
      const periods = days[name];
      if (periods?.current.from === from && periods.current.to === to) return { name, at, periods };
    }
  }
  const { month, last_month, days } = periodsOn(dayIn(timeZone, now.toISOString()));
  const known = [month, last_month, days].flatMap((each) =>
    each ? [`${each.current.from} to ${each.current.to}`] : [],
  );
  const message = `The portfolio has no figures of ${from} to ${to}. Today it has those of ${known.join(', of ')}.`;
  throw new PortfolioError('period', `${from}/${to}`, message);
}

/** A tag that was renamed or removed would else make a report of no project, or of all. */
async function requireLabels(db: Database, accountId: string, { tag, folder }: PortfolioFilter): Promise<void> {
  for (const [kind, names] of [
    ['tag', tag],
    ['folder', folder === null ? [] : [folder]],
  ] as const) {
    const known = await findLabels(db, accountId, kind, names);
    const gone = names.find((name) => known.every(({ folded }) => folded !== foldLabel(name)));
    if (gone === undefined) continue;
    throw new PortfolioError(`portfolio.${kind}`, gone, `The account no longer has the ${kind} "${gone}".`);
  }
}
