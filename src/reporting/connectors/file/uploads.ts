import { pipeline } from 'node:stream/promises';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { findKept, type Kept, keep, keyOf, newDownload, openDownloads, openForWriting } from './downloads.ts';
import { stopped } from './faults.ts';
import type { SourceFile } from './paths.ts';
import { sourceOf } from './remote-files.ts';

/** Whether a path names an uploaded file rather than one of a folder. */
export function isUpload(path: string): boolean {
  return /^upload:/i.test(path);
}

/**
 * An uploaded file, as `upload:upl_…` names it, in the version that the context gives; fetched unless it is kept here
 * already. Throws a ConnectorError, or the error of a store that does not answer.
 */
export async function fetchUpload(path: string, context: ConnectorContext): Promise<SourceFile> {
  const [, id] = /^upload:(upl_[0-9a-z]{26})$/.exec(path) ?? [];
  if (id === undefined) throw new ConnectorError('invalid_config', 'An uploaded file is named upload:upl_….');
  const upload = await context.findUpload(id);
  if (!upload) throw missing(`There is no upload ${id}. Upload the file, and name that upload.`);
  const folder = await openDownloads();
  // A version never changes, so it is kept under its own name, beside others of the same file.
  const key = keyOf('upload', upload.version);
  const kept = folder === undefined ? undefined : await findKept(folder, key);
  if (kept) return sourceOf(kept);
  const bytes = await upload.open();
  if (!bytes) throw missing(`The file of the upload ${id} is lost. Upload it again.`);
  const target = await newDownload(folder, context);
  try {
    await pipeline(bytes, openForWriting(target), { signal: context.signal });
  } catch (cause) {
    if (context.signal.aborted) throw stopped(context.signal);
    throw new ConnectorError('transient', `Reading the upload ${id} ended early.`, { cause });
  }
  const { name, modifiedAtMs } = upload;
  const fetched: Kept = { path: target, etag: upload.version, name, modifiedAtMs };
  if (folder === undefined) return sourceOf(fetched);
  // Somebody may have been faster, and be reading it.
  return sourceOf((await findKept(folder, key)) ?? (await keep(folder, key, fetched)));
}

function missing(message: string): ConnectorError {
  return new ConnectorError('resource_missing', message);
}
