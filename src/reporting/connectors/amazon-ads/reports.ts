import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import type { Columns } from '../hosted/ad-figures.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { downloadReport } from '../hosted/download.ts';
import { oncePerContext } from '../hosted/once.ts';
import { pollUntil } from '../hosted/poll.ts';
import { gunzip } from '../hosted/unpack.ts';
import { type AmazonAccess, askAmazon, type Region, strange } from './api.ts';

export const adTypes = ['sponsored_products', 'sponsored_brands', 'sponsored_display'] as const;
export type AdType = (typeof adTypes)[number];

interface Kind {
  readonly name: string;
  readonly report: string;
  /** Amazon's columns by the names of ours. */
  readonly columns: Readonly<Record<string, string>>;
}

const counts = { impressions: 'impressions', clicks: 'clicks', cost: 'cost' };
const kinds: Readonly<Record<AdType, Kind>> = {
  sponsored_products: {
    ...{ name: 'Sponsored Products', report: 'spCampaigns' },
    columns: { ...counts, purchases: 'purchases14d', sales: 'sales14d' },
  },
  sponsored_brands: {
    ...{ name: 'Sponsored Brands', report: 'sbCampaigns' },
    columns: { ...counts, purchases: 'purchases', sales: 'sales' },
  },
  sponsored_display: {
    ...{ name: 'Sponsored Display', report: 'sdCampaigns' },
    columns: { ...counts, purchases: 'purchases', sales: 'sales' },
  },
};

/** The figures of a campaign on a day (YYYY-MM-DD). */
export interface CampaignDay {
  readonly day: string;
  readonly campaign: string | null;
  readonly adType: string;
  readonly columns: Columns;
}

export interface Asked extends DaySpan {
  readonly region: Region;
  readonly profile: string;
  readonly adType: AdType;
}

const created = Type.Object({
  reportId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' })),
  /** Of a repetition: `The Request is a duplicate of : ID`. */
  detail: Type.Optional(Type.String()),
});
const state = Type.Object({ status: Type.String(), url: Type.Optional(Type.Union([Type.String(), Type.Null()])) });
const rows = Type.Array(Type.Record(Type.String(), Type.Unknown()));

const once = oncePerContext<CampaignDay[]>();

/** The campaigns of at most 31 days by day, by one report for all queries. Throws a ConnectorError. */
export function readCampaignDays(access: AmazonAccess, asked: Asked): Promise<CampaignDay[]> {
  const { from, to, region, profile, adType } = asked;
  return once(access.context, [region, profile, adType, from, to].join(' '), () => readReport(access, asked));
}

async function readReport(access: AmazonAccess, { from, to, region, profile, adType }: Asked): Promise<CampaignDay[]> {
  const { report, columns } = kinds[adType];
  const configuration = {
    ...{ adProduct: adType.toUpperCase(), reportTypeId: report, groupBy: ['campaign'], timeUnit: 'DAILY' },
    columns: ['date', 'campaignId', 'campaignName', ...Object.values(columns)],
    format: 'GZIP_JSON',
  };
  const text = JSON.stringify({ name: 'report-service', startDate: from, endDate: to, configuration });
  const body = { type: 'application/vnd.createasyncreportrequest.v3+json', text };
  const made = await askAmazon(access, region, { path: '/reporting/reports', profile, body }, created);
  const path = `/reporting/reports/${idIn(made)}`;
  const url = await pollUntil('Amazon', access.context, async () => {
    return addressIn(await askAmazon(access, region, { path, profile }, state));
  });
  const bytes = await downloadReport(url, 'amazon-ads', access.context);
  return readRows(bytes).map((row) => dayOf(row, kinds[adType]));
}

/** A report that Amazon still works on, such as that of an attempt before, is waited for again. */
function idIn({ reportId, detail = '' }: Static<typeof created>): string {
  const id = reportId ?? /duplicate of\s*:\s*([A-Za-z0-9-]{1,100})/.exec(detail)?.[1];
  if (id === undefined) throw strange();
  return id;
}

/** Undefined while Amazon works on it. */
function addressIn({ status, url }: Static<typeof state>): string | undefined {
  if (status === 'PENDING' || status === 'PROCESSING') return undefined;
  if (status === 'COMPLETED' && url) return url;
  throw new ConnectorError('transient', 'Amazon gave up its report.');
}

function readRows(bytes: Buffer): Static<typeof rows> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const found = parse((isPacked ? gunzip(bytes) : bytes).toString('utf8'));
  if (!Array.isArray(found) || !found.every((row) => typeof row === 'object' && row !== null)) throw strange();
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw strange();
  }
}

function dayOf(row: Readonly<Record<string, unknown>>, { name, columns }: Kind): CampaignDay {
  const { date, campaignName, campaignId } = row;
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) throw strange();
  const campaign = typeof campaignName === 'string' && campaignName !== '' ? campaignName : campaignId;
  return {
    day: date,
    campaign: campaign === undefined || campaign === null ? null : String(campaign),
    adType: name,
    columns: Object.fromEntries(Object.entries(columns).map(([own, theirs]) => [own, figureIn(row[theirs])])),
  };
}

function figureIn(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = decimalText(value);
  if (text === undefined) throw strange();
  return text;
}
