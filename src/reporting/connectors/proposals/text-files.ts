import { type ConnectorContext, ConnectorError, type Doubt } from '../contract.ts';
import { scanBytes } from '../file/bytes.ts';
import type { FileReading } from '../file/named-files.ts';
import type { SourceFile } from '../file/paths.ts';
import { isDateText } from './date-formats.ts';
import { type Layout, layoutOf, looksLikeValue, recordsOf } from './separated-lines.ts';

const headBytes = 256 * 1024;
const tailBytes = 64 * 1024;

/** What a look at a text file says about how to read it: a part of its configuration. */
export interface TextFileReading {
  readonly config: Pick<FileReading, 'encoding' | 'delimiter' | 'header' | 'skip_lines' | 'skip_last_lines'>;
  readonly delimiter: string;
  readonly doubts: readonly Doubt[];
}

/** Finds out the encoding, the separator, and the lines that are no rows. Throws `invalid_config` for text without columns. */
export async function readTextFile(
  file: SourceFile,
  isSeparated: boolean,
  context: ConnectorContext,
): Promise<TextFileReading> {
  const { head, tail, size, isUtf8 } = await readEnds(file, context);
  const { encoding, doubts } = encodingOf(head, isUtf8);
  const told = encoding === 'utf-8' ? {} : { encoding };
  if (!isSeparated) return { config: told, delimiter: '', doubts };
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(head);
  const layout = layoutOf(withoutHint(text), size > head.length);
  if (!layout) {
    const message = `${file.name} has no columns that are separated by a comma, a semicolon, a tab or a bar.`;
    throw new ConnectorError('invalid_config', message);
  }
  const skipped = layout.skipLines + (hasHint(text) ? 1 : 0);
  const last = linesAtEnd(decoder.decode(tail), layout, size > tail.length);
  const config = {
    ...told,
    ...(layout.delimiter !== ',' && { delimiter: layout.delimiter }),
    ...(layout.named === 'unnamed' && { delimiter: layout.delimiter, header: false }),
    ...(skipped > 0 && { delimiter: layout.delimiter, skip_lines: skipped }),
    ...(last > 0 && { skip_last_lines: last }),
  };
  return { config, delimiter: layout.delimiter, doubts: [...doubts, ...layoutDoubts(layout, skipped, last)] };
}

/** A line such as `sep=;` tells Excel the separator. */
function hasHint(text: string): boolean {
  return /^sep=.\r?\n/i.test(text);
}

function withoutHint(text: string): string {
  return hasHint(text) ? text.slice(text.indexOf('\n') + 1) : text;
}

function layoutDoubts(layout: Layout, skipped: number, last: number): Doubt[] {
  const doubts: Doubt[] = [];
  doubts.push(...namingDoubts('line', layout));
  if (skipped > 0) {
    const message = `The first ${skipped} lines are taken for a title and left out. If they are rows, change "skip_lines".`;
    doubts.push({ column: '', code: 'lines_before_header', message });
  }
  if (last > 0) {
    const message = `The last ${last === 1 ? 'line has' : `${last} lines have`} other columns and ${last === 1 ? 'is' : 'are'} left out, in every file that takes this one's place. If later files end otherwise, change "skip_last_lines".`;
    doubts.push({ column: '', code: 'lines_at_end', message });
  }
  return doubts;
}

const mostNamesShown = 4;

/** What may be wrong about the first line, or row of a sheet, that names the columns or does not. */
export function namingDoubts(what: 'line' | 'row', { named, header }: Pick<Layout, 'named' | 'header'>): Doubt[] {
  const told = `The first ${what} (${header.slice(0, mostNamesShown).join(', ')})`;
  if (named === 'unnamed') {
    const message = `${told} looks like values, not like the names of the columns, so that these are called column_1, column_2 and so on. If it has their names, remove "header".`;
    return [{ column: '', code: 'no_header', message }];
  }
  if (named === 'named') return [];
  const message = `${told} is taken for the names of the columns, though it has values. If it is to count, write "header": false.`;
  return [{ column: '', code: 'header_with_values', message }];
}

