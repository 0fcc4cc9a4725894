import { setTimeout as delay } from 'node:timers/promises';
import { createMailer } from '../../src/domains/schedules/mail.ts';
import { judgeNext } from '../../src/domains/watches/judge-connection.ts';
import { sendNextNotice } from '../../src/domains/watches/send-notices.ts';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { chat } from './chat.ts';
import { silentLog } from './silent-log.ts';
import { judgingContext } from './watches.ts';

/** Judges whatever is due and sends what is to be told, until it is killed. Prints a line once its engine has answered. */
const { location, folder, url } = JSON.parse(process.argv[2] ?? '') as {
  readonly location: DatabaseLocation;
  readonly folder: string;
  readonly url: string;
};
const db = connectDatabase(location);
const context = judgingContext(db, folder);
const sendMail = createMailer({ url, from: 'Reports <reports@example.com>' });
const telling = { db, sendMail, chat, baseUrl: 'https://reports.example.com', log: silentLog };
const repeat = async (step: () => Promise<boolean>) => {
  for (;;) if (!(await step())) await delay(5);
};
await judgeNext(context);
process.stdout.write('begun\n');
await Promise.all([repeat(() => judgeNext(context)), repeat(() => sendNextNotice(telling))]);
