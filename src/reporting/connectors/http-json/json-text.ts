import { ConnectorError } from '../contract.ts';

declare global {
  /** Node has these, the type checker does not know them yet. */
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** Enough for a million rows; an answer of nothing but brackets would take thirty times its size in memory. */
const maxValues = 5_000_000;

const [comma, openArray, openObject] = Buffer.from(',[{');
/** A whole number so long that reading it as a double could change it. */
const longNumber = /(?<=[[{:,\s])-?\d{16,}/;

/**
 * Reads an answer as JSON. Whole numbers that a double cannot hold stay as written (see `JSON.rawJSON`), as they are
 * usually identifiers. Throws `invalid_config`.
 */
export function readJson(bytes: Uint8Array): unknown {
  if (countMarks(bytes) > maxValues) {
    throw invalid(`A page of the answer has more than ${maxValues} values. Ask for smaller pages.`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return longNumber.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);
  } catch (error) {
    const advice = 'Check the url, and whether it needs a header such as Accept: application/json';
    throw invalid(`The answer is not JSON in UTF-8. ${advice}.`, error);
  }
}

function countMarks(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) {
    if (byte === comma || byte === openArray || byte === openObject) count++;
  }
  return count;
}

function keepLongNumbers(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  const isChanged = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isChanged && source !== undefined && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value;
}

/** A scalar as text, also one kept as written; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || JSON.isRawJSON(value)) return JSON.stringify(value);
  return undefined;
}

/** Whether a value can be a row. */
export function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** A row as one line of JSON. Throws `invalid_config`. */
export function lineOf(row: object): string {
  try {
    return JSON.stringify(row);
  } catch (error) {
    throw invalid('A row of the answer nests too deep.', error);
  }
}

function invalid(message: string, cause?: unknown): ConnectorError {
  return new ConnectorError('invalid_config', message, { cause });
}
