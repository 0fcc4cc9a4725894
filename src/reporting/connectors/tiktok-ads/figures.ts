import { ConnectorError, type Query, type QueryResult } from '../contract.ts';
import { addColumns } from '../hosted/ad-figures.ts';
import { type AdSource, queryAds, requestsAtOnce } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, splitDays } from '../hosted/day-spans.ts';
import { mapBounded } from '../map-bounded.ts';
import { strange, type TikTokAccess } from './api.ts';
import { columnsOfAudience, tikTokAdsCatalog } from './catalog.ts';
import { type ReportRequest, type ReportRow, readReport } from './reports.ts';

type Account = Choice & { readonly account: string };
type Dimension = (typeof tikTokAdsCatalog.dimensions)[number];

const ofPeople: ReadonlySet<string> = new Set(['reach']);
/** What everything with activity has. */
const probe = ['impressions', 'spend'];
const mostDays = 365;
const mostSingleDays = 30;

/** Answers a query. Throws a ConnectorError. */
export function queryTikTok(access: TikTokAccess, config: Account, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(tikTokAdsCatalog, config, query);
  const columns = [...new Set([...metrics.flatMap((metric) => metric.columns), ...probe])];
  return queryAds(query, metrics, sourceOf(access, config.account, columns, dimension));
}

function sourceOf(
  access: TikTokAccess,
  account: string,
  columns: readonly string[],
  dimension: Dimension | undefined,
): AdSource {
  const ask = async (span: DaySpan, days: number, request: Omit<ReportRequest, 'account' | 'from' | 'to'>) => {
    const spans = splitDays(span, days);
    const answers = await mapBounded(spans, requestsAtOnce, ({ from, to }) => {
      return readReport(access, { ...request, account, from, to });
    });
    return answers.flat();
  };
  const ofAccount = { type: 'BASIC', level: 'AUCTION_ADVERTISER', columns } as const;
  return {
    ofPeople,
    async total(span) {
      const rows = await ask(span, mostDays, { ...ofAccount, dimensions: ['advertiser_id'] });
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
        dimensions: ['advertiser_id', 'stat_time_day'],
      });
      return { groups: rows.map((row) => ({ key: dayOf(row), columns: row.columns })) };
    },
    async groups(span) {
      if (!dimension) throw new ConnectorError('invalid_config', 'The query has no dimension.');
      const rows = await ask(span, mostDays, requestOf(dimension, columns));
      return { groups: rows.map((row) => ({ key: keyOf(row, dimension), columns: row.columns })) };
    },
  };
}

function requestOf({ name, ofAudience }: Dimension, columns: readonly string[]) {
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
  const dimensions = ['advertiser_id', name];
  return { type: 'AUDIENCE', level: 'AUCTION_ADVERTISER', dimensions, columns: known } as const;
}

/** A day such as `2026-03-01 00:00:00`. */
function dayOf({ dimensions }: ReportRow): string {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(dimensions.stat_time_day)) ?? [];
  if (day === undefined) throw strange();
  return day;
}

/** How TikTok writes what it does not know. */
const unknown = new Set(['', '-1', '0', 'none', 'null', 'undefined', 'unknown', 'zz']);
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

function keyOf({ dimensions, name }: ReportRow, dimension: Dimension): string | null {
  const value = String(dimensions[dimension.name] ?? '');
  if (dimension.key === 'campaign') return name ?? value;
  if (unknown.has(value.toLowerCase())) return null;
  if (dimension.key === 'country')
    return /^[A-Z]{2}$/i.test(value) ? (countries.of(value.toUpperCase()) ?? value) : value;
  return devices[value] ?? value;
}

const devices: Readonly<Record<string, string>> = {
  ANDROID: 'Android',
  IPHONE: 'iPhone',
  IPAD: 'iPad',
  PC: 'Desktop',
  OTHERS: 'Others',
};
