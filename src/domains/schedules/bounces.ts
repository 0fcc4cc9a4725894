import type { BounceConfig } from '../../platform/config/bounces.ts';
import { databaseTime } from '../../platform/database/engine.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { takeMessages } from './bounce-inbox.ts';
import { type BounceReport, readBounce } from './bounce-report.ts';
import { isAddressGone } from './mail.ts';
import { addUnwanted } from './unwanted.ts';

/** What became of a message in the inbox; `ignored` is anything that is no report about an e-mail that was sent. */
export type BounceOutcome = 'failed' | 'delayed' | 'ignored';

export interface BounceContext {
  readonly db: Database;
  readonly log: JobLog;
  readonly countBounce: (outcome: BounceOutcome) => void;
}

/** Reads what has come into the inbox and notes it at the e-mails that it is about. */
export async function takeBounces(context: BounceContext, { inbox, address }: BounceConfig): Promise<void> {
  if (inbox.form === 'webhook') return;
  await takeMessages(inbox, (message) => noteBounce(context, readBounce(message, address)));
}

/** Notes a report at the e-mail that it is about; undefined for what is no report. */
export async function noteBounce(
  { db, log, countBounce }: BounceContext,
  report: BounceReport | undefined,
): Promise<void> {
  const outcome = report ? await recordBounce(db, report) : 'ignored';
  countBounce(outcome);
  if (report) log.info({ delivery: report.deliveryId, outcome, status: report.status }, 'an e-mail came back');
}

/**
 * Whoever got an e-mail knows its id, and can say no more by it than by unsubscribing: nothing is
 * done for any other. One that was sent again meanwhile is left as it is.
 */
async function recordBounce(db: Database, report: BounceReport): Promise<BounceOutcome> {
  return db.transaction().execute(async (transaction) => {
    const { deliveryId, sends, isFinal, status, text } = report;
    const said = [status, text.startsWith(status ?? ' ') ? text.slice(status?.length) : text].filter(Boolean).join(' ');
    const [delivery] = await transaction
      .updateTable('deliveries')
      .set({ answer: said.trim() || null, updated_at: databaseTime(transaction) })
      .$if(isFinal, (update) => update.set({ status: 'failed', reason: 'bounced', failure: failureText }))
      .where('id', '=', deliveryId)
      .where('sends', '=', sends)
      .where('status', 'in', ['sent', 'unknown'])
      .returning(['account_id', 'recipient'])
      .execute();
    if (!delivery) return 'ignored';
    if (isFinal && isAddressGone(`550 ${status}`)) {
      await addUnwanted(transaction, delivery.account_id, delivery.recipient, 'refused');
    }
    return isFinal ? 'failed' : 'delayed';
  });
}

const failureText = 'The e-mail came back: a mail server on its way could not deliver it.';
