import type { Database } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { ConnectorContext, UploadedFile } from '../../reporting/connectors/contract.ts';
import { hasFormat } from './file-format.ts';
import { findUpload, type UploadRow } from './uploads.ts';

/** By the upload's id, the version that is read from the first time on. */
export type UploadVersions = Map<string, Promise<UploadedFile | undefined>>;

/** Finds the uploads of an account, and of no other; of none if it is null. */
export function uploadsOf(
  { db, objects }: { readonly db: Database; readonly objects: ObjectStore },
  accountId: string | null,
  versions: UploadVersions,
): ConnectorContext['findUpload'] {
  return async (id) => {
    if (accountId === null) return undefined;
    const found = versions.getOrInsertComputed(`${accountId} ${id}`, async () => {
      const row = await findUpload(db, accountId, id);
      return row && fileOf(row, objects);
    });
    // A database that does not answer may do so next time.
    found.catch(() => versions.delete(`${accountId} ${id}`));
    return found;
  };
}

function fileOf({ name, format, object_key, updated_at }: UploadRow, objects: ObjectStore): UploadedFile {
  return {
    version: object_key,
    // Connections read files by the ending of their names, whatever the customer calls them.
    name: hasFormat(name, format) ? name : `${name}.${format}`,
    modifiedAtMs: Date.parse(updated_at),
    open: async () => (await objects.open(object_key))?.stream,
  };
}
