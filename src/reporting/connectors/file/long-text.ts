import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { layoutOf } from '../proposals/separated-lines.ts';
import type { FileConfig } from './config.ts';
import { copyOf } from './encodings.ts';
import { stopped } from './faults.ts';
import type { SourceFile } from './paths.ts';
import { cutOff, longRow } from './ragged-rows.ts';
import { type Record, RecordReader } from './record-reader.ts';
import { makeScratchFolder, maxScratchBytes } from './scratch-folder.ts';
import { tooLong } from './sheet-text.ts';
import { type LongTable, openLongTable } from './unpivot.ts';
import type { Unpivot } from './unpivot-setting.ts';

/** How a text with a column for each date is read. */
export interface LongReading extends Pick<FileConfig, 'delimiter' | 'skip_lines'> {
  readonly format: string;
  readonly unpivot: Unpivot;
}

const headLength = 256 * 1024;
const charactersAtOnce = 65_536;
const longestRecord = 2 ** 20;

/**
 * Copies texts in UTF-8 so that each value in a column of a date is a row of its own, and removes them. Rows that lack
 * columns at their ends have nothing there, and are counted. Throws `invalid_config` for one with too many, which it
 * names, and for columns that cannot be read so.
 */
export async function readLong(
  files: readonly SourceFile[],
  reading: LongReading,
  context: ConnectorContext,
): Promise<SourceFile[]> {
  const folder = await makeScratchFolder(context);
  const budget = { bytes: maxScratchBytes };
  const copies: SourceFile[] = [];
  for (const [index, file] of files.entries()) {
    const path = join(folder, `${index}.csv`);
    const text = new LongText(file, reading, budget);
    try {
      const from = createReadStream(file.path, 'utf8');
      const to = createWriteStream(path, { mode: 0o600 });
      await pipeline(from, (chunks) => text.write(chunks), to, { signal: context.signal });
    } catch (error) {
      if (context.signal.aborted) throw stopped(context.signal);
      throw error;
    }
    await rm(file.path);
    copies.push({ ...(await copyOf(file, path)), shortRows: text.shortRows });
  }
  return copies;
}

/** The text of one file while it is read. */
class LongText {
  readonly #file: SourceFile;
  readonly #reading: LongReading;
  readonly #budget: { bytes: number };
  #delimiter = ',';
  #width = 0;
  #table: LongTable | undefined;
  /** How many rows lack columns at their ends. */
  shortRows = 0;

  constructor(file: SourceFile, reading: LongReading, budget: { bytes: number }) {
    this.#file = file;
    this.#reading = reading;
    this.#budget = budget;
  }

  /** The long text, in pieces. */
  async *write(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    let [reader, text]: [RecordReader | undefined, string] = [undefined, ''];
    for await (const chunk of chunks) {
      text += chunk;
      if (!reader && text.length < headLength) continue;
      if (!reader) [reader, text] = this.#begin(text);
      yield* this.#longer(reader.read(text));
      if (reader.openLength > longestRecord) throw this.#invalid('it has a quote that does not end');
      text = '';
    }
    if (!reader) [reader, text] = this.#begin(text);
    yield* this.#longer(reader.read(text));
    yield* this.#longer(this.#last(reader));
    if (!this.#table) throw this.#invalid('it is empty, without even a header');
  }

  /** Finds the separator, and leaves out the lines before the header. */
  #begin(head: string): [RecordReader, string] {
    const { delimiter, format, skip_lines = 0 } = this.#reading;
    const text = head.split('\n').slice(skip_lines).join('\n');
    this.#delimiter = delimiter ?? (format === 'tsv' ? '\t' : (layoutOf(text, true)?.delimiter ?? ','));
    return [new RecordReader(this.#delimiter), text];
  }

  /** Half of a row looks like one that lacks columns. */
  *#last(reader: RecordReader): Generator<Record> {
    for (const record of reader.end()) {
      if (this.#table && record.cells.length < this.#width) throw cutOff(this.#file);
      yield record;
    }
  }

  *#longer(records: Iterable<Record>): Generator<string> {
    let text = '';
    for (const record of records) {
      for (const row of this.#rowsOf(record)) text += lineOf(row, this.#delimiter);
      if (text.length < charactersAtOnce) continue;
      yield this.#spend(text);
      text = '';
    }
    if (text !== '') yield this.#spend(text);
  }

  #rowsOf({ cells, linesBefore }: Record): Iterable<readonly (string | null)[]> {
    const { unpivot, skip_lines = 0 } = this.#reading;
    if (!this.#table) {
      this.#table = openLongTable(cells, unpivot);
      this.#width = cells.length;
      return [this.#table.header];
    }
    if (cells.length > this.#width) throw longRow(this.#file, skip_lines + linesBefore + 1);
    if (cells.length < this.#width) this.shortRows++;
    return this.#table.rowsOf<string>(cells);
  }

  #spend(text: string): string {
    this.#budget.bytes -= Buffer.byteLength(text);
    if (this.#budget.bytes < 0) throw tooLong();
    return text;
  }

  #invalid(reason: string): ConnectorError {
    return new ConnectorError('invalid_config', `Reading ${this.#file.name} failed: ${reason}.`);
  }
}

function lineOf(cells: readonly (string | null)[], delimiter: string): string {
  const texts = cells.map((cell) => (cell === null || cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`));
  return `${texts.join(delimiter)}\n`;
}
