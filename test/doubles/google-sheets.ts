import type { sheets_v4 } from '@googleapis/sheets';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, startDouble } from './double.ts';
import { apiRefusal, checkToken, type GoogleTokens } from './google-oauth.ts';

/** A day, a time or a duration: its serial number, and how its format shows it. */
export interface ShownNumber {
  readonly serial: number;
  readonly shown: string;
}

export type DoubleCell = string | number | boolean | null | ShownNumber;
type DoubleCells = readonly (readonly DoubleCell[])[];

/** Sheets by their titles; the first has the id 0, the next ones 1, 2, …; null for a sheet that is a chart. */
export type DoubleSheets = Readonly<Record<string, DoubleCells | null>>;

export interface SheetsDouble extends Double {
  /** What is in the spreadsheet `spreadsheetId`. */
  sheets: DoubleSheets;
}

export const spreadsheetId = '1AbC-the_spreadsheet_of_the_test';
export const privateId = '1AbC-that_is_not_shared';
/** An Excel file in Drive, which has an address alike. */
export const officeId = '1AbC-an_office_file_in_drive';

export const sheetsSecret = {
  grant: { access_token: 'sheets-token-of-the-test', expires_at: null, refresh_token: null },
  client: { client_id: 'client-of-the-test', client_secret: 'client-secret-of-the-test', developer_token: null },
};

/** Answers as https://developers.google.com/workspace/sheets/api/reference/rest says, to tokens of `oauth`, or else to that of `sheetsSecret`. */
export async function startGoogleSheets(sheets: DoubleSheets, oauth?: GoogleTokens): Promise<SheetsDouble> {
  const double: Double = await startDouble((request) => {
    if (oauth) checkToken(oauth, request, 'spreadsheets.readonly');
    else if (request.headers.authorization !== `Bearer ${sheetsSecret.grant.access_token}`) {
      throw apiRefusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    }
    const { pathname } = new URL(request.path, 'http://double');
    const [, id = '', range] = /^\/v4\/spreadsheets\/([\w-]+)(?:\/values\/([^/]+))?$/.exec(pathname) ?? [];
    if (id === privateId) throw apiRefusal(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    if (id === officeId)
      throw apiRefusal(400, 'FAILED_PRECONDITION', 'This operation is not supported for this document');
    if (id !== spreadsheetId) throw apiRefusal(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (range === undefined) return spreadsheetOf(sheetsDouble.sheets, request);
    return valuesOf(sheetsDouble.sheets, decodeURIComponent(range), request.query);
  });
  const sheetsDouble: SheetsDouble = Object.assign(double, { sheets });
  return sheetsDouble;
}

function spreadsheetOf(sheets: DoubleSheets, { query }: SeenRequest): sheets_v4.Schema$Spreadsheet {
  if (query.get('fields') !== 'sheets.properties(sheetId,title,sheetType)') {
    throw apiRefusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  }
  return {
    sheets: Object.entries(sheets).map(([title, cells], sheetId) => ({
      properties: { sheetId, title, sheetType: cells ? 'GRID' : 'OBJECT' },
    })),
  };
}

const gridRows = 1000;

function valuesOf(sheets: DoubleSheets, range: string, options: URLSearchParams): sheets_v4.Schema$ValueRange {
  const { title, cells, first, last } = find(sheets, range);
  const render = (cell: DoubleCell | undefined) => rendered(cell ?? null, options);
  const rows = cells
    .slice(first.row, last.row + 1)
    .map((row) => trimmed(row.slice(first.column, last.column + 1).map(render)));
  const filled = rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
  const end = `${letters(last.column)}${last.row + 1}`;
  const name = /^[a-z]+$/i.test(title) ? title : `'${title.replaceAll("'", "''")}'`;
  return {
    range: `${name}!${letters(first.column)}${first.row + 1}:${end}`,
    majorDimension: 'ROWS',
    ...(filled.length > 0 && { values: filled }),
  };
}

function trimmed(row: readonly unknown[]): unknown[] {
  return row.slice(0, row.findLastIndex((value) => value !== '') + 1);
}

function rendered(cell: DoubleCell, options: URLSearchParams): string | number | boolean {
  if (cell === null) return '';
  const isFormatted = options.get('valueRenderOption') !== 'UNFORMATTED_VALUE';
  if (typeof cell === 'object') {
    return isFormatted || options.get('dateTimeRenderOption') === 'FORMATTED_STRING' ? cell.shown : cell.serial;
  }
  return isFormatted ? String(cell) : cell;
}

function find(sheets: DoubleSheets, range: string) {
  const unreadable = () => apiRefusal(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`);
  const [, quoted, plain, a1] = /^(?:'((?:[^']|'')+)'|([^'!]+))?(?:!(.+))?$/.exec(range) ?? [];
  const title = quoted?.replaceAll("''", "'") ?? plain ?? '';
  const cells = sheets[title];
  if (!cells) throw unreadable();
  const width = Math.max(26, ...cells.map((row) => row.length));
  const [, left = 'A', top, right, bottom] =
    /^([A-Z]+)(\d*)(?::([A-Z]+)(\d*))?$/.exec(a1 ?? `A:${letters(width - 1)}`) ?? [];
  if (right === undefined) throw unreadable();
  const [first, last] = [
    { column: index(left), row: Number(top || 1) - 1 },
    { column: index(right), row: Number(bottom || gridRows) - 1 },
  ];
  if (last.column >= width || last.row >= gridRows) {
    const limits = `Max rows: ${gridRows}, max columns: ${width}`;
    throw apiRefusal(400, 'INVALID_ARGUMENT', `Range (${range}) exceeds grid limits. ${limits}`);
  }
  return { title, cells, first, last };
}

/** `A` for 0, `AA` for 26. */
function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

function index(text: string): number {
  return [...text].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
