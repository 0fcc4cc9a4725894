import { ApiError, JobBlockedError, JobFailedError } from '../errors.ts';

/** Text from the service made safe for a terminal: no control characters, so no escape sequences. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** One JSON document on stdout. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Reports in one sentence, with exit code 1, that a command's output cannot be written. A reader that stops early, such
 * as `head`, is not a fault. Errors of stderr are ignored, as there is nowhere to report them.
 */
export function tellOutputFaults(): void {
  process.stderr.on('error', () => {});
  let isTold = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return;
    isTold = true;
    process.exitCode = fail(`The output cannot be written: ${message}.`);
  });
}

/** Rows as columns of equal width on stdout. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
  for (const row of cells) {
    process.stdout.write(
      `${row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

/** For people, separate from the result: on stderr. */
export function note(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** The exit code of a command that failed, with the reason on stderr. */
export function fail(text: string): 1 {
  process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
  return 1;
}

/** Everything a person needs to act on an error, one item per line. */
export function describeFault(error: unknown): string {
  if (error instanceof JobBlockedError || error instanceof JobFailedError) {
    return [`${error.reason}: ${error.message}`, error.action, `Job: ${error.job.id}`].filter(Boolean).join('\n');
  }
  if (error instanceof ApiError) {
    const details = error.details.map(({ field, message }) => `  ${field} ${message}`);
    const wait = error.retryAfterMs ? [`Try again in ${Math.ceil(error.retryAfterMs / 1000)} seconds.`] : [];
    const request = error.requestId ? [`Request: ${error.requestId}`] : [];
    return [`${error.code}: ${error.message}`, ...details, ...wait, ...request].join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
