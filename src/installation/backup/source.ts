import type { PortableRow, PortableTable } from '../../platform/database/snapshot.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';

/** What every backup says of itself. */
export interface BackupSummary {
  readonly created_at: string;
  readonly service_version: string;
  /** The schema version of the rows. */
  readonly migrations: readonly string[];
  /** The ids of the keys that seal the secrets of the rows; the keys themselves are not in the backup. */
  readonly vault_key_ids: readonly string[];
  readonly tables: Readonly<Partial<Record<PortableTable, { readonly rows: number; readonly bytes: number }>>>;
  readonly objects: {
    readonly count: number;
    readonly bytes: number;
    /** Named by a row but no longer in the store. */
    readonly missing: number;
  };
}

/** Where a restore reads a backup from, whichever form it has. */
export interface BackupSource {
  /** As faults name it. */
  readonly place: string;
  readonly summary: BackupSummary;
  /** Throws an OperatorError unless everything is there; digests of objects may wait for `copyObject`. */
  verify(): Promise<void>;
  rows(table: PortableTable): AsyncIterable<readonly PortableRow[]>;
  keys(): AsyncIterable<string>;
  /** Stores the object under its key, once it is known to be what it was. */
  copyObject(key: string, to: ObjectStore): Promise<void>;
}
