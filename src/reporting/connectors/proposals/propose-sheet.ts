import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError, type Doubt, type Proposal } from '../contract.ts';
import type { Cell } from '../file/sheet-text.ts';
import { listSheets, rangeOf, type SheetsAccess, sheetsAccess } from '../google-sheets/api.ts';
import { readSpreadsheet, sheetNaming } from '../google-sheets/config.ts';
import { fetchSheet, rowsOf } from '../google-sheets/fetched-sheet.ts';
import type { GoogleSecret } from '../hosted/google/secret.ts';
import { proposeRows } from './propose-rows.ts';
import { headOf } from './separated-lines.ts';
import { namingDoubts } from './text-files.ts';

const naming = Type.Object(
  { spreadsheet: sheetNaming.spreadsheet, range: Type.Optional(sheetNaming.range) },
  { additionalProperties: false },
);

/**
 * Makes a configuration for a sheet: the range that `config` names, else the sheet that its address shows, else the
 * first one. Lines of a title before the header are left out. Throws a ConnectorError.
 */
export async function proposeSheet(
  config: unknown,
  secret: GoogleSecret | null,
  context: ConnectorContext,
): Promise<Proposal> {
  if (!Value.Check(naming, config)) {
    const message =
      'A sheet is named by { "spreadsheet": "…" }, its address, and "range" where not all of it is meant.';
    throw new ConnectorError('invalid_config', message);
  }
  const { id, sheetId } = readSpreadsheet(config.spreadsheet);
  const access = sheetsAccess(id, secret, context);
  const asked = config.range ?? (await sheetShown(access, sheetId));
  const fetched = await fetchSheet(access, asked);
  const { skipLines, ...head } = headOf(recordsOf(fetched.cells));
  const range = skipLines > 0 ? below(fetched.range, skipLines, isBounded(config.range)) : asked;
  const isUnnamed = head.named === 'unnamed';
  const named = { spreadsheet: config.spreadsheet, range, ...(isUnnamed && { header: false }) };
  const rows = (reading: Parameters<Parameters<typeof proposeRows>[0]>[0]) => {
    const { numbers, unpivot } = reading;
    return rowsOf({ ...named, ...(unpivot && { unpivot }), ...(numbers && { numbers }) }, secret, context).rows;
  };
  const proposal = await proposeRows(rows, named, { delimiter: ',' }, context);
  return { ...proposal, doubts: [...namingDoubts('row', head), ...titleDoubts(skipLines, range), ...proposal.doubts] };
}

async function sheetShown(access: SheetsAccess, sheetId: number | undefined): Promise<string> {
  const sheets = await listSheets(access);
  const sheet = sheets.find((each) => each.sheetId === sheetId) ?? sheets[0];
  if (sheet) return rangeOf(sheet);
  throw new ConnectorError('resource_missing', 'The spreadsheet has no sheet with cells.');
}

const rowsLookedAt = 500;

function recordsOf(cells: readonly (readonly Cell[])[]) {
  const rows = cells.slice(0, rowsLookedAt);
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const textOf = (cell: Cell | undefined) =>
    cell instanceof Date ? cell.toISOString().slice(0, 10) : cell === null || cell === undefined ? '' : String(cell);
  return rows
    .map((row, linesBefore) => ({
      cells: Array.from({ length: width }, (_, index) => textOf(row[index])),
      linesBefore,
    }))
    .filter((record) => record.cells.some((text) => text !== ''));
}

/** Whether the last row of a range is fixed, so that later rows would not count. */
function isBounded(range: string | undefined): boolean {
  return range !== undefined && /:\$?[A-Z]*\$?\d+$/i.test(range);
}

/** A range in A1 notation without its first rows. */
function below(range: string, rows: number, isBounded: boolean): string {
  const [, sheet = '', first = 'A', start = '1', last = '', end = ''] =
    /^((?:.*!)?)([A-Z]+)(\d*)(?::([A-Z]*)(\d*))?$/i.exec(range) ?? [];
  return `${sheet}${first}${Number(start || 1) + rows}:${last || first}${isBounded ? end : ''}`;
}

function titleDoubts(skipped: number, range: string): Doubt[] {
  if (skipped === 0) return [];
  const message = `The first ${skipped === 1 ? 'row is' : `${skipped} rows are`} taken for a title, so that the range begins below: ${range}. If they are rows, change "range".`;
  return [{ column: '', code: 'lines_before_header', message }];
}
