import { type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it was sent: unlike `fetch`, this decodes nothing. */
export async function fetchUndecoded(
  url: string,
  accepted: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; encoding: string | null; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof fetchUndecoded>>>();
  const asked = request(url, { method, headers: { ...headers, 'accept-encoding': accepted } }, async (answer) => {
    const bytes = Buffer.concat(await answer.toArray());
    const encoding = answer.headers['content-encoding'] ?? null;
    resolve({ status: answer.statusCode, headers: answer.headers, encoding, bytes });
  });
  asked.on('error', reject).end();
  return promise;
}
