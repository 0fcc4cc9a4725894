import { type Static, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError, type Resource } from '../contract.ts';
import { askGoogle } from '../hosted/google/ask.ts';
import type { GoogleSecret } from '../hosted/google/secret.ts';
import { googleTokens } from '../hosted/google/tokens.ts';
import { mapBounded } from '../map-bounded.ts';

/** Which property is asked, and with what. */
export interface AnalyticsAccess {
  readonly property: string;
  readonly secret: GoogleSecret | null;
  readonly context: ConnectorContext;
}

/** A report as the Data API takes it. */
export interface ReportRequest {
  readonly dateRanges: readonly { readonly startDate: string; readonly endDate: string }[];
  readonly dimensions: readonly { readonly name: string }[];
  readonly metrics: readonly { readonly name: string }[];
  readonly dimensionFilter?: object;
  readonly orderBys: readonly unknown[];
  /** How many rows are wanted, over all pages. */
  readonly limit: number;
}

export const analyticsScopes = ['https://www.googleapis.com/auth/analytics.readonly'];

const values = Type.Array(Type.Object({ value: Type.Optional(Type.String()) }));
const flag = Type.Optional(Type.Boolean());
const text = Type.Optional(Type.String());
const quota = Type.Optional(Type.Object({ remaining: Type.Optional(Type.Number()) }));
/** What is empty or zero is left out. */
const report = Type.Object({
  rows: Type.Optional(Type.Array(Type.Object({ dimensionValues: Type.Optional(values), metricValues: values }))),
  rowCount: Type.Optional(Type.Integer({ minimum: 0 })),
  metadata: Type.Optional(
    Type.Object({
      currencyCode: text,
      timeZone: text,
      dataLossFromOtherRow: flag,
      subjectToThresholding: flag,
      samplingMetadatas: Type.Optional(Type.Array(Type.Unknown())),
      schemaRestrictionResponse: Type.Optional(
        Type.Object({ activeMetricRestrictions: Type.Optional(Type.Array(Type.Object({ metricName: text }))) }),
      ),
    }),
  ),
  propertyQuota: Type.Optional(
    Type.Object({ tokensPerDay: quota, tokensPerHour: quota, tokensPerProjectPerHour: quota }),
  ),
});
const batch = Type.Object({ reports: Type.Array(report) });

export type Report = Static<typeof report>;

/** 10,000 rows of ten metrics are about 3 MB, and five such reports come in one answer. */
const pageSize = 10_000;
const mostPages = 25;

/** Runs reports, in their order and with all the rows that each wants, at most 250,000. */
export async function runReports(access: AnalyticsAccess, requests: readonly ReportRequest[]): Promise<Report[]> {
  const reports: Report[] = requests.map(() => ({}));
  let open = requests.map((request, index) => ({ request, index }));
  for (let page = 0; open.length > 0 && page < mostPages; page++) {
    const offset = page * pageSize;
    const found = await runPages(
      access,
      open.map(({ request }) => pageOf(request, offset)),
    );
    open = open.filter(({ request, index }, position) => {
      const next = found[position] ?? {};
      const rows = [...(reports[index]?.rows ?? []), ...(next.rows ?? [])];
      reports[index] = { ...next, rows };
      const wanted = Math.min(request.limit, next.rowCount ?? 0);
      if (rows.length < Math.min(wanted, offset + pageSize)) throw strange();
      return rows.length < wanted;
    });
  }
  return reports;
}

function pageOf(request: ReportRequest, offset: number) {
  const limit = Math.min(pageSize, request.limit - offset);
  return { ...request, limit: `${limit}`, offset: `${offset}`, returnPropertyQuota: true };
}

const reportsInBatch = 5;
/** A property answers 10 reports at once. */
const batchesAtOnce = 2;

async function runPages(access: AnalyticsAccess, pages: readonly unknown[]): Promise<Report[]> {
  const batches = Array.from({ length: Math.ceil(pages.length / reportsInBatch) }, (_, index) =>
    pages.slice(index * reportsInBatch, (index + 1) * reportsInBatch),
  );
  return (await mapBounded(batches, batchesAtOnce, (requests) => runBatch(access, requests))).flat();
}

const dataApi = {
  system: 'google-analytics',
  name: 'Google Analytics Data API',
  advice: 'Check property, and the metrics and dimensions that were chosen.',
};

async function runBatch({ property, secret, context }: AnalyticsAccess, requests: readonly unknown[]) {
  const url = `https://analyticsdata.googleapis.com/${apiVersions['google-analytics'].version}/properties/${property}:batchRunReports?prettyPrint=false`;
  const tokens = googleTokens(secret, analyticsScopes, context);
  const { reports } = await askGoogle(dataApi, tokens, { url, shape: batch, body: { requests } }, context);
  if (reports.length !== requests.length) throw strange();
  warnOfQuota(reports.at(-1), context);
  return reports;
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'Google Analytics gave only a part of the report.');
}

/** A report takes some hundred tokens at most. */
const fewTokens = 1_000;

function warnOfQuota(last: Report | undefined, { log }: ConnectorContext): void {
  for (const [quota, status] of Object.entries(last?.propertyQuota ?? {})) {
    const { remaining } = status;
    if (remaining !== undefined && remaining < fewTokens) {
      log.warn({ quota, remaining }, 'A quota of the Google Analytics property is nearly used up');
    }
  }
}

const summaryPage = Type.Object({
  accountSummaries: Type.Optional(
    Type.Array(
      Type.Object({
        displayName: text,
        propertySummaries: Type.Optional(Type.Array(Type.Object({ property: Type.String(), displayName: text }))),
      }),
    ),
  ),
  nextPageToken: text,
});

const adminApi = { system: 'google-analytics', name: 'Google Analytics Admin API', advice: '' };
const mostSummaryPages = 50;

/** The properties of all accounts that the credentials can see, at most those of 10,000 accounts. */
export async function listProperties({ secret, context }: Omit<AnalyticsAccess, 'property'>): Promise<Resource[]> {
  const tokens = googleTokens(secret, analyticsScopes, context);
  const resources: Resource[] = [];
  let token = '';
  for (let page = 0; page < mostSummaryPages; page++) {
    const query = new URLSearchParams({ pageSize: '200', ...(token !== '' && { pageToken: token }) });
    const url = `https://analyticsadmin.googleapis.com/${apiVersions['google-analytics'].version}/accountSummaries?${query}`;
    const answer: Static<typeof summaryPage> = await askGoogle(adminApi, tokens, { url, shape: summaryPage }, context);
    for (const account of answer.accountSummaries ?? []) {
      for (const { property, displayName } of account.propertySummaries ?? []) {
        const names = [displayName, account.displayName].flatMap((name) => name || []);
        resources.push({ config: { property: property.replace('properties/', '') }, label: names.join(', '), names });
      }
    }
    token = answer.nextPageToken ?? '';
    if (token === '') break;
  }
  return resources;
}
