import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../support/json-server.ts';
import { type AdActivity, activityIn, adCampaigns, countActivity } from './ad-activity.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { oauthDoubleClient } from './sign-in-double.ts';
import { zipOf } from './zip.ts';

export const microsoftToken = 'microsoft-token-of-the-test';
export const microsoftClient = { ...oauthDoubleClient, developer_token: 'developer-token-of-the-test' };
/** `shop` has the activity, `idle` none; others are not the person's. */
export const microsoftAccounts = { shop: '1500000001', idle: '1500000002' };
const customer = '2500000001';
const usualTokens: ReadonlyMap<string, string> = new Map([[microsoftToken, 'https://ads.microsoft.com/msads.manage']]);

const accounts = Object.values(microsoftAccounts).map((Id) => ({
  ...{ Id, ParentCustomerId: customer, Name: `Shop ${Id.at(-1)}`, Number: `F1000${Id.at(-1)}`, CurrencyCode: 'USD' },
  TimeZone: 'EasternTimeUSCanada',
}));

/** Unlisted: one with the same activity, and one with other amounts. */
export const microsoftTwins = { same: '1500000004', other: '1500000005' };

interface Asked {
  readonly Type: string;
  readonly Aggregation: 'Daily' | 'Summary';
  readonly Columns: readonly string[];
  readonly Scope: { readonly AccountIds: readonly string[] };
  readonly Time: { readonly CustomDateRangeStart: DateParts; readonly CustomDateRangeEnd: DateParts };
}

interface DateParts {
  readonly Day: number;
  readonly Month: number;
  readonly Year: number;
}

interface Run {
  readonly asked: Asked;
  looks: number;
}

export interface MicrosoftDouble extends Double {
  /** How often a report is looked at before it is done. */
  looks: number;
  /** What a finished report is instead of its file; the address instead of its own. */
  file: ((csv: string) => Buffer) | null;
  address: string | null;
}

/**
 * Answers as https://learn.microsoft.com/en-us/advertising/reporting-service and customer-management-service say of their
 * JSON, to the tokens of a sign-in, over `adActivity` by days of UTC. Files take no credentials.
 */
export async function startMicrosoftAds(tokens = usualTokens): Promise<MicrosoftDouble> {
  const runs = new Map<string, Run>();
  const double = (await startDouble((request, response) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname.startsWith('/reports/')) return file(request, response, runs.get(pathname.slice('/reports/'.length)));
    if (request.method !== 'POST') throw refusal(405, 100, 'NullRequest');
    assertAuthorized(request, tokens);
    const body = JSON.parse(request.body);
    if (pathname === '/CustomerManagement/v13/User/Query') return { User: { Id: '77', CustomerId: customer } };
    if (pathname === '/CustomerManagement/v13/Accounts/Search') return search(body);
    if (pathname === '/CustomerManagement/v13/Account/Query') return { Account: accountOf(body.AccountId) };
    if (request.headers.customerid !== customer) throw refusal(400, 116, 'RequestMissingHeaders');
    if (pathname === '/Reporting/v13/GenerateReport/Submit') return submit(body.ReportRequest);
    if (pathname === '/Reporting/v13/GenerateReport/Poll') return poll(body.ReportRequestId);
    throw new DoubleRefusal(404, {});
  })) as MicrosoftDouble;
  Object.assign(double, { looks: 0, file: null, address: null });
  return double;

  function submit(asked: Asked) {
    checkReport(asked);
    const ReportRequestId = `3000000000${runs.size}`;
    runs.set(ReportRequestId, { asked, looks: 0 });
    return { ReportRequestId };
  }

  function poll(id: string) {
    const run = runs.get(id);
    if (!run) throw refusal(400, 2100, 'ReportingServiceInvalidReportId');
    if (run.looks++ < double.looks) return { ReportRequestStatus: { Status: 'Pending', ReportDownloadUrl: null } };
    const isEmpty = rowsOf(run.asked).length === 0;
    const ReportDownloadUrl =
      double.address ?? `https://bingadsappsstorageprod.blob.core.windows.net/reports/${id}?sig=a%2Fb`;
    return { ReportRequestStatus: { Status: 'Success', ReportDownloadUrl: isEmpty ? null : ReportDownloadUrl } };
  }

  function file({ headers }: SeenRequest, response: ServerResponse, run: Run | undefined): unknown {
    if (!run || headers.authorization || headers.developertoken) throw new DoubleRefusal(403, {});
    const csv = csvOf(run.asked);
    const bytes = double.file?.(csv) ?? zipOf('report.csv', Buffer.from(`\uFEFF${csv}`));
    response.setHeader('content-type', 'application/x-zip-compressed');
    response.end(bytes);
    return undefined;
  }
}

function refusal(status: number, Code: number, ErrorCode: string): DoubleRefusal {
  const Errors = [{ Code, Detail: null, ErrorCode, Message: 'user admin may not do this' }];
  return new DoubleRefusal(status, { Errors, TrackingId: 't', Type: 'AdApiFaultDetail' });
}

