import { latin } from '../file/other-scripts.ts';
import { type Record, RecordReader } from '../file/record-reader.ts';
import { dateName } from '../file/wide-columns.ts';
import { isMissingText } from './missing-texts.ts';

const maxRecords = 500;

/** The first 500 records of a text, blank lines left out; one that the text cuts off is left out if others are there. */
export function recordsOf(text: string, delimiter: string, isCut: boolean): Record[] {
  const reader = new RecordReader(delimiter);
  const records = reader.read(text).take(maxRecords).toArray();
  const isWhole = (!isCut || records.length === 0) && records.length < maxRecords;
  return isWhole ? [...records, ...reader.end()] : records;
}

type Delimiter = ',' | ';' | '\t' | '|';

/** Those that are hardly ever part of a value come first. */
const delimiters: readonly Delimiter[] = ['\t', ';', '|', ','];

/** Whether the first line of the columns names them: it does, none does, or it does though some names look like values. */
type Naming = 'named' | 'unnamed' | 'oddly';

/** How a text is laid out. */
export interface Layout {
  readonly delimiter: Delimiter;
  readonly skipLines: number;
  readonly records: readonly Record[];
  readonly header: readonly string[];
  readonly named: Naming;
}

/** The layout that gives most records the same number of columns; undefined for text of one column. */
export function layoutOf(text: string, isCut: boolean): Layout | undefined {
  const layouts = delimiters.flatMap((delimiter) => layoutBy(delimiter, text, isCut) ?? []);
  const [best] = layouts.sort((a, b) => b.share - a.share || Number(b.named === 'named') - Number(a.named === 'named'));
  return best;
}

function layoutBy(delimiter: Delimiter, text: string, isCut: boolean): (Layout & { share: number }) | undefined {
  const records = recordsOf(text, delimiter, isCut);
  const width = usualWidth(records);
  if (width < 2) return undefined;
  const start = headerIndex(records, width);
  const body = records.slice(start);
  const share = body.filter(({ cells }) => cells.length === width).length / Math.max(1, records.length);
  return { delimiter, records: body, share, ...headOf(records, width) };
}

/** Where the names of the columns are among records, of which those of `width` cells are rows. */
export function headOf(
  records: readonly Record[],
  width = usualWidth(records),
): Pick<Layout, 'skipLines' | 'header' | 'named'> {
  const index = headerIndex(records, width);
  const { cells: header = [], linesBefore: skipLines = 0 } = records[index] ?? {};
  const rows = records.slice(index + 1).filter(({ cells }) => cells.length === width);
  if (areNames(header, rows[0]?.cells ?? [])) return { skipLines, header, named: 'named' };
  return { skipLines, header, named: hasNameOverValues(header, rows) ? 'oddly' : 'unnamed' };
}

/** Whether cells are names of columns: no values, or dates and years over what is neither. */
function areNames(cells: readonly string[], below: readonly string[]): boolean {
  const odd = cells.flatMap((cell, place) => (looksLikeValue(cell) || isDateName(cell) ? [place] : []));
  if (odd.every((place) => !looksLikeValue(cells[place] ?? ''))) return true;
  const areDates = odd.every((place) => isDateName(cells[place] ?? '') && !isDateName(below[place] ?? ''));
  const areOverNumbers = odd.some((place) => looksLikeValue(below[place] ?? ''));
  return odd.length > 1 && areDates && areOverNumbers && new Set(odd.map((place) => cells[place])).size === odd.length;
}

const year = /^(?:19|20)\d{2}$/;

function isDateName(cell: string): boolean {
  return year.test(cell.trim()) || dateName(cell, 'day') !== undefined || dateName(cell, 'month') !== undefined;
}

/** Whether a column has values alone below a text that is none, and that stands for no missing value. */
function hasNameOverValues(header: readonly string[], rows: readonly Record[]): boolean {
  const isText = (cell: string) => /\p{L}{2}/u.test(cell) && !isMissingText(cell) && !isDateName(cell);
  const isValue = (cell: string) => looksLikeValue(cell) || isDateName(cell);
  return header.some((cell, place) => {
    return rows.length > 1 && !isValue(cell) && isText(cell) && rows.every(({ cells }) => isValue(cells[place] ?? ''));
  });
}

function usualWidth(records: readonly Record[]): number {
  const counts = Map.groupBy(records, ({ cells }) => cells.length);
  // Few rows may stand behind many lines of a title: what has most cells is the table.
  const [[width] = [0]] = [...counts].sort(([a, one], [b, other]) => other.length * b - one.length * a || b - a);
  return width;
}

/** The first record of names before one with values; before it there may be a title that happens to be as wide. */
function headerIndex(records: readonly Record[], width: number): number {
  const isWide = (record: Record | undefined) => record?.cells.length === width;
  const isOverValues = (index: number) => {
    const [record, next] = [records[index], records[index + 1]];
    const hasValues = isWide(next) && next?.cells.some(looksLikeValue);
    return isWide(record) && hasValues && areNames(record?.cells ?? [], next?.cells ?? []);
  };
  // A title may stand over names that are dates.
  const names = records.findIndex((_, index) => isOverValues(index) && !isOverValues(index + 1));
  if (names < 0) return Math.max(0, records.findIndex(isWide));
  return names > 0 && isWide(records[names - 1]) && records[names]?.cells.every(isUnit) ? names - 1 : names;
}

const unit =
  /^(?:\p{Sc}|%|[A-Z]{3}|in [\p{Sc}A-Z%]{1,3}|stk\.?|stück|pcs|kg|g|t|l|m|km|h|min|s|sec|std\.?|[TDJMY]{2,4}([./-][TDJMY]{2,4}){2})?$/iu;

/** Whether a cell holds a unit or nothing; some exports have a line of units below their header. */
export function isUnit(cell: string): boolean {
  return unit.test(cell.trim().replace(/^[[(]|[\])]$/g, ''));
}

/** A number or a date, in whatever format. */
export function looksLikeValue(cell: string): boolean {
  const text = latin(cell).trim();
  return (
    /\d/.test(text) &&
    /^[\p{Sc}(+−-]?[A-Z]{0,3}\s?[+−-]?\d[\d.,'’\s:/TZ+−-]*(?:%|[kKM]?\p{Sc}?|[A-Z]{3}|[AP]M)\)?$/u.test(text)
  );
}
