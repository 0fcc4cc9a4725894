/** One line of separated text, which quoted line breaks may make longer than a line of the file. */
export interface Record {
  readonly cells: readonly string[];
  /** The number of lines of the file before it. */
  readonly linesBefore: number;
}

const maxRecords = 500;

/** The first 500 records of a text, blank lines left out; one that the text cuts off is left out if others are there. */
export function recordsOf(text: string, delimiter: string, isCut: boolean): Record[] {
  const records: Record[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 0;
  let startLine = 0;
  const endCell = () => {
    cells.push(cell);
    cell = '';
  };
  const endRecord = () => {
    endCell();
    if (cells.some((each) => each !== '')) records.push({ cells, linesBefore: startLine });
    cells = [];
    startLine = line;
  };
  for (let index = 0; index < text.length && records.length < maxRecords; index++) {
    const character = text[index];
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') cell += text[++index];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter) endCell();
    else if (character === '\n') endRecord();
    else if (character !== '\r') cell += character;
  }
  const isWhole = !isCut || records.length === 0;
  if (isWhole && (cell !== '' || cells.length > 0)) endRecord();
  return records;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** Those that are hardly ever part of a value come first. */
const delimiters: readonly Delimiter[] = ['\t', ';', '|', ','];

/** How a text is laid out. */
export interface Layout {
  readonly delimiter: Delimiter;
  readonly skipLines: number;
  readonly records: readonly Record[];
  readonly header: readonly string[];
  /** Whether the first line of the columns names them. */
  readonly hasHeader: boolean;
}

/** The layout that gives most records the same number of columns; undefined for text of one column. */
export function layoutOf(text: string, isCut: boolean): Layout | undefined {
  const layouts = delimiters.flatMap((delimiter) => layoutBy(delimiter, text, isCut) ?? []);
  const [best] = layouts.sort((a, b) => b.share - a.share || Number(b.hasHeader) - Number(a.hasHeader));
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
): Pick<Layout, 'skipLines' | 'header' | 'hasHeader'> {
  const head = records[headerIndex(records, width)];
  const header = head?.cells ?? [];
  return { skipLines: head?.linesBefore ?? 0, header, hasHeader: header.every((cell) => !looksLikeValue(cell)) };
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
  const names = records.findIndex((record, index) => {
    const next = records[index + 1];
    const hasValues = isWide(next) && next?.cells.some(looksLikeValue);
    return isWide(record) && hasValues && !record.cells.some(looksLikeValue);
  });
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
  const text = cell.trim();
  return (
    /\d/.test(text) &&
    /^[\p{Sc}(+−-]?[A-Z]{0,3}\s?[+−-]?\d[\d.,'’\s:/TZ+−-]*(?:%|\p{Sc}|[A-Z]{3}|[AP]M)?\)?$/u.test(text)
  );
}
