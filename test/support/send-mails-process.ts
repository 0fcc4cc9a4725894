import { createMailer } from '../../src/domains/schedules/mail.ts';
import { RenderedMails } from '../../src/domains/schedules/rendered-mails.ts';
import { runSchedules } from '../../src/domains/schedules/scheduler.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { chat } from './chat.ts';
import { silentLog } from './silent-log.ts';

/** Run as a process with a database's location, the folder of its objects and a mail server: sends what is due. */
const [location = '', folder = '', url = ''] = process.argv.slice(2);
const db = connectDatabase(JSON.parse(location));
await using mails = new RenderedMails();
await runSchedules({
  ...{ db, objects: await openFileStore(folder), mails, log: silentLog, wakeWorkers() {} },
  sendMail: createMailer({ url, from: 'Reports <reports@example.com>' }),
  baseUrl: 'https://reports.example.com',
  linkKey: Buffer.alloc(32, 'key'),
  chat,
});
await db.destroy();
