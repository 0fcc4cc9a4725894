import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { MailError } from '../../../src/domains/schedules/mail.ts';
import { RenderedMails } from '../../../src/domains/schedules/rendered-mails.ts';
import { startScheduler } from '../../../src/domains/schedules/scheduler.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { chat } from '../../support/chat.ts';
import { localNetwork } from '../../support/connector-context.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';
import { givenDueDelivery, givenSchedule, makeDue } from '../../support/schedules.ts';
import { silentLog } from '../../support/silent-log.ts';

for (const engine of engines) {
  test(`${engine}: schedules fire while a mail server is slow`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
    const objects = await openFileStore(folder);
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    const mailing = await givenSchedule(db, project.id, { recipients: ['ann@example.com'] });
    await givenDueDelivery(db, objects, account, mailing);
    const sending = Promise.withResolvers<void>();
    const send = (_mail: unknown, signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        sending.resolve();
        signal?.addEventListener('abort', () => reject(new MailError('The service stopped.', false)));
      });
    const sendMail = Object.assign(send, { release() {} });
    await using mails = new RenderedMails();
    const sources = { vault: createVault(Buffer.alloc(32, 'test')), dataRoots: [], network: localNetwork };
    const context = { ...sources, chat, mails, baseUrl: '', linkKey: Buffer.alloc(32, 'key'), log: silentLog };
    const rest = { ...context, wakeWorkers() {} };
    await using _scheduler = startScheduler({ db, objects, sendMail, ...rest });
    await sending.promise;
    const due = await givenSchedule(db, project.id);
    await makeDue(db, due.id);
    const runs = db.selectFrom('schedule_runs').select('state').where('schedule_id', '=', due.id);
    assert.ok(await eventually(() => runs.executeTakeFirst()));
    removeFolder(folder);
  });
}