function assertAuthorized({ headers }: SeenRequest, tokens: ReadonlyMap<string, string>): void {
  if (headers.developertoken !== microsoftClient.developer_token) throw refusal(400, 105, 'InvalidCredentials');
  if (!tokens.has(`${headers.authorization}`.replace(/^Bearer /, '')))
    throw refusal(400, 109, 'AuthenticationTokenExpired');
}

function accountOf(id: string) {
  const [first] = accounts;
  if (id === microsoftTwins.same) return { ...first, Id: id };
  if (id === microsoftTwins.other) return { ...first, Id: id, CurrencyCode: 'EUR' };
  const account = accounts.find(({ Id }) => Id === id);
  if (account) return account;
  throw new DoubleRefusal(400, {
    OperationErrors: [{ Code: 106, Details: null, Message: 'The user is not authorized to perform this action.' }],
    Type: 'ApiFault',
  });
}

function search({
  Predicates: [predicate],
  PageInfo,
}: {
  Predicates: { Field: string; Value: string }[];
  PageInfo: { Index: number };
}) {
  if (predicate?.Field !== 'UserId' || predicate.Value !== '77') throw refusal(400, 4203, 'Predicate');
  return { Accounts: PageInfo.Index === 0 ? accounts : [] };
}

const attributes: Readonly<Record<string, (activity: AdActivity) => string>> = {
  AccountId: () => microsoftAccounts.shop,
  TimePeriod: ({ day }) => day,
  CampaignName: ({ campaign }) => adCampaigns[campaign] ?? '',
  DeviceType: ({ device }) => (device === 'app' ? 'Smartphone' : 'Computer'),
  Network: () => 'Syndicated search partners',
  Country: ({ country }) => ({ DE: 'Germany', PL: 'Poland' })[country] ?? 'Unknown',
  Keyword: ({ campaign }) => (campaign === 102 ? 'red "shoes", size 40' : 'shoes'),
  SearchQuery: () => 'red shoes',
};
/** The attributes of each report, besides `TimePeriod`. */
const reports: Readonly<Record<string, readonly string[]>> = {
  AccountPerformanceReportRequest: ['AccountId', 'DeviceType', 'Network'],
  CampaignPerformanceReportRequest: ['CampaignName'],
  KeywordPerformanceReportRequest: ['Keyword'],
  SearchQueryPerformanceReportRequest: ['SearchQuery'],
  UserLocationPerformanceReportRequest: ['Country'],
};
const statistics = ['Impressions', 'Clicks', 'Spend', 'ConversionsQualified', 'Revenue'];

function checkReport({ Type, Aggregation, Columns, Scope }: Asked): void {
  const known = reports[Type];
  if (!known) throw refusal(400, 2002, 'ReportingServiceUnknownReportType');
  if (Columns.includes('TimePeriod') !== (Aggregation === 'Daily')) throw refusal(400, 2015, 'Columns');
  const wrong = Columns.find((name) => ![...known, ...statistics, 'TimePeriod'].includes(name));
  if (wrong || !Columns.includes('Impressions')) throw refusal(400, 2015, `ReportingServiceInvalidColumn ${wrong}`);
  const readable = [...accounts.map(({ Id }) => Id), microsoftTwins.same];
  if (!Scope.AccountIds.every((id) => readable.includes(id))) throw refusal(400, 2003, 'NotAuthorized');
}

const dayOf = ({ Year, Month, Day }: DateParts) => new Temporal.PlainDate(Year, Month, Day).toString();

function rowsOf({ Columns, Scope, Time }: Asked): string[][] {
  const isActive = Scope.AccountIds.some((id) => [microsoftAccounts.shop, microsoftTwins.same].includes(id));
  const found = isActive ? activityIn(dayOf(Time.CustomDateRangeStart), dayOf(Time.CustomDateRangeEnd)) : [];
  const names = Columns.filter((name) => name in attributes);
  const groups = Map.groupBy(found, (activity) => JSON.stringify(names.map((name) => attributes[name]?.(activity))));
  return [...groups].map(([key, same]) => {
    const values: string[] = JSON.parse(key);
    return Columns.map((name) => values[names.indexOf(name)] ?? statisticOf(name, same));
  });
}

function statisticOf(name: string, activities: readonly AdActivity[]): string {
  const { impressions, clicks, cost, conversions } = countActivity(activities);
  const figures: Readonly<Record<string, string>> = {
    ...{ Impressions: `${impressions}`, Clicks: `${clicks}`, Spend: (cost / 1000).toFixed(3) },
    ...{ ConversionsQualified: conversions.toFixed(2), Revenue: clicks === 0 ? '--' : (conversions * 10).toFixed(2) },
  };
  return figures[name] ?? '';
}

/** With the lines before and without those after it, as asked; fields in quotes. */
function csvOf(asked: Asked): string {
  const rows = rowsOf(asked);
  const quoted = (fields: readonly string[]) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
  const before = [
    ...['Report Name: report-service', 'Report Time: 2/27/2026,3/5/2026', 'Time Zone: (GMT-08:00) Pacific Time'],
    ...['Last Completed Available Day: 3/5/2026 10:15:00 PM (GMT)', 'Potential Incomplete Data: true'],
    `Rows: ${rows.length}`,
  ];
  return [...before.map((line) => quoted([line])), '', quoted(asked.Columns), ...rows.map(quoted), ''].join('\r\n');
}
