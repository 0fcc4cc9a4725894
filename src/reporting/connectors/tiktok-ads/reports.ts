import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import type { Columns } from '../hosted/ad-figures.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { askTikTok, strange, type TikTokAccess } from './api.ts';

const page = Type.Object({
  list: Type.Array(
    Type.Object({
      dimensions: Type.Record(Type.String(), Type.Unknown()),
      metrics: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
  page_info: Type.Object({ total_number: Type.Integer({ minimum: 0 }) }),
});

export interface ReportRequest extends DaySpan {
  readonly account: string;
  readonly type: 'BASIC' | 'AUDIENCE';
  readonly level: 'AUCTION_ADVERTISER' | 'AUCTION_CAMPAIGN' | 'AUCTION_AD';
  readonly dimensions: readonly string[];
  readonly columns: readonly string[];
  /** A name of the group among the figures. */
  readonly nameColumn?: string;
  /** Whether rows, which are of ads, name their campaigns. */
  readonly withCampaigns?: true;
}

export interface ReportRow {
  readonly dimensions: Readonly<Record<string, unknown>>;
  readonly name: string | null;
  /** The campaign's id, where it is a dimension or was asked for. */
  readonly campaign: string;
  readonly columns: Columns;
}

const pageSize = 1_000;
const mostPages = 100;

/** The rows of a report over 30 days at most with `stat_time_day`, else 365. Throws a ConnectorError. */
export async function readReport(access: TikTokAccess, request: ReportRequest): Promise<ReportRow[]> {
  const { account, type, level, dimensions, columns, nameColumn, withCampaigns, from, to } = request;
  const named = [...(nameColumn === undefined ? [] : [nameColumn]), ...(withCampaigns ? ['campaign_id'] : [])];
  const parameters = {
    advertiser_id: account,
    service_type: 'AUCTION',
    report_type: type,
    data_level: level,
    dimensions: JSON.stringify(dimensions),
    metrics: JSON.stringify([...columns, ...named]),
    start_date: from,
    end_date: to,
    page_size: String(pageSize),
  };
  const rows: ReportRow[] = [];
  for (let number = 1; number <= mostPages; number++) {
    const { list, page_info } = await askTikTok(
      access,
      'report/integrated/get/',
      { ...parameters, page: String(number) },
      page,
    );
    rows.push(...list.map((row) => rowOf(row, columns, nameColumn)));
    if (rows.length === page_info.total_number) return rows;
    // Rows came or went between two pages.
    if (list.length === 0 || rows.length > page_info.total_number) throw strange();
  }
  const message = 'The period has more than 100,000 groups. Choose a shorter one, or another dimension.';
  throw new ConnectorError('invalid_config', message);
}

/** How TikTok writes a figure that it does not have. */
const none = '-';

function rowOf(
  { dimensions, metrics }: Static<typeof page>['list'][number],
  columns: readonly string[],
  nameColumn: string | undefined,
): ReportRow {
  const figures = columns.map((name) => [name, figureOf(metrics[name])]);
  const name = nameColumn === undefined ? null : metrics[nameColumn];
  return {
    ...{ dimensions, name: typeof name === 'string' && name ? name : null },
    campaign: String(dimensions.campaign_id ?? metrics.campaign_id ?? ''),
    columns: Object.fromEntries(figures),
  };
}

function figureOf(value: unknown): string | null {
  if (value === undefined || value === null || value === none || value === '') return null;
  const text = decimalText(value);
  if (text === undefined) throw strange();
  return text;
}
