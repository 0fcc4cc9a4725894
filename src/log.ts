import { type DestinationStream, type Logger, pino } from 'pino';

/** A token's public id stays readable, its secret does not; neither does the password of a URL. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(rs_(?:live|try)_[0-9A-Za-z]{16})\.[0-9A-Za-z]+/g, '$1.[redacted]'],
  [/(\w+:\/\/[^\s:@/"]*):[^\s@/"]+@/g, '$1:[redacted]@'],
  [/(bearer +)[^\s"\\]+/gi, '$1[redacted]'],
];

/** Takes out of a text what looks like a secret. */
export function redact(text: string): string {
  return secrets.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** The service's log: JSON lines on stderr, so that stdout is left to what a command prints. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ fd: 2 })): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.authorization', '*.secret', '*.password', '*.token'], censor: '[redacted]' },
      // The last look at every line: a secret may also stand in a message or in an error's text.
      hooks: { streamWrite: redact },
    },
    destination,
  );
}
