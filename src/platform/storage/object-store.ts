import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { s3Advice } from './s3-advice.ts';

/** Both ends inclusive, in bytes from 0, within the object. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface StoredObject {
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

interface SignedUrlOptions {
  readonly expiresInSeconds: number;
  readonly contentType: string;
  /** The `Content-Disposition` of the answer (RFC 6266). */
  readonly contentDisposition: string;
}

/**
 * Keeps whole objects under keys of the form `folder/name` (see `checkKey`). Every method throws the store's error when
 * it does not answer, is full or refuses; a missing object is not an error.
 */
export interface ObjectStore {
  /** Stores the bytes, replacing any under the key; durable once it returns, and all or nothing if it fails. */
  put(key: string, bytes: Uint8Array): Promise<StoredObject>;
  /** The same with the bytes of a file, of which only a part is held in memory; the file stays. */
  putFile(key: string, path: string): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** The bytes, or a range of them, as a stream that the caller reads to its end or destroys. `size` is the whole object's. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined>;
  remove(key: string): Promise<void>;
  /** The objects whose key begins with `folder/` or `folder/na`, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Removes what `putFile` began before then and never ended, where that takes room; returns of how many objects. */
  removeUnfinished?(before: Date): Promise<number>;
  /** A URL that lets anyone who has it download the object, until it expires. */
  signedUrl?(key: string, options: SignedUrlOptions): Promise<string>;
  /** Throws unless the store answers and can be used; stops early if possible when `signal` aborts. */
  check(signal?: AbortSignal): Promise<void>;
}

/** The store answers but does not belong to the installation: its volume is not mounted, or another one is named. */
export class WrongStore extends Error {
  override readonly name = 'WrongStore';

  constructor(place: string, key: string, mark: string) {
    super(
      `${place} is not where this installation keeps its files: ${key} in it does not hold ${mark}. Mount or name the right place, or, to continue with this one, put that word into that file.`,
    );
  }
}

/**
 * Whether an error comes from a store: the file system, S3, or a request timeout. It means that objects cannot be read
 * or written now, never that one is missing.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof WrongStore) return true;
  return isS3Fault(error) || 'syscall' in error || error.name === 'TimeoutError' || error.name === 'AbortError';
}

/** Error codes of networks and devices that do not answer. */
const silentCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', 'EHOSTDOWN', 'ENOTCONN', 'EIO', 'ESTALE', 'ENODEV', 'ENXIO'],
]);
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Whether a store's error means that it did not answer, or asked to retry later, rather than that it refused this one
 * request: network, devices, timeouts, 5xx, throttling, missing credentials, wrong store.
 */
export function hasNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = httpStatus(error);
  if (status !== undefined) return status === 408 || status === 429 || (status >= 500 && !isStoreFull(error));
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return silentCodes.has(code);
  return isStoreUnavailable(error);
}

/** Whether a store's error means that it is full: it answers, and a smaller object may still fit. */
export function isStoreFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return httpStatus(error) === 507 || fullCodes.has((error as NodeJS.ErrnoException).code ?? '');
}

function httpStatus(error: Error): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** Whether an error comes from an S3 server, the connection to it, or its credentials. */
export function isS3Fault(error: unknown): boolean {
  return error instanceof Error && ('$metadata' in error || error.name === 'CredentialsProviderError');
}

/** The text of an S3 fault, or its name if the answer had no text, as with HEAD; and what to do about it. */
export function s3FaultText(error: Error): string {
  const said = error.message === 'UnknownError' ? error.name : error.message;
  const advice = s3Advice(error);
  return advice ? `${said.replace(/\.$/, '')}; ${advice}` : said;
}

/** The origin of the store's signed URLs; undefined for a store without any. */
export async function signedOrigin({ signedUrl }: ObjectStore): Promise<string | undefined> {
  const options = { expiresInSeconds: 1, contentType: 'application/pdf', contentDisposition: 'attachment' };
  return signedUrl && new URL(await signedUrl('artifacts/any.pdf', options)).origin;
}

/**
 * A key unique to one run of a job, `folder/<job id>-<random>.<extension>`: a run that was given back may still be
 * storing its file when the next one, of the same attempt, has ended.
 */
export function newJobKey(folder: string, jobId: string, extension: string): string {
  return `${folder}/${jobId}-${randomUUID()}.${extension}`;
}

/** Throws a RangeError unless the key is `folder/name` of plain characters that mean nothing to a file system. */
export function checkKey(key: string): void {
  if (!/^[a-z0-9_-]+\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(key) || key.length > 200) {
    throw new RangeError(`Not a storage key: ${JSON.stringify(key)}`);
  }
}

/** Throws a RangeError unless the prefix is `folder/`, optionally followed by the start of a name. */
export function checkPrefix(prefix: string): void {
  checkKey(prefix.endsWith('/') ? `${prefix}x` : prefix);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
