import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import { numbers, rowsConfig } from '../file/config.ts';
import { unpivot } from '../file/unpivot-setting.ts';

/** What names the cells of a spreadsheet. */
export const sheetNaming = {
  /** The address as the browser shows it, or the id in it. */
  spreadsheet: Type.String({ minLength: 1, maxLength: 2000 }),
  /** In A1 notation, such as `Orders!A:F`; its first row has the names of the columns. */
  range: Type.String({ minLength: 1, maxLength: 500 }),
};

/** The configuration of a `google-sheets` connection. */
export const sheetsConfig = Type.Object(
  {
    ...sheetNaming,
    /** False if the first row of the range has no names of columns, which then are called `column_1` and so on. */
    header: Type.Optional(Type.Boolean()),
    unpivot: Type.Optional(unpivot),
    /** How numbers in texts are written. Cells that hold numbers need it not. */
    numbers: Type.Optional(numbers),
    ...rowsConfig,
  },
  { additionalProperties: false },
);

export type SheetsConfig = Static<typeof sheetsConfig>;

/** What an address of a spreadsheet says. */
export interface SpreadsheetAddress {
  readonly id: string;
  /** The sheet that it shows; undefined if it does not say. */
  readonly sheetId: number | undefined;
}

const address =
  /^https:\/\/docs\.google\.com\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]{10,200})(?:[/?#]|$)/;

/** Reads a pasted address, or an id. Throws `invalid_config`. */
export function readSpreadsheet(text: string): SpreadsheetAddress {
  const [, id] = address.exec(text.trim()) ?? /^([\w-]{10,200})$/.exec(text.trim()) ?? [];
  if (id === undefined) {
    const advice = 'Paste what the browser shows while the spreadsheet is open to be edited or viewed';
    const message = `spreadsheet is not the address of a Google spreadsheet. ${advice}: https://docs.google.com/spreadsheets/d/…; the address of a copy published to the web is another one.`;
    throw new ConnectorError('invalid_config', message);
  }
  const [, sheetId] = /[#?&]gid=(\d{1,10})(?!.*[#?&]gid=)/.exec(text) ?? [];
  return { id, sheetId: sheetId === undefined ? undefined : Number(sheetId) };
}
