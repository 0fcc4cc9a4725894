import type { IncomingMessage } from 'node:http';

/**
 * All values that a request sends under a header's name (in lower case); Node's `headers` keep only the first.
 * `headersDistinct` would process all headers of every request for that.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index] ?? '';
    if (candidate.length === name.length && candidate.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}
