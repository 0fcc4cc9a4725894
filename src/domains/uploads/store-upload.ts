import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { describeUpload } from './describe-upload.ts';
import { findFormat, hasFormat } from './file-format.ts';
import { type IncomingBounds, openIncomingRoom } from './incoming-room.ts';
import { receiveFile, type SenderDeadlines } from './receive-file.ts';
import { unpackFile } from './unpack-file.ts';
import { readUploadName } from './upload-name.ts';
import { openAllowance } from './upload-quota.ts';
import { type StoredFile, uploadFolder } from './uploads.ts';

export interface UploadContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** Where files arrive before they are stored. */
  readonly incoming: string;
  readonly deadlines?: SenderDeadlines;
  readonly bounds?: IncomingBounds;
}

/** A file as it is sent. */
export interface SentFile {
  readonly accountId: string;
  /** Of all uploads of the account; null for no bound. */
  readonly maxBytes: number | null;
  readonly name: string;
  /** How long the sender says it is; null if it does not. */
  readonly declaredBytes: number | null;
  readonly bytes: Readable;
  /** The upload in whose place it comes. */
  readonly replacedId?: string | undefined;
}

/**
 * Takes a file in: receives it, unpacks it where it is compressed, finds out what it is, stores it, and lets `commit` make it an upload. What fails on the
 * way, or what `commit` did not take, leaves nothing in the store. Throws a ServiceError that says what is wrong with it.
 */
export async function storeUpload<Result>(
  { db, objects, incoming, deadlines, bounds }: UploadContext,
  sent: SentFile,
  commit: (file: StoredFile) => Promise<{ readonly result: Result; readonly isTaken: boolean }>,
): Promise<Result> {
  const { accountId, bytes } = sent;
  const given = readUploadName(sent.name);
  using allowance = await openAllowance(db, sent);
  if (sent.declaredBytes !== null) allowance.take(sent.declaredBytes);
  using room = await openIncomingRoom(incoming, sent.declaredBytes, bounds);
  // A compressed file and what it unpacks to are there at once.
  const takeBeside = (packed: number) => (more: number) => {
    allowance.take(more);
    room.take(packed + more);
  };
  await using received = await receiveFile(bytes, incoming, takeBeside(0), deadlines);
  const into = { folder: incoming, take: takeBeside(received.bytes), deadlines };
  const { file, name } = await unpackFile(received, given, into);
  await using _unpacked = file;
  const format = await findFormat(file.path);
  const readAs = hasFormat(name, format) ? name : `${name}.${format}`;
  const columns = await describeUpload({ path: file.path, name: readAs, format });
  const object_key = `${uploadFolder}${accountId}-${randomUUID()}`;
  await objects.putFile(object_key, file.path);
  const { bytes: size_bytes, sha256 } = file;
  const stored = { accountId, name, format, columns: JSON.stringify(columns), size_bytes, sha256, object_key };
  // Whether a commit without an answer took place is unknown; a sweep removes what no row names.
  const remove = () => objects.remove(object_key).catch(() => {});
  try {
    const { result, isTaken } = await commit(stored);
    if (!isTaken) await remove();
    return result;
  } catch (error) {
    if (error instanceof ServiceError) await remove();
    throw error;
  }
}
