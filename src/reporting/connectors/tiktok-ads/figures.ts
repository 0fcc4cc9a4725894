import { ConnectorError, type Depiction, type DepictionQuery, type Query, type QueryResult } from '../contract.ts';
import { addColumns } from '../hosted/ad-figures.ts';
import { type AdSource, queryAds, requestsAtOnce } from '../hosted/ad-report.ts';
import type { CampaignFilter } from '../hosted/campaigns.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, splitDays } from '../hosted/day-spans.ts';
import { namedApart, noteIds, readIds } from '../hosted/ids-of-values.ts';
import { nameOfCountry } from '../hosted/name-of-country.ts';
import { type Accounts, combineSources, eachAccount } from '../hosted/several-accounts.ts';
import { mapBounded } from '../map-bounded.ts';
import { readSettings, strange, type TikTokAccess } from './api.ts';
import { fittingCampaigns } from './campaigns.ts';
import { columnsOfAudience, tikTokAdsCatalog } from './catalog.ts';
import { depictCreatives } from './creatives.ts';
import { type ReportRequest, type ReportRow, readReport } from './reports.ts';

type Account = Choice & Accounts & { readonly campaigns?: CampaignFilter | undefined };
type Dimension = (typeof tikTokAdsCatalog.dimensions)[number];

const ofPeople: ReadonlySet<string> = new Set(['reach']);
/** What everything with activity has. */
const probe = ['impressions', 'spend'];
const mostDays = 365;
const mostSingleDays = 30;

/** Answers a query. Throws a ConnectorError. */
export async function queryTikTok(access: TikTokAccess, config: Account, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(tikTokAdsCatalog, config, query);
  const columns = [...new Set([...metrics.flatMap((metric) => metric.columns), ...probe])];
  const { campaigns } = config;
  if (config.more_accounts) await readSettings(access, config);
  const isOneOfSeveral = config.more_accounts !== undefined;
  const sources = await eachAccount(config, async (account) => {
    const fitting = campaigns && (await fittingCampaigns(access, account, campaigns));
    const chosen = fitting && new Set(fitting.map(({ id }) => id));
    return sourceOf(access, account, { columns, dimension, chosen, query, isOneOfSeveral });
  });
  return await queryAds(query, metrics, combineSources(sources));
}

/** What ads look like. */
export async function depictAds(
  access: TikTokAccess,
  config: Account,
  { query, keys }: DepictionQuery,
): Promise<readonly Depiction[]> {
  const depicted = await eachAccount(config, async (account) => {
    const ids = await readIds(access.context, { ...query, account }, () => queryTikTok(access, config, query));
    const named = keys.flatMap((key) => {
      const id = ids.get(key);
      return id === undefined ? [] : [{ key, id }];
    });
    return depictCreatives(access, account, named);
  });
  return depicted.flat();
}

interface Asked {
  readonly columns: readonly string[];
  readonly dimension: Dimension | undefined;
  /** Ids of campaigns, where there is a filter. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly query: Query;
  readonly isOneOfSeveral: boolean;
}

function sourceOf(
  access: TikTokAccess,
  account: string,
  { columns, dimension, chosen, query, isOneOfSeveral }: Asked,
): AdSource {
  const ask = async (span: DaySpan, days: number, request: Omit<ReportRequest, 'account' | 'from' | 'to'>) => {
    const spans = splitDays(span, days);
    const answers = await mapBounded(spans, requestsAtOnce, ({ from, to }) => {
      return readReport(access, { ...request, account, from, to });
    });
    const rows = answers.flat();
    return chosen ? rows.filter(({ campaign }) => chosen.has(campaign)) : rows;
  };
  // Of chosen campaigns there are rows of each, out of which people have no sum.
  const [level, id] = chosen ? (['AUCTION_CAMPAIGN', 'campaign_id'] as const) : wholeAccount;
  const ofAccount = { type: 'BASIC', level, columns } as const;
  return {
    ofPeople,
    async total(span) {
      const rows = await ask(span, mostDays, { ...ofAccount, dimensions: [id] });
      return rows.length === 0
        ? undefined
        : addColumns(
            rows.map((row) => row.columns),
            ofPeople,
          );
    },
    async days(span) {
      const rows = await ask(span, mostSingleDays, {
        ...ofAccount,
        dimensions: [id, 'stat_time_day'],
      });
      return { groups: rows.map((row) => ({ key: dayOf(row), columns: row.columns })) };
    },
    async groups(span) {
      if (!dimension) throw new ConnectorError('invalid_config', 'The query has no dimension.');
      const rows = await ask(span, mostDays, requestOf(dimension, columns, chosen !== undefined));
      if (dimension.key === 'ad') return { groups: ofAds(access, { ...query, account }, rows, isOneOfSeveral) };
      return { groups: rows.map((row) => ({ key: keyOf(row, dimension), columns: row.columns })) };
    },
  };
}

/** Several ads may have one name. */
function ofAds(
  { context }: TikTokAccess,
  query: Parameters<typeof noteIds>[1],
  rows: readonly ReportRow[],
  isOneOfSeveral: boolean,
) {
  const idOf = ({ dimensions }: ReportRow) => String(dimensions.ad_id ?? '');
  const named = rows.map((row) => [idOf(row), row.name ?? idOf(row)] as const);
  const names = namedApart(named, isOneOfSeveral);
  noteIds(context, query, new Map([...names].map(([id, name]) => [name, id])));
  return rows.map((row) => ({ key: names.get(idOf(row)) ?? null, columns: row.columns }));
}

const wholeAccount = ['AUCTION_ADVERTISER', 'advertiser_id'] as const;

function requestOf({ key, name, ofAudience }: Dimension, columns: readonly string[], isByCampaign: boolean) {
  if (key === 'ad') {
    const ofAd = { type: 'BASIC', level: 'AUCTION_AD', dimensions: [name], columns, nameColumn: 'ad_name' } as const;
    return { ...ofAd, ...(isByCampaign && { withCampaigns: true as const }) };
  }
  if (!ofAudience) {
    return {
      type: 'BASIC',
      level: 'AUCTION_CAMPAIGN',
      dimensions: [name],
      columns,
      nameColumn: 'campaign_name',
    } as const;
  }
  const known = columns.filter((column) => columnsOfAudience.has(column));
  const [level, id] = isByCampaign ? (['AUCTION_CAMPAIGN', 'campaign_id'] as const) : wholeAccount;
  return { type: 'AUDIENCE', level, dimensions: [id, name], columns: known } as const;
}

/** A day such as `2026-03-01 00:00:00`. */
function dayOf({ dimensions }: ReportRow): string {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(dimensions.stat_time_day)) ?? [];
  if (day === undefined) throw strange();
  return day;
}

/** How TikTok writes what it does not know. */
const unknown = new Set(['', '-1', '0', 'none', 'null', 'undefined', 'unknown', 'zz']);

function keyOf({ dimensions, name }: ReportRow, dimension: Dimension): string | null {
  const value = String(dimensions[dimension.name] ?? '');
  if (dimension.key === 'campaign') return name ?? value;
  if (unknown.has(value.toLowerCase())) return null;
  if (dimension.key === 'country') return /^[A-Z]{2}$/i.test(value) ? nameOfCountry(value.toUpperCase()) : value;
  return devices[value] ?? value;
}

const devices: Readonly<Record<string, string>> = {
  ANDROID: 'Android',
  IPHONE: 'iPhone',
  IPAD: 'iPad',
  PC: 'Desktop',
  OTHERS: 'Others',
};
