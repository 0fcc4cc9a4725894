import { ApiError, JobBlockedError, JobFailedError } from '../errors.ts';

/** Text from the service as it may stand in a terminal: no control characters, so no escape sequences. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** One JSON document on stdout. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Tells in one sentence, and with exit code 1, that stdout cannot take what a command prints. A reader that has read enough and
 * gone, such as `head`, is no fault. What stderr cannot take has nobody to be told to, and ends no command.
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

/** For people, beside the result: on stderr. */
export function note(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** The exit code of a command that failed, with the reason on stderr. */
export function fail(text: string): 1 {
  process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
  return 1;
}

/** Everything a person needs to act on an error, one thing a line. */
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
