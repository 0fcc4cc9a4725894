import { type Static, Type } from 'typebox';
import { resource } from '../../../platform/http/envelope.ts';
import { lifetimeUntil } from '../../shares/managed-shares.ts';
import { hashPassword } from '../../shares/passwords.ts';
import { ShareCreate } from '../../shares/schema.ts';
import { createShare } from '../../shares/shares.ts';
import { atPlace, type BulkAction, placed } from '../bulk-action.ts';
import { linkToken } from '../bulk-links.ts';
import { latestReportOf } from './export.ts';

const Parameters = resource(
  { type: Type.Literal('share'), ...ShareCreate.properties },
  {
    title: 'BulkShare',
    description:
      'Makes a guest link to the latest report of each project. `POST /bulk-jobs/{bulk_job_id}/links` shows the links, each once.',
  },
);
type Share = Omit<Static<typeof Parameters>, 'type'> & {
  /** In place of the password. */
  readonly password_hash?: string | null;
};

const placeOf = (field: string) => `action.${field}`;

/** Shares the latest report of each project. The tokens are derived from `linkKey`, so that the links can be shown later. */
export function shareAction(linkKey: Buffer): BulkAction<Share> {
  return {
    action: 'share',
    access: { role: 'editor' },
    parameters: Parameters,
    check({ expires_at = null }) {
      placed(() => lifetimeUntil(expires_at), placeOf);
    },
    async prepare({ password = null, ...rest }) {
      if (password === null) return rest;
      const password_hash = await hashPassword(password).catch((error: unknown) => {
        throw atPlace(error, placeOf);
      });
      return { ...rest, password_hash };
    },
    shown: ({ password_hash = null, ...rest }) => ({ ...rest, has_password: password_hash !== null }),
    async runItem(transaction, { parameters }, item) {
      const { password_hash = null, figures = false, expires_at = null } = parameters;
      const { id } = await latestReportOf(transaction, item);
      const { share } = await createShare(transaction, id, {
        ...{ password: null, passwordHash: password_hash, figures, expiresInMs: lifetimeUntil(expires_at) },
        token: linkToken(linkKey, item.id),
      });
      const details = { report_id: id, expires_at: share.expires_at, password: password_hash !== null, figures };
      return {
        result: { share_id: share.id, shared_report_id: id },
        recorded: [{ action: 'share.create', subject: share.id, details }],
      };
    },
  };
}
