import { once } from 'node:events';
import { CommanderError } from 'commander';
import { OperatorError } from '../platform/errors.ts';

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Row = { readonly [key: string]: Value };

/** Prints a resource or a list of resources: JSON for programs, aligned text for people. */
export function print(data: Row | readonly Row[], json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : text(data));
}

/** Prints a text that comes in pieces, no faster than it is read, and a line break. */
export async function printPieces(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (process.stdout.write(piece)) continue;
    // A reader that has stopped is told of elsewhere, where it is a fault.
    const isRead = await once(process.stdout, 'drain').then(
      () => true,
      () => false,
    );
    if (!isRead) return;
  }
  process.stdout.write('\n');
}

/** Ends a command that has printed what it found with exit code 1. */
export function endWithFault(): never {
  throw new CommanderError(1, 'report-service.fault', 'It has printed what it found.');
}

/**
 * Reports in one sentence, with exit code 1, that a command's output cannot be written. A reader that stops early, such
 * as `head`, is not a fault.
 */
export function tellOutputFaults(): void {
  let isTold = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return;
    isTold = true;
    process.stderr.write(`The output cannot be written: ${message}.\n`);
    process.exitCode = 1;
  });
}

/** Rows as aligned columns below their names. */
export function tableText(rows: readonly Row[]): string {
  return text(rows);
}

function text(data: Row | readonly Row[]): string {
  if (!isList(data)) {
    const width = Math.max(...Object.keys(data).map((key) => key.length));
    return Object.entries(data)
      .map(([key, value]) => `${key.padEnd(width)}  ${cell(value)}\n`)
      .join('');
  }
  const [first] = data;
  if (!first) return 'none\n';
  const lines = [Object.keys(first), ...data.map((row) => Object.values(row).map(cell))];
  // Not as arguments of one call: a list of all accounts may have more lines than a call can have arguments.
  const widths = Object.keys(first).map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, (line[column] ?? '').length), 0),
  );
  return lines
    .map(
      (line) =>
        `${line
          .map((part, column) => part.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function isList(data: Row | readonly Row[]): data is readonly Row[] {
  return Array.isArray(data);
}

function cell(value: Value): string {
  if (value === null) return '-';
  if (Array.isArray(value)) return value.map((item) => cell(item)).join(',') || '-';
  return typeof value === 'object' ? JSON.stringify(value) : visible(String(value));
}

/** A line break would end the row, and a customer's text must not control the terminal. */
export function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A whole number from a flag; throws an OperatorError. */
export function wholeNumber(flag: string, min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new OperatorError(`${flag} takes a whole number from ${min} to ${max}, not "${value}".`);
  };
}

/** One of several words from a flag; throws an OperatorError. */
export function oneOf<const Word extends string>(flag: string, words: readonly Word[]) {
  return (value: string): Word => {
    const word = words.find((known) => known === value);
    if (word) return word;
    throw new OperatorError(`${flag} takes ${words.join(', ')}, not "${value}".`);
  };
}

const longestDays = 3650;
const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a duration such as `30s`, `15m`, `12h` or `90d`; throws an OperatorError. */
export function duration(flag: string) {
  return (value: string): number => {
    const match = /^(\d+)([smhd])$/.exec(value);
    const ms = match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : 0;
    if (ms > longestDays * unitMs.d) throw new OperatorError(`${flag} takes at most ${longestDays}d, not "${value}".`);
    if (ms > 0) return ms;
    throw new OperatorError(`${flag} takes a duration such as 30s, 15m, 12h or 90d, not "${value}".`);
  };
}

/** The values of a flag that takes several, separated by commas or given again. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [
    ...previous,
    ...value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ];
}
