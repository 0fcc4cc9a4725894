import { readArtifact } from '../../domains/export-jobs/export-jobs.ts';
import { picturesIn } from '../../domains/pictures/pictures.ts';
import type { PortableRow, PortableTable } from '../../platform/database/snapshot.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';

const text = (value: string | number | null | undefined) => `${value ?? ''}`;

const keysOf: Partial<Record<PortableTable, (row: PortableRow) => readonly string[]>> = {
  reports: (row) => [text(row.document_key)],
  jobs: (row) => {
    const artifact = row.live === 1 ? readArtifact(row as unknown as JobRow) : null;
    return artifact ? [artifact.key] : [];
  },
  uploads: (row) => [text(row.object_key)],
  accounts: (row) => picturesIn(text(row.id), text(row.brand)),
  projects: (row) => picturesIn(text(row.account_id), text(row.settings) + text(row.template_own)),
  templates: (row) => picturesIn(text(row.account_id), text(row.draft)),
  template_revisions: (row) => picturesIn(text(row.account_id), text(row.content)),
};

/** The tables whose rows name objects. */
export const namingTables = Object.keys(keysOf) as PortableTable[];

/** The keys of the objects that a row names. Pictures are named by several. */
export function objectKeysOf(table: PortableTable, row: PortableRow): readonly string[] {
  return keysOf[table]?.(row) ?? [];
}
