import type { Cell } from '../file/sheet-text.ts';
import type { SheetValue } from './api.ts';

type Values = readonly (readonly SheetValue[])[];

/**
 * The cells of a range that was read twice: `serial` has days and times as numbers, which do not depend on the country of
 * the spreadsheet, and `shown` as texts, which tells them from numbers. Undefined if the sheet changed in between.
 */
export function cellsOf(serial: Values, shown: Values): Cell[][] | undefined {
  if (serial.length !== shown.length) return undefined;
  const cells: Cell[][] = [];
  for (const [index, row] of serial.entries()) {
    const texts = shown[index] ?? [];
    if (!row.every((value, column) => isSame(value, texts[column]))) return undefined;
    cells.push(row.map((value, column) => cellOf(value, texts[column])));
  }
  return cells;
}

/** Numbers may differ: those that depend on the moment do, and the first reading holds. */
function isSame(value: SheetValue, text: SheetValue | undefined): boolean {
  return typeof value === 'number' ? typeof text !== 'boolean' : (value ?? '') === (text ?? '');
}

function cellOf(value: SheetValue, text: SheetValue | undefined): Cell {
  if (typeof value !== 'number') return value;
  if (typeof text !== 'string' || text === '') return exact(value);
  return isTime(value, text) ? Math.round(value * secondsOfDay) : dateOf(value);
}

/** The numbers of a sheet are doubles of which 15 digits are shown: 0.30000000000000004 is 0.3. */
function exact(value: number): number {
  return Number(value.toPrecision(15));
}

const secondsOfDay = 86_400;
/** Serial numbers count days from 30 December 1899. */
const unixEpoch = 25_569;
/** A duration of more days is taken for a day. */
const mostDays = 1000;

function dateOf(serial: number): Date {
  return new Date(Math.round((serial - unixEpoch) * secondsOfDay) * 1000);
}

/** Whether it is a time of day or a duration, and not a day. */
function isTime(serial: number, text: string): boolean {
  if (Math.abs(serial) < 1) return true;
  return Math.abs(serial) < mostDays && /^\W*\d+[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)?\W*$/.test(text);
}
