import { hash } from 'node:crypto';
import { databaseTime } from '../../platform/database/engine.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { deriveSecret } from '../accounts/secrets.ts';
import { shareLink } from '../shares/shares.ts';

const namedAtOnce = 500;

/** The token of the guest link that an item makes. It is stored nowhere; with the key it can be shown once it is asked for. */
export function linkToken(linkKey: Buffer, itemId: string): string {
  return deriveSecret(linkKey, `guest link of ${itemId}`);
}

/** A guest link of a bulk job, as it is shown once. */
export interface TakenLink {
  readonly project_id: string;
  readonly label: string;
  readonly report_id: string;
  readonly share_id: string;
  readonly url: string | null;
}

/** The guest links that a bulk job has made and that nobody has seen yet, as far as the caller sees their projects. */
export async function takeLinks(
  transaction: Queryable,
  { projectIds }: Pick<Caller, 'projectIds'>,
  bulkJobId: string,
  { linkKey, baseUrl }: { readonly linkKey: Buffer; readonly baseUrl: string },
): Promise<TakenLink[]> {
  const made = transaction
    .updateTable('bulk_job_items')
    .set({ link_shown_at: databaseTime(transaction) })
    .where('bulk_job_id', '=', bulkJobId)
    .where('state', '=', 'done')
    .where('link_shown_at', 'is', null)
    .where('result', 'like', '%"share_id"%');
  const seen = projectIds === null ? made : made.where('project_id', 'in', projectIds);
  const items = await seen.returning(['id', 'project_id', 'label', 'result']).execute();
  const links = items.map((item) => ({ ...item, ...(JSON.parse(item.result ?? '{}') as Shared) }));
  const valid = await validDigests(
    transaction,
    links.map(({ share_id }) => share_id),
  );
  return links
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, project_id, label, share_id, shared_report_id }) => {
      const token = linkToken(linkKey, id);
      const url = valid.get(share_id) === hash('sha256', token) ? shareLink(baseUrl, token) : null;
      return { project_id: project_id ?? '', label, report_id: shared_report_id, share_id, url };
    });
}

interface Shared {
  readonly share_id: string;
  readonly shared_report_id: string;
}

/** The digests of the tokens of links that are not revoked. */
async function validDigests(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (let first = 0; first < ids.length; first += namedAtOnce) {
    const shares = await db
      .selectFrom('shares')
      .select(['id', 'token_hash'])
      .where('id', 'in', ids.slice(first, first + namedAtOnce))
      .where('revoked_at', 'is', null)
      .execute();
    for (const { id, token_hash } of shares) digests.set(id, token_hash);
  }
  return digests;
}
