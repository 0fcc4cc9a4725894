import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { SeenRequest } from '../support/json-server.ts';
import { type AdActivity, activityIn, adCampaigns, countActivity } from './ad-activity.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { oauthDoubleClient } from './sign-in-double.ts';

export const amazonToken = 'Atza-token-of-the-test';
/** `shop` has the activity, `idle` none; others are not the person's. */
export const amazonProfiles = { shop: '3000000000000001', idle: '3000000000000002' };
const usualTokens: ReadonlyMap<string, string> = new Map([[amazonToken, 'advertising::campaign_management']]);

const profiles = [
  { profileId: 3000000000000001, countryCode: 'US', currencyCode: 'USD', timezone: 'America/New_York' },
  { profileId: 3000000000000002, countryCode: 'DE', currencyCode: 'EUR', timezone: 'Europe/Berlin' },
].map((profile, index) => ({ ...profile, accountInfo: { name: `Shop ${index + 1}`, type: 'seller' } }));

interface Asked {
  readonly startDate: string;
  readonly endDate: string;
  readonly configuration: {
    readonly adProduct: string;
    readonly reportTypeId: string;
    readonly groupBy: readonly string[];
    readonly timeUnit: string;
    readonly columns: readonly string[];
    readonly format: string;
  };
}

interface Run {
  readonly asked: Asked;
  readonly profile: string;
  looks: number;
}

export interface AmazonDouble extends Double {
  /** How often a report is looked at before it is done. */
  looks: number;
  /** What a finished report is instead of its file. */
  file: ((rows: readonly object[]) => Buffer) | null;
  address: string | null;
}

/** Which campaigns are of which kind: the second are of brands, none of display. */
const products: Readonly<Record<string, { readonly report: string; has(activity: AdActivity): boolean }>> = {
  SPONSORED_PRODUCTS: { report: 'spCampaigns', has: ({ campaign }) => campaign !== 102 },
  SPONSORED_BRANDS: { report: 'sbCampaigns', has: ({ campaign }) => campaign === 102 },
  SPONSORED_DISPLAY: { report: 'sdCampaigns', has: () => false },
};

/**
 * Answers as Amazon's published collection of requests says of profiles and of reports of version 3, to the tokens of a
 * sign-in, over `adActivity` in the zone of the profile. What is asked for again while it is worked on is a duplicate.
 */
export async function startAmazonAds(tokens = usualTokens): Promise<AmazonDouble> {
  const runs = new Map<string, Run>();
  const double = (await startDouble((request, response) => {
    const { pathname } = new URL(request.path, 'http://double');
    const [, file] = /^\/files\/(.+)$/.exec(pathname) ?? [];
    if (file) return download(request, response, runs.get(file));
    assertAuthorized(request, tokens);
    if (pathname === '/v2/profiles') return profiles;
    const profile = String(request.headers['amazon-advertising-api-scope']);
    if (!Object.values(amazonProfiles).includes(profile)) throw refusal(401, 'UNAUTHORIZED');
    if (pathname === '/reporting/reports' && request.method === 'POST') return create(request, profile);
    const [, id = ''] = /^\/reporting\/reports\/(.+)$/.exec(pathname) ?? [];
    return stateOf(id, runs.get(id));
  })) as AmazonDouble;
  Object.assign(double, { looks: 0, file: null, address: null });
  return double;

  function create({ headers, body }: SeenRequest, profile: string) {
    if (headers['content-type'] !== 'application/vnd.createasyncreportrequest.v3+json')
      throw refusal(415, 'UNSUPPORTED');
    const asked: Asked = JSON.parse(body);
    check(asked);
    const same = [...runs].find(
      ([, run]) => run.profile === profile && JSON.stringify(run.asked) === body && run.looks <= double.looks,
    );
    if (same) throw new DoubleRefusal(425, { code: '425', detail: `The Request is a duplicate of : ${same[0]}` });
    const reportId = `8adca409-98e1-442c-9e74-${runs.size}`;
    runs.set(reportId, { asked, profile, looks: 0 });
    return { reportId, status: 'PENDING', url: null };
  }

  function stateOf(reportId: string, run: Run | undefined) {
    if (!run) throw refusal(404, 'NOT_FOUND');
    if (run.looks++ < double.looks) return { reportId, status: run.looks === 1 ? 'PENDING' : 'PROCESSING', url: null };
    const url =
      double.address ?? `https://offline-report-storage.s3.amazonaws.com/files/${reportId}?X-Amz-Signature=a%2Fb`;
    return { reportId, status: 'COMPLETED', url };
  }

  function download({ headers }: SeenRequest, response: ServerResponse, run: Run | undefined): unknown {
    if (!run || headers.authorization || headers['amazon-advertising-api-clientid']) throw refusal(403, 'SIGNATURE');
    const rows = rowsOf(run);
    response.setHeader('content-type', 'application/octet-stream');
    response.end(double.file?.(rows) ?? gzipSync(JSON.stringify(rows)));
    return undefined;
  }
}

function refusal(status: number, code: string): DoubleRefusal {
  return new DoubleRefusal(status, { code, details: 'user admin may not do this' });
}

function assertAuthorized({ headers }: SeenRequest, tokens: ReadonlyMap<string, string>): void {
  if (headers['amazon-advertising-api-clientid'] !== oauthDoubleClient.client_id) throw refusal(403, 'CLIENT');
  if (!tokens.has(`${headers.authorization}`.replace(/^Bearer /, ''))) throw refusal(401, 'UNAUTHORIZED');
}

function check({ startDate, endDate, configuration }: Asked): void {
  const { adProduct, reportTypeId, groupBy, timeUnit, columns, format } = configuration;
  const suffix = adProduct === 'SPONSORED_PRODUCTS' ? '14d' : '';
  const known = ['date', 'campaignId', 'campaignName', 'impressions', 'clicks', 'cost'];
  const all = [...known, `purchases${suffix}`, `sales${suffix}`];
  const days = Temporal.PlainDate.from(startDate).until(endDate, { largestUnit: 'days' }).days + 1;
  const isRight = groupBy.join() === 'campaign' && timeUnit === 'DAILY' && format === 'GZIP_JSON';
  if (products[adProduct]?.report !== reportTypeId || !isRight || days < 1 || days > 31) throw refusal(400, 'REPORT');
  if (!columns.every((name) => all.includes(name))) throw refusal(400, 'configuration columns');
}

function rowsOf({ asked, profile }: Run) {
  const { adProduct, columns } = asked.configuration;
  const has = (activity: AdActivity) => products[adProduct]?.has(activity) ?? false;
  const found = profile === amazonProfiles.shop ? activityIn(asked.startDate, asked.endDate).filter(has) : [];
  return [...Map.groupBy(found, ({ day, campaign }) => `${day} ${campaign}`)].map(([key, same]) => {
    const [date = '', campaignId = ''] = key.split(' ');
    const { impressions, clicks, cost, conversions } = countActivity(same);
    const figures: Readonly<Record<string, unknown>> = {
      ...{ date, campaignId: Number(campaignId), campaignName: adCampaigns[Number(campaignId)] ?? null },
      ...{ impressions, clicks, cost: cost / 1000, purchases14d: conversions, purchases: conversions },
      ...{ sales14d: conversions * 10, sales: conversions * 10 },
    };
    return Object.fromEntries(columns.map((name) => [name, figures[name]]));
  });
}
