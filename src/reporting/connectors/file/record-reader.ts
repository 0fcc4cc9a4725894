/** One line of separated text, which quoted line breaks may make longer than a line of the file. */
export interface Record {
  readonly cells: readonly string[];
  /** The number of lines of the file before it. */
  readonly linesBefore: number;
}

/** Splits separated text into records, a piece of text at a time; blank lines are left out. */
export class RecordReader {
  readonly #delimiter: string;
  #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  /** Whether a quote within quotes came last: it ends them, unless another one follows. */
  #isEnding = false;
  #line = 0;
  #startLine = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** How many characters the record has that has not ended yet. */
  get openLength(): number {
    return this.#cell.length + this.#cells.reduce((sum, cell) => sum + cell.length, 0);
  }

  /** The records that end within the next piece of the text. */
  *read(text: string): Generator<Record> {
    for (const character of text) {
      if (character === '\n') this.#line++;
      if (this.#isQuoted) {
        if (!this.#isEnding && character === '"') this.#isEnding = true;
        else if (!this.#isEnding || character === '"') this.#add(character);
        else this.#isQuoted = false;
        if (this.#isQuoted) continue;
      }
      this.#isEnding = false;
      if (character === '"' && this.#cell === '') this.#isQuoted = true;
      else if (character === this.#delimiter) this.#endCell();
      else if (character === '\n') yield* this.#endRecord();
      else if (character !== '\r') this.#cell += character;
    }
  }

  /** The record that the end of the text ends, if there is one. */
  *end(): Generator<Record> {
    if (this.#cell !== '' || this.#cells.length > 0) yield* this.#endRecord();
  }

  #add(character: string): void {
    this.#cell += character;
    this.#isEnding = false;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
  }

  *#endRecord(): Generator<Record> {
    this.#endCell();
    if (this.#cells.some((cell) => cell !== '')) yield { cells: this.#cells, linesBefore: this.#startLine };
    this.#cells = [];
    this.#startLine = this.#line;
  }
}
