import { type DestinationStream, type Logger, pino } from 'pino';

/** A token's public id stays readable, its secret does not; neither does the password of a URL or the token of a guest link. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(rs_(?:live|try)_[0-9A-Za-z]{16})\.[0-9A-Za-z]+/g, '$1.[redacted]'],
  [/(:\/\/[^\s:@/"]*):[^\s@/"]+@/g, '$1:[redacted]@'],
  [/(\/shared\/)[0-9A-Za-z]{43}/g, '$1[redacted]'],
  [/(bearer +)[^\s"\\]+/gi, '$1[redacted]'],
];
const secretFields = ['authorization', 'secret', 'password', 'token'];
const secretField = new RegExp(`"(?:${secretFields.join('|')})":`);
/** What all of the above begin with. */
const suspicious = new RegExp(`rs_(?:live|try)_|://|bearer |${secretField.source}`, 'i');

/** Takes out of a line of the log what looks like a secret, and all that a field of such a name holds, however deep. */
export function redact(line: string): string {
  // Most lines have nothing to take out, and looking is cheaper than replacing nothing.
  if (!suspicious.test(line)) return line;
  const clean = secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
  if (!secretField.test(clean)) return clean;
  return `${JSON.stringify(JSON.parse(clean, (key, value) => (secretFields.includes(key) ? '[redacted]' : value)))}\n`;
}

/** The service's log: JSON lines on stderr, so that stdout is left to what a command prints. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ fd: 2 })): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // The last look at every line: a secret may also stand in a message or in an error's text. Less than half the time of
      // pino's own redaction, which copies what it looks at.
      hooks: { streamWrite: redact },
    },
    destination,
  );
}

/**
 * A destination, standard error unless it is a file, that writes lines some at a time, since each write is a way to another thread
 * and back. A line waits 100 ms at most; the end of the process writes what is left, unless it is killed.
 * Lines are dropped while 16 MiB wait for a reader.
 */
export function bufferedDestination(dest: number | string = 2): DestinationStream {
  return pino.destination({ dest, minLength: 4_096, maxLength: 16 * 2 ** 20, periodicFlush: 100 });
}
