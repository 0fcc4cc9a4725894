import { ConnectorError } from '../contract.ts';
import { textAdvice, valueAdvice } from './number-texts.ts';
import type { SourceFile } from './paths.ts';

const maxReasonLength = 400;

/**
 * What DuckDB's error means for the customer, without the machine's paths: stopped work is `transient`, a vanished file
 * `resource_missing`; everything else is a fault of the file or the configuration, `invalid_config`.
 */
export function faultOf(error: unknown, files: readonly SourceFile[], signal: AbortSignal): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (signal.aborted) return stopped(signal);
  const text = messageOf(error);
  const name = nameIn(text, files);
  if (text.includes('No files found')) return new ConnectorError('resource_missing', `The file ${name} is gone.`);
  if (/^(INTERNAL|FATAL) Error/.test(text)) {
    return new ConnectorError('transient', `Reading ${name} failed inside the query engine.`, { cause: error });
  }
  if (/Out of Memory/i.test(text)) return tooMuchMemory(name, error);
  return new ConnectorError('invalid_config', `Reading ${name} failed: ${reasonOf(error, files)}`, { cause: error });
}

/** The rows, or what is made of them, do not fit into the memory that the engine has. */
export class MemoryError extends ConnectorError {
  constructor(message: string, options: { readonly cause?: unknown }) {
    super('invalid_config', message, options);
  }
}

/** The error when reading the file or files called `name` takes too much memory. */
export function tooMuchMemory(name: string, cause?: unknown): MemoryError {
  const advice = 'Use Parquet files, simpler expressions, or metrics and dimensions with fewer distinct values';
  return new MemoryError(`Reading ${name} takes too much memory. ${advice}.`, { cause });
}

/** The error when the signal aborts the work. */
export function stopped(signal: AbortSignal): ConnectorError {
  return new ConnectorError('transient', 'The query was stopped before it was done.', { cause: signal.reason });
}

/** The message for a file whose lines cannot be split into columns. */
export const raggedLines =
  'its lines do not have as many columns as its header, or do not all end alike. Put values that hold the separator in quotes, double the quotes within them, and end every line in the same way (CRLF or LF).';

/** DuckDB's technical messages, and what the customer can do about them. */
const advices: readonly (readonly [RegExp, string | ((told: string, value: string) => string)])[] = [
  [/Error when sniffing|state machine reached an invalid state/, raggedLines],
  [
    /Could not convert string '([^']*)' to (?:DOUBLE|FLOAT|DECIMAL|U?(?:HUGE)?INT)/,
    (_told, value) => `"${shortened(value)}" is not a number. ${valueAdvice(value)}`,
  ],
  [
    /(column ".*?") must appear in the GROUP BY clause/,
    '$1 has a value in each row. Use an aggregate such as sum(…) or avg(…).',
  ],
  [
    /GROUP BY clause cannot contain aggregates/,
    'it has a value in each row, so it may contain no aggregate such as sum(…).',
  ],
  [/No function matches .*\(VARCHAR\)/, `it is of text. ${textAdvice}`],
  [
    /Invalid unicode|not utf-8 encoded/i,
    'its letters are not encoded in UTF-8. Name their "encoding", such as windows-1252, or save it as UTF-8, in Excel as "CSV UTF-8".',
  ],
  [/No magic bytes|too small to be a Parquet file/i, 'it is not a complete Parquet file.'],
  [
    /invalid (?:timestamp|date) field format: ("[^"]*")/,
    "$1 is not an ISO 8601 date. Read others with strptime(…), such as strptime(day, '%d.%m.%Y').",
  ],
  [
    /Unknown TimeZone '([^']*)'/,
    '"$1" is not a time zone. Write the offset right behind the time, such as 2024-03-31T10:00:00+02:00.',
  ],
  [/(?:timestamp|date) field value out of range: ("[^"]*")/, 'there is no day $1.'],
];

/** The line of a file that DuckDB quotes in full before it says what is wrong. */
const quotedLine = /(?<=Original Line: ).*?(?=\n(?:Expected Number|Error when|Value with|Maximum line))/s;
const maxLineLength = 100;

function shortened(line: string): string {
  const told = line.replaceAll(/\s+/g, ' ');
  return told.length > maxLineLength ? `${told.slice(0, maxLineLength)}…` : told;
}

/** Values of a file stand in messages: long ones would take the searches below quadratic time. */
const longestEnd = 5_000;

/** The message of an error, without its middle when it is long. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.length > 2 * longestEnd ? `${text.slice(0, longestEnd)}…${text.slice(-longestEnd)}` : text;
}

/** The first lines of DuckDB's message, as one line: without its advice on options and its quote of our SQL. */
export function reasonOf(error: unknown, files: readonly SourceFile[]): string {
  const text = messageOf(error);
  for (const [cause, advice] of advices) {
    const found = cause.exec(text);
    if (found) return found[0].replace(cause, advice as string);
  }
  const [told = ''] = text
    .replace(quotedLine, shortened)
    .split(/\n\s*\n|\n(?=LINE \d|\s*Candidate|Possible|Either|Try |\* )/, 1);
  const named = files.reduce((reason, file) => reason.replaceAll(file.path, file.name), told);
  const line = named
    .replace(/^[A-Z][\w ]* Error: /, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > maxReasonLength ? `${line.slice(0, maxReasonLength)}…` : line;
}

function nameIn(text: string, files: readonly SourceFile[]): string {
  // After that comes our own SQL, which names every file.
  const [told = ''] = text.split(/\n+LINE \d/, 1);
  const named = files.find((file) => told.includes(file.path));
  if (named || files.length === 1) return (named ?? files[0])?.name ?? '';
  return `${files.length} files`;
}
