import type { Notice } from '../../documents/figures.ts';
import type { Query, QueryRow } from '../contract.ts';
import { addColumns, type Columns, hasFigures } from '../hosted/ad-figures.ts';
import type { CampaignFilter } from '../hosted/campaigns.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, splitDays } from '../hosted/day-spans.ts';
import { oncePerContext } from '../hosted/once.ts';
import { mapBounded } from '../map-bounded.ts';
import { readAccounts, readCountries } from './accounts.ts';
import { type AdsAccess, type AdsAccount, searchAds } from './api.ts';
import { campaignIds } from './campaigns.ts';
import { type AdsColumn, type AdsDimension, adsCatalog } from './catalog.ts';
import { type AdsRow, figureAt, textAt } from './rows.ts';

/** Rows of the most impressions; some 15 MB. */
const mostRows = 25_000;

/** Of the accounts and parts of a query, since several queries go at once already. */
const requestsAtOnce = 1;

/** What is selected besides the groups, whatever is asked for: every figure is made of these. */
const metricFields: Readonly<Record<AdsColumn, string>> = {
  cost: 'metrics.cost_micros',
  impressions: 'metrics.impressions',
  clicks: 'metrics.clicks',
  conversions: 'metrics.conversions',
  conversions_value: 'metrics.conversions_value',
};
const allColumns = Object.keys(metricFields) as AdsColumn[];

interface AdsGroups {
  readonly rows: readonly QueryRow[];
  readonly notices: readonly Notice[];
}

/** What is read: the accounts, whose figures are added up, and which of their campaigns. */
export interface AdsScope extends Choice {
  readonly accounts: readonly AdsAccount[];
  readonly campaigns?: CampaignFilter | undefined;
}

/** The groups of a query that have any figure. Throws a ConnectorError. */
export async function readGroups(access: AdsAccess, scope: AdsScope, query: Query): Promise<AdsGroups> {
  const { metrics, dimension, secondary } = findAsked(adsCatalog, scope, query);
  const grouping = dimension && secondary ? pairOf(dimension, secondary) : (dimension ?? dimensionOfTime(query));
  const answers = await mapBounded(scope.accounts, requestsAtOnce, (account) =>
    groupsOf(access, account, scope.campaigns, grouping, query),
  );
  const groups = [
    ...Map.groupBy(
      answers.flatMap((answer) => answer.groups),
      ({ key, secondary }) => JSON.stringify([key, secondary ?? null]),
    ).values(),
  ].map((same) => {
    return {
      ...keysOf(same),
      columns: addColumns(
        same.map(({ columns }) => columns),
        new Set(),
      ),
    };
  });
  const isWithheld = groups.length > 0 && (answers.some(({ isCut }) => isCut) || dimension?.isWithheld === true);
  return {
    rows: groups.map(({ columns, ...keys }) => ({ ...keys, values: metrics.map((metric) => metric.read(columns)) })),
    notices: [...(isWithheld ? [{ code: 'withheld_rows' } as const] : []), ...(await unsettled(access, scope, query))],
  };
}

type Grouping = Pick<AdsDimension, 'from' | 'fields' | 'valueOf' | 'isCountry' | 'figures'> & {
  /** Of pairs: the value of the secondary dimension of a row. */
  readonly secondaryOf?: AdsDimension['valueOf'];
};

/** The one of them that is of the whole account can be selected from the resource of the other. */
function pairOf(dimension: AdsDimension, secondary: AdsDimension): Grouping {
  const figures = dimension.figures ?? secondary.figures;
  return {
    from: dimension.from === 'customer' ? secondary.from : dimension.from,
    fields: [...dimension.fields, ...secondary.fields],
    valueOf: dimension.valueOf,
    secondaryOf: secondary.valueOf,
    ...(figures && { figures }),
  };
}

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

interface Keys {
  readonly key: string | null;
  readonly secondary?: string | null;
}

/** The keys that several groups share. */
function keysOf([first]: readonly Keys[]): Keys {
  return { key: first?.key ?? null, ...(first?.secondary !== undefined && { secondary: first.secondary }) };
}

interface SummedGroups {
  readonly groups: readonly (Keys & { readonly columns: Columns })[];
  /** Whether there may be more rows than were asked for. */
  readonly isCut: boolean;
}

const hoursOfDay = 24;

