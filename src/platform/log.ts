import { type DestinationStream, type Logger, pino } from 'pino';

/** A token's public id stays readable, its secret does not; neither does the password of a URL, the token of
 * a link or what a sign-in puts into an address. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(rs_(?:live|try)_[0-9A-Za-z]{16})\.[0-9A-Za-z]+/g, '$1.[redacted]'],
  [/(:\/\/[^\s:@/"]*):[^\s@/"]+@/g, '$1:[redacted]@'],
  [/(\/(?:shared|unsubscribe|oauth\/connect|console\/(?:invitation|reset))\/)[0-9A-Za-z]{43}/g, '$1[redacted]'],
  [
    /([?&](?:code|auth_code|state|access_token|client_secret|fb_exchange_token|appsecret_proof)=)[^&\s"]+/g,
    '$1[redacted]',
  ],
  [/(bearer +)[^\s"\\]+/gi, '$1[redacted]'],
];
const secretFields = ['authorization', 'secret', 'password', 'token'];
const secretField = new RegExp(`"(?:${secretFields.join('|')})":`);
/** What all of the above start with. */
const suspicious = new RegExp(`rs_(?:live|try)_|://|/oauth/|/console/|bearer |${secretField.source}`, 'i');

/** Redacts everything in a log line that looks like a secret, and the whole content of fields named like one. */
function redact(line: string): string {
  // Most lines have nothing to redact, and testing is cheaper than replacing nothing.
  if (!suspicious.test(line)) return line;
  const clean = secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
  if (!secretField.test(clean)) return clean;
  return `${JSON.stringify(JSON.parse(clean, (key, value) => (secretFields.includes(key) ? '[redacted]' : value)))}\n`;
}

let latest = { ms: 0, text: '' };

/** As pino's own, written once for the lines of a millisecond. */
function isoTime(): string {
  const ms = Date.now();
  if (ms !== latest.ms) latest = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return latest.text;
}

/** The service's log: JSON lines on stderr, so that stdout is left to what a command prints. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ fd: 2 })): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // The final check of every line: a secret may also be in a message or an error's text. Takes less than half the
      // time of pino's own redaction, which copies its input.
      hooks: { streamWrite: redact },
    },
    destination,
  );
}

/**
 * A destination, standard error unless it is a file, that writes lines in batches, since each write is a round trip to
 * another thread. A line waits 100 ms at most; the rest is written when the process ends, unless it is killed. Lines
 * are dropped while 16 MiB wait for a reader.
 */
export function bufferedDestination(dest: number | string = 2): DestinationStream {
  return pino.destination({ dest, minLength: 12_288, maxLength: 16 * 2 ** 20, periodicFlush: 100 });
}
