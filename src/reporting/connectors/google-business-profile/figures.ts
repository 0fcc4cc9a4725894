import type { Notice } from '../../documents/figures.ts';
import type { Query, QueryResult } from '../contract.ts';
import { addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdGroups, type AdSource, queryAds } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type BusinessAccess, readDays, readKeywords } from './api.ts';
import { businessCatalog, platforms } from './catalog.ts';

const columns = [...new Set(businessCatalog.metrics.flatMap((metric) => metric.columns))];
const nobody: ReadonlySet<string> = new Set();
/** Google has a day's figures within so many days. */
const lateDays = 5;
const once = oncePerContext<ReadonlyMap<string, Columns>>();

/** Answers a query. Throws a ConnectorError. */
export async function queryBusiness(access: BusinessAccess, config: Choice, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(businessCatalog, config, query);
  const result = await queryAds(query, metrics, sourceOf(access, dimension?.key));
  const date = dimension?.key === 'query' ? undefined : await findIncomplete(access, query);
  if (date === undefined) return result;
  return { ...result, notices: [...(result.notices ?? []), { code: 'incomplete_from', date }] };
}

function sourceOf(access: BusinessAccess, dimension: string | undefined): AdSource {
  const total = async (span: DaySpan) => {
    const days = [...(await daysOnce(access, span)).values()];
    return days.length === 0 ? undefined : addColumns(days, nobody);
  };
  return {
    ofPeople: nobody,
    total,
    async days(span) {
      return { groups: [...(await daysOnce(access, span))].map(([key, columns]) => ({ key, columns })) };
    },
    async groups(span) {
      if (dimension === 'query') return byKeyword(access, span);
      const whole = (await total(span)) ?? {};
      return { groups: platforms.map(([name, key]) => ({ key, columns: { [name]: whole[name] ?? null } })) };
    },
  };
}

function daysOnce(access: BusinessAccess, { from, to }: DaySpan): Promise<ReadonlyMap<string, Columns>> {
  return once(access.context, `${access.location} ${from} ${to}`, () => readDays(access, columns, { from, to }));
}

/** Google has search terms by month alone: those of the whole months in the period, and a note where there are others. */
async function byKeyword(access: BusinessAccess, { from, to }: DaySpan): Promise<AdGroups> {
  const start = Temporal.PlainDate.from(from);
  const end = Temporal.PlainDate.from(to).add({ days: 1 });
  const first = start.day === 1 ? start : start.with({ day: 1 }).add({ months: 1 });
  const last = end.with({ day: 1 }).subtract({ months: 1 });
  const isWhole = start.day === 1 && end.day === 1;
  const months =
    Temporal.PlainDate.compare(first, last) > 0 ? [] : await readKeywords(access, first.toString(), last.toString());
  const known = months.filter(({ insightsValue }) => insightsValue.value !== undefined);
  const notices: Notice[] = [
    ...(isWhole ? [] : [{ code: 'withheld_rows' as const }]),
    ...(known.length < months.length ? [{ code: 'thresholded' as const }] : []),
  ];
  const [[column]] = platforms;
  const groups = known.map(({ searchKeyword, insightsValue }) => {
    return { key: searchKeyword, columns: { [column]: insightsValue.value ?? null } };
  });
  return { groups, notices };
}

/** The first day of the period that Google may not have figures of yet. */
async function findIncomplete(access: BusinessAccess, { from, to }: DaySpan): Promise<string | undefined> {
  const late = Temporal.Now.plainDateISO('America/Los_Angeles').subtract({ days: lateDays }).toString();
  if (to < late) return undefined;
  const start = [from, late].sort().at(-1) ?? from;
  const days = await daysOnce(access, { from: start, to });
  const filled = [...days].filter(([, figures]) => Object.values(figures).some((text) => Number(text) > 0));
  const last = filled
    .map(([day]) => day)
    .sort()
    .at(-1);
  const next = last === undefined ? start : Temporal.PlainDate.from(last).add({ days: 1 }).toString();
  return next > to ? undefined : next;
}
