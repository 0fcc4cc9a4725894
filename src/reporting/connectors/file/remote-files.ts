import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { findKept, type Kept, keep, keyOf, newDownload, openDownloads, openForWriting } from './downloads.ts';
import { type SourceFile, stampOf } from './paths.ts';
import { fetchObject, refusesKeys, type S3Secret } from './s3-requests.ts';

/** Whether a path is the address of a file that is fetched. Throws nothing: other addresses are no paths either. */
export function isRemote(path: string): boolean {
  return /^(https|s3):\/\//i.test(path);
}

const maxBytes = 1024 * 1024 * 1024;
/** Files are fetched in parts, as one answer may have 32 MB. */
const partBytes = 16 * 1024 * 1024;

/**
 * The file at an https:// or s3:// address, fetched anew if its server has another version than the one kept here.
 * Throws a ConnectorError.
 */
export async function fetchFile(path: string, secret: S3Secret, context: ConnectorContext): Promise<SourceFile> {
  const isObject = /^s3:/i.test(path);
  if (secret !== null && !isObject) throw invalid('Only s3:// paths take a secret. Remove it.');
  const ask = (headers: Record<string, string>) =>
    isObject ? fetchObject(path, secret, headers, context) : context.fetch(addressOf(path), { headers });
  const folder = await openDownloads();
  const key = keyOf(path, secret?.access_key_id ?? null, secret?.secret_access_key ?? null);
  const kept = folder === undefined ? undefined : await findKept(folder, key);
  const first = await ask({ ...partOf(0), ...(kept && { 'if-none-match': kept.etag }) });
  if (first.status === 304 && kept) return sourceOf(kept);
  // A range of nothing cannot be had.
  const response = first.status === 416 ? await ask({ 'accept-encoding': 'identity' }) : first;
  if (response.status !== 200 && response.status !== 206) throw await faultOf(response, path);
  const target = await newDownload(folder, context);
  await fetchParts(response, target, ask, context.signal);
  const fetched = describe(response, path, target);
  const isNamed = folder !== undefined && fetched.etag !== '' && !fetched.etag.startsWith('W/');
  return sourceOf(isNamed ? await keep(folder, key, fetched) : fetched);
}

function addressOf(path: string): string {
  const url = URL.parse(path);
  if (!url) throw invalid('The path is not an address that can be fetched. Write https://host/path.');
  if (url.username || url.password) throw invalid('The path may hold no user and no password.');
  url.hash = '';
  return url.href;
}

function partOf(start: number): Record<string, string> {
  // Parts of a compressed answer cannot be put together.
  return { range: `bytes=${start}-${start + partBytes - 1}`, 'accept-encoding': 'identity' };
}

type Ask = (headers: Record<string, string>) => Promise<Response>;

async function fetchParts(first: Response, target: string, ask: Ask, signal: AbortSignal): Promise<void> {
  const file = openForWriting(target);
  const done = finished(file, { signal });
  done.catch(() => {});
  const etag = first.headers.get('etag');
  try {
    let written = await write(first, file);
    const total = totalOf(first);
    while (total !== undefined && written < total) {
      const isStrong = etag !== null && !etag.startsWith('W/');
      const response = await ask({ ...partOf(written), ...(isStrong && { 'if-match': etag }) });
      if (response.status !== 206 || response.headers.get('etag') !== etag || totalOf(response) !== total)
        throw changed();
      const bytes = await write(response, file);
      if (bytes === 0) throw changed();
      written += bytes;
    }
    file.end();
    await done;
  } catch (error) {
    file.destroy();
    throw error;
  }
}

async function write(response: Response, file: ReturnType<typeof openForWriting>): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (!file.write(chunk)) await Promise.race([once(file, 'drain'), once(file, 'close')]);
    if (file.errored) throw file.errored;
  }
  return bytes;
}

/** The size of the whole file, of which an answer is a part; undefined if it is all of it. */
function totalOf(response: Response): number | undefined {
  if (response.status !== 206) return undefined;
  const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (total === undefined) throw invalid('The server sends a part of the file and does not say of how much.');
  if (Number(total) > maxBytes) throw invalid('The file has more than 1 GB. Export less, or as Parquet.');
  return Number(total);
}

function changed(): ConnectorError {
  return new ConnectorError('transient', 'The file changed while it was fetched.');
}

const extensions: readonly (readonly [RegExp, string])[] = [
  [/csv/, '.csv'],
  [/tab-separated/, '.tsv'],
  [/ndjson|jsonl|x-json-stream/, '.ndjson'],
  [/json/, '.json'],
  [/spreadsheetml/, '.xlsx'],
  [/parquet/, '.parquet'],
  [/arrow/, '.arrow'],
  [/zip/, '.zip'],
];

function describe({ headers }: Response, path: string, target: string): Kept {
  const modified = Date.parse(headers.get('last-modified') ?? '');
  const modifiedAtMs = Number.isNaN(modified) ? Date.now() : modified;
  return { path: target, etag: headers.get('etag') ?? '', name: nameOf(path, headers), modifiedAtMs };
}

/** The format is told by the name: that of the path, else one given by the server, or the type of its answer. */
function nameOf(path: string, headers: Headers): string {
  const isS3 = /^s3:/i.test(path);
  const last = basename(isS3 ? path : decoded(new URL(path).pathname)) || 'file';
  if (/\.(csv|tsv|json|ndjson|jsonl|xlsx|parquet|pq|arrow|feather|ipc)(\.gz|\.zst)?$/i.test(last)) return last;
  const [, given] = /filename="?([^";]+)/i.exec(headers.get('content-disposition') ?? '') ?? [];
  if (given !== undefined && /\.\w+$/.test(given)) return basename(given);
  const type = headers.get('content-type') ?? '';
  return `${last}${extensions.find(([form]) => form.test(type))?.[1] ?? ''}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A kept file as connections read it. */
export async function sourceOf({ path, name, modifiedAtMs }: Kept): Promise<SourceFile> {
  const [{ size }, stamp] = await Promise.all([stat(path), stampOf(path)]);
  return { path, name, bytes: size, modifiedAtMs, stamp };
}

/** What the answer to a request for a file means. */
async function faultOf(response: Response, path: string): Promise<ConnectorError> {
  const { status, headers } = response;
  const isObject = /^s3:/i.test(path);
  const isOfKeys = status === 401 || (isObject && (status === 400 || status === 403) && (await refusesKeys(response)));
  await response.body?.cancel().catch(() => {});
  if (isOfKeys) {
    const advice = isObject
      ? 'Store other keys with "connections update ID --secret".'
      : 'Use an address that needs none.';
    return new ConnectorError('reauth_required', `The server refuses the credentials. ${advice}`);
  }
  if ([403, 404, 410].includes(status)) {
    return new ConnectorError(
      'resource_missing',
      `The server has no such file, or does not let it be read (${status}).`,
    );
  }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after'));
    const retry = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
    return new ConnectorError('transient', `The server cannot send the file now (${status}).`, retry);
  }
  return invalid(`The server does not send the file (${status}). Check the address.`);
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
