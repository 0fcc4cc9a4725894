import { ServiceError } from '../../platform/errors.ts';

const separators = [',', ';', '\t'] as const;
const mostColumns = 100;

/** A line of a table; `row` numbers it as spreadsheets do, with the header as 1. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/**
 * Reads a table of separated values (RFC 4180): separated by `,`, `;` or tabs, whichever the header has most of, with values
 * in quotes that may hold line breaks. Empty lines are left out. Throws `invalid_request` that names the line at fault.
 */
export function readCsv(text: string, mostRows: number): { readonly header: CsvRow; readonly rows: readonly CsvRow[] } {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(plain);
  const rows: CsvRow[] = [];
  for (const [index, cells] of lines(plain, separator)) {
    if (cells.length > mostColumns) throw invalid(index, `has more than ${mostColumns} columns`);
    if (cells.every((cell) => cell.trim() === '')) continue;
    rows.push({ row: index, cells: cells.map((cell) => cell.trim()) });
    if (rows.length > mostRows + 1) {
      throw invalid(index, `is one too many: a file has at most ${mostRows.toLocaleString('en')} rows. Split it`);
    }
  }
  const [header, ...rest] = rows;
  if (!header) throw invalid(1, 'is missing: the first line names the columns, such as name,client,time_zone');
  return { header, rows: rest };
}

/** Of the header alone, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counted = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

function* lines(text: string, separator: string): Generator<[row: number, cells: string[]]> {
  const token = new RegExp(`"([^"]*(?:""[^"]*)*)("?)|[^"${separator}\r\n]+|${separator}|\r\n|\n|\r`, 'y');
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let row = 1;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found, quoted, end] = match;
    if (quoted !== undefined) {
      if (isQuoted || cell.trim() !== '') throw invalid(row, strayQuote);
      if (end === '') throw invalid(row, 'has a value that begins with a quote and has no closing one');
      [cell, isQuoted] = [quoted.replaceAll('""', '"'), true];
    } else if (found === separator) {
      cells.push(cell);
      [cell, isQuoted] = ['', false];
    } else if (/^[\r\n]/.test(found)) {
      yield [row, [...cells, cell]];
      [cells, cell, isQuoted] = [[], '', false];
      row += 1;
    } else if (!isQuoted) {
      cell = found;
    } else if (found.trim() !== '') {
      throw invalid(row, strayQuote);
    }
  }
  yield [row, [...cells, cell]];
}

const strayQuote = 'has a quote within a value; put the whole value in quotes, and write "" for each quote within it';

function invalid(row: number, what: string): ServiceError {
  const message = `Row ${row} ${what}.`;
  return new ServiceError('invalid_request', { message, details: [{ field: 'csv', rule: 'csv', message }] });
}
