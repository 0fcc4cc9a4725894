import { type ConnectorContext, ConnectorError } from './contract.ts';
import { mapBounded } from './map-bounded.ts';

/** The most bytes of one picture, which the context of `fetchPictures` has to hold to. */
export const mostFetchedBytes = 2 * 1024 * 1024;
const picturesAtOnce = 6;
/** The most time for one picture, and for all together. */
export const pictureTimes = { eachMs: 5_000, allMs: 20_000 } as const;
const types = ['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png'];
const longestAddress = 4_000;

export type PictureTimes = Readonly<Record<keyof typeof pictureTimes, number>>;

/** A picture as it came: its first bytes say that it is what it claims to be, nothing more. */
export interface FetchedPicture {
  readonly type: 'image/jpeg' | 'image/png';
  readonly bytes: Buffer;
}

/**
 * The pictures behind addresses that a vendor gave, fetched without credentials; undefined for one that is no PNG or JPEG, too
 * large, late or not there. `word` is the system's, for which the operator may have put another address in place.
 */
export function fetchPictures(
  addresses: readonly string[],
  word: string,
  context: ConnectorContext,
  { eachMs, allMs }: PictureTimes = pictureTimes,
): Promise<(FetchedPicture | undefined)[]> {
  const all = AbortSignal.timeout(allMs);
  return mapBounded(addresses, picturesAtOnce, async (address) => {
    const signal = AbortSignal.any([all, AbortSignal.timeout(eachMs)]);
    try {
      return await fetchPicture(address, word, context, signal);
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof ConnectorError || signal.aborted) return undefined;
      throw error;
    }
  });
}

async function fetchPicture(
  address: string,
  word: string,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<FetchedPicture | undefined> {
  const url = address.length > longestAddress ? null : URL.parse(address);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  signal.throwIfAborted();
  const headers = { accept: 'image/jpeg, image/png', 'user-agent': 'report-service' };
  const response = await context.fetch(context.addressOf(word, url), { headers, signal });
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const length = Number(response.headers.get('content-length') ?? 0);
  if (!response.ok || !types.includes(type) || length > mostFetchedBytes) {
    await response.body?.cancel();
    return undefined;
  }
  const bytes = await bytesOf(response);
  const found = bytes && typeOf(bytes);
  return found && { type: found, bytes };
}

/** Undefined where it breaks off or is too large. */
function bytesOf(response: Response): Promise<Buffer | undefined> {
  return response.arrayBuffer().then(Buffer.from, () => undefined);
}

/** Servers mix up the two: the bytes decide. */
function typeOf(bytes: Buffer): FetchedPicture['type'] | undefined {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  return bytes.toString('latin1', 0, 3) === '\xff\xd8\xff' ? 'image/jpeg' : undefined;
}