/** With a filter each campaign has rows of its own: as many days go into one request as it has room for. */
async function groupsOf(
  access: AdsAccess,
  account: AdsAccount,
  filter: CampaignFilter | undefined,
  grouping: Grouping,
  query: Query,
): Promise<SummedGroups> {
  if (!filter) return groupsOnce(access, account, gaqlOf(grouping, query), grouping);
  const ids = await campaignIds(access, account, filter);
  if (ids.length === 0) return { groups: [], isCut: false };
  const from = grouping.from === 'customer' ? 'campaign' : grouping.from;
  const ofCampaigns = { ...grouping, from };
  const isOfTime = typeof query.by === 'string' && query.by !== 'none';
  const rowsADay = ids.length * (query.hourly ? hoursOfDay : 1);
  const spans = isOfTime ? splitDays(query, Math.max(1, Math.floor((mostRows - 1) / rowsADay))) : [query];
  const parts = await mapBounded(spans, requestsAtOnce, (span) =>
    groupsOnce(access, account, gaqlOf(ofCampaigns, span, ids), ofCampaigns),
  );
  return { groups: parts.flatMap(({ groups }) => groups), isCut: parts.some(({ isCut }) => isCut) };
}

const once = oncePerContext<SummedGroups>();

/** An answer has all metrics, so that queries of one report that differ in them alone are one. */
function groupsOnce(access: AdsAccess, account: AdsAccount, gaql: string, grouping: Grouping): Promise<SummedGroups> {
  return once(access.context, JSON.stringify([account, gaql]), async () => {
    const found = await searchAds(access, account, gaql);
    const countries = grouping.isCountry ? await readCountries(access, account) : undefined;
    const keyOf = (row: AdsRow) => {
      const value = grouping.valueOf(row);
      return value === null ? null : (countries?.get(value) ?? value);
    };
    // Names need not be unique: campaigns that were removed leave theirs to others.
    const keyed = found.map((row) => ({
      row,
      keys: { key: keyOf(row), ...(grouping.secondaryOf && { secondary: grouping.secondaryOf(row) }) },
    }));
    const groups = [...Map.groupBy(keyed, ({ keys }) => JSON.stringify(Object.values(keys))).values()].map((same) => {
      return {
        ...keysOf(same.map(({ keys }) => keys)),
        columns: addColumns(
          same.map(({ row }) => columnsOf(row, grouping)),
          new Set(),
        ),
      };
    });
    return { groups: groups.filter(({ columns }) => hasFigures(columns)), isCut: found.length >= mostRows };
  });
}

function gaqlOf(grouping: Grouping, { from: first, to: last }: DaySpan, campaigns?: readonly string[]): string {
  const selected = [...grouping.fields, ...columnsIn(grouping).map((name) => metricFields[name])].join(', ');
  const period = `segments.date BETWEEN '${first}' AND '${last}'`;
  const chosen = campaigns ? ` AND campaign.id IN (${campaigns.join(', ')})` : '';
  const order = columnsIn(grouping).includes('impressions') ? 'metrics.impressions' : 'metrics.conversions';
  return `SELECT ${selected} FROM ${grouping.from} WHERE ${period}${chosen} ORDER BY ${order} DESC LIMIT ${mostRows}`;
}

function columnsIn({ figures = allColumns }: Grouping): readonly AdsColumn[] {
  return figures;
}

/** Costs are in millionths of the account's currency. Null for what the grouping does not have. */
function columnsOf(row: AdsRow, grouping: Grouping): Columns {
  const known = columnsIn(grouping);
  const read = (name: AdsColumn) => {
    const text = String(figureAt(row, metricFields[name]));
    return name === 'cost' ? `${text}e-6` : text;
  };
  return Object.fromEntries(allColumns.map((name) => [name, known.includes(name) ? read(name) : null]));
}

/** Conversions of a day are there at 3 p.m. of the next one: https://support.google.com/google-ads/answer/2544985. */
const hoursUntilSettled = 15;

/** From which day on Google still works on the figures of a period. */
async function unsettled(access: AdsAccess, { accounts }: AdsScope, { from, to }: Query): Promise<Notice[]> {
  const { timeZone } = await readAccounts(access, accounts);
  const first = Temporal.Now.zonedDateTimeISO(timeZone).subtract({ hours: hoursUntilSettled }).toPlainDate().toString();
  return to < first ? [] : [{ code: 'incomplete_from', date: from > first ? from : first }];
}
