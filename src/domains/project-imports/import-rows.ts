import { ServiceError } from '../../platform/errors.ts';
import { readCsv } from './csv.ts';

export const mostRows = 5_000;

/** What every import may say of a project, beside its slots. */
const plainColumns = ['name', 'client', 'time_zone', 'language', 'currency', 'template', 'folder'] as const;
export type PlainColumn = (typeof plainColumns)[number];

/** Columns of several values: tags with commas between them, connections beside those of slots with spaces. */
const listColumns = { tags: /[^,]+/g, connections: /\S+/g } as const;
export type ListColumn = keyof typeof listColumns;
export const mostConnections = 50;

/** A project as somebody writes it: texts, empty where nothing is said. */
export interface ImportRow extends Readonly<Record<PlainColumn, string>> {
  /** As a spreadsheet numbers it: the header of a file is 1; without one the first row is. */
  readonly row: number;
  /** What is to fill each slot of its template, by the slot's name. */
  readonly slots: Readonly<Record<string, string>>;
  /** What else the project reads. */
  readonly connections: readonly string[];
  readonly tags: readonly string[];
}

/** A row as programs send it. */
export type GivenRow = { readonly [Column in PlainColumn]?: string | null | undefined } & {
  readonly slots?: Readonly<Record<string, string | null>> | undefined;
} & { readonly [Column in ListColumn]?: readonly string[] | undefined };

const slotColumn = /^(?:slot:)?([a-z][a-z0-9-]{0,39})$/;

/** The rows of a file, whose header names the columns. Throws `invalid_request`. */
export function rowsOfCsv(text: string): ImportRow[] {
  const { header, rows } = readCsv(text, mostRows);
  const columns = header.cells.map((cell) => cell.toLowerCase());
  checkHeader(header.cells, columns);
  return rows.map(({ row, cells }) => {
    if (cells.length > columns.length) {
      throw refused(`Row ${row} has ${cells.length} values, and the header ${columns.length} columns.`);
    }
    const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
    const slots = columns.flatMap((column, index) => {
      const value = cells[index] ?? '';
      return isKnown(column) || value === '' ? [] : [[slotOf(column), value]];
    });
    const list = (column: ListColumn) => trimmed(cell(column).match(listColumns[column]) ?? []);
    const lists = { tags: list('tags'), connections: list('connections') };
    return { row, ...plainOf(cell), slots: Object.fromEntries(slots), ...lists };
  });
}

/** The rows that a program sends. */
export function rowsOfList(given: readonly GivenRow[]): ImportRow[] {
  return given.map((row, index) => ({
    row: index + 1,
    ...plainOf((column) => row[column]?.trim() ?? ''),
    slots: Object.fromEntries(
      Object.entries(row.slots ?? {}).flatMap(([slot, value]) => (value?.trim() ? [[slot, value.trim()]] : [])),
    ),
    tags: trimmed(row.tags ?? []),
    connections: trimmed(row.connections ?? []),
  }));
}

function plainOf(cell: (column: PlainColumn) => string): Record<PlainColumn, string> {
  return Object.fromEntries(plainColumns.map((column) => [column, cell(column)])) as Record<PlainColumn, string>;
}

const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');

const knownColumns: readonly string[] = [...plainColumns, ...Object.keys(listColumns)];
const isKnown = (column: string) => knownColumns.includes(column);
const slotOf = (column: string) => slotColumn.exec(column)?.[1] ?? '';

function checkHeader(shown: readonly string[], columns: readonly string[]): void {
  for (const [index, column] of columns.entries()) {
    if (!isKnown(column) && slotOf(column) === '') {
      const known = knownColumns.join(', ');
      throw refused(
        `The column "${shown[index]}" is not known. There are ${known}, and the names of a template's slots.`,
      );
    }
    if (columns.indexOf(column) < index) throw refused(`The column "${shown[index]}" stands in the header twice.`);
  }
  if (!columns.includes('name')) throw refused('The header has no column "name".');
}

function refused(message: string): ServiceError {
  return new ServiceError('invalid_request', { message, details: [{ field: 'csv', rule: 'csv', message }] });
}
