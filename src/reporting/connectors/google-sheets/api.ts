import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askGoogle } from '../hosted/google/ask.ts';
import type { GoogleSecret } from '../hosted/google/secret.ts';
import { googleTokens } from '../hosted/google/tokens.ts';
import type { TokenSource } from '../hosted/tokens.ts';

const base = `https://sheets.googleapis.com/${apiVersions['google-sheets'].version}/spreadsheets/`;
const api = {
  system: 'google-sheets',
  name: 'Google Sheets API',
  advice: 'Check spreadsheet and range.',
} as const;

export const sheetsScope = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** A spreadsheet, and who reads it. */
export interface SheetsAccess {
  readonly id: string;
  readonly tokens: TokenSource;
  readonly context: ConnectorContext;
}

/** Throws `reauth_required` without a secret. */
export function sheetsAccess(id: string, secret: GoogleSecret | null, context: ConnectorContext): SheetsAccess {
  return { id, tokens: googleTokens(secret, [sheetsScope], context), context };
}

/** Checking millions of cells by a schema takes seconds. */
const valueRange = Type.Object({ range: Type.String(), values: Type.Optional(Type.Unknown()) });

/** A value of a cell; empty ones are empty texts, or left out at the end of a row. */
export type SheetValue = string | number | boolean | null;

/** Cells by row, without the empty ones at the end of rows and of the range. */
export interface SheetValues {
  /** The range as Google understood it, in A1 notation with the sheet's name. */
  readonly range: string;
  readonly values: readonly (readonly SheetValue[])[];
}

/** Numbers come as they are, not as they are shown; days and times as serial numbers, or as they are shown. */
export async function readValues(
  access: SheetsAccess,
  range: string,
  times: 'SERIAL_NUMBER' | 'FORMATTED_STRING',
): Promise<SheetValues> {
  const options = new URLSearchParams({
    valueRenderOption: 'UNFORMATTED_VALUE',
    dateTimeRenderOption: times,
    majorDimension: 'ROWS',
  });
  const path = `/values/${encodeURIComponent(range)}?${options}`;
  try {
    const { range: understood, values = [] } = await ask(access, path, valueRange);
    if (isCells(values)) return { range: understood, values };
    throw new ConnectorError('transient', 'Google gave an answer that cannot be read.');
  } catch (error) {
    throw isOf(error, 'invalid_config', '(400)') ? await rangeFault(access, range) : error;
  }
}

function isCells(values: unknown): values is SheetValue[][] {
  return Array.isArray(values) && values.every((row) => Array.isArray(row) && row.every(isValue));
}

function isValue(value: unknown): value is SheetValue {
  return value === null || typeof value !== 'object';
}

const spreadsheet = Type.Object({
  sheets: Type.Array(
    Type.Object({
      properties: Type.Object({
        sheetId: Type.Integer(),
        title: Type.String(),
        sheetType: Type.Optional(Type.String()),
      }),
    }),
  ),
});

/** A sheet with cells. */
export interface Sheet {
  readonly sheetId: number;
  readonly title: string;
}

/** The sheets of a spreadsheet, in their order; those that only hold a chart are left out. */
export async function listSheets(access: SheetsAccess): Promise<Sheet[]> {
  const { sheets } = await ask(access, '?fields=sheets.properties(sheetId,title,sheetType)', spreadsheet).catch(
    noSheets,
  );
  return sheets.map(({ properties }) => properties).filter(({ sheetType = 'GRID' }) => sheetType === 'GRID');
}

function noSheets(error: unknown): never {
  if (!isOf(error, 'invalid_config', '(400)')) throw error;
  const message =
    'This is no Google spreadsheet; Excel files in Drive have such addresses, too. Open it, save it as Google Sheets, and use the new address.';
  throw new ConnectorError('invalid_config', message);
}

/** A sheet in A1 notation: all of its cells. */
export function rangeOf({ title }: Sheet): string {
  return `'${title.replaceAll("'", "''")}'`;
}

/** Google says the same of a sheet that does not exist, of cells beyond its end and of a range that cannot be read. */
async function rangeFault(access: SheetsAccess, range: string): Promise<ConnectorError> {
  const titles = (await listSheets(access)).map(({ title }) => title);
  const [, quoted, plain] = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!|$)/.exec(range) ?? [];
  const title = quoted?.replaceAll("''", "'") ?? plain;
  const names = titles.slice(0, 20).map((each) => `"${each}"`);
  const isNamed = title !== undefined && range.includes('!');
  const isMissing = isNamed && !titles.some((each) => each.toLowerCase() === title.toLowerCase());
  if (isMissing) {
    const message = `The spreadsheet has no sheet "${title}". There are: ${names.join(', ')}. Correct range.`;
    return new ConnectorError('resource_missing', message);
  }
  const message = `The range "${range}" cannot be read, or lies beyond the cells of its sheet. Write it as Orders!A:F, or 'My orders'!A:F; there are the sheets ${names.join(', ')}.`;
  return new ConnectorError('invalid_config', message);
}

async function ask<Shape extends TSchema>(
  { id, tokens, context }: SheetsAccess,
  path: string,
  shape: Shape,
): Promise<Static<Shape>> {
  try {
    return await askGoogle(api, tokens, { url: `${base}${id}${path}`, shape }, context);
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  if (isOf(error, 'resource_missing', '(403)')) {
    const message =
      'The spreadsheet may not be read (403). Share it with whoever signed in, or with the e-mail address of the service account.';
    return new ConnectorError('resource_missing', message);
  }
  if (isOf(error, 'resource_missing', '(404)')) {
    return new ConnectorError(
      'resource_missing',
      'There is no spreadsheet at this address (404). Correct spreadsheet.',
    );
  }
  if (isOf(error, 'invalid_config', 'is larger than')) {
    return new ConnectorError('invalid_config', 'The range has more than 32 MB. Choose fewer columns or rows.');
  }
  return error;
}

function isOf(error: unknown, kind: ConnectorError['kind'], words: string): error is ConnectorError {
  return error instanceof ConnectorError && error.kind === kind && error.message.includes(words);
}
