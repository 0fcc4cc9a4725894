import type { Selectable } from 'kysely';
import type { RetentionNoticesTable } from '../../platform/database/tables.ts';
import { getAccount } from '../accounts/accounts.ts';
import { retentionMail } from '../retention/notice-words.ts';
import { listTold } from '../retention/notices.ts';
import { getRetention } from '../retention/retention.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { sendNotice } from './notices.ts';

/** Sends the one that has waited longest; false when none is due. One aborted by `cut` is retried. */
export function sendNextRetentionNotice(context: DeliveryContext, cut?: AbortSignal): Promise<boolean> {
  return sendNotice(context, 'retention_notices', (notice) => makeNotice(context, notice), cut);
}

/** Undefined when nobody need be told any more: it was taken back, or it is not theirs to know. */
async function makeNotice({ db, baseUrl }: DeliveryContext, notice: Selectable<RetentionNoticesTable>) {
  const { account_id, user_id, keep_months: keepMonths, begins_at: beginsAt } = notice;
  const { keepMonths: current, next } = await getRetention(db, account_id);
  if (keepMonths !== current && keepMonths !== next?.keepMonths) return undefined;
  const told = (await listTold(db, account_id)).find(({ userId }) => userId === user_id);
  if (!told) return undefined;
  const user = await db.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst();
  const { name: account } = await getAccount(db, account_id);
  const address = `${baseUrl}/console/security`;
  return {
    ...retentionMail({ language: user?.language ?? 'en', account, keepMonths, beginsAt, address }),
    to: told.email,
  };
}
