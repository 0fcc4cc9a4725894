import { Type } from 'typebox';
import type { Notice } from '../../documents/figures.ts';
import { ConnectorError } from '../contract.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { downloadReport } from '../hosted/download.ts';
import { pollUntil } from '../hosted/poll.ts';
import { unzipOne } from '../hosted/unpack.ts';
import { askMicrosoft, type MicrosoftAccess, readAccount, reporting } from './api.ts';
import { readRecords } from './csv.ts';
import { strange } from './faults.ts';

export interface ReportRequest extends DaySpan {
  /** Such as `Campaign`, of `CampaignPerformanceReportRequest`. */
  readonly report: string;
  /** By day, with the column `TimePeriod`, or over all days at once. */
  readonly by: 'Daily' | 'Summary';
  readonly columns: readonly string[];
}

export interface Report {
  /** Texts by the names of the columns. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly notices: readonly Notice[];
}

const submitted = Type.Object({ ReportRequestId: Type.String({ minLength: 1, maxLength: 100 }) });
const polled = Type.Object({
  ReportRequestStatus: Type.Object({
    Status: Type.String(),
    ReportDownloadUrl: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
});

/**
 * A report: submitted, waited for, and fetched as a ZIP of one CSV file from the address that Microsoft gives. Throws a
 * ConnectorError.
 */
export async function readReport(access: MicrosoftAccess, account: string, request: ReportRequest): Promise<Report> {
  const { ParentCustomerId } = await readAccount(access, account);
  const headers = { CustomerAccountId: account, CustomerId: String(ParentCustomerId) };
  const body = { ReportRequest: requestOf(account, request) };
  const { ReportRequestId } = await askMicrosoft(access, `${reporting}GenerateReport/Submit`, body, submitted, headers);
  const address = await pollUntil('Microsoft Advertising', access.context, async () => {
    const asked = { ReportRequestId };
    const found = await askMicrosoft(access, `${reporting}GenerateReport/Poll`, asked, polled, headers);
    return addressIn(found.ReportRequestStatus);
  });
  if (address === null) return { rows: [], notices: [] };
  const archive = await downloadReport(address, 'microsoft-ads', access.context);
  return readFile(unzipOne(archive).toString('utf8'), request);
}

function requestOf(account: string, { report, by, columns, from, to }: ReportRequest) {
  return {
    Type: `${report}PerformanceReportRequest`,
    ReportName: 'report-service',
    Format: 'Csv',
    FormatVersion: '2.0',
    ExcludeColumnHeaders: false,
    ExcludeReportFooter: true,
    // It says how many rows there are, and up to when figures are complete.
    ExcludeReportHeader: false,
    ReturnOnlyCompleteData: false,
    Aggregation: by,
    Columns: by === 'Daily' ? ['TimePeriod', ...columns] : columns,
    Scope: { AccountIds: [account] },
    Time: { CustomDateRangeStart: dateOf(from), CustomDateRangeEnd: dateOf(to) },
  };
}

function dateOf(day: string) {
  const { day: Day, month: Month, year: Year } = Temporal.PlainDate.from(day);
  return { Day, Month, Year };
}

/** Undefined while it is not done; null for a report without data, which has no file. */
function addressIn({ Status, ReportDownloadUrl }: { Status: string; ReportDownloadUrl?: string | null }) {
  if (Status === 'Pending' || Status === 'InProgress') return undefined;
  if (Status === 'Success') return ReportDownloadUrl || null;
  throw new ConnectorError('transient', 'Microsoft Advertising gave up its report.');
}

/** The lines that come first, such as `Rows: 5`, then the names of the columns, then the rows. */
function readFile(text: string, { columns, by, to }: ReportRequest): Report {
  const records = readRecords(text).filter((record) => record.length > 1 || record[0] !== '');
  const wanted = by === 'Daily' ? ['TimePeriod', ...columns] : columns;
  const begin = records.findIndex((record) => wanted.every((name) => record.includes(name)));
  const header = new Map(records.slice(0, Math.max(0, begin)).map(([line = '']) => splitOnce(line)));
  const names = records[begin];
  const rows = records.slice(begin + 1);
  if (!names || Number(header.get('Rows')) !== rows.length) throw strange();
  const named = rows.map((row) => {
    if (row.length !== names.length) throw strange();
    return Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']));
  });
  return { rows: named, notices: noticesOf(header.get('Last Completed Available Day'), to) };
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(': ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)];
}

/** The figures of the last day that is asked for change until all of it is there: `2/8/2026 10:15:00 PM (GMT)`. */
function noticesOf(completed: string | undefined, to: string): Notice[] {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) /.exec(completed ?? '') ?? [];
  if (year === undefined) return [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return date <= to ? [{ code: 'incomplete_from', date }] : [];
}