const mostLinesAtEnd = 10;

/** How many lines at the end have another number of columns than the rows before them, and do not begin as rows do. */
function linesAtEnd(tail: string, { delimiter, header, records }: Layout, isCut: boolean): number {
  const lines = tail.split(/\r?\n/).slice(isCut ? 1 : 0);
  const filled = lines.filter((line) => line.trim() !== '');
  const beginsWithValue = records.slice(1).every(({ cells }) => isValue(cells[0] ?? ''));
  const isRow = (line: string) => {
    const cells = recordsOf(line, delimiter, false)[0]?.cells ?? [];
    return cells.length === header.length || (beginsWithValue && cells.length > 1 && isValue(cells[0] ?? ''));
  };
  const last = filled.findLastIndex(isRow);
  const count = filled.length - 1 - last;
  return last > 0 && count <= mostLinesAtEnd ? count : 0;
}

function isValue(cell: string): boolean {
  return looksLikeValue(cell) || isDateText(cell);
}

interface Ends {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
  readonly isUtf8: boolean;
}

/** Reads all of the file, since a letter that tells the encoding may be anywhere, and keeps its ends. */
async function readEnds(file: SourceFile, { signal }: ConnectorContext): Promise<Ends> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const ends = { head: Buffer.alloc(0), tail: Buffer.alloc(0), size: 0, isUtf8: true };
  await scanBytes(file, signal, async (chunks) => {
    for await (const chunk of chunks) {
      if (ends.head.length < headBytes) ends.head = Buffer.concat([ends.head, chunk]).subarray(0, headBytes);
      ends.tail = Buffer.concat([ends.tail, chunk]).subarray(-tailBytes);
      ends.size += chunk.length;
      ends.isUtf8 &&= isDecoded(decoder, chunk, true);
    }
  });
  return { ...ends, isUtf8: ends.isUtf8 && isDecoded(decoder, Buffer.alloc(0), false) };
}

function isDecoded(decoder: TextDecoder, chunk: Buffer, stream: boolean): boolean {
  try {
    decoder.decode(chunk, { stream });
    return true;
  } catch {
    return false;
  }
}

function encodingOf(head: Buffer, isUtf8: boolean): { encoding: string; doubts: Doubt[] } {
  const mark = head.length >= 2 ? head.readUInt16BE() : 0;
  if (mark === 0xfffe || mark === 0xfeff) return { encoding: 'utf-16', doubts: [] };
  const zeros = [0, 1].map((start) => head.filter((byte, index) => byte === 0 && index % 2 === start).length);
  if (Math.max(...zeros) > head.length / 5) {
    return { encoding: (zeros[0] ?? 0) > (zeros[1] ?? 0) ? 'utf-16be' : 'utf-16le', doubts: [] };
  }
  if (isUtf8) return { encoding: 'utf-8', doubts: [] };
  const encoding = isMacintosh(head) ? 'macintosh' : 'windows-1252';
  const example = exampleOf(new TextDecoder(encoding).decode(head));
  const message = `The letters are not in UTF-8 and are read as ${encoding}${example && `, such as ${example}`}. If they look wrong, change "encoding", to macintosh, iso-8859-15, windows-1250 or shift_jis for example.`;
  return { encoding, doubts: [{ column: '', code: 'encoding', message }] };
}

/** Macintosh has its accented letters where Windows has punctuation marks. */
function isMacintosh(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const lower = text.match(/(?<=[a-z])[\x80-\x9f](?=[a-z])/gi)?.length ?? 0;
  const upper = text.match(/(?<=[a-z])[\xc0-\xff](?=[a-z])/gi)?.length ?? 0;
  return lower > upper;
}

function exampleOf(text: string): string {
  const [word] = /[\p{L}\d]*[^\p{ASCII}][\p{L}\d]*/u.exec(text) ?? [];
  return word === undefined ? '' : `"${word.slice(0, 30)}"`;
}
