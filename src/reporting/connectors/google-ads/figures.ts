import type { Notice } from '../../documents/figures.ts';
import type { Query, QueryRow } from '../contract.ts';
import { addColumns, type Columns, hasFigures } from '../hosted/ad-figures.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { oncePerContext } from '../hosted/once.ts';
import { readAccount, readCountries } from './accounts.ts';
import { type AdsAccess, type AdsAccount, searchAds } from './api.ts';
import { type AdsDimension, adsCatalog } from './catalog.ts';
import { type AdsRow, figureAt, textAt } from './rows.ts';

/** Rows of the most impressions; some 15 MB. */
const mostRows = 25_000;

/** What is selected besides the groups, whatever is asked for: every figure is made of these. */
const metricFields = {
  cost: 'metrics.cost_micros',
  impressions: 'metrics.impressions',
  clicks: 'metrics.clicks',
  conversions: 'metrics.conversions',
  conversions_value: 'metrics.conversions_value',
} as const;

interface AdsGroups {
  readonly rows: readonly QueryRow[];
  readonly notices: readonly Notice[];
}

/** The groups of a query that have any figure. Throws a ConnectorError. */
export async function readGroups(
  access: AdsAccess,
  account: AdsAccount,
  choice: Choice,
  query: Query,
): Promise<AdsGroups> {
  const { metrics, dimension } = findAsked(adsCatalog, choice, query);
  const { groups, isCut } = await groupsOnce(access, account, dimension ?? dimensionOfTime(query), query);
  const isWithheld = groups.length > 0 && (isCut || dimension?.isWithheld === true);
  return {
    rows: groups.map(({ key, columns }) => ({ key, values: metrics.map((metric) => metric.read(columns)) })),
    notices: [
      ...(isWithheld ? [{ code: 'withheld_rows' } as const] : []),
      ...(await unsettled(access, account, query)),
    ],
  };
}

type Grouping = Pick<AdsDimension, 'from' | 'fields' | 'valueOf' | 'isCountry'>;

/** Weeks and months are named by their first day; hours are those of the account's clock, from 0 to 23. */
function dimensionOfTime({ by, hourly }: Query): Grouping {
  if (typeof by === 'object' || by === 'none') return { from: 'customer', fields: [], valueOf: () => null };
  if (hourly) {
    const [date, hour] = ['segments.date', 'segments.hour'];
    const hourOf = (row: AdsRow) => `${textAt(row, date)}T${figureAt(row, hour).toString().padStart(2, '0')}`;
    return { from: 'customer', fields: [date, hour], valueOf: hourOf };
  }
  const field = { day: 'segments.date', week: 'segments.week', month: 'segments.month' }[by];
  return { from: 'customer', fields: [field], valueOf: (row) => textAt(row, field) };
}

interface SummedGroups {
  readonly groups: readonly { readonly key: string | null; readonly columns: Columns }[];
  /** Whether there may be more rows than were asked for. */
  readonly isCut: boolean;
}

const once = oncePerContext<SummedGroups>();

/** An answer has all metrics, so that queries of one report that differ in them alone are one. */
function groupsOnce(access: AdsAccess, account: AdsAccount, grouping: Grouping, query: Query): Promise<SummedGroups> {
  const gaql = gaqlOf(grouping, query);
  return once(access.context, JSON.stringify([account, gaql]), async () => {
    const found = await searchAds(access, account, gaql);
    const countries = grouping.isCountry ? await readCountries(access, account) : undefined;
    const keyOf = (row: AdsRow) => {
      const value = grouping.valueOf(row);
      return value === null ? null : (countries?.get(value) ?? value);
    };
    // Names need not be unique: campaigns that were removed leave theirs to others.
    const groups = [...Map.groupBy(found, keyOf)].map(([key, rows]) => {
      return { key, columns: addColumns(rows.map(columnsOf), new Set()) };
    });
    return { groups: groups.filter(({ columns }) => hasFigures(columns)), isCut: found.length >= mostRows };
  });
}

function gaqlOf({ from, fields }: Grouping, { from: first, to: last }: Query): string {
  const selected = [...fields, ...Object.values(metricFields)].join(', ');
  const period = `segments.date BETWEEN '${first}' AND '${last}'`;
  return `SELECT ${selected} FROM ${from} WHERE ${period} ORDER BY metrics.impressions DESC LIMIT ${mostRows}`;
}

/** Costs are in millionths of the account's currency. */
function columnsOf(row: AdsRow): Columns {
  const figures = Object.entries(metricFields).map(([name, field]) => [name, String(figureAt(row, field))] as const);
  const { cost, ...others } = Object.fromEntries(figures);
  return { ...others, cost: `${cost}e-6` };
}

/** Conversions of a day are there at 3 p.m. of the next one: https://support.google.com/google-ads/answer/2544985. */
const hoursUntilSettled = 15;

/** From which day on Google still works on the figures of a period. */
async function unsettled(access: AdsAccess, account: AdsAccount, { from, to }: Query): Promise<Notice[]> {
  const { timeZone } = await readAccount(access, account);
  const first = Temporal.Now.zonedDateTimeISO(timeZone).subtract({ hours: hoursUntilSettled }).toPlainDate().toString();
  return to < first ? [] : [{ code: 'incomplete_from', date: from > first ? from : first }];
}
