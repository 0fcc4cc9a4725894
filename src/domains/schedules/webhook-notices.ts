import { databaseTime } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database, Queryable, WebhookNoticesTable } from '../../platform/database/tables.ts';
import { isAtLeast } from '../../platform/http/roles.ts';
import { getAccount } from '../accounts/accounts.ts';
import { listMembers, type Member } from '../members/members.ts';
import { isAnyToTell, takeEndpointToTell } from '../webhooks/endpoints.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { sendNotice } from './notices.ts';
import { webhookOffMail } from './webhook-notice-words.ts';

/**
 * Writes the e-mails that tell of webhooks that the service has switched off since, each once. Without a mail server nobody
 * is told later either: the home screen of the console shows them.
 */
export async function insertWebhookNotices({ db, sendMail }: Pick<DeliveryContext, 'db' | 'sendMail'>): Promise<void> {
  while ((await isAnyToTell(db)) && (await insertForNext(db, sendMail !== undefined)));
}

async function insertForNext(db: Database, canMail: boolean): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const endpoint = await takeEndpointToTell(transaction);
    if (!endpoint) return false;
    const { id, account_id } = endpoint;
    const now = databaseTime(transaction);
    const notices = (canMail ? await listTold(transaction, account_id) : []).map(({ userId }) => ({
      ...{ id: newIdentifier('ntc'), account_id, endpoint_id: id, user_id: userId },
      ...{ attempt: 0, next_attempt_at: now, failure: null, created_at: now },
    }));
    if (notices.length > 0) await transaction.insertInto('webhook_notices').values(notices).execute();
    return true;
  });
}

/** Those who may switch a webhook on again. */
async function listTold(db: Queryable, accountId: string): Promise<Member[]> {
  const members = await listMembers(db, accountId);
  return members.filter(
    (member) => !member.isDisabled && member.projectIds === null && isAtLeast(member.role, 'admin'),
  );
}

/** Sends the one that has waited longest; false when none is due. One aborted by `cut` is retried. */
export function sendNextWebhookNotice(context: DeliveryContext, cut?: AbortSignal): Promise<boolean> {
  return sendNotice(context, 'webhook_notices', (notice) => makeNotice(context, notice), cut);
}

/** Undefined when nobody need be told any more: it is on again, gone, or not theirs to switch on. */
async function makeNotice(
  { db, baseUrl }: DeliveryContext,
  { account_id, endpoint_id, user_id }: Pick<WebhookNoticesTable, 'account_id' | 'endpoint_id' | 'user_id'>,
) {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', endpoint_id)
    .executeTakeFirst();
  const reason = endpoint?.off_reason;
  if (!endpoint || (reason !== 'gone' && reason !== 'failing')) return undefined;
  const told = (await listTold(db, account_id)).find(({ userId }) => userId === user_id);
  if (!told) return undefined;
  const user = await db.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst();
  const { name: account } = await getAccount(db, account_id);
  const { hostname: host } = new URL(endpoint.url);
  const words = { language: user?.language ?? 'en', account, host, reason, address: `${baseUrl}/console/webhooks` };
  return { ...webhookOffMail(words), to: told.email };
}
