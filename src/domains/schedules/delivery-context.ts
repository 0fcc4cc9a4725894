import type { Database } from '../../platform/database/tables.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { ChatContext } from '../chat-channels/post-message.ts';
import type { SendMail } from './mail.ts';
import type { RenderedMails } from './rendered-mails.ts';

/** What sends the reports of schedules. */
export interface DeliveryContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** Undefined when no mail server is configured. */
  readonly sendMail: SendMail | undefined;
  readonly chat: Omit<ChatContext, 'db'>;
  readonly mails: RenderedMails;
  /** Where people reach the service. */
  readonly baseUrl: string;
  /** Where guests of an account do; there as well unless given. */
  readonly linkBase?: (accountId: string) => string;
  /** The key that the tokens of mailed links are derived from. */
  readonly linkKey: Buffer;
  readonly log: JobLog;
}
