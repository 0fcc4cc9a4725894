import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Both ends inclusive, in bytes from 0; it lies within the object. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
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

export interface SignedUrlOptions {
  readonly expiresInSeconds: number;
  readonly contentType: string;
  /** The `Content-Disposition` of the answer (RFC 6266). */
  readonly contentDisposition: string;
}

/**
 * Keeps whole objects under keys of the form `folder/name` (see `checkKey`). Every method throws what the store says when it
 * does not answer, has no room or refuses; a missing object is no error.
 */
export interface ObjectStore {
  /** Stores the bytes, over what the key held; durable once it returns, and whole or not there when it fails. */
  put(key: string, bytes: Uint8Array): Promise<StoredObject>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** The bytes, or a range of them, as a stream that the caller reads to its end or destroys. `size` is the whole object's. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined>;
  remove(key: string): Promise<void>;
  /** The objects whose key begins with `folder/` or `folder/na`, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** A URL that gives the object as a download, to whoever has it, until it expires. */
  signedUrl?(key: string, options: SignedUrlOptions): Promise<string>;
  /** Throws unless the store answers and can be used. */
  check(): Promise<void>;
}

/** The store answers, but is not the installation's: its volume is not mounted, or another one is named. */
export class WrongStore extends Error {
  override readonly name = 'WrongStore';

  constructor(place: string, key: string, mark: string) {
    super(
      `${place} is not where this installation keeps its files: ${key} in it does not hold ${mark}. Mount or name the right place, or, to go on with this one, put that word into that file.`,
    );
  }
}

/**
 * Whether an error is a store's: the file system's, S3's, or that of a request which took too long. It says that objects
 * cannot be read or written now, never that one is missing.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof WrongStore) return true;
  return isS3Fault(error) || 'syscall' in error || error.name === 'TimeoutError' || error.name === 'AbortError';
}

/** Whether an error is an S3 server's, of the way to it, or of the credentials that it asks for. */
export function isS3Fault(error: unknown): boolean {
  return error instanceof Error && ('$metadata' in error || error.name === 'CredentialsProviderError');
}

/** What an S3 fault says: of an answer without a text, as those to HEAD are, its name. */
export function s3FaultText({ name, message }: Error): string {
  return message === 'UnknownError' ? name : message;
}

/** The origin of the store's signed URLs; undefined for a store without any. */
export async function signedOrigin({ signedUrl }: ObjectStore): Promise<string | undefined> {
  const options = { expiresInSeconds: 1, contentType: 'application/pdf', contentDisposition: 'attachment' };
  return signedUrl && new URL(await signedUrl('artifacts/any.pdf', options)).origin;
}

/**
 * A key that is one run of a job's alone, `folder/<job id>-<random>.<extension>`: a run that was given back may still be storing its
 * file when the next one, of the same attempt, has ended.
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

/** Throws a RangeError unless the prefix is `folder/` with the beginning of a name, or nothing, after it. */
export function checkPrefix(prefix: string): void {
  checkKey(prefix.endsWith('/') ? `${prefix}x` : prefix);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
