import type { Database } from '../../platform/database/tables.ts';
import type { CommentedDocument } from '../../reporting/documents/comments.ts';
import { deriveSecret } from '../accounts/secrets.ts';
import { audited } from '../audit/audit.ts';
import { listComments } from '../reports/comments.ts';
import { findReport } from '../reports/reports.ts';
import { createShare, findShareOfToken, type ShareRow, shareLink } from '../shares/shares.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { MailError } from './mail.ts';

const linkLifetimeMs = 90 * 24 * 60 * 60_000;

/** A report with its comments of that revision. */
export async function loadReport(
  { db, objects }: Pick<DeliveryContext, 'db' | 'objects'>,
  { id, revision }: { readonly id: string; readonly revision: number },
): Promise<CommentedDocument> {
  const { document } = await findReport(db, objects, id);
  return { ...document, comments: await listComments(db, id, revision) };
}

/**
 * Each recipient gets their own link, which can be revoked separately. All attempts at one e-mail carry the same link.
 */
export async function makeLink(
  { db, baseUrl, linkBase, linkKey }: DeliveryContext,
  reportId: string,
  scheduleId: string,
  id: string,
) {
  const token = deriveSecret(linkKey, `guest link of ${id}`);
  const share = (await findShareOfToken(db, token)) ?? (await shareReport(db, reportId, scheduleId, token));
  if (share.revoked_at !== null) {
    throw new MailError('The link of this e-mail was revoked before it was sent.', true, 'link_revoked');
  }
  return {
    address: shareLink(linkBase?.(share.account_id) ?? baseUrl, token),
    expiresAt: new Date(share.expires_at ?? ''),
  };
}

async function shareReport(db: Database, reportId: string, scheduleId: string, token: string): Promise<ShareRow> {
  const { share } = await audited(
    db,
    `schedule:${scheduleId}`,
    (transaction) => createShare(transaction, reportId, { password: null, expiresInMs: linkLifetimeMs, token }),
    ({ share: { id, account_id: accountId } }) => {
      return { action: 'share.create', accountId, subject: id, details: { report_id: reportId } };
    },
  );
  return share;
}
