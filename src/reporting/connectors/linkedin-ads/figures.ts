import { ConnectorError, type Depiction, type DepictionQuery, type Query, type QueryResult } from '../contract.ts';
import { addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdGroups, type AdSource, queryAds, requestsAtOnce } from '../hosted/ad-report.ts';
import type { CampaignFilter } from '../hosted/campaigns.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, daysIn, splitDays } from '../hosted/day-spans.ts';
import { namedApart, noteIds, readIds } from '../hosted/ids-of-values.ts';
import { type Accounts, combineSources, eachAccount } from '../hosted/several-accounts.ts';
import { mapBounded } from '../map-bounded.ts';
import { type AnalyticsRequest, type AnalyticsRow, hasDaysFrom, readAnalytics } from './analytics.ts';
import { type LinkedInAccess, readAccount, readSettings } from './api.ts';
import { campaignBatches } from './campaigns.ts';
import { linkedInAdsCatalog, notOfProfiles } from './catalog.ts';
import { depictCreatives } from './creatives.ts';
import { namesOf } from './names.ts';

type Account = Choice & Accounts & { readonly campaigns?: CampaignFilter | undefined };
type Dimension = (typeof linkedInAdsCatalog.dimensions)[number];

const ofPeople: ReadonlySet<string> = new Set(['approximateMemberReach']);
/** LinkedIn counts people over no longer time than this. */
const mostDaysOfPeople = 92;
/** What everything with activity has. */
const probe = ['impressions', 'costInLocalCurrency'];

/** Answers a query. Throws a ConnectorError. */
export async function queryLinkedIn(access: LinkedInAccess, config: Account, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(linkedInAdsCatalog, config, query);
  const columns = [...new Set([...metrics.flatMap((metric) => metric.columns), ...probe])];
  const { campaigns } = config;
  if (config.more_accounts) await readSettings(access, config);
  const sources = await eachAccount(config, async (account) => {
    const batches = campaigns && (await campaignBatches(access, account, campaigns));
    const isOneOfSeveral = config.more_accounts !== undefined;
    return sourceOf(access, account, { columns, dimension, batches, query, isOneOfSeveral });
  });
  return await queryAds(query, metrics, combineSources(sources));
}

/** What creatives look like. */
export async function depictAds(
  access: LinkedInAccess,
  config: Account,
  { query, keys }: DepictionQuery,
): Promise<readonly Depiction[]> {
  const depicted = await eachAccount(config, async (account) => {
    const ofAccount = { ...query, account };
    const urns = await readIds(access.context, ofAccount, () => queryLinkedIn(access, config, query));
    const asked = keys.flatMap((key) => {
      const urn = urns.get(key);
      return urn === undefined ? [] : [{ key, urn }];
    });
    return asked.length === 0 ? [] : await depictCreatives(access, account, asked);
  });
  return depicted.flat();
}

interface Asked {
  readonly columns: readonly string[];
  readonly dimension: Dimension | undefined;
  /** URNs of campaigns, where there is a filter. */
  readonly batches: readonly (readonly string[])[] | undefined;
  readonly query: Query;
  readonly isOneOfSeveral: boolean;
}

function sourceOf(
  access: LinkedInAccess,
  account: string,
  { columns, dimension, batches, query, isOneOfSeveral }: Asked,
): AdSource {
  // People of several batches may be the same: they have no sum then, as where rows are added up.
  const read = async (request: AnalyticsRequest) => {
    if (!batches) return await readAnalytics(access, request);
    const parts = await mapBounded(batches, requestsAtOnce, (campaigns) =>
      readAnalytics(access, { ...request, campaigns }),
    );
    return parts.flat();
  };
  const ask = async (span: DaySpan, request: Pick<AnalyticsRequest, 'pivot' | 'granularity'>, without = noColumns) => {
    const isTooLong = daysIn(span) > mostDaysOfPeople;
    const asked = columns.filter((name) => !without.has(name) && !(isTooLong && ofPeople.has(name)));
    const rows = await read({ ...span, ...request, account, columns: asked });
    // Without a right to read the account LinkedIn answers nothing, too.
    if (rows.length === 0) await readAccount(access, account);
    return rows;
  };
  const total = async (span: DaySpan) => {
    const rows = await ask(span, { pivot: 'ACCOUNT', granularity: 'ALL' });
    return rows.length === 0
      ? undefined
      : addColumns(
          rows.map((row) => row.columns),
          ofPeople,
        );
  };
  return {
    ofPeople,
    total,
    async days({ from, to }) {
      const spans = splitDays({ from, to }, mostDaysOfPeople);
      const answers = await mapBounded(spans, requestsAtOnce, (span) => {
        return ask(span, { pivot: 'ACCOUNT', granularity: 'DAILY' });
      });
      const rows = answers.flat();
      if (hasDaysFrom(from) || (await addUp(rows, total, { from, to }))) return groupsOf(rows);
      return { groups: [], notices: [{ code: 'withheld_rows' }] };
    },
    async groups({ from, to }) {
      if (!dimension) throw new ConnectorError('invalid_config', 'The query has no dimension.');
      const { pivot, names, ofProfiles } = dimension;
      const rows = await ask({ from, to }, { pivot, granularity: 'ALL' }, ofProfiles ? notOfProfiles : noColumns);
      const values = rows.flatMap(({ value }) => value ?? []);
      const nameOf = names ? await namesOf(access, account, names, values) : wordOf;
      if (names === 'creatives') {
        const numberOf = (urn: string) => urn.split(':').at(-1) ?? urn;
        const named = namedApart(
          values.map((urn) => [numberOf(urn), nameOf(urn) ?? urn]),
          isOneOfSeveral,
        );
        const keyOf = (urn: string) => named.get(numberOf(urn)) ?? urn;
        noteIds(access.context, { ...query, account }, new Map(values.map((urn) => [keyOf(urn), urn])));
        return { groups: rows.map(({ value, columns }) => ({ key: value && keyOf(value), columns })) };
      }
      const groups = rows.map(({ value, columns }) => ({ key: value === null ? null : nameOf(value), columns }));
      return { groups, ...(ofProfiles && { notices: [{ code: 'withheld_rows' }] }) };
    },
  };
}

const noColumns: ReadonlySet<string> = new Set();

function groupsOf(rows: readonly AnalyticsRow[]): AdGroups {
  return { groups: rows.map(({ day, columns }) => ({ key: day, columns })) };
}

/** Whether the days are all there; a month of which some are not would look like a bad one. */
async function addUp(rows: readonly AnalyticsRow[], total: AdSource['total'], span: DaySpan): Promise<boolean> {
  const impressions = (columns: Columns | undefined) => Number(columns?.impressions ?? 0);
  const whole = impressions(await total(span));
  return rows.reduce((sum, { columns }) => sum + impressions(columns), 0) >= whole;
}

/** A word such as `MOBILE_APP` as people write it. */
function wordOf(value: string): string | null {
  if (/^(UNKNOWN|UNDETERMINED)$/.test(value)) return null;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return /^[A-Z_]+$/.test(value) ? words.charAt(0).toUpperCase() + words.slice(1) : value;
}
