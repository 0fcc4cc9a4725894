import type { Database } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { Vault } from '../connections/vault.ts';
import type { MailingInstallation } from '../schedules/managed-schedules.ts';
import { brandAction } from './actions/brand.ts';
import { connectAction } from './actions/connect.ts';
import { exportAction } from './actions/export.ts';
import { generateAction } from './actions/generate.ts';
import { folderAction, tagAction } from './actions/labels.ts';
import { languageAction } from './actions/language.ts';
import { statusAction } from './actions/project-status.ts';
import { recipientsAction } from './actions/recipients.ts';
import { scheduleAction } from './actions/schedule.ts';
import { shareAction } from './actions/share.ts';
import { detachAction, templateAction } from './actions/template.ts';
import type { AnyBulkAction } from './bulk-action.ts';

export interface BulkActionParts {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly vault: Vault;
  /** What the tokens of guest links are derived from. */
  readonly linkKey: Buffer;
  readonly mailing: MailingInstallation;
}

/** What can be done for many projects at once. */
export function bulkActions({ db, objects, vault, linkKey, mailing }: BulkActionParts): readonly AnyBulkAction[] {
  return [
    generateAction,
    exportAction,
    shareAction(linkKey),
    scheduleAction(mailing),
    recipientsAction(mailing),
    tagAction,
    folderAction,
    statusAction('archive'),
    statusAction('restore'),
    languageAction,
    brandAction(objects),
    templateAction(db),
    detachAction,
    connectAction(db, vault),
  ];
}
