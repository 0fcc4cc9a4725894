import { ConnectorError } from '../contract.ts';
import type { SourceFile } from './paths.ts';

const maxReasonLength = 400;

/**
 * What DuckDB's error means to the customer, without the machine's paths: stopped work is `transient`, a vanished file
 * `resource_missing`, everything else lies in the file or the configuration and is `invalid_config`.
 */
export function faultOf(error: unknown, files: readonly SourceFile[], signal: AbortSignal): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (signal.aborted) return stopped(signal);
  const text = error instanceof Error ? error.message : String(error);
  const name = nameIn(text, files);
  if (text.includes('No files found')) return new ConnectorError('resource_missing', `The file ${name} is gone.`);
  if (/^(INTERNAL|FATAL) Error/.test(text)) {
    return new ConnectorError('transient', `Reading ${name} failed inside the query engine.`, { cause: error });
  }
  if (/Out of Memory/i.test(text)) {
    const advice = 'Use Parquet files, or metrics and dimensions with fewer distinct values';
    return new ConnectorError('invalid_config', `Reading ${name} takes too much memory. ${advice}.`, { cause: error });
  }
  return new ConnectorError('invalid_config', `Reading ${name} failed: ${reasonOf(error, files)}`, { cause: error });
}

/** What stops the work when the signal aborts. */
export function stopped(signal: AbortSignal): ConnectorError {
  return new ConnectorError('transient', 'The query was stopped before it was done.', { cause: signal.reason });
}

/** The first lines of DuckDB's message, as one line: its advice on options and its quotation of our SQL are left out. */
export function reasonOf(error: unknown, files: readonly SourceFile[]): string {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes('Error when sniffing')) return 'its lines do not have as many columns as its header.';
  const [told = ''] = text.split(/\n\s*\n|\n(?=LINE \d|\s*Candidate|Possible|Either|\* )/, 1);
  const named = files.reduce((reason, file) => reason.replaceAll(file.path, file.name), told);
  const line = named
    .replace(/^[A-Z][\w ]* Error: /, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > maxReasonLength ? `${line.slice(0, maxReasonLength)}…` : line;
}

function nameIn(text: string, files: readonly SourceFile[]): string {
  // What follows is our own SQL, which names every file.
  const [told = ''] = text.split(/\n+LINE \d/, 1);
  const named = files.find((file) => told.includes(file.path));
  if (named || files.length === 1) return (named ?? files[0])?.name ?? '';
  return `${files.length} files`;
}
